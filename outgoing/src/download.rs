//! A file brought to disk, however often the connection breaks.
//!
//! What came lies beside the file (`.NAME.part`) until it is whole, together with what the server calls
//! that state of the file (`.NAME.tag`). A later call goes on there if the server still offers that
//! state; else it begins anew. Sizes are compared with what the server announces.

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

/// What to bring.
#[derive(Debug, Clone, Copy)]
pub struct Download<'a> {
    /// Where it is.
    pub url: &'a Url,
    /// Where it shall lie.
    pub file: &'a Path,
    /// What the server called the file that lies there now, where that is whole.
    pub known: Option<&'a str>,
    /// The most bytes that it may have.
    pub largest: u64,
    /// How often a broken connection is made anew. Whenever bytes came the count begins again.
    pub retries: Retries,
}

/// What became of a download.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Downloaded {
    /// It is here now.
    Whole {
        /// Its size.
        bytes: u64,
        /// Bytes that were here from before.
        resumed_from: u64,
        /// What the server calls this state of it.
        tag: Option<String>,
    },
    /// The file that was here is the server's.
    Unchanged,
}

/// How far a download is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Progress {
    /// Bytes that are here.
    pub bytes: u64,
    /// Bytes in all, where the server says.
    pub total: Option<u64>,
}

/// Why a file is not here. What came is kept, and a later call goes on.
#[derive(Debug, thiserror::Error)]
pub enum DownloadError {
    /// The server refuses.
    #[error("{0} answered {1}")]
    Refused(Url, StatusCode),
    /// There is no connection, or it breaks again and again.
    #[error(
        "{host} {1}. What was downloaded is kept. Check the network connection, then run the command again to resume",
        host = .0.host_str().unwrap_or_default()
    )]
    Broken(Url, String),
    /// The server sends what was not asked for.
    #[error("{0} {1}")]
    Unusable(Url, String),
    /// The file cannot be written.
    #[error("{0} cannot be written: {1}")]
    Write(PathBuf, std::io::Error),
    /// It was stopped from outside.
    #[error("Stopped. What was downloaded is kept. Run the command again to resume")]
    Stopped,
}

/// Why one attempt failed.
enum Failure {
    /// Another may succeed.
    Passing(String, Option<std::time::Duration>),
    /// The server's name cannot be resolved.
    Unresolved(String),
    Lasting(DownloadError),
}

impl From<DownloadError> for Failure {
    fn from(error: DownloadError) -> Self {
        Self::Lasting(error)
    }
}

/// Brings a file. `progress` is told how far it is, several times a second, and can end it.
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
            Err(Failure::Passing(reason, asked)) => {
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

/// One attempt.
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
            // Only a part of the state that was begun; of another the whole.
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
                    return Err(Failure::Passing(
                        "sent another part than was asked for".to_owned(),
                        None,
                    ));
                };
                self.at.total = Some(rest.bytes.end);
                self.receive(answer, &part, part.bytes).await
            }
            StatusCode::RANGE_NOT_SATISFIABLE => {
                part.remove();
                Err(Failure::Passing("has another file by now".to_owned(), None))
            }
            status if is_trouble(status) => Err(Failure::Passing(
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
            // What is written must be on its way to the disk before the next wait can end it all.
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
            return Err(Failure::Passing(
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
            Failure::Passing(error.to_string(), None)
        } else {
            self.unusable(error).into()
        }
    }

    fn unusable(&self, error: &CallError) -> DownloadError {
        DownloadError::Unusable(self.what.url.clone(), error.to_string())
    }

    /// Waits, and asks meanwhile whether to go on.
    async fn watched<T>(&mut self, work: impl Future<Output = T>) -> Result<T, DownloadError> {
        let at = self.at;
        let done = watched(work, || (self.progress)(at)).await;
        done.ok_or(DownloadError::Stopped)
    }
}

/// The header that asks for a file only if it is not this state of it.
fn unless(tag: &str) -> HeaderName {
    if tag.starts_with('"') || tag.starts_with("W/") {
        IF_NONE_MATCH
    } else {
        IF_MODIFIED_SINCE
    }
}

/// What came of a file so far, and what the server called it.
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

    /// Begins anew, or goes on at `from`.
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
        // Whatever cannot be removed is found and written over by the next download.
        let _ = std::fs::remove_file(&self.path);
        let _ = std::fs::remove_file(&self.tag_path);
    }
}

#[cfg(test)]
mod tests;
