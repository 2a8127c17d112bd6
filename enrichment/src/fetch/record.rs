//! Records what was downloaded into a folder.

use std::collections::BTreeMap;
use std::path::Path;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

const FILE: &str = ".fetched.json";

/// The downloads of a folder, by file.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct Record {
    files: BTreeMap<String, Fetched>,
}

/// A downloaded file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fetched {
    pub url: String,
    pub bytes: u64,
    /// Its SHA-256, in hexadecimal.
    pub sha256: String,
    /// The publisher's tag (ETag) for this version.
    pub tag: Option<String>,
}

impl Record {
    pub(super) fn read(folder: &Path) -> std::io::Result<Self> {
        match std::fs::read(folder.join(FILE)) {
            // An unreadable record only means that files are downloaded again.
            Ok(bytes) => Ok(serde_json::from_slice(&bytes).unwrap_or_default()),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(Self::default()),
            Err(error) => Err(error),
        }
    }

    /// The record of a file, if the file on disk still matches it.
    pub(super) fn sound(&self, folder: &Path, file: &str) -> Option<Fetched> {
        let fetched = self.files.get(file)?;
        let path = folder.join(file);
        let same = std::fs::metadata(&path).is_ok_and(|data| data.len() == fetched.bytes)
            && sha256_of(&path).is_ok_and(|sha256| sha256 == fetched.sha256);
        same.then(|| fetched.clone())
    }

    pub(super) fn set(
        &mut self,
        folder: &Path,
        file: &str,
        fetched: Fetched,
    ) -> std::io::Result<()> {
        self.files.insert(file.to_owned(), fetched);
        let mut written = tempfile::NamedTempFile::new_in(folder)?;
        std::io::Write::write_all(&mut written, &serde_json::to_vec_pretty(self)?)?;
        written.persist(folder.join(FILE))?;
        Ok(())
    }
}

pub(super) fn sha256_of(path: &Path) -> std::io::Result<String> {
    let mut hash = Sha256::new();
    let mut file = std::fs::File::open(path)?;
    let mut buffer = vec![0; 1 << 16];
    loop {
        let read = std::io::Read::read(&mut file, &mut buffer)?;
        if read == 0 {
            return Ok(hex::encode(hash.finalize()));
        }
        hash.update(&buffer[..read]);
    }
}
