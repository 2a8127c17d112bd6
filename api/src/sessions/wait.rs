//! Calls that wait for a job. The work does not depend on them, so they can give up at any time.

use std::pin::pin;
use std::time::Duration;

use futures::{Stream, StreamExt, stream};
use projections::jobs::{Job, changes};
use store::subscriptions::Subscriptions;
use tokio::time::{Instant, MissedTickBehavior, interval_at};
use tokio_stream::wrappers::WatchStream;

use super::owned_job;
use crate::http::caller::Caller;
use crate::http::error::ApiError;
use crate::state::Sessions;

/// Minimum interval between two looks at a job.
const PACE: Duration = Duration::from_millis(100);
/// Maximum interval between two looks at a job.
const LOOK: Duration = Duration::from_secs(1);

/// When to look at a job: once some job may have changed, at least `pace` apart; and after `look` in any case, since
/// another version's table may answer.
pub(crate) fn looks(
    subscriptions: &Subscriptions,
    pace: Duration,
    look: Duration,
) -> impl Stream<Item = ()> + use<> {
    let changed = stream::iter(changes(subscriptions)).flat_map(WatchStream::from_changes);
    // The views' end is not the last look's: the caller says when to give up.
    let changed = changed.map(drop).chain(stream::pending());
    let mut due = interval_at(Instant::now() + look, look);
    due.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let looks = tokio_stream::StreamExt::timeout_repeating(changed, due);
    tokio_stream::StreamExt::throttle(looks, pace).map(drop)
}

/// How long a call waits, and its answer then.
pub(crate) struct Patience {
    deadline: Instant,
    too_late: &'static str,
}

impl Patience {
    /// Starting now.
    pub(crate) fn new(wait: Duration, too_late: &'static str) -> Self {
        Self {
            deadline: Instant::now() + wait,
            too_late,
        }
    }

    /// 503 once it is over.
    pub(crate) fn check(&self) -> Result<(), ApiError> {
        if Instant::now() < self.deadline {
            return Ok(());
        }
        Err(ApiError::unavailable(self.too_late))
    }

    /// The caller's job as soon as `over` holds.
    pub(crate) async fn until(
        &self,
        over: impl Fn(&Job) -> bool,
        sessions: &Sessions,
        caller: &Caller,
        job_id: &str,
    ) -> Result<Job, ApiError> {
        let mut looks = pin!(looks(&sessions.subscriptions, PACE, LOOK));
        loop {
            let job = owned_job(sessions, caller, job_id).await?;
            if over(&job) {
                return Ok(job);
            }
            self.check()?;
            looks.next().await;
        }
    }
}
