//! What was fetched into a folder.

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

/// A file that was fetched.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fetched {
    /// From where.
    pub url: String,
    /// Its size.
    pub bytes: u64,
    /// Its SHA-256, in hexadecimal.
    pub sha256: String,
    /// What the publisher calls this state of it.
    pub tag: Option<String>,
}

impl Record {
    pub(super) fn read(folder: &Path) -> std::io::Result<Self> {
        match std::fs::read(folder.join(FILE)) {
            // A record that cannot be understood means only that files are fetched again.
            Ok(bytes) => Ok(serde_json::from_slice(&bytes).unwrap_or_default()),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(Self::default()),
            Err(error) => Err(error),
        }
    }

    /// What is recorded of a file, if the file is still what was fetched.
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

/// The checksum of a file.
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
