//! Overture Maps places: GeoParquet, read column by column, only the columns and the parts of the
//! file that are needed.
//!
//! Row groups that lie outside of the area, or wholly in another country, are not read at all; the
//! file's own statistics tell. Both layouts of the kinds of business are known (`categories`, and
//! `taxonomy` of newer releases).

mod columns;
mod groups;

use std::fs::File;
use std::path::{Path, PathBuf};

use arrow_array::RecordBatch;
use parquet::arrow::ProjectionMask;
use parquet::arrow::arrow_reader::{
    ArrowReaderMetadata, ArrowReaderOptions, ParquetRecordBatchReaderBuilder,
};
use parquet::schema::types::SchemaDescriptor;

use self::columns::Columns;
use self::groups::{Group, groups};
use super::area::Area;
use super::error::ImportError;
use super::format::Format;
use super::listing::cells::{Cells, Values};
use super::listing::rows::{Meter, Rows, Sink};

/// Rows that are held at a time.
const BATCH: usize = 4_096;

/// What is read: a root and, of nested columns, the leaves.
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

/// An opened file, its footer read.
pub(super) struct OvertureRows {
    path: PathBuf,
    file: File,
    metadata: ArrowReaderMetadata,
    mask: ProjectionMask,
    groups: Vec<Group>,
    /// Rows of the groups that need not be read.
    skipped: u64,
    meter: Meter,
}

impl OvertureRows {
    pub(super) fn open(path: &Path, area: Option<Area>) -> Result<Self, ImportError> {
        let file = File::open(path).map_err(|error| ImportError::Unreadable {
            file: path.to_owned(),
            reason: error.to_string(),
        })?;
        // The file's hints for Arrow are left aside: texts and lists then have one type each.
        let options = ArrowReaderOptions::new().with_skip_arrow_metadata(true);
        let metadata =
            ArrowReaderMetadata::load(&file, options).map_err(|error| damaged(path, &error))?;
        let schema = metadata.parquet_schema();
        let mask = mask(schema);
        let has = |root: &str| {
            schema
                .root_schema()
                .get_fields()
                .iter()
                .any(|field| field.name() == root)
        };
        if !has("names") {
            return Err(not_places(path, "it has no column 'names'"));
        }
        if !has("geometry") && !has("bbox") && !has("addresses") {
            return Err(not_places(
                path,
                "it has none of 'geometry', 'bbox' and 'addresses'",
            ));
        }
        let (groups, skipped) =
            groups(metadata.metadata(), &mask, area).map_err(|reason| damaged(path, &reason))?;
        let bytes = groups.iter().map(|group| group.bytes).sum();
        Ok(Self {
            path: path.to_owned(),
            file,
            metadata,
            mask,
            groups,
            skipped,
            meter: Meter::new(bytes),
        })
    }

    fn read_group(
        &self,
        group: &Group,
        values: &mut Values,
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
                sink.row(row, Cells::Values(values))?;
            }
            let share = group.bytes * (row - group.first_row) / group.rows.max(1);
            self.meter.add(share.saturating_sub(counted));
            counted = counted.max(share);
        }
        Ok(())
    }
}

impl Rows for OvertureRows {
    fn read(&mut self, sink: &mut dyn Sink) -> Result<(), ImportError> {
        sink.skip(self.skipped);
        let mut values = Values::new();
        for group in &self.groups {
            self.read_group(group, &mut values, sink)?;
            sink.tick()?;
        }
        Ok(())
    }

    fn meter(&self) -> &Meter {
        &self.meter
    }
}

/// The leaves that are wanted, of those that the file has.
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
        reason: format!("{reason}, as Overture Maps places have"),
    }
}
