//! `reference import`: a folder of the publishers' files becomes a pack.
//!
//! Every file of the folder is looked at; the report says what was taken, what was left, and why.

use std::collections::BTreeMap;
use std::io::{Cursor, Read};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};

use crate::pack::{Merged, Pack, SourceFile, Table, TableData};
use crate::readers::{
    self, Content, FileName, PermitMonth, ReadError, Reading, annual_permits, release_of_dictionary,
};
use crate::vintage::Vintage;

/// The largest file that is read, unpacked: beyond it a file is no reference table but a mistake.
const LARGEST: u64 = 3 << 30;

/// What became of the files of a folder.
#[derive(Debug, Default)]
pub struct ImportReport {
    /// Every file, in the order of their paths.
    pub files: Vec<FileReport>,
}

/// What became of one file.
#[derive(Debug)]
pub struct FileReport {
    /// The file, seen from the folder.
    pub path: PathBuf,
    /// What became of it.
    pub outcome: Outcome,
}

/// What became of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// It is in the pack.
    Taken {
        /// The table.
        table: &'static str,
        /// The period.
        vintage: String,
        /// Rows taken.
        rows: u64,
        /// Rows left, by reason.
        left: Vec<(String, u64)>,
        /// What it took the place of, if anything, in words.
        how: &'static str,
    },
    /// It is not, for this reason.
    Left(String),
}

/// How far an import is.
#[derive(Debug, Clone, Copy)]
pub struct ImportProgress<'a> {
    /// Bytes of the folder's files that were read.
    pub bytes_read: u64,
    /// Bytes in all.
    pub bytes_total: u64,
    /// The file that is looked at.
    pub file: &'a Path,
}

/// Why an import did not happen; the pack is as it was.
#[derive(Debug, thiserror::Error)]
pub enum ImportError {
    /// The folder cannot be read.
    #[error("The folder {0} cannot be read: {1}")]
    Folder(PathBuf, std::io::Error),
    /// It was broken off.
    #[error("The import was broken off; nothing has changed.")]
    Interrupted,
}

struct Found {
    path: PathBuf,
    bytes: u64,
}

/// Reads every file below a folder into a pack.
///
/// # Errors
/// Where the folder cannot be read, or the caller breaks off. A file that cannot be used is no error
/// but is in the report.
pub fn import_folder(
    pack: &mut Pack,
    folder: &Path,
    mut progress: impl FnMut(ImportProgress<'_>) -> ControlFlow<()>,
) -> Result<ImportReport, ImportError> {
    let files = files_below(folder)?;
    let bytes_total = files.iter().map(|file| file.bytes).sum();
    let releases = releases(&files);
    let mut import = Import {
        pack,
        report: ImportReport::default(),
        permits: BTreeMap::new(),
    };
    let mut bytes_read = 0;
    for file in &files {
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
        import.file(file, shown, release);
        bytes_read += file.bytes;
    }
    import.permits();
    let mut report = import.report;
    report.files.sort_by(|a, b| a.path.cmp(&b.path));
    Ok(report)
}

struct Import<'a> {
    pack: &'a mut Pack,
    report: ImportReport,
    /// Months of building permits by year and month, until the year is put together.
    permits: BTreeMap<u16, BTreeMap<Option<u8>, (PermitMonth, SourceFile, PathBuf)>>,
}

