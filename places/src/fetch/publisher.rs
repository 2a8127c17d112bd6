//! Where public files are downloaded from, and how it is queried.

use std::time::Duration;

use outgoing::{CallError, Client, Limits, Retries, is_trouble, retry_after, tell_retry};
use url::Url;

use super::error::FetchError;

/// A connection without a byte for this long is dead.
const IDLE: Duration = Duration::from_secs(30);

/// The largest answer other than a part of a file: a page of a bucket's listing, in bytes.
const LARGEST_ANSWER: u64 = 8 << 20;

/// A temporary failure, and how long the server asks to wait.
type Trouble = (String, Option<Duration>);

/// Where to download from, and how patiently.
#[derive(Debug, Clone)]
pub struct Publisher {
    /// The address of the bucket or folder.
    pub base: Url,
    pub retries: Retries,
}

impl Publisher {
    /// The publisher at that address.
    ///
    /// # Errors
    /// If it is not a web address.
    pub fn at(base: &str) -> Result<Self, FetchError> {
        let mut address = base.trim().to_owned();
        if !address.ends_with('/') {
            address.push('/');
        }
        let url = Url::parse(&address).ok();
        let base = url.filter(|url| matches!(url.scheme(), "http" | "https") && url.has_host());
        Ok(Self {
            base: base.ok_or(FetchError::Address(address))?,
            retries: Retries::default(),
        })
    }

    pub(super) fn client(&self) -> Result<Client, FetchError> {
        let limits = Limits::of_download(IDLE, LARGEST_ANSWER);
        Client::new(limits).map_err(|error| self.unreachable(&error))
    }

    /// The whole answer to a request, retried if necessary.
    pub(super) async fn get(
        &self,
        client: &Client,
        url: Url,
        what: &str,
    ) -> Result<Vec<u8>, FetchError> {
        let mut repetition = 0;
        loop {
            let (reason, asked) = match self.attempt(client, url.clone(), what).await? {
                Ok(body) => return Ok(body),
                Err(trouble) => trouble,
            };
            let Some(wait) = self.retries.wait(repetition, asked) else {
                return Err(self.unreachable(&reason));
            };
            tell_retry(self.base.host_str(), &reason, wait);
            repetition += 1;
            tokio::time::sleep(wait).await;
        }
    }

    /// One attempt: the answer, or a temporary failure and how long the server asks to wait.
    async fn attempt(
        &self,
        client: &Client,
        url: Url,
        what: &str,
    ) -> Result<Result<Vec<u8>, Trouble>, FetchError> {
        let passing = |error: CallError| match error {
            error if error.is_unresolved() => Err(self.unreachable(&error)),
            error if error.may_pass() => Ok(Err((error.to_string(), None))),
            error => Err(self.unusable(&error)),
        };
        let answer = match client.send(client.http().get(url)).await {
            Ok(answer) => answer,
            Err(error) => return passing(error),
        };
        let status = answer.status();
        if is_trouble(status) {
            let asked = retry_after(&answer);
            return Ok(Err((format!("answered {status}"), asked)));
        }
        if !status.is_success() {
            return Err(FetchError::Refused {
                server: self.server(),
                status: status.as_u16(),
                what: what.to_owned(),
            });
        }
        match client.body(answer).await {
            Ok(body) => Ok(Ok(body)),
            Err(error) => passing(error),
        }
    }

    pub(super) fn server(&self) -> String {
        self.base.host_str().unwrap_or_default().to_owned()
    }

    pub(super) fn unusable(&self, reason: &dyn std::fmt::Display) -> FetchError {
        FetchError::Unusable {
            server: self.server(),
            reason: reason.to_string(),
        }
    }

    pub(super) fn unreachable(&self, reason: &dyn std::fmt::Display) -> FetchError {
        FetchError::Unreachable {
            server: self.server(),
            reason: reason.to_string(),
        }
    }

    pub(super) fn join(&self, path: &str) -> Result<Url, FetchError> {
        let joined = self.base.join(path);
        joined.map_err(|_| FetchError::Address(format!("{}{path}", self.base)))
    }
}

/// Progress of a download.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Progress {
    /// Files examined, and their total number.
    pub files: (usize, usize),
    /// Bytes present, and bytes needed.
    pub bytes: (u64, u64),
}
