//! Who may query a live service, which is either shared with everybody or costs the operator money.

use std::fmt;
use std::sync::Arc;

use async_trait::async_trait;

/// Admits requests to live services, one by one.
#[async_trait]
pub trait LiveRequests: Send + Sync {
    /// Waits until one more request to the named service is allowed. The request counts as under way until
    /// the returned value is dropped.
    async fn admit(&self, service: &'static str) -> Result<LiveTurn, UsedUp>;
}

/// A request that is under way.
pub struct LiveTurn {
    _turn: Box<dyn Send + Sync>,
}

impl LiveTurn {
    /// Keeps `turn` for as long as the request takes.
    pub fn new(turn: impl Send + Sync + 'static) -> Self {
        Self {
            _turn: Box::new(turn),
        }
    }
}

/// Today's quota of requests is used up.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum UsedUp {
    #[error("you have used your {0} requests for today")]
    ByUser(u32),
    #[error("all {0} requests that the operator allows in a day have been used")]
    ByAll(u32),
}

/// Who admits a source's requests; no one if the operator is the one searching.
#[derive(Clone, Default)]
pub(crate) struct Admission(Option<Arc<dyn LiveRequests>>);

impl Admission {
    pub(crate) fn by(requests: Arc<dyn LiveRequests>) -> Self {
        Self(Some(requests))
    }

    /// Waits until one more request may be made.
    pub(crate) async fn admit(&self, service: &'static str) -> Result<Option<LiveTurn>, UsedUp> {
        match &self.0 {
            Some(requests) => requests.admit(service).await.map(Some),
            None => Ok(None),
        }
    }
}

impl fmt::Debug for Admission {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Admission").field(&self.0.is_some()).finish()
    }
}
