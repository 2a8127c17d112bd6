//! The tables in a file: one, or those of an archive.

use std::io::{Cursor, Read};
use std::path::Path;

use sha2::{Digest, Sha256};

use super::folder::{Found, ending};
use crate::pack::{SourceFile, TableSpec};
use crate::readers::{self, Content, FileName, PERMITS, ReadError, Reading};
use crate::vintage::Vintage;

/// The largest file accepted, unpacked; a larger one is not a reference table.
const LARGEST: u64 = 3 << 30;

/// An archive entry may unpack to this size, and beyond that only to this many times its packed size: tables
/// reach about twenty times, archives made to fill memory a thousand.
const UNASKED: u64 = 64 << 20;
const TIGHTEST: u64 = 100;

/// A file, or a file within an archive.
pub(super) struct Part {
    /// Its name within the archive.
    pub(super) inner: Option<String>,
    kind: PartKind,
}

enum PartKind {
    Text(Vec<u8>),
    Json(Vec<u8>),
    Spreadsheet(Vec<u8>),
    Shapefile(Vec<u8>, Vec<u8>),
}

impl Part {
    pub(super) fn read(
        &self,
        file: &Path,
        release: Option<&Vintage>,
        said: Option<&'static TableSpec>,
    ) -> Result<Reading, ReadError> {
        let own = self.inner.as_deref().map_or(file, Path::new);
        let stem = own
            .file_stem()
            .and_then(|stem| stem.to_str())
            .unwrap_or_default();
        // A file in an archive may lack the year in its name: then the archive's name gives it.
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
            said,
        };
        let reading = match &self.kind {
            PartKind::Text(bytes) => readers::read_text(bytes, name),
            PartKind::Json(bytes) => readers::read_json(bytes, name),
            PartKind::Spreadsheet(bytes) => readers::read_spreadsheet(bytes, name),
            PartKind::Shapefile(shp, dbf) => readers::read_shapefile(shp, dbf, name),
        }?;
        let found = match &reading.content {
            Content::Table(table) => table.info.spec(),
            Content::Permits(_) => PERMITS,
        };
        match said.filter(|said| said.id != found.id) {
            Some(said) => Err(ReadError::OtherTable(said.id, found.id)),
            None => Ok(reading),
        }
    }
}

/// Reads a file and unpacks it, or says why it cannot hold a table.
pub(super) fn parts_of(file: &Found) -> Result<(SourceFile, Vec<Part>), String> {
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
        "xlsx" | "xls" => PartKind::Spreadsheet,
        "zip" | "shp" => PartKind::Text,
        "dbf" | "shx" | "prj" | "cpg" | "xml" => return Err("a part of a shapefile".to_owned()),
        _ if name.starts_with("la.data") => PartKind::Text,
        _ => return Err("not a table: unknown file name extension".to_owned()),
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
        sha256: hex::encode(Sha256::digest(&bytes)),
        origin: None,
    };
    if ending == "xlsx" {
        check_spreadsheet(&bytes)?;
    }
    let parts = match ending.as_str() {
        "zip" => unpack(&bytes)?,
        "shp" => {
            let dbf = read(&file.path.with_extension("dbf"))
                .map_err(|_| "a shapefile without its .dbf next to it".to_owned())?;
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

/// A spreadsheet is an archive too, and its reader keeps the unpacked content in memory.
fn check_spreadsheet(bytes: &[u8]) -> Result<(), String> {
    let broken = |error: &dyn std::fmt::Display| format!("broken spreadsheet: {error}");
    let mut archive = zip::ZipArchive::new(Cursor::new(bytes)).map_err(|error| broken(&error))?;
    for index in 0..archive.len() {
        let file = archive.by_index(index).map_err(|error| broken(&error))?;
        let most = most_of(file.compressed_size());
        let unpacked = std::io::copy(&mut file.take(most + 1), &mut std::io::sink());
        if unpacked.map_err(|error| broken(&error))? > most {
            return Err(too_tight("a part of the spreadsheet"));
        }
    }
    Ok(())
}

/// The most bytes that an entry of `packed` bytes may unpack to.
fn most_of(packed: u64) -> u64 {
    packed.saturating_mul(TIGHTEST).clamp(UNASKED, LARGEST)
}

fn too_tight(what: &str) -> String {
    format!("{what} unpacks to more than {TIGHTEST} times its size, which no real table does")
}

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
        let most = most_of(file.compressed_size());
        file.take(most.min(budget) + 1)
            .read_to_end(&mut unpacked)
            .map_err(|error| format!("broken archive: {error}"))?;
        if unpacked.len() as u64 > most {
            return Err(too_tight(name));
        }
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
            "xlsx" => {
                let bytes = entry(name)?;
                check_spreadsheet(&bytes)?;
                PartKind::Spreadsheet(bytes)
            }
            "xls" => PartKind::Spreadsheet(entry(name)?),
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

#[cfg(test)]
mod tests {
    use std::io::Write;

    use zip::write::SimpleFileOptions;

    use super::*;

    /// An archive with an entry of `bytes` equal bytes.
    fn archive(name: &str, bytes: u64) -> Vec<u8> {
        let mut archive = zip::ZipWriter::new(Cursor::new(Vec::new()));
        let packed =
            SimpleFileOptions::default().compression_method(zip::CompressionMethod::Deflated);
        archive.start_file(name, packed).unwrap();
        let chunk = vec![b'7'; 1 << 20];
        for _ in 0..bytes >> 20 {
            archive.write_all(&chunk).unwrap();
        }
        archive.finish().unwrap().into_inner()
    }

    fn refused(name: &str, bytes: &[u8]) -> String {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(name);
        std::fs::write(&path, bytes).unwrap();
        let file = Found {
            bytes: bytes.len() as u64,
            path,
        };
        parts_of(&file).err().unwrap_or_default()
    }

    #[test]
    fn an_archive_that_is_made_to_fill_memory_is_refused_before_it_does() {
        // 160 KiB that unpack to 160 MiB.
        let bomb = archive("table.csv", 160 << 20);
        assert!(bomb.len() < 1 << 20, "{}", bomb.len());
        let reason = refused("tables.zip", &bomb);
        assert!(
            reason.contains("table.csv unpacks to more than 100 times"),
            "{reason}"
        );
        let reason = refused("table.xlsx", &archive("xl/sharedStrings.xml", 160 << 20));
        assert!(
            reason.contains("unpacks to more than 100 times"),
            "{reason}"
        );
        // Compressed as tightly, but harmless.
        assert_eq!(refused("tables.zip", &archive("table.csv", 32 << 20)), "");
    }
}
