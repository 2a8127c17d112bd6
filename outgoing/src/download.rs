//! Downloads a file to disk, however often the connection breaks.
//!
//! A partial download is kept next to the file (`.NAME.part`), together with the ETag or date of the version it belongs
//! to (`.NAME.tag`). A later call resumes it if the server still has that version, and otherwise starts over. Sizes are
//! checked against what the server announces.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use reqwest::header::{
    ETAG, HeaderName, IF_MODIFIED_SINCE, IF_NONE_MATCH, IF_RANGE, LAST_MODIFIED, RANGE,
};
use reqwest::{Response, StatusCode};
use tokio::io::AsyncWriteExt;
use url::Url;

use crate::range::is_trouble;
use crate::{CallError, Client, ContentRange, Retries, retry_after, tell_retry, watched};

/// What to download.
#[derive(Debug, Clone, Copy)]
pub struct Download<'a> {
    pub url: &'a Url,
    /// Where to store it.
    pub file: &'a Path,
    /// The version (ETag or date) of the complete file that is there now, if any.
    pub known: Option<&'a str>,
    /// Largest size accepted, in bytes.
    pub largest: u64,
    /// Retries of a broken connection; the count starts over whenever bytes arrived.
    pub retries: Retries,
}

/// The outcome of a download.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Downloaded {
    /// The file was downloaded.
    Whole {
        bytes: u64,
        /// Bytes that an earlier attempt had downloaded.
        resumed_from: u64,
        /// The file's version (ETag or date).
        tag: Option<String>,
    },
    /// The existing file is the server's current version.
    Unchanged,
}

/// The progress of a download.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Progress {
    /// Bytes downloaded.
    pub bytes: u64,
    /// Size of the file, if the server states it.
    pub total: Option<u64>,
}

/// Why a download failed. The part that arrived is kept, and a later call resumes it.
#[derive(Debug, thiserror::Error)]
pub enum DownloadError {
    #[error("{0} answered {1}")]
    Refused(Url, StatusCode),
    /// There is no connection, or it keeps breaking.
    #[error(
        "{host} {1}. What was downloaded is kept. Check the network connection, then run the command again to resume",
        host = .0.host_str().unwrap_or_default()
    )]
    Broken(Url, String),
    /// The server sent something other than the requested file.
    #[error("{0} {1}")]
    Unusable(Url, String),
    #[error("{0} cannot be written: {1}")]
    Write(PathBuf, std::io::Error),
    /// The caller stopped it.
    #[error("Stopped. What was downloaded is kept. Run the command again to resume")]
    Stopped,
}

/// Why one attempt failed.
enum Failure {
    /// A retry may succeed.
    Transient(String, Option<std::time::Duration>),
    Unresolved(String),
    Lasting(DownloadError),
}

impl From<DownloadError> for Failure {
    fn from(error: DownloadError) -> Self {
        Self::Lasting(error)
    }
}

/// Downloads a file. `progress` is called several times a second and can stop it.
///
/// # Errors
/// See [`DownloadError`].
pub async fn download(
    client: &Client,
    what: &Download<'_>,
    mut progress: impl FnMut(Progress) -> ControlFlow<()>,
) -> Result<Downloaded, DownloadError> {
    let (mut repetition, mut was_reached) = (0, false);
    loop {
        let before = Part::find(what.file).bytes;
        let mut run = Run {
            client,
            what,
            at: Progress {
                bytes: before,
                total: None,
            },
            progress: &mut progress,
        };
        let (reason, asked) = match run.attempt().await {
            Ok(downloaded) => return Ok(downloaded),
            Err(Failure::Lasting(error)) => return Err(error),
            Err(Failure::Transient(reason, asked)) => {
                was_reached = true;
                (reason, asked)
            }
            Err(Failure::Unresolved(reason)) if was_reached => (reason, None),
            Err(Failure::Unresolved(reason)) => {
                return Err(DownloadError::Broken(what.url.clone(), reason));
            }
        };
        if Part::find(what.file).bytes > before {
            repetition = 0;
        }
        let Some(wait) = what.retries.wait(repetition, asked) else {
            return Err(DownloadError::Broken(what.url.clone(), reason));
        };
        tell_retry(what.url.host_str(), &reason, wait);
        repetition += 1;
        run.watched(tokio::time::sleep(wait)).await?;
    }
}

struct Run<'a, P> {
    client: &'a Client,
    what: &'a Download<'a>,
    at: Progress,
    progress: &'a mut P,
}

