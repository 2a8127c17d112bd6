//! `reference fetch`: the publishers' files, downloaded into a folder that `reference import` reads.
//!
//! An interrupted download resumes where it stopped, as long as the publisher still offers the same file.
//! Downloads are recorded with their SHA-256, so that a file changed on disk is noticed and downloaded again.
//! The publishers' own addresses are all https, and https is never redirected to plain http.

mod record;
mod sources;

use record::sha256_of;
pub use record::{Fetched, Record};
pub use sources::{Download, downloads};

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::Duration;

use outgoing::{Client, Downloaded, Limits, Retries};
pub use outgoing::{DownloadError as FetchError, Progress as FetchProgress};

/// A connection without a byte for this long is dead.
const IDLE: Duration = Duration::from_secs(30);

/// The publishers' largest file has about 500 MiB (the industries of a year).
const LARGEST: u64 = 4 << 30;

/// The result of a download.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FetchOutcome {
    /// Downloaded now, possibly resuming.
    Fetched {
        bytes: u64,
        /// Bytes that did not need to be sent again.
        resumed_from: u64,
    },
    /// The local file is already the publisher's current one.
    Unchanged,
}

/// Downloads files into a folder.
#[derive(Debug)]
pub struct Fetcher {
    client: Client,
    folder: PathBuf,
    record: Record,
    retries: Retries,
}

impl Fetcher {
    /// A fetcher for a folder, which is created if missing.
    ///
    /// # Errors
    /// If the folder cannot be created or its record cannot be read.
    pub fn new(folder: &Path) -> Result<Self, FetchError> {
        let failed = |error| FetchError::Write(folder.to_owned(), error);
        std::fs::create_dir_all(folder).map_err(failed)?;
        let client = Client::new(Limits::of_download(IDLE, LARGEST))
            .map_err(|error| failed(std::io::Error::other(error)))?;
        Ok(Self {
            client,
            folder: folder.to_owned(),
            record: Record::read(folder).map_err(failed)?,
            retries: Retries::default(),
        })
    }

    /// Sets the waits between attempts.
    #[must_use]
    pub fn with_retries(self, retries: Retries) -> Self {
        Self { retries, ..self }
    }

    /// Downloads one file, unless the local one is the publisher's newest.
    ///
    /// # Errors
    /// See [`FetchError`]. What was downloaded so far is kept.
    pub async fn fetch(
        &mut self,
        download: &Download,
        progress: impl FnMut(FetchProgress) -> ControlFlow<()>,
    ) -> Result<FetchOutcome, FetchError> {
        let path = self.folder.join(&download.file);
        let known = self.record.sound(&self.folder, &download.file);
        let what = outgoing::Download {
            url: &download.url,
            file: &path,
            known: known.as_ref().and_then(|known| known.tag.as_deref()),
            largest: LARGEST,
            retries: self.retries,
        };
        let (bytes, resumed_from, tag) =
            match outgoing::download(&self.client, &what, progress).await? {
                Downloaded::Unchanged => return Ok(FetchOutcome::Unchanged),
                Downloaded::Whole {
                    bytes,
                    resumed_from,
                    tag,
                } => (bytes, resumed_from, tag),
            };
        let failed = |error| FetchError::Write(path.clone(), error);
        let fetched = Fetched {
            url: download.url.to_string(),
            bytes,
            sha256: sha256_of(&path).map_err(failed)?,
            tag,
        };
        self.record
            .set(&self.folder, &download.file, fetched)
            .map_err(failed)?;
        Ok(FetchOutcome::Fetched {
            bytes,
            resumed_from,
        })
    }
}

#[cfg(test)]
mod tests;
