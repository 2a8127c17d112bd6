//! `reference fetch`: the publishers' files, downloaded into a folder that `reference import` reads.
//!
//! A download that was broken off goes on where it stopped, as long as the publisher still offers the
//! same file. What was fetched is recorded with its SHA-256, so that a file that has changed on disk
//! is noticed and fetched again.

mod record;
mod sources;

pub use record::{Fetched, Record};
pub use sources::{Download, downloads};

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::Duration;

use futures::StreamExt;
use reqwest::header::{ETAG, IF_NONE_MATCH, IF_RANGE, LAST_MODIFIED, RANGE};
use reqwest::{Response, StatusCode};
use sha2::{Digest, Sha256};
use tokio::io::AsyncWriteExt;
use url::Url;

/// After a connection breaks the download goes on, so many times.
const ATTEMPTS: u32 = 4;
/// No byte for so long means that the connection is dead.
const IDLE: Duration = Duration::from_secs(30);

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

/// Why a download is not here.
#[derive(Debug, thiserror::Error)]
pub enum FetchError {
    /// The publisher answers otherwise.
    #[error("{0} answered {1}")]
    Refused(Url, StatusCode),
    /// The connection broke, again and again; what came is kept and goes on next time.
    #[error("{0} broke off: {1}. What came is kept: run the command again to go on")]
    Broken(Url, String),
    /// The file cannot be written.
    #[error("{0} cannot be written: {1}")]
    Write(PathBuf, std::io::Error),
    /// It was stopped; what came is kept.
    #[error("Stopped. What came is kept: run the command again to go on")]
    Stopped,
}

/// How far a download is.
#[derive(Debug, Clone, Copy)]
pub struct FetchProgress {
    /// Bytes that are here.
    pub bytes: u64,
    /// Bytes in all, where the publisher says.
    pub total: Option<u64>,
}

/// Downloads files into a folder.
#[derive(Debug)]
pub struct Fetcher {
    http: reqwest::Client,
    folder: PathBuf,
    record: Record,
}

impl Fetcher {
    /// A fetcher for a folder, which is made where it is missing.
    ///
    /// # Errors
    /// Where the folder cannot be made or its record cannot be read.
    pub fn new(folder: &Path) -> Result<Self, FetchError> {
        let failed = |error| FetchError::Write(folder.to_owned(), error);
        std::fs::create_dir_all(folder).map_err(failed)?;
        let http = reqwest::Client::builder()
            .user_agent(concat!("DemandAtlas/", env!("CARGO_PKG_VERSION")))
            .connect_timeout(IDLE)
            .read_timeout(IDLE)
            .build()
            .map_err(|error| failed(std::io::Error::other(error)))?;
        Ok(Self {
            http,
            folder: folder.to_owned(),
            record: Record::read(folder).map_err(failed)?,
        })
    }

    /// Fetches one file, unless the one that is here is the publisher's newest.
    ///
    /// # Errors
    /// See [`FetchError`]; what came so far is kept.
    pub async fn fetch(
        &mut self,
        download: &Download,
        mut progress: impl FnMut(FetchProgress) -> ControlFlow<()>,
    ) -> Result<FetchOutcome, FetchError> {
        let path = self.folder.join(&download.file);
        let known = self.record.sound(&self.folder, &download.file);
        let mut broken = String::new();
        for attempt in 0..ATTEMPTS {
            match self.attempt(download, known.as_ref(), &mut progress).await {
                Ok(outcome) => return Ok(outcome),
                Err(FetchError::Broken(_, why)) => broken = why,
                Err(error) => return Err(error),
            }
            tokio::time::sleep(Duration::from_millis(200 << attempt)).await;
        }
        tracing::debug!(file = %path.display(), "download broke off");
        Err(FetchError::Broken(download.url.clone(), broken))
    }

