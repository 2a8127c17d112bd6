//! Filling the catalogue from files.
//!
//! An import reads its file once, from front to back, with memory that does not grow with the
//! file but for 8 bytes a row (the keys already seen), and commits once, at its end. Any error,
//! and any file that gives no place at all, leaves the catalogue as it was.
//!
//! [`CsvImport::open`] checks the file and guesses its columns, so that they can be shown;
//! [`CsvImport::run`] imports it. [`import_csv`] does both.

mod cells;
mod columns;
mod error;
mod fields;
mod file;
mod location;
mod report;
mod row;
mod values;

use std::collections::HashSet;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::Instant;

use csv::ByteRecord;

pub use self::columns::{ColumnMapping, FieldOverride, MappedColumn};
pub use self::error::ImportError;
pub use self::fields::Field;
use self::file::CsvFile;
pub use self::report::{ImportReport, NotOffered, Rejected, Tally};
use self::row::{OfferedRow, Row, RowReader};
use crate::catalogue::Replacement;
use crate::{Catalogue, Dataset, Place, PlacesError, Provenance};

/// Rows between two progress reports.
const ROWS_PER_REPORT: u64 = 1_000;

/// How to import a file.
#[derive(Debug, Clone, Default)]
pub struct ImportOptions {
    /// The data set's name, which a later import replaces it by; the file's name where absent.
    pub source: Option<String>,
    /// A category that every row gets, and its main one where no column gives another.
    pub category: Option<String>,
    /// Columns as the operator says.
    pub overrides: Vec<FieldOverride>,
    /// The data's licence.
    pub licence: Option<String>,
    /// The credit line that the licence asks for.
    pub attribution: Option<String>,
    /// The source's own release.
    pub release: Option<String>,
}

/// How far an import is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Progress {
    /// Bytes of the file that have been read.
    pub bytes_read: u64,
    /// The file's size in bytes.
    pub bytes_total: u64,
    /// Rows that have been read.
    pub rows: u64,
}

/// Imports a CSV file. See [`CsvImport`].
pub fn import_csv(
    catalogue: &Catalogue,
    path: &Path,
    options: ImportOptions,
    progress: impl FnMut(Progress) -> ControlFlow<()>,
) -> Result<ImportReport, ImportError> {
    CsvImport::open(path, options)?.run(catalogue, progress)
}

/// A CSV file that can be imported.
pub struct CsvImport {
    file: CsvFile,
    path: PathBuf,
    source: String,
    mapping: ColumnMapping,
    options: ImportOptions,
}

impl CsvImport {
    /// Checks that the file is a listing, and decides what its columns mean.
    pub fn open(path: &Path, options: ImportOptions) -> Result<Self, ImportError> {
        let source = source_name(path, options.source.as_deref())?;
        let file = CsvFile::open(path)?;
        let mapping = ColumnMapping::new(&file.headers, &options.overrides)?;
        if !mapping.has(Field::Name) {
            return Err(ImportError::NoNameColumn {
                columns: listed(&file.headers),
            });
        }
        let has_both = |one, other| mapping.has(one) && mapping.has(other);
        if !has_both(Field::City, Field::State) && !has_both(Field::Latitude, Field::Longitude) {
            return Err(ImportError::NoLocationColumns {
                columns: listed(&file.headers),
            });
        }
        Ok(Self {
            file,
            path: path.to_owned(),
            source,
            mapping,
            options,
        })
    }

    /// The data set's name.
    pub fn source(&self) -> &str {
        &self.source
    }

    /// Which column is read as what.
    pub fn mapping(&self) -> &ColumnMapping {
        &self.mapping
    }

