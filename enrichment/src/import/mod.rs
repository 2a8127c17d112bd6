//! `reference import`: turns a folder of the publishers' files into a pack.
//!
//! Every file of the folder is examined; the report lists which were used, which were skipped, and why.

mod error;
mod folder;
mod parts;

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use crate::pack::{Merged, Pack, SourceFile, Table, TableInfo, TableSpec};
use crate::readers::{Content, PermitMonth, Reading, annual_permits};
use crate::vintage::Vintage;
pub use error::ImportError;
use folder::{Found, files_at, files_below, releases};
use parts::parts_of;

/// What happened to the files of a folder.
#[derive(Debug, Default)]
pub struct ImportReport {
    /// Every file, in order of path.
    pub files: Vec<FileReport>,
}

/// What happened to one file.
#[derive(Debug)]
pub struct FileReport {
    /// Relative to the folder.
    pub path: PathBuf,
    pub outcome: Outcome,
}

/// What happened to a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// Its content is in the pack.
    Taken {
        table: &'static str,
        vintage: String,
        /// Rows used.
        rows: u64,
        /// Rows skipped, by reason.
        left: Vec<(String, u64)>,
        /// What it replaced or extended, in words; empty if it is new.
        how: &'static str,
    },
    /// Skipped, for this reason.
    Left(String),
}

/// Progress of an import.
#[derive(Debug, Clone, Copy)]
pub struct ImportProgress<'a> {
    /// Bytes read of the folder's files.
    pub bytes_read: u64,
    pub bytes_total: u64,
    pub file: &'a Path,
}

/// Knowledge about files that they do not contain, supplied when making a pack.
#[derive(Debug, Clone, Default)]
pub struct Provenance {
    pub origin: Option<String>,
    /// The data's licence, if it differs from the usual one of its kind.
    pub licence: Option<String>,
    /// The period, if neither columns nor names give it.
    pub vintage: Option<Vintage>,
    pub limits: Vec<String>,
}

/// The declared tables of files that do not identify themselves, by path below the folder.
pub type Said = BTreeMap<PathBuf, &'static TableSpec>;