    async fn attempt(
        &mut self,
        download: &Download,
        known: Option<&Fetched>,
        progress: &mut impl FnMut(FetchProgress) -> ControlFlow<()>,
    ) -> Result<FetchOutcome, FetchError> {
        let part = Part::find(&self.folder, &download.file);
        let mut request = self.http.get(download.url.clone());
        if let Some(tag) = known.and_then(|known| known.tag.as_ref()) {
            request = request.header(IF_NONE_MATCH, tag);
        } else if let Some(tag) = part.tag.as_ref().filter(|_| part.bytes > 0) {
            // The range is sent only if the file is still the one that was begun.
            request = request
                .header(RANGE, format!("bytes={}-", part.bytes))
                .header(IF_RANGE, tag);
        }
        let broken =
            |error: reqwest::Error| FetchError::Broken(download.url.clone(), error.to_string());
        let response = request.send().await.map_err(broken)?;
        match response.status() {
            StatusCode::NOT_MODIFIED => Ok(FetchOutcome::Unchanged),
            StatusCode::PARTIAL_CONTENT => {
                self.receive(download, response, part.bytes, progress).await
            }
            StatusCode::OK => self.receive(download, response, 0, progress).await,
            StatusCode::RANGE_NOT_SATISFIABLE => {
                part.remove();
                Err(FetchError::Broken(
                    download.url.clone(),
                    "the file has changed".to_owned(),
                ))
            }
            status if status.is_server_error() => {
                Err(FetchError::Broken(download.url.clone(), status.to_string()))
            }
            status => Err(FetchError::Refused(download.url.clone(), status)),
        }
    }

    async fn receive(
        &mut self,
        download: &Download,
        response: Response,
        from: u64,
        progress: &mut impl FnMut(FetchProgress) -> ControlFlow<()>,
    ) -> Result<FetchOutcome, FetchError> {
        let part = Part::find(&self.folder, &download.file);
        let failed = |error| FetchError::Write(part.path.clone(), error);
        let tag = [ETAG, LAST_MODIFIED]
            .iter()
            .find_map(|header| Some(response.headers().get(header)?.to_str().ok()?.to_owned()));
        part.begin(tag.as_deref(), from).map_err(failed)?;
        let total = response.content_length().map(|rest| from + rest);
        let file = std::fs::OpenOptions::new()
            .append(true)
            .create(true)
            .open(&part.path);
        let mut file = tokio::fs::File::from_std(file.map_err(failed)?);
        let mut bytes = from;
        let mut body = response.bytes_stream();
        while let Some(chunk) = body.next().await {
            let chunk =
                chunk.map_err(|e| FetchError::Broken(download.url.clone(), e.to_string()))?;
            file.write_all(&chunk).await.map_err(failed)?;
            bytes += chunk.len() as u64;
            if progress(FetchProgress { bytes, total }).is_break() {
                file.flush().await.map_err(failed)?;
                return Err(FetchError::Stopped);
            }
        }
        file.sync_all().await.map_err(failed)?;
        if total.is_some_and(|total| bytes != total) {
            let why = format!("{bytes} bytes came of {}", total.unwrap_or_default());
            return Err(FetchError::Broken(download.url.clone(), why));
        }
        let sha256 = sha256_of(&part.path).map_err(failed)?;
        let path = self.folder.join(&download.file);
        std::fs::rename(&part.path, &path).map_err(failed)?;
        part.remove();
        let fetched = Fetched {
            url: download.url.to_string(),
            bytes,
            sha256,
            tag,
        };
        self.record
            .set(&self.folder, &download.file, fetched)
            .map_err(failed)?;
        Ok(FetchOutcome::Fetched {
            bytes,
            resumed_from: from,
        })
    }
}

/// What came of a file so far, and what the publisher called it.
struct Part {
    path: PathBuf,
    tag_path: PathBuf,
    bytes: u64,
    tag: Option<String>,
}

impl Part {
    fn find(folder: &Path, file: &str) -> Self {
        let path = folder.join(format!(".{file}.part"));
        let tag_path = folder.join(format!(".{file}.tag"));
        Self {
            bytes: std::fs::metadata(&path).map_or(0, |data| data.len()),
            tag: std::fs::read_to_string(&tag_path).ok(),
            path,
            tag_path,
        }
    }

    /// Begins anew, or goes on where `from` says that the publisher does.
    fn begin(&self, tag: Option<&str>, from: u64) -> std::io::Result<()> {
        if from == 0 {
            std::fs::write(&self.path, [])?;
        }
        match tag {
            Some(tag) => std::fs::write(&self.tag_path, tag),
            None => Ok(()),
        }
    }

    fn remove(&self) {
        // Whatever is left is found and written over by the next download.
        let _ = std::fs::remove_file(&self.path);
        let _ = std::fs::remove_file(&self.tag_path);
    }
}

fn sha256_of(path: &Path) -> std::io::Result<String> {
    let mut hash = Sha256::new();
    let mut file = std::fs::File::open(path)?;
    let mut buffer = vec![0; 1 << 16];
    loop {
        let read = std::io::Read::read(&mut file, &mut buffer)?;
        if read == 0 {
            return Ok(crate::pack::hex(&hash.finalize()));
        }
        hash.update(&buffer[..read]);
    }
}

#[cfg(test)]
mod tests;
