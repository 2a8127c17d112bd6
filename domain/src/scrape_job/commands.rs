//! The commands to a scrape job.

use super::enrichment::EnrichmentCommand;
use super::events::{CompletionReason, JobKind};
use super::monitoring::RunFound;
use super::open_jobs::OpenJobs;
use super::search::Search;
use crate::codec::named_commands;
use crate::ids::UserId;
use crate::metadata::Actor;

/// A command to one job.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ScrapeJobCommand {
    Queue {
        /// Pays for the rows and may see them.
        user: UserId,
        search: Search,
        kind: JobKind,
        /// Whether to enrich the rows once the search has completed.
        enrich: bool,
        /// Without this one.
        open_jobs: OpenJobs,
    },
    /// A worker starts the job. Does nothing if one has started it before.
    Start {
        /// The maps service.
        source: String,
        /// Whether its businesses are made up.
        sample: bool,
    },
    /// Counts rows `first_row..first_row + rows`, which are stored and paid.
    DeliverRows {
        /// Must be the number delivered so far.
        first_row: u32,
        rows: u32,
    },
    /// Counts websites `first_row..first_row + rows`, whose facts are stored; those of `with_news` are paid.
    ReadWebsites {
        /// Must be the number read so far.
        first_row: u32,
        rows: u32,
        /// How many of them say something new.
        with_news: u32,
    },
    /// Counts rows `first_row..first_row + rows` of a monitor's run, which are stored; those of `paid` are paid.
    DeliverChanges {
        /// Must be the number delivered so far.
        first_row: u32,
        rows: u32,
        /// How many of them are new.
        new: u32,
        paid: u32,
    },
    /// The source has no more businesses in a city.
    FinishCity {
        /// An index in the search's list; must be the next city.
        city: u32,
        /// Businesses found by the source.
        found: u32,
        /// Without duplicates of earlier cities and rows beyond the bound.
        delivered: u32,
    },
    /// Ends the search and starts the enrichment of its rows if the owner asked for it.
    Complete {
        reason: CompletionReason,
        /// Businesses on the user's known list.
        left_out: u32,
        /// Of a monitor's run.
        found: Option<RunFound>,
        /// Whether the terms of the source allow enrichment.
        may_enrich: bool,
    },
    Fail {
        /// Shown to the user.
        reason: String,
    },
    /// Stops the search or the enrichment of its rows, whichever is running.
    Cancel {
        by: Actor,
    },
    Enrichment(EnrichmentCommand),
}

named_commands!(ScrapeJobCommand: Queue, Start, DeliverRows, ReadWebsites, DeliverChanges, FinishCity, Complete, Fail, Cancel, Enrichment);

impl From<EnrichmentCommand> for ScrapeJobCommand {
    fn from(command: EnrichmentCommand) -> Self {
        Self::Enrichment(command)
    }
}
