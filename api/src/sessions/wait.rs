//! Calls that wait for a job: the work goes on without them, so they can give up at any time.

use std::time::Duration;

use projections::jobs::{Job, changes};
use tokio::time::{Instant, timeout};

use super::owned_job;
use crate::http::caller::Caller;
use crate::http::error::ApiError;
use crate::state::AppState;

/// Between two looks at a job at least.
const PACE: Duration = Duration::from_millis(100);
/// A job is looked at after that long, even where nothing says that any job has changed: another version's table may
/// answer.
const LOOK: Duration = Duration::from_secs(1);

/// How long a call waits, and what it says then.
pub(crate) struct Patience {
    deadline: Instant,
    too_late: &'static str,
}

impl Patience {
    /// From now on.
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

    /// The caller's job as soon as `over` says yes.
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
                // Where the views have stopped, the process is about to: the look tells.
                let _changed_or_due = timeout(LOOK - PACE, changes.changed()).await;
            }
        }
    }
}
