//! A remote issuer's keys: fetched, kept, and fetched anew when a token names an unknown key.
//!
//! One fetch runs at a time. After a successful one the next waits at least `min_interval`, however
//! many unknown key ids arrive; after a failed one at least `failure_backoff`. A failed fetch keeps
//! the keys already known. Keys older than `max_age` are fetched again in the background even if
//! every id is known, so that a key which the issuer withdrew stops being trusted.

use std::sync::{Arc, PoisonError, RwLock};
use std::time::{Duration, Instant};

use jsonwebtoken::DecodingKey;
use outgoing::{CallError, Client, Limits};
use tokio::sync::Mutex;

use super::error::TokenError;
use super::issuer::Issuer;
use super::keys::KeySet;

/// Largest JWKS document read, in bytes.
const MAX_DOCUMENT_BYTES: u64 = 256 * 1024;

/// When and how keys are fetched.
#[derive(Debug, Clone)]
pub struct JwksSettings {
    /// Least time between a successful fetch and the next one.
    pub min_interval: Duration,
    /// Least time between a failed fetch and the next one.
    pub failure_backoff: Duration,
    /// Age at which known keys are fetched again.
    pub max_age: Duration,
    /// Time allowed for one fetch.
    pub timeout: Duration,
}

impl Default for JwksSettings {
    fn default() -> Self {
        Self {
            min_interval: Duration::from_secs(30),
            failure_backoff: Duration::from_secs(2),
            max_age: Duration::from_secs(3600),
            timeout: Duration::from_secs(5),
        }
    }
}

/// The HTTP client for the keys could not be set up.
#[derive(Debug, thiserror::Error)]
#[error("cannot set up the client that fetches the issuer's keys: {0}")]
pub struct JwksSetupError(#[from] CallError);

/// The keys of a remote issuer. Clones share what is known.
#[derive(Clone)]
pub struct RemoteKeys(Arc<Inner>);

struct Inner {
    uri: String,
    client: Client,
    settings: JwksSettings,
    current: RwLock<Arc<Snapshot>>,
    fetching: Mutex<Option<Attempt>>,
}

/// The keys of one moment. `generation` grows whenever the keys change.
struct Snapshot {
    keys: KeySet,
    generation: u64,
    fetched: Option<Instant>,
}

#[derive(Clone, Copy)]
struct Attempt {
    at: Instant,
    succeeded: bool,
}

#[derive(Debug, thiserror::Error)]
enum FetchError {
    #[error("the issuer {0}")]
    Call(#[from] CallError),
    #[error("the issuer answered with status {0}")]
    Status(u16),
    #[error("the answer is no JWKS document with a usable RS256 key")]
    NoKeys,
}

impl RemoteKeys {
    /// Keys of `issuer`, fetched when first needed.
    ///
    /// # Errors
    /// When the machine's TLS set-up cannot be loaded.
    pub fn new(issuer: &Issuer, settings: JwksSettings) -> Result<Self, JwksSetupError> {
        let client = Client::new(Limits::of_answer(settings.timeout, MAX_DOCUMENT_BYTES))?;
        let nothing = Snapshot {
            keys: KeySet::default(),
            generation: 0,
            fetched: None,
        };
        Ok(Self(Arc::new(Inner {
            uri: issuer.jwks_uri(),
            client,
            settings,
            current: RwLock::new(Arc::new(nothing)),
            fetching: Mutex::new(None),
        })))
    }

    /// The generation of the keys known now; starts a fetch in the background when they are stale.
    pub(super) fn generation(&self) -> u64 {
        self.known().generation
    }

    /// The key with this id, and the generation of the set it came from; fetched when it is not
    /// known.
    ///
    /// # Errors
    /// `Invalid` when the issuer has no such key; `KeysUnavailable` when it cannot be asked.
    pub(super) async fn find(&self, kid: &str) -> Result<(DecodingKey, u64), TokenError> {
        let known = self.known();
        if let Some(key) = known.keys.get(kid) {
            return Ok((key.clone(), known.generation));
        }
        let outcome = self.0.refresh(&known).await;
        let now = self.0.snapshot();
        match (now.keys.get(kid), outcome) {
            (Some(key), _) => Ok((key.clone(), now.generation)),
            (None, Ok(())) => Err(TokenError::unacceptable()),
            (None, Err(retry_after)) => Err(TokenError::KeysUnavailable { retry_after }),
        }
    }

    fn known(&self) -> Arc<Snapshot> {
        let snapshot = self.0.snapshot();
        let stale = snapshot
            .fetched
            .is_some_and(|at| at.elapsed() >= self.0.settings.max_age);
        if stale && self.0.fetching.try_lock().is_ok() {
            let (inner, seen) = (self.0.clone(), snapshot.clone());
            tokio::spawn(async move { inner.refresh(&seen).await });
        }
        snapshot
    }
}

impl Inner {
    fn snapshot(&self) -> Arc<Snapshot> {
        self.current
            .read()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }

    /// Fetches unless another caller did since `seen`, or the floor between fetches forbids it.
    /// The error is the time after which another attempt makes sense.
    async fn refresh(&self, seen: &Arc<Snapshot>) -> Result<(), Duration> {
        let mut last = self.fetching.lock().await;
        if !Arc::ptr_eq(seen, &self.snapshot()) {
            return Ok(());
        }
        if let Some(attempt) = *last {
            let floor = if attempt.succeeded {
                self.settings.min_interval
            } else {
                self.settings.failure_backoff
            };
            let wait = floor.saturating_sub(attempt.at.elapsed());
            if !wait.is_zero() {
                return if attempt.succeeded { Ok(()) } else { Err(wait) };
            }
        }
        let fetched = self.fetch().await;
        *last = Some(Attempt {
            at: Instant::now(),
            succeeded: fetched.is_ok(),
        });
        match fetched {
            Ok(keys) => {
                self.install(keys);
                Ok(())
            }
            Err(error) => {
                tracing::warn!(uri = %self.uri, %error, "the issuer's keys could not be fetched");
                Err(self.settings.failure_backoff)
            }
        }
    }

    fn install(&self, keys: KeySet) {
        let mut current = self.current.write().unwrap_or_else(PoisonError::into_inner);
        let changed = !current.keys.same_as(&keys);
        let generation = current.generation + u64::from(changed);
        *current = Arc::new(Snapshot {
            keys,
            generation,
            fetched: Some(Instant::now()),
        });
    }

    async fn fetch(&self) -> Result<KeySet, FetchError> {
        let answer = self.client.send(self.client.http().get(&self.uri)).await?;
        if !answer.status().is_success() {
            return Err(FetchError::Status(answer.status().as_u16()));
        }
        let document = self.client.body(answer).await?;
        KeySet::from_jwks(&document)
            .filter(|keys| !keys.is_empty())
            .ok_or(FetchError::NoKeys)
    }
}
