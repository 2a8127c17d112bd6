//! The HTTP client and its limits.

use std::time::Duration;

use bytes::Bytes;
use reqwest::{RequestBuilder, Response, header};

use crate::CallError;
use crate::redirects;

/// What this program calls itself.
pub const USER_AGENT: &str = concat!("DemandAtlas/", env!("CARGO_PKG_VERSION"));

/// What a call may take at most.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Time until there is a connection.
    pub connect: Duration,
    /// Time without a byte.
    pub idle: Duration,
    /// Time in all; none for downloads, however long they take.
    pub total: Option<Duration>,
    /// Bytes of an answer that is read as a whole.
    pub bytes: u64,
    /// Redirects that are followed.
    pub redirects: usize,
}

impl Limits {
    /// For a question with a short answer: `timeout` in all, no redirects.
    #[must_use]
    pub fn of_answer(timeout: Duration, bytes: u64) -> Self {
        Self {
            connect: timeout.min(Duration::from_secs(10)),
            idle: timeout,
            total: Some(timeout),
            bytes,
            redirects: 0,
        }
    }

    /// For files of any size: as long as bytes come. Answers that are read as a whole have `bytes`
    /// at most.
    #[must_use]
    pub fn of_download(idle: Duration, bytes: u64) -> Self {
        Self {
            connect: idle.min(Duration::from_secs(10)),
            idle,
            total: None,
            bytes,
            redirects: 5,
        }
    }
}

/// Asks other servers within its limits. Cheap to clone.
#[derive(Debug, Clone)]
pub struct Client {
    http: reqwest::Client,
    limits: Limits,
}

impl Client {
    /// A client with these limits.
    ///
    /// # Errors
    /// Where the machine's TLS set-up cannot be used.
    pub fn new(limits: Limits) -> Result<Self, CallError> {
        let mut builder = reqwest::Client::builder()
            .user_agent(USER_AGENT)
            .connect_timeout(limits.connect)
            .read_timeout(limits.idle)
            .redirect(redirects::policy(limits.redirects));
        if let Some(total) = limits.total {
            builder = builder.timeout(total);
        }
        let http = builder.build();
        Ok(Self {
            http: http.map_err(|error| CallError::new(&error, limits.connect))?,
            limits,
        })
    }

    /// To make a request with, which [`Client::send`] then sends.
    #[must_use]
    pub fn http(&self) -> &reqwest::Client {
        &self.http
    }

    /// Sends a request.
    ///
    /// # Errors
    /// Where no answer begins; a status of any kind is an answer.
    pub async fn send(&self, request: RequestBuilder) -> Result<Response, CallError> {
        request.send().await.map_err(|error| self.failed(&error))
    }

    /// The whole body of an answer.
    ///
    /// # Errors
    /// Where it breaks off, or is longer than the limit.
    pub async fn body(&self, answer: Response) -> Result<Vec<u8>, CallError> {
        self.body_within(answer, self.limits.bytes).await
    }

    /// The whole body of an answer that may have `most` bytes.
    pub(crate) async fn body_within(
        &self,
        mut answer: Response,
        most: u64,
    ) -> Result<Vec<u8>, CallError> {
        let too_long = |bytes: u64| bytes > most;
        if answer.content_length().is_some_and(too_long) {
            return Err(CallError::TooLong(most));
        }
        let mut body = Vec::new();
        while let Some(chunk) = self.chunk(&mut answer).await? {
            if too_long((body.len() + chunk.len()) as u64) {
                return Err(CallError::TooLong(most));
            }
            body.extend_from_slice(&chunk);
        }
        Ok(body)
    }

    /// The next part of an answer; none at its end.
    pub(crate) async fn chunk(&self, answer: &mut Response) -> Result<Option<Bytes>, CallError> {
        let chunk = answer.chunk().await;
        chunk.map_err(|error| self.failed(&error))
    }

    fn failed(&self, error: &reqwest::Error) -> CallError {
        CallError::new(error, self.limits.total.unwrap_or(self.limits.idle))
    }
}

/// How long a server asks to wait. The form with a date counts as none.
#[must_use]
pub fn retry_after(answer: &Response) -> Option<Duration> {
    let value = answer.headers().get(header::RETRY_AFTER)?;
    let seconds = value.to_str().ok()?.trim().parse().ok()?;
    Some(Duration::from_secs(seconds))
}
