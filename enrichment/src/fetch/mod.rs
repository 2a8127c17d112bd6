//! `reference fetch`: the publishers' files, downloaded into a folder that `reference import` reads.
//!
//! A download that was broken off goes on where it stopped, as long as the publisher still offers the
//! same file. What was fetched is recorded with its SHA-256, so that a file that has changed on disk
//! is noticed and fetched again. The publishers' own addresses are all https, and nothing that begins
//! with https is sent on to plain http.

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

/// No byte for so long means that the connection is dead.
const IDLE: Duration = Duration::from_secs(30);

/// The largest of the publishers' files has some 500 MiB (the industries of a year).
const LARGEST: u64 = 4 << 30;

/// What became of a download.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FetchOutcome {
    /// It is here now; so many bytes of it were there from before.
    Fetched {
        /// Its size.
        bytes: u64,
        /// Bytes that did not need to be sent again.
        resumed_from: u64,
    },
    /// The file that is here is the publisher's.
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
    /// A fetcher for a folder, which is made where it is missing.
    ///
    /// # Errors
    /// Where the folder cannot be made or its record cannot be read.
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

    /// With other waits between attempts than the usual ones.
    #[must_use]
    pub fn with_retries(self, retries: Retries) -> Self {
        Self { retries, ..self }
    }

    /// Fetches one file, unless the one that is here is the publisher's newest.
    ///
    /// # Errors
    /// See [`FetchError`]; what came so far is kept.
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
