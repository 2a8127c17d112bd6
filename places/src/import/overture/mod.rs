//! Overture Maps places: GeoParquet, read column by column, and only the columns and parts of the file that
//! are needed.
//!
//! Row groups outside of the area, or wholly in another country, are not read at all, according to the file's
//! own statistics. Both layouts of business categories are supported (`categories`, and `taxonomy` of newer
//! releases).

mod columns;
mod groups;

use std::fs::File;
use std::ops::Range;
use std::path::{Path, PathBuf};

use arrow_array::RecordBatch;
use parquet::arrow::ProjectionMask;
use parquet::arrow::arrow_reader::{
    ArrowReaderMetadata, ArrowReaderOptions, ParquetRecordBatchReaderBuilder,
};
use parquet::schema::types::SchemaDescriptor;

use self::columns::Columns;
use self::groups::{Group, groups};
use super::error::ImportError;
use super::format::Format;
use super::listing::cells::{Cells, Values};
use super::listing::rows::{Meter, Rows, Sink};
use crate::area::Area;

/// Rows held in memory at a time.
const BATCH: usize = 4_096;

/// The columns to read: a root and, for nested columns, the leaves.
const WANTED: [(&str, &[&str]); 15] = [
    ("id", &[]),
    ("geometry", &[]),
    ("bbox", &["xmin", "xmax", "ymin", "ymax"]),
    ("names", &["primary"]),
    ("categories", &["primary", "alternate"]),
    ("taxonomy", &["primary", "hierarchy", "alternates"]),
    ("basic_category", &[]),
    ("confidence", &[]),
    ("operating_status", &[]),
    ("websites", &[]),
    ("emails", &[]),
    ("socials", &[]),
    ("phones", &[]),
    (
        "addresses",
        &["freeform", "locality", "postcode", "region", "country"],
    ),
    ("opening_hours", &[]),
];

/// Opened files of one release whose footers were read.
pub(super) struct OvertureRows {
    parts: Vec<Part>,
    /// Rows of groups that need not be read.
    skipped: u64,
    meter: Meter,
}

struct Part {
    path: PathBuf,
    file: File,
    metadata: ArrowReaderMetadata,
    mask: ProjectionMask,
    groups: Vec<Group>,
    /// Number of rows in the files before it.
    first_row: u64,
}

impl OvertureRows {
    pub(super) fn open(paths: &[PathBuf], area: Option<&Area>) -> Result<Self, ImportError> {
        let boxes = area.map(Area::boxes);
        let (mut parts, mut skipped, mut first_row) = (Vec::new(), 0, 0);
        for path in paths {
            let file = File::open(path).map_err(|error| ImportError::Unreadable {
                file: path.clone(),
                reason: error.to_string(),
            })?;
            let metadata = load(&file).map_err(|reason| damaged(path, &reason))?;
            check(metadata.parquet_schema()).map_err(|reason| not_places(path, reason))?;
            let mask = mask(metadata.parquet_schema());
            let (groups, left_out) = groups(metadata.metadata(), &mask, boxes.as_deref())
                .map_err(|reason| damaged(path, &reason))?;
            skipped += left_out;
            let rows = metadata.metadata().file_metadata().num_rows();
            parts.push(Part {
                path: path.clone(),
                file,
                metadata,
                mask,
                groups,
                first_row,
            });
            first_row += u64::try_from(rows).unwrap_or_default();
        }
        let groups = parts.iter().flat_map(|part| &part.groups);
        let bytes = groups.map(|group| group.bytes).sum();
        Ok(Self {
            parts,
            skipped,
            meter: Meter::new(bytes),
        })
    }
}