impl<P: FnMut(Progress) -> ControlFlow<()>> Run<'_, P> {
    async fn attempt(&mut self) -> Result<Downloaded, Failure> {
        let part = Part::find(self.what.file);
        let mut request = self.client.http().get(self.what.url.clone());
        if let Some(tag) = self.what.known {
            request = request.header(unless(tag), tag);
        }
        if let Some(tag) = part.tag.as_ref().filter(|_| part.bytes > 0) {
            // If the version is unchanged only the rest is requested, otherwise the whole file.
            request = request
                .header(RANGE, format!("bytes={}-", part.bytes))
                .header(IF_RANGE, tag);
        }
        let client = self.client;
        let sent = self.watched(client.send(request)).await?;
        let answer = sent.map_err(|error| self.failure(&error))?;
        match answer.status() {
            StatusCode::NOT_MODIFIED => Ok(Downloaded::Unchanged),
            StatusCode::OK => {
                self.at.total = answer.content_length();
                self.receive(answer, &part, 0).await
            }
            StatusCode::PARTIAL_CONTENT => {
                let range = ContentRange::of(&answer);
                let rest = range.filter(|range| {
                    range.bytes.start == part.bytes
                        && range.total.is_none_or(|t| t == range.bytes.end)
                });
                let Some(rest) = rest else {
                    part.remove();
                    return Err(Failure::Transient(
                        "sent a different part of the file than was requested".to_owned(),
                        None,
                    ));
                };
                self.at.total = Some(rest.bytes.end);
                self.receive(answer, &part, part.bytes).await
            }
            StatusCode::RANGE_NOT_SATISFIABLE => {
                part.remove();
                Err(Failure::Transient(
                    "has a new version of the file".to_owned(),
                    None,
                ))
            }
            status if is_trouble(status) => Err(Failure::Transient(
                format!("answered {status}"),
                retry_after(&answer),
            )),
            status => Err(DownloadError::Refused(self.what.url.clone(), status).into()),
        }
    }

    async fn receive(
        &mut self,
        mut answer: Response,
        part: &Part,
        from: u64,
    ) -> Result<Downloaded, Failure> {
        self.at.bytes = from;
        self.check_size()?;
        let failed = |error| Failure::from(DownloadError::Write(part.path.clone(), error));
        let tag = [ETAG, LAST_MODIFIED]
            .iter()
            .find_map(|header| Some(answer.headers().get(header)?.to_str().ok()?.to_owned()));
        let file = part.begin(tag.as_deref(), from).map_err(failed)?;
        let mut file = tokio::fs::File::from_std(file);
        let client = self.client;
        loop {
            // Flush before the next wait: it may be the last.
            file.flush().await.map_err(failed)?;
            let chunk = self.watched(client.chunk(&mut answer)).await?;
            let Some(chunk) = chunk.map_err(|error| self.failure(&error))? else {
                break;
            };
            file.write_all(&chunk).await.map_err(failed)?;
            self.at.bytes += chunk.len() as u64;
            self.check_size()?;
            if (self.progress)(self.at).is_break() {
                file.flush().await.map_err(failed)?;
                return Err(DownloadError::Stopped.into());
            }
        }
        file.sync_all().await.map_err(failed)?;
        let bytes = self.at.bytes;
        if let Some(total) = self.at.total.filter(|total| *total != bytes) {
            if bytes > total {
                part.remove();
            }
            return Err(Failure::Transient(
                format!("sent {bytes} bytes of {total}"),
                None,
            ));
        }
        std::fs::rename(&part.path, self.what.file).map_err(failed)?;
        part.remove();
        Ok(Downloaded::Whole {
            bytes,
            resumed_from: from,
            tag,
        })
    }

    fn check_size(&self) -> Result<(), Failure> {
        let largest = self.what.largest;
        if self.at.bytes.max(self.at.total.unwrap_or_default()) <= largest {
            return Ok(());
        }
        Part::find(self.what.file).remove();
        Err(self.unusable(&CallError::TooLong(largest)).into())
    }

    fn failure(&self, error: &CallError) -> Failure {
        if error.is_unresolved() {
            Failure::Unresolved(error.to_string())
        } else if error.may_pass() {
            Failure::Transient(error.to_string(), None)
        } else {
            self.unusable(error).into()
        }
    }

    fn unusable(&self, error: &CallError) -> DownloadError {
        DownloadError::Unusable(self.what.url.clone(), error.to_string())
    }

    /// Waits for `work`, checking several times a second whether to continue.
    async fn watched<T>(&mut self, work: impl Future<Output = T>) -> Result<T, DownloadError> {
        let at = self.at;
        let done = watched(work, || (self.progress)(at)).await;
        done.ok_or(DownloadError::Stopped)
    }
}

/// The header that requests a file only if its version differs from `tag`.
fn unless(tag: &str) -> HeaderName {
    if tag.starts_with('"') || tag.starts_with("W/") {
        IF_NONE_MATCH
    } else {
        IF_MODIFIED_SINCE
    }
}

/// A partial download and the version it belongs to.
struct Part {
    path: PathBuf,
    tag_path: PathBuf,
    bytes: u64,
    tag: Option<String>,
}

impl Part {
    fn find(file: &Path) -> Self {
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        let path = file.with_file_name(format!(".{name}.part"));
        let tag_path = file.with_file_name(format!(".{name}.tag"));
        Self {
            bytes: std::fs::metadata(&path).map_or(0, |data| data.len()),
            tag: std::fs::read_to_string(&tag_path).ok(),
            path,
            tag_path,
        }
    }

    /// Starts over, or resumes at `from`.
    fn begin(&self, tag: Option<&str>, from: u64) -> std::io::Result<std::fs::File> {
        if from == 0 {
            self.remove();
        }
        if let Some(tag) = tag {
            std::fs::write(&self.tag_path, tag)?;
        }
        let mut options = std::fs::OpenOptions::new();
        options.append(true).create(true).open(&self.path)
    }

    fn remove(&self) {
        // A part that cannot be removed is overwritten by the next download.
        let _ = std::fs::remove_file(&self.path);
        let _ = std::fs::remove_file(&self.tag_path);
    }
}

#[cfg(test)]
mod tests;
