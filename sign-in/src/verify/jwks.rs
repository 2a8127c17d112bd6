//! A remote issuer: its discovery document and its keys, fetched, cached, and fetched again when a token names an
//! unknown key.
//!
//! The discovery document is read before the keys each time, since keys move. An issuer without one (404) is assumed to
//! have Auth0's paths; once a document was read, a missing one counts as a failure.
//!
//! One fetch runs at a time. After a successful one the next waits at least `min_interval`, however many unknown key
//! ids arrive; after a failed one at least `failure_backoff`. A failed fetch keeps the keys already known. Keys older
//! than `max_age` are fetched again in the background even if every id is known, so that a key the issuer withdrew
//! stops being trusted.

use std::sync::{Arc, PoisonError, RwLock};
use std::time::{Duration, Instant};

use jsonwebtoken::DecodingKey;
use outgoing::{CallError, Client, Limits};
use tokio::sync::Mutex;
use url::Url;

use super::discovery::{Discovery, DiscoveryError};
use super::error::TokenError;
use super::issuer::Issuer;
use super::keys::KeySet;

/// Largest document read, in bytes.
const MAX_DOCUMENT_BYTES: u64 = 256 * 1024;

/// When and how keys are fetched.
#[derive(Debug, Clone)]
pub struct JwksSettings {
    /// Minimum time between a successful fetch and the next one.
    pub min_interval: Duration,
    /// Minimum time between a failed fetch and the next one.
    pub failure_backoff: Duration,
    /// Age at which known keys are fetched again.
    pub max_age: Duration,
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

/// The keys of a remote issuer. Clones share them.
#[derive(Clone)]
pub struct RemoteKeys(Arc<Inner>);

struct Inner {
    issuer: Issuer,
    client: Client,
    settings: JwksSettings,
    current: RwLock<Arc<Snapshot>>,
    fetching: Mutex<Option<Attempt>>,
}

/// What is known at one moment. `generation` increases whenever the keys or the issuer's name change.
struct Snapshot {
    discovery: Option<Arc<Discovery>>,
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
    #[error(transparent)]
    Discovery(#[from] DiscoveryError),
    #[error("the answer is not a JWKS document with a usable RS256 key")]
    NoKeys,
}

/// A key, and who it belongs to.
pub(super) struct FoundKey {
    pub(super) key: DecodingKey,
    /// The generation of the key set.
    pub(super) generation: u64,
    pub(super) issuer: Arc<Discovery>,
}

impl RemoteKeys {
    /// The keys of `issuer`, fetched on first use or by [`RemoteKeys::discovery`].
    ///
    /// # Errors
    /// When the machine's TLS configuration cannot be loaded.
    pub fn new(issuer: &Issuer, settings: JwksSettings) -> Result<Self, JwksSetupError> {
        let client = Client::new(Limits::of_answer(settings.timeout, MAX_DOCUMENT_BYTES))?;
        let nothing = Snapshot {
            discovery: None,
            keys: KeySet::default(),
            generation: 0,
            fetched: None,
        };
        Ok(Self(Arc::new(Inner {
            issuer: issuer.clone(),
            client,
            settings,
            current: RwLock::new(Arc::new(nothing)),
            fetching: Mutex::new(None),
        })))
    }

    /// The generation of the current keys; starts a fetch in the background when they are stale.
    pub(super) fn generation(&self) -> u64 {
        self.known().generation
    }

    /// The discovery document, if known.
    pub(super) fn known_discovery(&self) -> Option<Arc<Discovery>> {
        self.0.snapshot().discovery.clone()
    }

    /// The discovery document, fetched if not known; `None` if the issuer cannot be asked.
    pub(super) async fn discovery(&self) -> Option<Arc<Discovery>> {
        let known = self.known();
        if known.discovery.is_none() {
            // The failure was logged.
            let _outcome = self.0.refresh(&known).await;
        }
        self.known_discovery()
    }

    /// The key with this id, fetched if not known.
    ///
    /// # Errors
    /// `Invalid` when the issuer has no such key; `KeysUnavailable` when it cannot be asked.
    pub(super) async fn find(&self, kid: &str) -> Result<FoundKey, TokenError> {
        let known = self.known();
        if let Some(found) = known.find(kid) {
            return Ok(found);
        }
        let outcome = self.0.refresh(&known).await;
        match (self.0.snapshot().find(kid), outcome) {
            (Some(found), _) => Ok(found),
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

impl Snapshot {
    fn find(&self, kid: &str) -> Option<FoundKey> {
        Some(FoundKey {
            key: self.keys.get(kid)?.clone(),
            generation: self.generation,
            issuer: self.discovery.clone()?,
        })
    }
}

impl Inner {
    fn snapshot(&self) -> Arc<Snapshot> {
        self.current
            .read()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }

    /// Fetches, unless another caller has since `seen` or the minimum interval forbids it. The error is the time after
    /// which another attempt makes sense.
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
        let fetched = self.fetch(seen.discovery.as_deref()).await;
        *last = Some(Attempt {
            at: Instant::now(),
            succeeded: fetched.is_ok(),
        });
        match fetched {
            Ok((discovery, keys)) => {
                self.install(discovery, keys);
                Ok(())
            }
            Err(error) => {
                tracing::warn!(issuer = %self.issuer, %error, "could not fetch the issuer's keys");
                Err(self.settings.failure_backoff)
            }
        }
    }

    fn install(&self, discovery: Discovery, keys: KeySet) {
        let mut current = self.current.write().unwrap_or_else(PoisonError::into_inner);
        let renamed = current
            .discovery
            .as_ref()
            .is_some_and(|known| known.issuer != discovery.issuer);
        let changed = renamed || !current.keys.same_as(&keys);
        let generation = current.generation + u64::from(changed);
        // An unchanged document keeps its `Arc`, so that what was derived from it stays valid.
        let discovery = match &current.discovery {
            Some(known) if **known == discovery => Arc::clone(known),
            _ => Arc::new(discovery),
        };
        *current = Arc::new(Snapshot {
            discovery: Some(discovery),
            keys,
            generation,
            fetched: Some(Instant::now()),
        });
    }

    async fn fetch(&self, known: Option<&Discovery>) -> Result<(Discovery, KeySet), FetchError> {
        let discovery = match (self.discover().await, known) {
            (Ok(discovery), _) => discovery,
            (Err(FetchError::Status(404)), None) => Discovery::assumed(&self.issuer),
            (Err(error), None) => return Err(error),
            (Err(error), Some(known)) => {
                tracing::debug!(issuer = %self.issuer, %error, "could not fetch the discovery document; using the previous one");
                known.clone()
            }
        };
        let document = self.get(&discovery.jwks_uri).await?;
        let keys = KeySet::from_jwks(&document)
            .filter(|keys| !keys.is_empty())
            .ok_or(FetchError::NoKeys)?;
        Ok((discovery, keys))
    }

    async fn discover(&self) -> Result<Discovery, FetchError> {
        let document = self.get(&self.issuer.discovery_uri()).await?;
        Ok(Discovery::read(&document, &self.issuer)?)
    }

    async fn get(&self, url: &Url) -> Result<Vec<u8>, FetchError> {
        let answer = self
            .client
            .send(self.client.http().get(url.clone()))
            .await?;
        if !answer.status().is_success() {
            return Err(FetchError::Status(answer.status().as_u16()));
        }
        Ok(self.client.body(answer).await?)
    }
}
