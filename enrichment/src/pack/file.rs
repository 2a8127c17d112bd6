//! The pack's file: a magic number, a version, a manifest in JSON, then one section per table.
//!
//! Every section is encoded by [`super::codec`] and has a SHA-256 in the manifest, so that a damaged file is
//! refused as a whole. A file is written under another name and then renamed: readers see the old or the new
//! one.

use std::fs::File;
use std::io::{BufReader, BufWriter, Read, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::codec::{self, Effort};
use super::contents::Pack;
use super::spec::spec_by_id;
use super::tables::{Table, TableInfo};

const MAGIC: [u8; 8] = *b"DATLASRP";
/// Raised whenever the format of a section changes; packs of other versions must be imported again.
const VERSION: u32 = 2;
const MANIFEST_LIMIT: u64 = 16 << 20;

/// Why a pack cannot be read or written.
#[derive(Debug, thiserror::Error)]
pub enum PackError {
    #[error("The reference pack {path} cannot be {doing}: {source}")]
    Io {
        path: PathBuf,
        /// `read` or `written`.
        doing: &'static str,
        source: std::io::Error,
    },
    /// The file is not a pack.
    #[error("{0} is not a reference pack. Make one with: demandatlas reference import DIR")]
    NoPack(PathBuf),
    /// Another version of the program wrote it.
    #[error(
        "The reference pack {path} has format {found}, this program reads {VERSION}. \
         Import the tables again: demandatlas reference import DIR"
    )]
    Version { path: PathBuf, found: u32 },
    /// Its content does not match its checksums.
    #[error(
        "The reference pack {path} is damaged ({what}). \
         Import the tables again: demandatlas reference import DIR"
    )]
    Damaged { path: PathBuf, what: String },
}

#[derive(Debug, Serialize, Deserialize)]
struct Section {
    #[serde(flatten)]
    info: TableInfo,
    bytes: u64,
    /// Before compression.
    plain_bytes: u64,
    section_sha256: String,
}

#[derive(Debug, Serialize, Deserialize)]
struct Manifest {
    tables: Vec<Section>,
}

impl Pack {
    /// Reads a pack and verifies every byte.
    ///
    /// # Errors
    /// If it cannot be read, is not a pack, is damaged, or of another version.
    pub fn load(path: &Path) -> Result<Self, PackError> {
        let file = File::open(path).map_err(|source| io(path, "read", source))?;
        Self::read(BufReader::with_capacity(1 << 20, file), path)
    }

    /// Reads a pack from any source; messages call it `name`.
    pub(crate) fn read(mut from: impl Read, name: &Path) -> Result<Self, PackError> {
        let manifest = manifest(&mut from, name)?;
        let mut tables = Vec::with_capacity(manifest.tables.len());
        for section in manifest.tables {
            tables.push(table(&mut from, section, name)?);
        }
        Ok(Self { tables })
    }

    /// Writes a pack atomically: at any time the file is either the old one or the new one.
    ///
    /// # Errors
    /// If it cannot be written; the old file is then unchanged.
    pub fn save(&self, path: &Path) -> Result<(), PackError> {
        self.save_with(path, Effort::Quick)
    }

    /// Like [`Self::save`], but takes the time to make the file as small as possible.
    ///
    /// # Errors
    /// If it cannot be written; the old file is then unchanged.
    pub fn save_small(&self, path: &Path) -> Result<(), PackError> {
        self.save_with(path, Effort::Small)
    }

    fn save_with(&self, path: &Path, effort: Effort) -> Result<(), PackError> {
        let sections: Vec<(Section, Vec<u8>)> = self
            .tables
            .iter()
            .map(|table| {
                let (bytes, plain_bytes) =
                    codec::encode(&table.data, effort).map_err(|error| damaged(path, error))?;
                let section = Section {
                    info: table.info.clone(),
                    bytes: bytes.len() as u64,
                    plain_bytes,
                    section_sha256: hex::encode(Sha256::digest(&bytes)),
                };
                Ok((section, bytes))
            })
            .collect::<Result<_, PackError>>()?;
        let written = write(path, sections);
        written.map_err(|source| io(path, "written", source))
    }
}

fn table(from: &mut impl Read, section: Section, name: &Path) -> Result<Table, PackError> {
    let mut bytes = Vec::new();
    from.take(section.bytes)
        .read_to_end(&mut bytes)
        .map_err(|source| io(name, "read", source))?;
    let broken = |what: String| damaged(name, what);
    let id = &section.info.id;
    if hex::encode(Sha256::digest(&bytes)) != section.section_sha256 {
        return Err(broken(format!("table {id}")));
    }
    if spec_by_id(id).is_none() {
        return Err(broken(format!("unknown table {id}")));
    }
    let data = codec::decode(&bytes, section.plain_bytes)
        .map_err(|error| broken(format!("table {id}: {error}")))?;
    Ok(Table {
        info: section.info,
        data,
    })
}

