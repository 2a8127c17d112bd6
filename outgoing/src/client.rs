//! The HTTP client and its limits.

use std::time::{Duration, Instant};

use bytes::Bytes;
use reqwest::{RequestBuilder, Response, header};
use telemetry::metrics;

use crate::CallError;
use crate::redirects;

/// The `User-Agent` of all calls.
pub const USER_AGENT: &str = concat!("DemandAtlas/", env!("CARGO_PKG_VERSION"));

/// The limits of a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Until a connection is established.
    pub connect: Duration,
    /// Without receiving a byte.
    pub idle: Duration,
    /// For the whole call; none for downloads, however long they take.
    pub total: Option<Duration>,
    /// Of a response that is read as a whole.
    pub bytes: u64,
    pub redirects: usize,
}

impl Limits {
    /// For short responses: `timeout` for the whole call, no redirects.
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

    /// For files of any size, as long as bytes arrive. Responses that are read as a whole have at
    /// most `bytes`.
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

/// An HTTP client that enforces its limits. Cheap to clone.
#[derive(Debug, Clone)]
pub struct Client {
    http: reqwest::Client,
    limits: Limits,
    /// The service's name in metrics.
    service: Option<&'static str>,
}

impl Client {
    /// A client with these limits.
    ///
    /// # Errors
    /// When the machine's TLS configuration cannot be used.
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
            service: None,
        })
    }

    /// The same for calls to a service that metrics call by this name.
    #[must_use]
    pub fn to_service(self, name: &'static str) -> Self {
        Self {
            service: Some(name),
            ..self
        }
    }

    /// Builds requests for [`Client::send`].
    #[must_use]
    pub fn http(&self) -> &reqwest::Client {
        &self.http
    }

    /// Sends a request.
    ///
    /// # Errors
    /// When no response begins; a response of any status is not an error.
    pub async fn send(&self, request: RequestBuilder) -> Result<Response, CallError> {
        let began = Instant::now();
        let answer = request.send().await;
        if let Some(service) = self.service {
            let succeeded = answer.as_ref().is_ok_and(|answer| !asks_in_vain(answer));
            metrics().service_asked(service, succeeded, began.elapsed());
        }
        answer.map_err(|error| self.failed(&error))
    }

    /// The whole body of a response.
    ///
    /// # Errors
    /// When the body breaks off or exceeds the limit.
    pub async fn body(&self, answer: Response) -> Result<Vec<u8>, CallError> {
        self.body_within(answer, self.limits.bytes).await
    }

    /// The whole body of a response, of at most `most` bytes.
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

    /// The next chunk of a response; none at its end.
    pub(crate) async fn chunk(&self, answer: &mut Response) -> Result<Option<Bytes>, CallError> {
        let chunk = answer.chunk().await;
        chunk.map_err(|error| self.failed(&error))
    }

    fn failed(&self, error: &reqwest::Error) -> CallError {
        CallError::new(error, self.limits.total.unwrap_or(self.limits.idle))
    }
}

/// Does the answer say that the service cannot serve, or not us?
fn asks_in_vain(answer: &Response) -> bool {
    answer.status().is_client_error() || answer.status().is_server_error()
}

/// The server's `Retry-After`. The form with a date is ignored.
#[must_use]
pub fn retry_after(answer: &Response) -> Option<Duration> {
    let value = answer.headers().get(header::RETRY_AFTER)?;
    let seconds = value.to_str().ok()?.trim().parse().ok()?;
    Some(Duration::from_secs(seconds))
}