/// The byte ranges of a file of `size` bytes that the rows of an area need, apart from its footer. Only the
/// footer must be in the file already.
pub(crate) fn needed_spans(file: &File, size: u64, area: &Area) -> Result<Vec<Range<u64>>, String> {
    let metadata = load(file)?;
    check(metadata.parquet_schema())?;
    let mask = mask(metadata.parquet_schema());
    let metadata = metadata.metadata();
    let (groups, _) = groups(metadata, &mask, Some(&area.boxes()))?;
    let mut spans = Vec::new();
    for group in groups {
        let columns = metadata.row_group(group.index).columns();
        let read = columns.iter().enumerate();
        for (_, column) in read.filter(|(leaf, _)| mask.leaf_included(*leaf)) {
            let start = column
                .dictionary_page_offset()
                .map_or(column.data_page_offset(), |dictionary| {
                    dictionary.min(column.data_page_offset())
                });
            let start = u64::try_from(start).map_err(|_| "a column starts before the file")?;
            let bytes = u64::try_from(column.compressed_size())
                .map_err(|_| "a column has a negative size")?;
            let end = start
                .checked_add(bytes)
                .filter(|end| *end <= size)
                .ok_or("a column ends after the file")?;
            spans.push(start..end);
        }
    }
    Ok(spans)
}

fn load(file: &File) -> Result<ArrowReaderMetadata, String> {
    // Ignores the file's Arrow hints: texts and lists then have one type each.
    let options = ArrowReaderOptions::new().with_skip_arrow_metadata(true);
    ArrowReaderMetadata::load(file, options).map_err(|error| error.to_string())
}

/// Checks that it is a file of places, or says what is missing.
fn check(schema: &SchemaDescriptor) -> Result<(), &'static str> {
    let fields = schema.root_schema().get_fields();
    let has = |root: &str| fields.iter().any(|field| field.name() == root);
    if !has("names") {
        return Err("it has no column 'names'");
    }
    if !has("geometry") && !has("bbox") && !has("addresses") {
        return Err("it has none of 'geometry', 'bbox' and 'addresses'");
    }
    Ok(())
}

impl Part {
    fn read_group(
        &self,
        group: &Group,
        values: &mut Values,
        meter: &Meter,
        sink: &mut dyn Sink,
    ) -> Result<(), ImportError> {
        let broken = |error: &dyn std::fmt::Display| damaged(&self.path, error);
        let file = self.file.try_clone().map_err(|error| broken(&error))?;
        let reader =
            ParquetRecordBatchReaderBuilder::new_with_metadata(file, self.metadata.clone())
                .with_projection(self.mask.clone())
                .with_row_groups(vec![group.index])
                .with_batch_size(BATCH)
                .build()
                .map_err(|error| broken(&error))?;
        let mut row = group.first_row;
        let mut counted = 0;
        for batch in reader {
            let batch: RecordBatch = batch.map_err(|error| broken(&error))?;
            let columns = Columns::of(&batch).map_err(|reason| not_places(&self.path, &reason))?;
            for index in 0..batch.num_rows() {
                row += 1;
                columns.fill(index, values);
                sink.row(self.first_row + row, Cells::Values(values))?;
            }
            let share = group.bytes * (row - group.first_row) / group.rows.max(1);
            meter.add(share.saturating_sub(counted));
            counted = counted.max(share);
        }
        Ok(())
    }
}

impl Rows for OvertureRows {
    fn read(&mut self, sink: &mut dyn Sink) -> Result<(), ImportError> {
        sink.skip(self.skipped);
        let mut values = Values::new();
        for part in &self.parts {
            for group in &part.groups {
                part.read_group(group, &mut values, &self.meter, sink)?;
                sink.tick()?;
            }
        }
        Ok(())
    }

    fn meter(&self) -> &Meter {
        &self.meter
    }
}

/// The wanted leaves that the file has.
fn mask(schema: &SchemaDescriptor) -> ProjectionMask {
    let wanted = schema.columns().iter().enumerate().filter(|(_, column)| {
        let path = column.path().parts();
        WANTED.iter().any(|(root, leaves)| {
            path.first().is_some_and(|first| first == root)
                && (leaves.is_empty() || path.iter().any(|part| leaves.contains(&part.as_str())))
        })
    });
    let indexes: Vec<usize> = wanted.map(|(index, _)| index).collect();
    ProjectionMask::leaves(schema, indexes)
}

fn damaged(path: &Path, reason: &(impl std::fmt::Display + ?Sized)) -> ImportError {
    ImportError::Damaged {
        file: path.to_owned(),
        format: Format::Overture,
        reason: reason.to_string(),
    }
}

fn not_places(path: &Path, reason: &str) -> ImportError {
    ImportError::NotPlaces {
        file: path.to_owned(),
        reason: format!("{reason}, which Overture Maps places have"),
    }
}