impl Import<'_> {
    fn file(&mut self, file: &Found, shown: &Path, release: Option<&Vintage>) {
        match parts_of(file) {
            Err(reason) => self.leave(shown, reason),
            Ok((source, parts)) => {
                for part in parts {
                    let path = match &part.inner {
                        Some(inner) => shown.join(inner),
                        None => shown.to_owned(),
                    };
                    match part.read(shown, release) {
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

    fn merge(&mut self, table: Table, rows: u64, left: Vec<(String, u64)>, paths: &[PathBuf]) {
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
                    Merged::Replaced => "in place of what was there",
                    Merged::Joined => "beside what was there",
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

    /// Puts the months of building permits together, year by year.
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

/// A file, or a file within an archive.
struct Part {
    /// Its name within the archive.
    inner: Option<String>,
    kind: PartKind,
}

enum PartKind {
    Text(Vec<u8>),
    Json(Vec<u8>),
    Shapefile(Vec<u8>, Vec<u8>),
}

impl Part {
    fn read(&self, file: &Path, release: Option<&Vintage>) -> Result<Reading, ReadError> {
        let own = self.inner.as_deref().map_or(file, Path::new);
        let stem = own
            .file_stem()
            .and_then(|stem| stem.to_str())
            .unwrap_or_default();
        // A file in an archive may be named without its year: then the archive's name tells it.
        let folder = match &self.inner {
            Some(_) => file.file_stem(),
            None => file.parent().and_then(Path::file_name),
        };
        let name = FileName {
            stem,
            folder: folder
                .and_then(|folder| folder.to_str())
                .unwrap_or_default(),
            release,
        };
        match &self.kind {
            PartKind::Text(bytes) => readers::read_text(bytes, name),
            PartKind::Json(bytes) => readers::read_json(bytes, name),
            PartKind::Shapefile(shp, dbf) => readers::read_shapefile(shp, dbf, name),
        }
    }
}

fn ending(path: &Path) -> String {
    let ending = path.extension().and_then(|ending| ending.to_str());
    ending.unwrap_or_default().to_ascii_lowercase()
}

fn parts_of(file: &Found) -> Result<(SourceFile, Vec<Part>), String> {
    let name = file
        .path
        .file_name()
        .and_then(|name| name.to_str())
        .unwrap_or_default()
        .to_owned();
    let ending = ending(&file.path);
    let kind: fn(Vec<u8>) -> PartKind = match ending.as_str() {
        "csv" | "tsv" | "txt" | "county" | "tab" => PartKind::Text,
        "json" | "geojson" => PartKind::Json,
        "zip" | "shp" => PartKind::Text,
        "dbf" | "shx" | "prj" | "cpg" | "xml" => return Err("a part of a shapefile".to_owned()),
        _ if name.starts_with("la.data") => PartKind::Text,
        "xlsx" | "xls" => return Err("a spreadsheet: save it as CSV first".to_owned()),
        _ => return Err("no table: its name ends otherwise than those of tables".to_owned()),
    };
    if file.bytes > LARGEST {
        return Err("larger than 3 GiB".to_owned());
    }
    let read =
        |path: &Path| std::fs::read(path).map_err(|error| format!("cannot be read: {error}"));
    let bytes = read(&file.path)?;
    let source = SourceFile {
        name,
        bytes: bytes.len() as u64,
        sha256: crate::pack::hex(&Sha256::digest(&bytes)),
    };
    let parts = match ending.as_str() {
        "zip" => unpack(&bytes)?,
        "shp" => {
            let dbf = read(&file.path.with_extension("dbf"))
                .map_err(|_| "a shapefile without its .dbf beside it".to_owned())?;
            vec![Part {
                inner: None,
                kind: PartKind::Shapefile(bytes, dbf),
            }]
        }
        _ => vec![Part {
            inner: None,
            kind: kind(bytes),
        }],
    };
    Ok((source, parts))
}

/// The tables of an archive.
fn unpack(bytes: &[u8]) -> Result<Vec<Part>, String> {
    let broken = |error: zip::result::ZipError| format!("broken archive: {error}");
    let mut archive = zip::ZipArchive::new(Cursor::new(bytes)).map_err(broken)?;
    let names: Vec<String> = archive
        .file_names()
        .map(|name| Ok(name.map_err(broken)?.into_owned()))
        .collect::<Result<_, String>>()?;
    let mut budget = LARGEST;
    let mut entry = |name: &str| -> Result<Vec<u8>, String> {
        let mut unpacked = Vec::new();
        let file = archive.by_name(name).map_err(broken)?;
        file.take(budget + 1)
            .read_to_end(&mut unpacked)
            .map_err(|error| format!("broken archive: {error}"))?;
        budget = budget
            .checked_sub(unpacked.len() as u64)
            .ok_or_else(|| "larger than 3 GiB when unpacked".to_owned())?;
        Ok(unpacked)
    };
    let mut parts = Vec::new();
    for name in &names {
        let path = Path::new(name);
        let kind = match ending(path).as_str() {
            "csv" | "tsv" | "txt" => PartKind::Text(entry(name)?),
            "json" | "geojson" => PartKind::Json(entry(name)?),
            "shp" => {
                let dbf = path.with_extension("dbf");
                let dbf = names.iter().find(|other| Path::new(other) == dbf);
                let dbf = dbf.ok_or("a shapefile without its .dbf in the archive")?;
                PartKind::Shapefile(entry(name)?, entry(dbf)?)
            }
            _ => continue,
        };
        let inner = path
            .file_name()
            .and_then(|n| n.to_str())
            .unwrap_or(name)
            .to_owned();
        parts.push(Part {
            inner: Some(inner),
            kind,
        });
    }
    if parts.is_empty() {
        return Err("an archive without a table".to_owned());
    }
    Ok(parts)
}

fn files_below(folder: &Path) -> Result<Vec<Found>, ImportError> {
    let mut files = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        let failed = |error| ImportError::Folder(folder.clone(), error);
        for entry in std::fs::read_dir(&folder).map_err(failed)? {
            let entry = entry.map_err(failed)?;
            let path = entry.path();
            let data = std::fs::metadata(&path).map_err(failed)?;
            let hidden = entry.file_name().to_string_lossy().starts_with('.');
            if data.is_dir() {
                folders.push(path);
            } else if !hidden {
                files.push(Found {
                    path,
                    bytes: data.len(),
                });
            }
        }
    }
    files.sort_by(|a, b| a.path.cmp(&b.path));
    Ok(files)
}

/// The releases that dictionaries in the folders name.
fn releases(files: &[Found]) -> BTreeMap<PathBuf, Vintage> {
    files
        .iter()
        .filter(|file| {
            let name = file
                .path
                .file_name()
                .unwrap_or_default()
                .to_string_lossy()
                .to_lowercase();
            name.contains("dictionary") && ending(&file.path) == "csv" && file.bytes < 10 << 20
        })
        .filter_map(|file| {
            let release = release_of_dictionary(&std::fs::read(&file.path).ok()?)?;
            Some((file.path.parent()?.to_owned(), release))
        })
        .collect()
}

impl ImportReport {
    /// How many files are in the pack.
    #[must_use]
    pub fn taken(&self) -> usize {
        let taken = |file: &&FileReport| matches!(file.outcome, Outcome::Taken { .. });
        self.files.iter().filter(taken).count()
    }
}

impl Table {
    /// How many entries the table has, whatever its kind.
    #[must_use]
    pub fn entries(&self) -> usize {
        match &self.data {
            TableData::Metrics(table) => table.keys().len(),
            TableData::Shapes(shapes) => shapes.shapes.len(),
            TableData::Sites(sites) => sites.sites.len(),
            TableData::Roads(roads) => roads.roads.len(),
            TableData::Industries(table) => table.entries().len(),
        }
    }
}