/// Reads every file below a folder into a pack.
///
/// # Errors
/// If the folder cannot be read, or the caller stops the import. A file that cannot be used is not an error
/// but is in the report.
pub fn import_folder(
    pack: &mut Pack,
    folder: &Path,
    said: &Said,
    progress: impl FnMut(ImportProgress<'_>) -> ControlFlow<()>,
) -> Result<ImportReport, ImportError> {
    let files = files_below(folder)?;
    let is_there = |name: &&PathBuf| files.iter().any(|file| file.path == folder.join(name));
    if let Some(unknown) = said.keys().find(|name| !is_there(name)) {
        return Err(ImportError::NoSuchFile(unknown.clone()));
    }
    import(pack, folder, &files, (said, None), progress)
}

/// Reads files, or all files of folders, below a folder into a pack, with what is known about them.
///
/// # Errors
/// As [`import_folder`].
pub fn import_files(
    pack: &mut Pack,
    folder: &Path,
    names: &[PathBuf],
    provenance: &Provenance,
) -> Result<ImportReport, ImportError> {
    let mut files = Vec::new();
    for name in names {
        files.extend(files_at(&folder.join(name))?);
    }
    let on = |_: ImportProgress<'_>| ControlFlow::Continue(());
    let said = Said::new();
    import(pack, folder, &files, (&said, Some(provenance)), on)
}

fn import(
    pack: &mut Pack,
    folder: &Path,
    files: &[Found],
    (said, provenance): (&Said, Option<&Provenance>),
    mut progress: impl FnMut(ImportProgress<'_>) -> ControlFlow<()>,
) -> Result<ImportReport, ImportError> {
    let bytes_total = files.iter().map(|file| file.bytes).sum();
    let releases = releases(files);
    let mut import = Import {
        pack,
        provenance,
        report: ImportReport::default(),
        permits: BTreeMap::new(),
    };
    let mut bytes_read = 0;
    for file in files {
        let seen = ImportProgress {
            bytes_read,
            bytes_total,
            file: &file.path,
        };
        if progress(seen).is_break() {
            return Err(ImportError::Interrupted);
        }
        let release = file.path.parent().and_then(|folder| releases.get(folder));
        let shown = file.path.strip_prefix(folder).unwrap_or(&file.path);
        import.file(file, shown, (release, said.get(shown).copied()));
        bytes_read += file.bytes;
    }
    import.permits();
    let mut report = import.report;
    report.files.sort_by(|a, b| a.path.cmp(&b.path));
    Ok(report)
}

/// The months read of a year, and the year's own file, each with its source file.
type MonthsOfYear = BTreeMap<Option<u8>, (PermitMonth, SourceFile, PathBuf)>;

struct Import<'a> {
    pack: &'a mut Pack,
    provenance: Option<&'a Provenance>,
    report: ImportReport,
    /// Months of building permits by year and month, until the year is assembled.
    permits: BTreeMap<u16, MonthsOfYear>,
}

impl Import<'_> {
    fn file(
        &mut self,
        file: &Found,
        shown: &Path,
        (release, said): (Option<&Vintage>, Option<&'static TableSpec>),
    ) {
        match parts_of(file) {
            Err(reason) => self.leave(shown, reason),
            Ok((source, parts)) => {
                for part in parts {
                    let path = match &part.inner {
                        Some(inner) => shown.join(inner),
                        None => shown.to_owned(),
                    };
                    match part.read(shown, release, said) {
                        Ok(reading) => self.take(reading, &source, &path),
                        Err(error) => self.leave(&path, error.to_string()),
                    }
                }
            }
        }
    }

    fn leave(&mut self, path: &Path, reason: String) {
        self.report.files.push(FileReport {
            path: path.to_owned(),
            outcome: Outcome::Left(reason),
        });
    }

    fn take(&mut self, reading: Reading, source: &SourceFile, path: &Path) {
        match reading.content {
            Content::Permits(month) => {
                let year = self.permits.entry(month.year).or_default();
                year.insert(month.month, (month, source.clone(), path.to_owned()));
            }
            Content::Table(mut table) => {
                table.info.files.push(source.clone());
                self.merge(*table, reading.rows, reading.left, &[path.to_owned()]);
            }
        }
    }

    fn merge(&mut self, mut table: Table, rows: u64, left: Vec<(String, u64)>, paths: &[PathBuf]) {
        if let Some(provenance) = self.provenance {
            provenance.apply(&mut table.info);
        }
        let title = table.info.spec().title;
        let vintage = table.info.vintage.to_string();
        let outcome = match self.pack.merge(table) {
            Merged::Left(reason) => Outcome::Left(format!("{title}, {vintage}: {reason}")),
            taken => Outcome::Taken {
                table: title,
                vintage,
                rows,
                left,
                how: match taken {
                    Merged::Replaced => "replacing the previous one",
                    Merged::Joined => "added to the previous one",
                    _ => "",
                },
            },
        };
        for path in paths {
            self.report.files.push(FileReport {
                path: path.clone(),
                outcome: outcome.clone(),
            });
        }
    }

    /// Assembles the months of building permits, year by year.
    fn permits(&mut self) {
        for months in std::mem::take(&mut self.permits).into_values() {
            let (mut parts, mut files, mut paths) = (Vec::new(), Vec::new(), Vec::new());
            for (month, source, path) in months.into_values() {
                parts.push(month);
                files.push(source);
                paths.push(path);
            }
            match annual_permits(&parts.iter().collect::<Vec<_>>()) {
                Ok(Reading {
                    content: Content::Table(mut table),
                    rows,
                    left,
                }) => {
                    table.info.files = files;
                    self.merge(*table, rows, left, &paths);
                }
                Ok(_) => {}
                Err(error) => {
                    for path in paths {
                        self.leave(&path, error.to_string());
                    }
                }
            }
        }
    }
}

impl Provenance {
    fn apply(&self, info: &mut TableInfo) {
        for file in &mut info.files {
            file.origin.clone_from(&self.origin);
        }
        info.limits.extend(self.limits.iter().cloned());
        if let Some(licence) = &self.licence {
            info.licence.clone_from(licence);
        }
        if let Some(vintage) = &self.vintage {
            info.vintage.clone_from(vintage);
        }
    }
}

impl ImportReport {
    /// How many files are in the pack.
    #[must_use]
    pub fn taken(&self) -> usize {
        let taken = |file: &&FileReport| matches!(file.outcome, Outcome::Taken { .. });
        self.files.iter().filter(taken).count()
    }
}
