//! What both lookups share: one HTTP client, its rate limit and its circuit breaker.

use std::time::{Duration, Instant};

use outgoing::{Breaker, CallError, Limits, Pace};
use url::Url;

/// Real answers have a few kilobytes.
const LARGEST_ANSWER: u64 = 4 << 20;
const FAILURES_ALLOWED: u32 = 5;

/// How to query a service.
#[derive(Debug, Clone)]
pub struct LookupOptions {
    pub base_url: Url,
    /// The minimum time between two calls.
    pub interval: Duration,
    pub timeout: Duration,
    /// How long the service is not called after five failures in a row.
    pub pause: Duration,
    /// How many answers to cache.
    pub cached: usize,
}

impl LookupOptions {
    /// Defaults: five calls per second, 10 s each, a pause of one minute, 100,000 answers.
    #[must_use]
    pub fn new(base_url: Url) -> Self {
        Self {
            base_url,
            interval: Duration::from_millis(200),
            timeout: Duration::from_secs(10),
            pause: Duration::from_secs(60),
            cached: 100_000,
        }
    }
}

/// Why a lookup has no answer. The field stays absent; nothing else fails.
#[derive(Debug, thiserror::Error)]
pub enum LookupError {
    #[error("{service} {source}")]
    Unreachable {
        service: &'static str,
        source: CallError,
    },
    #[error("{service} answered with an error: {what}")]
    Refused { service: &'static str, what: String },
    /// Not called for now, after several failures.
    #[error("{service} has failed repeatedly and is not called for {} s", wait.as_secs())]
    Resting {
        service: &'static str,
        wait: Duration,
    },
}

#[derive(Debug)]
pub(super) struct Client {
    service: &'static str,
    http: outgoing::Client,
    pace: Pace,
    breaker: Breaker,
    timeout: Duration,
}

impl Client {
    /// `name` is the service's name in metrics.
    pub(super) fn new(
        service: &'static str,
        name: &'static str,
        options: &LookupOptions,
    ) -> Result<Self, LookupError> {
        let http = outgoing::Client::new(Limits::of_answer(options.timeout, LARGEST_ANSWER))
            .map_err(|source| LookupError::Unreachable { service, source })?;
        Ok(Self {
            service,
            http: http.to_service(name),
            pace: Pace::new(options.interval),
            breaker: Breaker::new(FAILURES_ALLOWED, options.pause),
            timeout: options.timeout,
        })
    }

    /// Sends a request and parses the answer with `read`, which says what is wrong with it.
    pub(super) async fn ask<T>(
        &self,
        url: Url,
        read: impl Fn(&[u8]) -> Result<T, String>,
    ) -> Result<T, LookupError> {
        let service = self.service;
        let resting = |wait| LookupError::Resting { service, wait };
        self.breaker.admit(Instant::now()).map_err(resting)?;
        tokio::time::sleep(self.pace.turn(Instant::now())).await;
        let answer = match self.fetch(url).await {
            Ok(bytes) => read(&bytes).map_err(|what| LookupError::Refused { service, what }),
            Err(error) => Err(error),
        };
        match &answer {
            Ok(_) => self.breaker.succeeded(),
            Err(error) => {
                tracing::debug!(service, %error, timeout = ?self.timeout, "look-up failed");
                self.breaker.failed(Instant::now());
            }
        }
        answer
    }

    async fn fetch(&self, url: Url) -> Result<Vec<u8>, LookupError> {
        let service = self.service;
        let unreachable = |source| LookupError::Unreachable { service, source };
        let request = self.http.http().get(url);
        let response = self.http.send(request).await.map_err(unreachable)?;
        let status = response.status();
        if !status.is_success() {
            let what = format!("HTTP {status}");
            return Err(LookupError::Refused { service, what });
        }
        self.http.body(response).await.map_err(unreachable)
    }
}
