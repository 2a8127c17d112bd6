//! The enrichment of a job's rows: requested with the search, or any number of times after its end.
//!
//! Invariants: rows are enriched in order without gaps, so that the enriched rows of a session are exactly
//! `0..enriched`; a row is enriched once; nothing is enriched after a run's end. After a run that ended early (credits
//! used up, failed, cancelled), the next one continues.

use serde::{Deserialize, Serialize};

use super::events::{
    EnrichmentCompleted, EnrichmentFailed, EnrichmentReason, EnrichmentStarted, RowsEnriched,
    ScrapeJobEvent,
};
use super::open_jobs::OpenJobs;
use super::status::EnrichmentStatus;

/// The commands to a job's enrichment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum EnrichmentCommand {
    /// Starts a run over the remaining rows. Does nothing if one is in progress or no row is left.
    Start {
        /// Without this one.
        open_jobs: OpenJobs,
    },
    /// Counts the facts of rows `first_row..first_row + rows`, which are stored; those of `with_facts` rows are paid.
    EnrichRows {
        /// Must be the number enriched so far.
        first_row: u32,
        rows: u32,
        /// How many of them have facts.
        with_facts: u32,
    },
    Complete {
        reason: EnrichmentReason,
    },
    Fail {
        /// Shown to the user.
        reason: String,
    },
}

/// A refusal; nothing was recorded.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum EnrichmentRefusal {
    #[error("The job has not ended yet. You can enrich its results once it has.")]
    JobNotEnded,
    #[error("No enrichment is running ({}).", .0.as_str())]
    NotProcessing(EnrichmentStatus),
    /// The rows would leave a gap, overlap, or do not exist.
    #[error("The next rows to enrich are {first} to {end}, not {given_first} to {given_end}.")]
    RowsOutOfOrder {
        first: u32,
        end: u32,
        given_first: u32,
        given_end: u32,
    },
}

/// The state needed for decisions and by a worker that resumes the job.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Enrichment {
    status: EnrichmentStatus,
    enriched: u32,
}

impl Enrichment {
    /// The status.
    pub const fn status(self) -> EnrichmentStatus {
        self.status
    }

    /// Rows enriched so far, which is also the index of the next.
    pub const fn enriched(self) -> u32 {
        self.enriched
    }

    /// Whether a worker may enrich rows.
    pub const fn is_runnable(self) -> bool {
        self.status.is_runnable()
    }

    /// Decides for a job with `rows`, which are all if `ended`.
    pub(super) fn decide(
        self,
        command: EnrichmentCommand,
        rows: u32,
        ended: bool,
    ) -> Result<Option<ScrapeJobEvent>, EnrichmentRefusal> {
        let enriched = self.enriched;
        if let EnrichmentCommand::Start { .. } = command {
            if !ended {
                return Err(EnrichmentRefusal::JobNotEnded);
            }
            let start = !self.is_runnable() && enriched < rows;
            return Ok(start.then(|| {
                let first_row = enriched;
                let rows = rows - enriched;
                EnrichmentStarted { first_row, rows }.into()
            }));
        }
        if !self.is_runnable() {
            return Err(EnrichmentRefusal::NotProcessing(self.status));
        }
        match command {
            EnrichmentCommand::Start { .. } => unreachable!("answered above"),
            EnrichmentCommand::EnrichRows {
                first_row,
                rows: count,
                with_facts,
            } => {
                let end = first_row.saturating_add(count);
                if first_row != enriched || end > rows || with_facts > count {
                    return Err(EnrichmentRefusal::RowsOutOfOrder {
                        first: enriched,
                        end: rows,
                        given_first: first_row,
                        given_end: end,
                    });
                }
                Ok((count > 0).then(|| {
                    RowsEnriched {
                        first_row,
                        rows: count,
                        with_facts,
                    }
                    .into()
                }))
            }
            EnrichmentCommand::Complete { reason } => {
                Ok(Some(EnrichmentCompleted { enriched, reason }.into()))
            }
            EnrichmentCommand::Fail { reason } => {
                Ok(Some(EnrichmentFailed { enriched, reason }.into()))
            }
        }
    }

    /// Sets the status.
    pub(super) const fn is_at(&mut self, status: EnrichmentStatus) {
        self.status = status;
    }

    /// Counts the rows of a slice.
    pub(super) const fn add(&mut self, slice: &RowsEnriched) {
        self.enriched += slice.rows;
    }
}
