//! The enrichment of a job's rows: asked for with the search, or after its end as often as the owner likes.
//!
//! Invariants: rows are enriched in order without gaps, so that the enriched rows of a session are
//! exactly `0..enriched`; a row is enriched once; nothing is enriched after a run's end. A run that
//! ended early (credits used up, failed, cancelled) is gone on with by the next one.

use serde::{Deserialize, Serialize};

use super::events::{
    EnrichmentCompleted, EnrichmentFailed, EnrichmentReason, EnrichmentStarted, RowsEnriched,
    ScrapeJobEvent,
};
use super::open_jobs::OpenJobs;
use super::status::EnrichmentStatus;

/// What can be asked of a job's enrichment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum EnrichmentCommand {
    /// Asks for the rows that are not enriched yet; does nothing where a run is under way or no row is
    /// left.
    Start {
        /// Jobs of the owner that have not ended, this one not among them.
        open_jobs: OpenJobs,
    },
    /// The facts of rows `first_row..first_row + rows` are stored, and those of `with_facts` of them
    /// paid.
    EnrichRows {
        /// Index of the first of them: exactly the number enriched so far.
        first_row: u32,
        /// How many.
        rows: u32,
        /// Those among them of which anything is known.
        with_facts: u32,
    },
    /// The run is done.
    Complete {
        /// Why it ends here.
        reason: EnrichmentReason,
    },
    /// The run cannot go on.
    Fail {
        /// In words for the user.
        reason: String,
    },
}

/// Why enrichment is refused; nothing was recorded.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum EnrichmentRefusal {
    /// The rows are not all there yet.
    #[error("The job has not ended yet. You can enrich its results once it has.")]
    JobNotEnded,
    /// No run is under way.
    #[error("No enrichment is running ({}).", .0.as_str())]
    NotProcessing(EnrichmentStatus),
    /// Rows would leave a gap, overlap, or not exist.
    #[error("The next rows to enrich are {first} to {end}, not {given_first} to {given_end}.")]
    RowsOutOfOrder {
        /// The number enriched so far.
        first: u32,
        /// The number of rows.
        end: u32,
        /// What the command named.
        given_first: u32,
        /// What the command named.
        given_end: u32,
    },
}

/// The state that deciding, and a worker that starts again, need.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Enrichment {
    status: EnrichmentStatus,
    enriched: u32,
}

impl Enrichment {
    /// Where it stands.
    pub const fn status(self) -> EnrichmentStatus {
        self.status
    }

    /// Rows enriched so far; the next one has this index.
    pub const fn enriched(self) -> u32 {
        self.enriched
    }

    /// May a worker enrich rows?
    pub const fn is_runnable(self) -> bool {
        self.status.is_runnable()
    }

    /// Decides for a job that has `rows`, all of them if `ended`.
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

    /// It stands there now.
    pub(super) const fn is_at(&mut self, status: EnrichmentStatus) {
        self.status = status;
    }

    /// The facts of a slice of rows are there.
    pub(super) const fn add(&mut self, slice: &RowsEnriched) {
        self.enriched += slice.rows;
    }
}