    /// What the person who imports should know of the columns beforehand.
    pub fn warnings(&self) -> Vec<&'static str> {
        let lacks = |field| !self.mapping.has(field);
        let mut warnings = Vec::new();
        if lacks(Field::Latitude) || lacks(Field::Longitude) {
            warnings.push("No latitude and longitude columns: these places will not show on maps.");
        }
        if lacks(Field::City) || lacks(Field::State) {
            warnings
                .push("No city and state columns: searches by city will not find these places.");
        }
        if lacks(Field::Category) && lacks(Field::Kind) && self.options.category.is_none() {
            warnings.push(
                "No category column: searches match the names alone. Set one with --category.",
            );
        }
        warnings
    }

    /// Imports the file. `progress` is called now and then, and may stop the import by its answer.
    pub fn run(
        mut self,
        catalogue: &Catalogue,
        mut progress: impl FnMut(Progress) -> ControlFlow<()>,
    ) -> Result<ImportReport, ImportError> {
        let started = Instant::now();
        let mut replacement = catalogue.replace(&self.source)?;
        let read = self.read_rows(&mut replacement, &mut progress);
        let mut report = match read {
            Ok(report) => report,
            Err(error) => {
                replacement.abandon();
                return Err(error);
            }
        };
        report.replaced = replacement.replaced_rows();
        replacement.commit(self.dataset(report.imported))?;
        catalogue.reload();
        report.duration = started.elapsed();
        Ok(report)
    }

    fn read_rows(
        &mut self,
        replacement: &mut Replacement,
        progress: &mut impl FnMut(Progress) -> ControlFlow<()>,
    ) -> Result<ImportReport, ImportError> {
        let columns = self.file.headers.len();
        let category = self.options.category.clone();
        let rows = RowReader::new(&self.mapping, columns, category, self.provenance());
        let mut report =
            ImportReport::new(self.source.clone(), self.path.clone(), self.mapping.clone());
        let mut seen = HashSet::new();
        let mut record = ByteRecord::new();
        while self.file.next(&mut record)? {
            report.read += 1;
            let line = self.file.line_of(&record);
            match rows.read(&record) {
                Row::NotOffered(reason) => report.not_offered.entry(reason).or_default().add(line),
                Row::Rejected(reason) => report.rejected.entry(reason).or_default().add(line),
                Row::Offered(row) if !seen.insert(short_key(&row.place)) => {
                    report.duplicates.add(line);
                }
                Row::Offered(row) => {
                    replacement.add(&row.place)?;
                    count(&mut report, &row, line);
                }
            }
            if report.read.is_multiple_of(ROWS_PER_REPORT) {
                self.tell(report.read, progress)?;
            }
        }
        self.tell(report.read, progress)?;
        if report.read == 0 {
            return Err(ImportError::NoRows {
                file: self.path.clone(),
            });
        }
        if report.imported == 0 {
            let (rows, reasons) = (report.read, report.reasons());
            return Err(ImportError::NothingToImport { rows, reasons });
        }
        Ok(report)
    }

    fn tell(
        &self,
        rows: u64,
        progress: &mut impl FnMut(Progress) -> ControlFlow<()>,
    ) -> Result<(), ImportError> {
        let (bytes_read, bytes_total) = (self.file.bytes_read(), self.file.size);
        match progress(Progress {
            bytes_read,
            bytes_total,
            rows,
        }) {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(()) => Err(PlacesError::Stopped.into()),
        }
    }

    fn provenance(&self) -> Provenance {
        Provenance {
            source: self.source.clone(),
            source_id: None,
            licence: self.options.licence.clone(),
            attribution: self.options.attribution.clone(),
            release: self.options.release.clone(),
            retrieved: Some(
                jiff::Timestamp::now()
                    .to_zoned(jiff::tz::TimeZone::UTC)
                    .date(),
            ),
            confidence: None,
            sample: false,
            storable: true,
        }
    }

    fn dataset(&self, rows: u64) -> Dataset {
        Dataset {
            name: self.source.clone(),
            rows,
            licence: self.options.licence.clone(),
            attribution: self.options.attribution.clone(),
            release: self.options.release.clone(),
            imported_at: jiff::Timestamp::now(),
        }
    }
}

fn count(report: &mut ImportReport, row: &OfferedRow, line: u64) {
    report.imported += 1;
    if row.coordinates_dropped {
        report.coordinates_dropped.add(line);
    }
    if row.re_encoded {
        report.re_encoded.add(line);
    }
    report.without_coordinates += u64::from(row.place.coordinates().is_none());
    report.without_city += u64::from(row.place.city.is_none() || row.place.state.is_none());
}

/// The half of the key that duplicates are told by; that two companies of ten million share it has
/// a chance of three in a million.
fn short_key(place: &Place) -> u64 {
    // Keys are 32 hex digits.
    u64::from_str_radix(&place.key[..16], 16).unwrap_or_default()
}

/// Lower-case letters, digits and hyphens of the given name, or of the file's.
fn source_name(path: &Path, given: Option<&str>) -> Result<String, ImportError> {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let name = given.unwrap_or(&stem);
    let slug = name
        .to_lowercase()
        .replace(|c: char| !c.is_alphanumeric(), "-");
    let parts: Vec<&str> = slug.split('-').filter(|part| !part.is_empty()).collect();
    if parts.is_empty() || slug.len() > 100 {
        return Err(ImportError::SourceName {
            given: name.to_owned(),
        });
    }
    Ok(parts.join("-"))
}

/// Column names in quotes, as many as a message bears.
fn listed(headers: &[String]) -> String {
    const SHOWN: usize = 40;
    let shown = headers.iter().take(SHOWN).map(|header| {
        let short: String = header.chars().take(60).collect();
        format!("'{short}'")
    });
    let mut text = shown.collect::<Vec<String>>().join(", ");
    if headers.len() > SHOWN {
        text.push_str(&format!(" and {} more", headers.len() - SHOWN));
    }
    text
}
