//! What can be asked of a scrape job.

use super::enrichment::EnrichmentCommand;
use super::events::{CompletionReason, JobKind};
use super::open_jobs::OpenJobs;
use super::search::Search;
use crate::ids::UserId;
use crate::metadata::Actor;

/// A command to one job.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ScrapeJobCommand {
    /// Queues the job for its owner.
    Queue {
        /// Who pays and who may see it.
        user: UserId,
        /// What to look for.
        search: Search,
        /// How it was asked for.
        kind: JobKind,
        /// Are the rows to be enriched once the search has completed?
        enrich: bool,
        /// Jobs of the owner that have not ended, this one not among them.
        open_jobs: OpenJobs,
    },
    /// A worker takes the job up; does nothing where one did before.
    Start {
        /// The maps service in use.
        source: String,
        /// Are its businesses fictional?
        sample: bool,
    },
    /// Rows `first_row..first_row + rows` are stored and paid.
    DeliverRows {
        /// Index of the first of them: exactly the number delivered so far.
        first_row: u32,
        /// How many.
        rows: u32,
    },
    /// The source has no more for this city.
    FinishCity {
        /// Position in the search's list: exactly the next one.
        city: u32,
        /// Businesses the source gave.
        found: u32,
        /// Rows delivered, without what an earlier city or the bound left out.
        delivered: u32,
    },
    /// The search is done. Its rows are enriched from then on, if the owner asked for that.
    Complete {
        /// Why it ends here.
        reason: CompletionReason,
        /// May rows of its source be enriched?
        may_enrich: bool,
    },
    /// The job cannot go on.
    Fail {
        /// In words for the user.
        reason: String,
    },
    /// Somebody stops the search, or the enrichment of its rows, whichever runs.
    Cancel {
        /// Who.
        by: Actor,
    },
    /// About the enrichment of its rows.
    Enrichment(EnrichmentCommand),
}

impl From<EnrichmentCommand> for ScrapeJobCommand {
    fn from(command: EnrichmentCommand) -> Self {
        Self::Enrichment(command)
    }
}
