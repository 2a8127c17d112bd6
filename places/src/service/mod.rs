//! Polite access to live services: one request at a time, waiting when asked to, and readable errors.
//!
//! Nothing runs in the background: dropping the future of a request ends it and lets the next one proceed, so
//! a cancelled search ends at once.

mod error;

use std::time::Duration;

use outgoing::{Client, Limits, retry_after};
use reqwest::{RequestBuilder, StatusCode};
use tokio::sync::Mutex;
use tokio::time::Instant;

use crate::live::Admission;

pub use self::error::ServiceError;

/// No answer to one search is larger (bytes).
const LARGEST_ANSWER: u64 = 64 << 20;

/// Longer waits end the search with an error.
const LONGEST_WAIT: Duration = Duration::from_secs(180);

/// Timeout of an availability check, and how long its result is cached.
const LOOK_TIMEOUT: Duration = Duration::from_secs(3);
const LOOK_HOLDS: Duration = Duration::from_secs(60);

/// How to query a service.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Policy {
    pub(crate) timeout: Duration,
    /// The shortest wait after a request to slow down.
    pub(crate) back_off: Duration,
    /// How often a request is repeated after such a wait.
    pub(crate) repeats: u32,
}

/// The one client of a service.
pub(crate) struct ServiceClient {
    /// The service's name for people.
    service: &'static str,
    /// The name of its source for programs.
    source: &'static str,
    client: Client,
    policy: Policy,
    /// Held while a request is under way; the earliest time for the next one.
    turn: Mutex<Option<Instant>>,
    /// When availability was last checked, and the result.
    looked: Mutex<Option<(Instant, bool)>>,
}

impl ServiceClient {
    pub(crate) fn new(
        service: &'static str,
        source: &'static str,
        policy: Policy,
    ) -> Result<Self, ServiceError> {
        let client = Client::new(Limits::of_answer(policy.timeout, LARGEST_ANSWER));
        Ok(Self {
            service,
            source,
            client: client
                .map_err(|error| ServiceError::of(service, error))?
                .to_service(source),
            policy,
            turn: Mutex::new(None),
            looked: Mutex::new(None),
        })
    }

    /// Sends a request once it is admitted and its turn has come, and returns status and body. If the service
    /// asks to slow down, waits and repeats the request.
    pub(crate) async fn ask(
        &self,
        admission: &Admission,
        request: impl Fn(&reqwest::Client) -> RequestBuilder,
    ) -> Result<(StatusCode, Vec<u8>), ServiceError> {
        let admitted = admission.admit(self.source).await;
        let _under_way = admitted.map_err(|used_up| ServiceError::UsedUp {
            service: self.service,
            used_up,
        })?;
        let mut turn = self.turn.lock().await;
        let mut repeats = self.policy.repeats;
        loop {
            if let Some(not_before) = *turn {
                tokio::time::sleep_until(not_before).await;
            }
            let sent = self.client.send(request(self.client.http())).await;
            let answer = sent.map_err(|error| ServiceError::of(self.service, error))?;
            let status = answer.status();
            if !asks_to_wait(status) {
                return Ok((status, self.body(answer).await?));
            }
            let wait = retry_after(&answer)
                .unwrap_or_default()
                .max(self.policy.back_off);
            *turn = Some(Instant::now() + wait.min(LONGEST_WAIT));
            if repeats == 0 || wait > LONGEST_WAIT {
                return match status {
                    StatusCode::TOO_MANY_REQUESTS => Ok((status, self.body(answer).await?)),
                    _ => Err(self.busy(status)),
                };
            }
            tracing::info!(service = self.service, %status, ?wait, "the live service asks to wait");
            repeats -= 1;
        }
    }

    /// Whether anything answers at the address; checked at most once a minute.
    pub(crate) async fn is_reachable(&self, url: &str) -> bool {
        let mut looked = self.looked.lock().await;
        if let Some((when, there)) = *looked
            && when.elapsed() < LOOK_HOLDS
        {
            return there;
        }
        let request = self.client.http().get(url).timeout(LOOK_TIMEOUT);
        let there = self.client.send(request).await;
        let there = there.is_ok_and(|answer| !answer.status().is_server_error());
        *looked = Some((Instant::now(), there));
        there
    }

    pub(crate) fn busy(&self, status: StatusCode) -> ServiceError {
        ServiceError::Busy {
            service: self.service,
            status: status.as_u16(),
        }
    }

    /// An error for an answer that cannot be parsed.
    pub(crate) fn unreadable(&self, reason: impl Into<String>) -> ServiceError {
        ServiceError::Unreadable {
            service: self.service,
            reason: reason.into(),
        }
    }

    /// An error for a request that the service refuses or fails to carry out.
    pub(crate) fn refused(&self, reason: impl Into<String>) -> ServiceError {
        ServiceError::Refused {
            service: self.service,
            reason: reason.into(),
        }
    }

    async fn body(&self, answer: reqwest::Response) -> Result<Vec<u8>, ServiceError> {
        let body = self.client.body(answer).await;
        body.map_err(|error| ServiceError::of(self.service, error))
    }
}

fn asks_to_wait(status: StatusCode) -> bool {
    matches!(
        status,
        StatusCode::TOO_MANY_REQUESTS
            | StatusCode::BAD_GATEWAY
            | StatusCode::SERVICE_UNAVAILABLE
            | StatusCode::GATEWAY_TIMEOUT
    )
}
