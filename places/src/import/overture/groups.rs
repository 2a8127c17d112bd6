//! Which row groups to read, based only on the footer's statistics.

use parquet::arrow::ProjectionMask;
use parquet::basic::Compression;
use parquet::file::metadata::{ParquetMetaData, RowGroupMetaData};
use parquet::file::statistics::Statistics;

use crate::bounds::Bounds;
use crate::values::{in_reach, is_usa};

/// No column of a row group unpacks to more in a real listing (bytes).
const LARGEST_COLUMN: i64 = 1 << 30;

/// Larger columns must not be compressed more than any text can be.
const SUSPICIOUS: i64 = 64 << 20;
const TIGHTEST: i64 = 1_000;

#[derive(Debug, Clone, Copy)]
pub(super) struct Group {
    pub(super) index: usize,
    /// Rows of the file before it.
    pub(super) first_row: u64,
    pub(super) rows: u64,
    /// Compressed bytes of the columns to read.
    pub(super) bytes: u64,
}

/// The groups to read, and the number of rows in the others. Fails if the footer is impossible.
pub(super) fn groups(
    metadata: &ParquetMetaData,
    mask: &ProjectionMask,
    boxes: Option<&[Bounds]>,
) -> Result<(Vec<Group>, u64), String> {
    let mut groups = Vec::new();
    let (mut first_row, mut skipped) = (0, 0);
    for (index, group) in metadata.row_groups().iter().enumerate() {
        let rows = u64::try_from(group.num_rows())
            .map_err(|_| "a row group has a negative number of rows")?;
        if is_needed(group, boxes) {
            let bytes = packed_bytes(group, mask)?;
            groups.push(Group {
                index,
                first_row,
                rows,
                bytes,
            });
        } else {
            skipped += rows;
        }
        first_row += rows;
    }
    Ok((groups, skipped))
}

fn packed_bytes(group: &RowGroupMetaData, mask: &ProjectionMask) -> Result<u64, String> {
    let mut bytes = 0;
    let read = (0..group.num_columns()).filter(|leaf| mask.leaf_included(*leaf));
    for column in read.map(|leaf| group.column(leaf)) {
        if !tells_its_size(column.compression()) {
            return Err(format!(
                "column '{}' is compressed with {}, whose unpacked size is not known in advance; use a file that \
                 is compressed with ZSTD or Snappy, or not at all",
                column.column_path().string(),
                column.compression()
            ));
        }
        let (packed, unpacked) = (column.compressed_size(), column.uncompressed_size());
        let is_bomb = unpacked > LARGEST_COLUMN
            || unpacked > SUSPICIOUS && unpacked / packed.max(1) > TIGHTEST;
        if is_bomb || packed < 0 {
            return Err(format!(
                "column '{}' unpacks from {packed} to {unpacked} bytes, which no real listing does",
                column.column_path().string()
            ));
        }
        bytes += packed.unsigned_abs();
    }
    Ok(bytes)
}

/// Whether the reader unpacks no more than a page declares; with gzip it takes all there is.
const fn tells_its_size(compression: Compression) -> bool {
    matches!(
        compression,
        Compression::UNCOMPRESSED | Compression::SNAPPY | Compression::ZSTD(_)
    )
}

/// Whether a group may have wanted rows; without statistics, it may.
fn is_needed(group: &RowGroupMetaData, boxes: Option<&[Bounds]>) -> bool {
    let range = |least: &str, greatest: &str| {
        Some((
            bounds(group, &["bbox", least])?.0,
            bounds(group, &["bbox", greatest])?.1,
        ))
    };
    if let (Some(longitudes), Some(latitudes)) = (range("xmin", "xmax"), range("ymin", "ymax")) {
        let is_near = match boxes {
            Some(boxes) => boxes
                .iter()
                .any(|bounds| bounds.overlaps(longitudes, latitudes)),
            None => in_reach(longitudes, latitudes),
        };
        if !is_near {
            return false;
        }
    }
    // If all rows have one country, the statistics name it.
    only_value(group, "addresses", "country").is_none_or(|country| is_usa(&country))
}

fn bounds(group: &RowGroupMetaData, path: &[&str]) -> Option<(f64, f64)> {
    let column = group
        .columns()
        .iter()
        .find(|column| column.column_path().parts() == path)?;
    match column.statistics()? {
        Statistics::Float(stats) => {
            Some((f64::from(*stats.min_opt()?), f64::from(*stats.max_opt()?)))
        }
        Statistics::Double(stats) => Some((*stats.min_opt()?, *stats.max_opt()?)),
        _ => None,
    }
}

/// The value of a column that has only one, without gaps.
fn only_value(group: &RowGroupMetaData, root: &str, leaf: &str) -> Option<String> {
    let column = group.columns().iter().find(|column| {
        let path = column.column_path().parts();
        path.first().is_some_and(|part| part == root)
            && path.last().is_some_and(|part| part == leaf)
    })?;
    let Statistics::ByteArray(stats) = column.statistics()? else {
        return None;
    };
    let (least, greatest) = (stats.min_opt()?, stats.max_opt()?);
    let is_one = least == greatest && stats.min_is_exact() && stats.null_count_opt() == Some(0);
    (is_one).then(|| String::from_utf8_lossy(least.data()).into_owned())
}
