//! Calls that wait for a job. The work does not depend on them, so they can give up at any time.

use std::time::Duration;

use projections::jobs::{Job, changes};
use tokio::time::{Instant, timeout};

use super::owned_job;
use crate::http::caller::Caller;
use crate::http::error::ApiError;
use crate::state::AppState;

/// Minimum interval between two looks at a job.
const PACE: Duration = Duration::from_millis(100);
/// Maximum interval between two looks at a job, even if no job is known to have changed: another version's table may
/// be in use.
const LOOK: Duration = Duration::from_secs(1);

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
        state: &AppState,
        caller: &Caller,
        job_id: &str,
    ) -> Result<Job, ApiError> {
        let mut changes = changes(&state.services.subscriptions);
        loop {
            if let Some(changes) = &mut changes {
                changes.mark_unchanged();
            }
            let job = owned_job(state, caller, job_id).await?;
            if over(&job) {
                return Ok(job);
            }
            self.check()?;
            tokio::time::sleep(PACE).await;
            if let Some(changes) = &mut changes {
                // If the views have stopped, the process is about to; the next look tells.
                let _changed_or_due = timeout(LOOK - PACE, changes.changed()).await;
            }
        }
    }
}
