//! Asking live services politely: one request at a time, with time-outs, waiting when told to, and
//! errors in words.
//!
//! Nothing runs on its own: dropping the future that asks ends the request and gives the turn to
//! the next, so a cancelled search is over at once.

use std::time::Duration;

use reqwest::{Client, RequestBuilder, Response, StatusCode, header};
use tokio::sync::Mutex;
use tokio::time::Instant;

use crate::PlacesError;

/// What this program calls itself.
const USER_AGENT: &str = concat!("DemandAtlas/", env!("CARGO_PKG_VERSION"));

/// More than this is no answer to one search (bytes).
const LARGEST_ANSWER: usize = 64 << 20;

/// How long connecting may take.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(10);

/// Longer waits than this are not sat out: the search fails and says so.
const LONGEST_WAIT: Duration = Duration::from_secs(180);

/// How long a look whether a service is there may take, and how long its answer holds.
const LOOK_TIMEOUT: Duration = Duration::from_secs(3);
const LOOK_HOLDS: Duration = Duration::from_secs(60);

/// How a service is asked.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Manners {
    /// How long an answer may take.
    pub(crate) timeout: Duration,
    /// The shortest wait after being told to slow down.
    pub(crate) back_off: Duration,
    /// How often a request is repeated after such a wait.
    pub(crate) repeats: u32,
}

/// The one line to a service.
pub(crate) struct Line {
    /// What people call the service.
    service: &'static str,
    client: Client,
    manners: Manners,
    /// Held while a request is under way; the moment before which none may be sent.
    turn: Mutex<Option<Instant>>,
    /// When the service was last looked at, and whether it was there.
    looked: Mutex<Option<(Instant, bool)>>,
}

impl Line {
    pub(crate) fn new(service: &'static str, manners: Manners) -> Result<Self, PlacesError> {
        let client = Client::builder()
            .user_agent(USER_AGENT)
            .connect_timeout(CONNECT_TIMEOUT)
            .timeout(manners.timeout)
            .redirect(reqwest::redirect::Policy::none())
            .build()
            .map_err(|error| PlacesError::SourceUnreachable {
                service,
                reason: words(&error),
            })?;
        Ok(Self {
            service,
            client,
            manners,
            turn: Mutex::new(None),
            looked: Mutex::new(None),
        })
    }

    /// Sends a request when it is its turn, and answers status and body. Answers that ask to wait
    /// are waited for and the request repeated.
    pub(crate) async fn ask(
        &self,
        request: impl Fn(&Client) -> RequestBuilder,
    ) -> Result<(StatusCode, Vec<u8>), PlacesError> {
        let mut turn = self.turn.lock().await;
        let mut repeats = self.manners.repeats;
        loop {
            if let Some(not_before) = *turn {
                tokio::time::sleep_until(not_before).await;
            }
            let sent = request(&self.client).send().await;
            let answer = sent.map_err(|error| self.failed(&error))?;
            let status = answer.status();
            if !asks_to_wait(status) {
                return Ok((status, self.body(answer).await?));
            }
            let wait = retry_after(&answer)
                .unwrap_or_default()
                .max(self.manners.back_off);
            *turn = Some(Instant::now() + wait.min(LONGEST_WAIT));
            if repeats == 0 || wait > LONGEST_WAIT {
                return match status {
                    StatusCode::TOO_MANY_REQUESTS => Ok((status, self.body(answer).await?)),
                    _ => Err(self.busy(status)),
                };
            }
            tracing::info!(service = self.service, %status, ?wait, "told to wait");
            repeats -= 1;
        }
    }

    /// Whether anything answers at that address; looked at once a minute at most.
    pub(crate) async fn is_reachable(&self, url: &str) -> bool {
        let mut looked = self.looked.lock().await;
        if let Some((when, there)) = *looked
            && when.elapsed() < LOOK_HOLDS
        {
            return there;
        }
        let there = self.client.get(url).timeout(LOOK_TIMEOUT).send().await;
        let there = there.is_ok_and(|answer| !answer.status().is_server_error());
        *looked = Some((Instant::now(), there));
        there
    }

    pub(crate) fn busy(&self, status: StatusCode) -> PlacesError {
        PlacesError::SourceBusy {
            service: self.service,
            status: status.as_u16(),
        }
    }

    /// The answer cannot be understood.
    pub(crate) fn garbled(&self, reason: impl Into<String>) -> PlacesError {
        PlacesError::SourceGarbled {
            service: self.service,
            reason: reason.into(),
        }
    }

    /// The service says no, or that it did not manage.
    pub(crate) fn refused(&self, reason: impl Into<String>) -> PlacesError {
        PlacesError::SourceRefused {
            service: self.service,
            reason: reason.into(),
        }
    }

    async fn body(&self, mut answer: Response) -> Result<Vec<u8>, PlacesError> {
        let mut body = Vec::new();
        loop {
            match answer.chunk().await {
                Ok(Some(chunk)) if body.len() + chunk.len() > LARGEST_ANSWER => {
                    return Err(
                        self.garbled(format!("it is longer than {} MiB", LARGEST_ANSWER >> 20))
                    );
                }
                Ok(Some(chunk)) => body.extend_from_slice(&chunk),
                Ok(None) => return Ok(body),
                Err(error) => return Err(self.failed(&error)),
            }
        }
    }

    fn failed(&self, error: &reqwest::Error) -> PlacesError {
        let service = self.service;
        if error.is_timeout() {
            PlacesError::SourceTimeout {
                service,
                seconds: self.manners.timeout.as_secs().max(1),
            }
        } else if error.is_body() || error.is_decode() {
            self.garbled("it breaks off")
        } else {
            PlacesError::SourceUnreachable {
                service,
                reason: words(error),
            }
        }
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

/// `Retry-After` in seconds; the form with a date counts as none, so the least wait applies.
fn retry_after(answer: &Response) -> Option<Duration> {
    let value = answer.headers().get(header::RETRY_AFTER)?;
    let seconds = value.to_str().ok()?.trim().parse().ok()?;
    Some(Duration::from_secs(seconds))
}

/// The cause at the root of an error, without addresses (which may hold a key).
fn words(error: &reqwest::Error) -> String {
    let mut cause: &dyn std::error::Error = error;
    while let Some(source) = cause.source() {
        cause = source;
    }
    if std::ptr::addr_eq(cause, std::ptr::from_ref(error)) {
        return "the request failed".to_owned();
    }
    cause.to_string()
}
