//! Adds facts to a file: `demandatlas enrich`.
//!
//! Rows are read, enriched and written one by one. Every input column is kept, except that CSV cells which a
//! spreadsheet would run as a formula get an apostrophe.

mod columns;
mod error;
mod output;

pub use columns::{Columns, Role};
pub use error::EnrichFileError;
pub use output::{OutputFormat, SourceForm};

use std::fs::File;
use std::io::Write;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use csv::StringRecord;

use crate::enrich::{Business, CompetitorIndex, ListSource, Subject};
use crate::reference::Reference;
use output::RowWriter;

/// How a file is enriched.
#[derive(Debug, Clone, Default)]
pub struct EnrichOptions {
    /// The caller's choice of columns in place of the guessed ones, such as (`latitude`, `Y`).
    pub columns: Vec<(Role, String)>,
    /// The category of every row, if no column has one.
    pub category: Option<String>,
    pub sources: SourceForm,
}

/// The result of an enrichment.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct EnrichReport {
    /// Rows read and written.
    pub rows: u64,
    /// Rows for which a county was found.
    pub placed: u64,
    /// Rows with coordinates in no county.
    pub abroad: u64,
    /// Rows with neither coordinates nor a known ZIP code.
    pub without_place: u64,
    pub facts: u64,
}

/// Progress of an enrichment.
#[derive(Debug, Clone, Copy)]
pub struct EnrichProgress {
    pub bytes_read: u64,
    pub bytes_total: u64,
    pub rows: u64,
}

/// Rows between two progress reports.
const REPORT_EVERY: u64 = 1000;

/// A file ready to be enriched.
#[derive(Debug)]
pub struct EnrichFile {
    path: PathBuf,
    headers: StringRecord,
    columns: Columns,
    options: EnrichOptions,
}

impl EnrichFile {
    /// Opens a CSV file and finds its columns.
    ///
    /// # Errors
    /// If it cannot be read, or has no columns that locate its rows.
    pub fn open(path: &Path, options: EnrichOptions) -> Result<Self, EnrichFileError> {
        let failed = |error| EnrichFileError::Read(path.to_owned(), error);
        let mut reader = reader(path).map_err(failed)?;
        let headers = reader.headers().map_err(failed)?.clone();
        let columns = Columns::find(&headers, &options.columns)?;
        Ok(Self {
            path: path.to_owned(),
            headers,
            columns,
            options,
        })
    }

    /// The columns found.
    #[must_use]
    pub fn columns(&self) -> &Columns {
        &self.columns
    }

    /// The headers of the input.
    #[must_use]
    pub fn headers(&self) -> &StringRecord {
        &self.headers
    }

    /// Writes the enriched rows to `output` and returns it for the caller to finish. Competitors are the
    /// file's own rows of the same category, unless the caller has better ones.
    ///
    /// # Errors
    /// If reading or writing fails, or the caller stops it; the output is then incomplete.
    pub fn run<W: Write + Send + 'static>(
        &self,
        reference: &Reference,
        around: Option<&CompetitorIndex>,
        format: OutputFormat,
        output: W,
        mut progress: impl FnMut(EnrichProgress) -> ControlFlow<()>,
    ) -> Result<(EnrichReport, W), EnrichFileError> {
        let own = match around {
            None if self.has_category() => Some(self.competitors()?),
            _ => None,
        };
        let around = around.or(own.as_ref());
        let mut writer = format
            .writer(output, &self.headers, self.options.sources)
            .map_err(EnrichFileError::Write)?;
        let report = self.rows(reference, around, &mut *writer, &mut progress)?;
        let output = writer.finish().map_err(EnrichFileError::Write)?;
        Ok((report, output))
    }

    fn rows<W>(
        &self,
        reference: &Reference,
        around: Option<&CompetitorIndex>,
        writer: &mut dyn RowWriter<W>,
        progress: &mut impl FnMut(EnrichProgress) -> ControlFlow<()>,
    ) -> Result<EnrichReport, EnrichFileError> {
        let unread = |error| EnrichFileError::Read(self.path.clone(), error);
        let bytes_total = std::fs::metadata(&self.path).map_or(0, |data| data.len());
        let mut reader = reader(&self.path).map_err(unread)?;
        let mut record = StringRecord::new();
        let mut report = EnrichReport::default();
        while reader.read_record(&mut record).map_err(unread)? {
            let key = report.rows.to_string();
            let subject = self.subject(&record, &key);
            let row = reference.enrich(&subject, around);
            let placed = row.get(crate::fields::Field::CountyFips).is_some();
            report.rows += 1;
            report.facts += row.entries().len() as u64;
            report.placed += u64::from(placed);
            report.abroad += u64::from(!placed && subject.coordinates.is_some());
            report.without_place += u64::from(!placed && subject.coordinates.is_none());
            writer
                .row(&record, subject.coordinates, &row)
                .map_err(EnrichFileError::Write)?;
            let seen = EnrichProgress {
                bytes_read: reader.position().byte(),
                bytes_total,
                rows: report.rows,
            };
            if report.rows.is_multiple_of(REPORT_EVERY) && progress(seen).is_break() {
                return Err(EnrichFileError::Stopped);
            }
        }
        Ok(report)
    }

    fn has_category(&self) -> bool {
        self.options.category.is_some() || self.columns.has(Role::Category)
    }

    fn subject<'a>(&'a self, record: &'a StringRecord, key: &'a str) -> Subject<'a> {
        let get = |role| self.columns.get(role, record);
        Subject {
            key: Some(key),
            coordinates: self.columns.coordinates(record),
            zip: get(Role::Zip),
            county_fips: get(Role::CountyFips),
            naics: get(Role::Naics),
            category: get(Role::Category).or(self.options.category.as_deref()),
        }
    }

    /// The file's own rows, as each other's competitors.
    fn competitors(&self) -> Result<CompetitorIndex, EnrichFileError> {
        let unread = |error| EnrichFileError::Read(self.path.clone(), error);
        let mut reader = reader(&self.path).map_err(unread)?;
        let mut businesses = Vec::new();
        for (number, record) in reader.records().enumerate() {
            let record = record.map_err(unread)?;
            let key = number.to_string();
            let subject = self.subject(&record, &key);
            if let (Some(category), Some(coordinates)) = (subject.category, subject.coordinates) {
                businesses.push(Business {
                    name: self
                        .columns
                        .get(Role::Name, &record)
                        .unwrap_or_default()
                        .to_owned(),
                    category: category.to_owned(),
                    coordinates,
                    key: key.clone(),
                });
            }
        }
        let name = self.path.file_name().unwrap_or_default();
        let source = ListSource {
            name: name.to_string_lossy().into_owned(),
            release: "the file itself".to_owned(),
            licence: None,
        };
        Ok(CompetitorIndex::new(source, businesses))
    }
}

fn reader(path: &Path) -> Result<csv::Reader<File>, csv::Error> {
    csv::ReaderBuilder::new().flexible(true).from_path(path)
}

#[cfg(test)]
mod tests;
