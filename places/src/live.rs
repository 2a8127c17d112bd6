//! Who lets a search ask a live service: such a service is shared with everybody, or costs the operator money.

use std::fmt;
use std::sync::Arc;

use async_trait::async_trait;

/// Admits requests to live services, one by one.
#[async_trait]
pub trait LiveRequests: Send + Sync {
    /// Waits until one more request may be made of the service of that name. It is under way for as long as the
    /// answer is kept.
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

/// As many requests were made today as may be.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum UsedUp {
    /// By whoever searches.
    #[error("you have used your {0} requests for today")]
    ByUser(u32),
    /// By all users together.
    #[error("all {0} requests that the operator allows in a day have been used")]
    ByAll(u32),
}

/// Who admits the requests of a source: nobody, where whoever searches is the operator.
#[derive(Clone, Default)]
pub(crate) struct Admission(Option<Arc<dyn LiveRequests>>);

impl Admission {
    /// By those.
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