fn write(path: &Path, sections: Vec<(Section, Vec<u8>)>) -> std::io::Result<()> {
    let folder = path.parent().unwrap_or(Path::new("."));
    std::fs::create_dir_all(folder)?;
    let mut file = tempfile::NamedTempFile::new_in(folder)?;
    let (tables, bytes): (Vec<_>, Vec<_>) = sections.into_iter().unzip();
    let manifest = serde_json::to_vec(&Manifest { tables })?;
    let mut writer = BufWriter::new(&mut file);
    writer.write_all(&MAGIC)?;
    writer.write_all(&VERSION.to_le_bytes())?;
    writer.write_all(&(manifest.len() as u64).to_le_bytes())?;
    writer.write_all(&Sha256::digest(&manifest))?;
    writer.write_all(&manifest)?;
    for section in bytes {
        writer.write_all(&section)?;
    }
    writer.flush()?;
    drop(writer);
    file.as_file().sync_all()?;
    file.persist(path)?;
    Ok(())
}

fn manifest(from: &mut impl Read, name: &Path) -> Result<Manifest, PackError> {
    let mut head = [0_u8; 8 + 4 + 8 + 32];
    if from.read_exact(&mut head).is_err() || head[..8] != MAGIC {
        return Err(PackError::NoPack(name.to_owned()));
    }
    let found = u32::from_le_bytes(head[8..12].try_into().expect("four bytes"));
    if found != VERSION {
        let path = name.to_owned();
        return Err(PackError::Version { path, found });
    }
    let length = u64::from_le_bytes(head[12..20].try_into().expect("eight bytes"));
    let mut manifest = Vec::new();
    from.take(length.min(MANIFEST_LIMIT))
        .read_to_end(&mut manifest)
        .map_err(|source| io(name, "read", source))?;
    if Sha256::digest(&manifest)[..] != head[20..] {
        return Err(damaged(name, "the manifest".to_owned()));
    }
    serde_json::from_slice(&manifest)
        .map_err(|error| damaged(name, format!("the manifest: {error}")))
}

fn io(path: &Path, doing: &'static str, source: std::io::Error) -> PackError {
    let path = path.to_owned();
    PackError::Io {
        path,
        doing,
        source,
    }
}

fn damaged(path: &Path, what: String) -> PackError {
    let path = path.to_owned();
    PackError::Damaged { path, what }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::measure::Measure;
    use crate::pack::{Geography, MetricTable, TableData};
    use crate::vintage::Vintage;

    fn pack() -> Pack {
        let rows = vec![(1001, vec![Some(5.0), None]), (1003, vec![Some(0.0), None])];
        let measures = [Measure::PovertyRate, Measure::HomeValue];
        Pack {
            tables: vec![Table {
                info: TableInfo::new("acs", Vintage::five_years_to(2022)),
                data: TableData::Metrics(MetricTable::new(Geography::Counties, &measures, rows)),
            }],
        }
    }

    #[test]
    fn a_pack_survives_its_file() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("new/pack");
        pack().save(&path).unwrap();
        assert_eq!(Pack::load(&path).unwrap(), pack());
        pack().save_small(&path).unwrap();
        assert_eq!(Pack::load(&path).unwrap(), pack());
    }

    #[test]
    fn a_damaged_pack_is_refused_wherever_the_damage_is() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("pack");
        pack().save(&path).unwrap();
        let good = std::fs::read(&path).unwrap();
        for place in 0..good.len() {
            let mut bad = good.clone();
            bad[place] ^= 0x10;
            std::fs::write(&path, &bad).unwrap();
            assert!(Pack::load(&path).is_err(), "byte {place}");
        }
        for length in 0..good.len() {
            std::fs::write(&path, &good[..length]).unwrap();
            assert!(Pack::load(&path).is_err(), "cut at {length}");
        }
    }

    #[test]
    fn a_missing_value_stays_missing_and_zero_stays_zero() {
        let TableData::Metrics(table) = &pack().tables[0].data else {
            panic!("metrics");
        };
        assert_eq!(table.get(1003, Measure::PovertyRate), Some(0.0));
        assert_eq!(table.get(1003, Measure::HomeValue), None);
        assert_eq!(table.get(1005, Measure::PovertyRate), None);
    }
}
