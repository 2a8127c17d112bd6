//! Decides and applies. `decide` may refuse; `apply` never fails.

use std::sync::Arc;

use cqrs_es::Aggregate;
use cqrs_es::event_sink::EventSink;
use serde::{Deserialize, Serialize};

use super::area::SearchArea;
use super::commands::ScrapeJobCommand;
use super::enrichment::{Enrichment, EnrichmentCommand};
use super::error::ScrapeJobRefusal;
use super::events::{
    ChangesDelivered, EnrichmentCancelled, EnrichmentStarted, JobCancelled, JobCompleted,
    JobFailed, JobQueued, JobStarted, ScrapeJobEvent,
};
use super::monitoring::{MonitorRun, RunFound};
use super::reading::Reading;
use super::search::Search;
use super::status::{EnrichmentStatus, JobStatus};
use crate::codec::{EventSourced, StoredEvent};
use crate::ids::UserId;

/// The state needed for decisions and by a worker that resumes the job.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ScrapeJob {
    /// In an `Arc`, since the state is copied and a search may name hundreds of cities.
    pub(super) request: Option<Arc<JobQueued>>,
    pub(super) status: JobStatus,
    pub(super) source: Option<String>,
    pub(super) delivered: u32,
    /// The index of the city being searched.
    pub(super) cities_done: u32,
    pub(super) delivered_before_city: u32,
    /// Of the websites read, those that said something new.
    pub(super) with_news: u32,
    /// Of a monitor's run.
    pub(super) run: RunCounts,
    pub(super) enrichment: Enrichment,
}

/// What a monitor's run has delivered and found so far.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RunCounts {
    /// Of its rows, those that are new.
    pub new: u32,
    /// Of its rows, those that cost a credit.
    pub paid: u32,
    /// Of its rows, those whose facts cost another.
    pub enriched: u32,
    /// Once the search has completed.
    pub found: Option<RunFound>,
}

impl RunCounts {
    /// The credits spent.
    pub const fn credits(&self) -> u32 {
        self.paid.saturating_add(self.enriched)
    }
}

impl ScrapeJob {
    /// The job's owner, once it exists.
    pub fn owner(&self) -> Option<&UserId> {
        self.request.as_ref().map(|request| &request.user)
    }

    /// The job's search, once it exists.
    pub fn search(&self) -> Option<&Search> {
        self.request.as_ref().map(|request| &request.search)
    }

    /// The websites that it reads, if it is not a search.
    pub fn reading(&self) -> Option<&Reading> {
        self.search().and_then(|search| search.reading.as_deref())
    }

    /// Of the websites read, those that said something new.
    pub const fn with_news(&self) -> u32 {
        self.with_news
    }

    /// The monitor's run that it is, if it is one.
    pub fn run(&self) -> Option<&MonitorRun> {
        self.search().and_then(|search| search.run.as_deref())
    }

    /// What the run has delivered and found so far.
    pub const fn run_counts(&self) -> &RunCounts {
        &self.run
    }

    /// Whether its rows are enriched once the search has completed, if its source's terms allow it.
    pub fn wants_enrichment(&self) -> bool {
        self.request.as_ref().is_some_and(|request| request.enrich)
    }

    /// The status.
    pub const fn status(&self) -> JobStatus {
        self.status
    }

    /// The maps service of the job, once it has started.
    pub fn source(&self) -> Option<&str> {
        self.source.as_deref()
    }

    /// Rows delivered, or websites read, so far; the next one has this index.
    pub const fn delivered(&self) -> u32 {
        self.delivered
    }

    /// The index of the next city to search.
    pub fn next_city(&self) -> u32 {
        let Some(search) = self.search() else {
            return 0;
        };
        let all = search.part_count();
        let mut rest = self.cities_done..all;
        rest.find(|city| search.is_answered(*city)).unwrap_or(all)
    }

    /// Rows delivered of the current city.
    pub const fn delivered_of_city(&self) -> u32 {
        self.delivered - self.delivered_before_city
    }

    /// The enrichment of its rows.
    pub const fn enrichment(&self) -> Enrichment {
        self.enrichment
    }

    /// How many more rows the search allows.
    pub fn room(&self) -> u32 {
        self.search()
            .and_then(|search| search.max_results)
            .map_or(u32::MAX, |max| max.saturating_sub(self.delivered))
    }

    /// Before there is a job.
    fn decide_first(command: ScrapeJobCommand) -> Result<Option<ScrapeJobEvent>, ScrapeJobRefusal> {
        match command {
            ScrapeJobCommand::Queue { open_jobs, .. } if !open_jobs.leave_room() => {
                Err(ScrapeJobRefusal::TooManyOpenJobs(open_jobs.open))
            }
            ScrapeJobCommand::Queue {
                user,
                search,
                kind,
                enrich,
                ..
            } => {
                let queued = JobQueued {
                    user,
                    search,
                    kind,
                    enrich,
                };
                Ok(Some(queued.into()))
            }
            ScrapeJobCommand::Start { .. }
            | ScrapeJobCommand::DeliverRows { .. }
            | ScrapeJobCommand::ReadWebsites { .. }
            | ScrapeJobCommand::DeliverChanges { .. }
            | ScrapeJobCommand::FinishCity { .. }
            | ScrapeJobCommand::Complete { .. }
            | ScrapeJobCommand::Fail { .. }
            | ScrapeJobCommand::Cancel { .. }
            | ScrapeJobCommand::Enrichment(_) => Err(ScrapeJobRefusal::NotQueued),
        }
    }

    fn decide(
        &self,
        command: ScrapeJobCommand,
    ) -> Result<Option<ScrapeJobEvent>, ScrapeJobRefusal> {
        let Some(request) = &self.request else {
            return Self::decide_first(command);
        };
        let results = self.delivered;
        match command {
            ScrapeJobCommand::Queue { .. } => Err(ScrapeJobRefusal::AlreadyQueued),
            ScrapeJobCommand::Enrichment(command) => self.decide_enrichment(command),
            ScrapeJobCommand::Start { source, sample } => self.start(source, sample),
            ScrapeJobCommand::Fail { reason } => {
                self.not_ended()?;
                Ok(Some(JobFailed { results, reason }.into()))
            }
            ScrapeJobCommand::Cancel { by } if self.enrichment.is_runnable() => {
                let enriched = self.enrichment.enriched();
                Ok(Some(EnrichmentCancelled { enriched, by }.into()))
            }
            ScrapeJobCommand::Cancel { by } => {
                self.not_ended()?;
                Ok(Some(JobCancelled { results, by }.into()))
            }
            ScrapeJobCommand::DeliverRows { first_row, rows } => {
                self.under_way()?;
                self.deliver(first_row, rows)
            }
            ScrapeJobCommand::ReadWebsites {
                first_row,
                rows,
                with_news,
            } => {
                self.under_way()?;
                self.read_websites(first_row, rows, with_news)
            }
            ScrapeJobCommand::DeliverChanges {
                first_row,
                rows,
                new,
                paid,
            } => {
                self.under_way()?;
                self.deliver_changes(ChangesDelivered {
                    first_row,
                    rows,
                    new,
                    paid,
                })
            }
            ScrapeJobCommand::FinishCity {
                city,
                found,
                delivered,
            } => {
                self.under_way()?;
                self.finish_city(&request.search, city, found, delivered)
            }
            ScrapeJobCommand::Complete {
                reason,
                left_out,
                found,
                ..
            } => {
                self.under_way()?;
                let completed = JobCompleted {
                    results,
                    reason,
                    left_out,
                    found,
                };
                Ok(Some(completed.into()))
            }
        }
    }

    const fn not_ended(&self) -> Result<(), ScrapeJobRefusal> {
        if self.status.is_end() {
            Err(ScrapeJobRefusal::Ended(self.status))
        } else {
            Ok(())
        }
    }

    /// Refuses unless a worker has started it.
    const fn under_way(&self) -> Result<(), ScrapeJobRefusal> {
        match self.status {
            JobStatus::Processing => Ok(()),
            JobStatus::Queued => Err(ScrapeJobRefusal::NotUnderWay(self.status)),
            JobStatus::Completed | JobStatus::Failed | JobStatus::Cancelled => {
                Err(ScrapeJobRefusal::Ended(self.status))
            }
        }
    }

    fn start(
        &self,
        source: String,
        sample: bool,
    ) -> Result<Option<ScrapeJobEvent>, ScrapeJobRefusal> {
        match self.status {
            JobStatus::Queued => Ok(Some(JobStarted { source, sample }.into())),
            JobStatus::Processing => Ok(None),
            JobStatus::Completed | JobStatus::Failed | JobStatus::Cancelled => {
                Err(ScrapeJobRefusal::Ended(self.status))
            }
        }
    }

    /// An enrichment counts as an open job, too.
    fn decide_enrichment(
        &self,
        command: EnrichmentCommand,
    ) -> Result<Option<ScrapeJobEvent>, ScrapeJobRefusal> {
        let open_jobs = match command {
            EnrichmentCommand::Start { open_jobs } => Some(open_jobs),
            EnrichmentCommand::EnrichRows { .. }
            | EnrichmentCommand::Complete { .. }
            | EnrichmentCommand::Fail { .. } => None,
        };
        if self.reading().is_some() {
            return Err(ScrapeJobRefusal::OtherKind);
        }
        let ended = self.status.is_end();
        let event = self.enrichment.decide(command, self.delivered, ended)?;
        match open_jobs.filter(|open_jobs| !open_jobs.leave_room()) {
            Some(full) if event.is_some() => Err(ScrapeJobRefusal::TooManyOpenJobs(full.open)),
            _ => Ok(event),
        }
    }

    /// The enrichment that starts with the end of a search that asked for it; `None` without a row.
    fn enrichment_asked_for(&self) -> Option<ScrapeJobEvent> {
        let started = EnrichmentStarted {
            first_row: 0,
            rows: self.delivered,
        };
        (self.wants_enrichment() && self.delivered > 0).then(|| started.into())
    }
}

impl Aggregate for ScrapeJob {
    const TYPE: &'static str = ScrapeJobEvent::AGGREGATE;
    type Command = ScrapeJobCommand;
    type Event = ScrapeJobEvent;
    type Error = ScrapeJobRefusal;
    type Services = ();

    async fn handle(
        &mut self,
        command: Self::Command,
        (): &Self::Services,
        sink: &EventSink<Self>,
    ) -> Result<(), Self::Error> {
        let enrichment = match command {
            ScrapeJobCommand::Complete {
                may_enrich: true, ..
            } => self.enrichment_asked_for(),
            _ => None,
        };
        // In the same commit, so that no reader sees the session idle in between.
        for event in self.decide(command)?.into_iter().chain(enrichment) {
            sink.write(event, self).await;
        }
        Ok(())
    }

    fn apply(&mut self, event: Self::Event) {
        match event {
            ScrapeJobEvent::JobQueued(queued) => self.request = Some(Arc::new(queued)),
            ScrapeJobEvent::JobStarted(started) => {
                self.status = JobStatus::Processing;
                self.source = Some(started.source);
            }
            ScrapeJobEvent::RowsDelivered(slice) => self.delivered += slice.rows,
            ScrapeJobEvent::WebsitesRead(slice) => {
                self.delivered += slice.rows;
                self.with_news += slice.with_news;
            }
            ScrapeJobEvent::ChangesDelivered(slice) => {
                self.delivered += slice.rows;
                self.run.new += slice.new;
                self.run.paid += slice.paid;
            }
            ScrapeJobEvent::CityScraped(_) => {
                self.cities_done = self.next_city() + 1;
                self.delivered_before_city = self.delivered;
            }
            ScrapeJobEvent::JobCompleted(completed) => {
                self.status = JobStatus::Completed;
                self.run.found = completed.found;
            }
            ScrapeJobEvent::JobFailed(_) => self.status = JobStatus::Failed,
            ScrapeJobEvent::JobCancelled(_) => self.status = JobStatus::Cancelled,
            ScrapeJobEvent::EnrichmentStarted(_) => {
                self.enrichment.is_at(EnrichmentStatus::Processing);
            }
            ScrapeJobEvent::RowsEnriched(slice) => {
                self.run.enriched += slice.with_facts;
                self.enrichment.add(&slice);
            }
            ScrapeJobEvent::EnrichmentCompleted(_) => {
                self.enrichment.is_at(EnrichmentStatus::Completed);
            }
            ScrapeJobEvent::EnrichmentFailed(_) => self.enrichment.is_at(EnrichmentStatus::Failed),
            ScrapeJobEvent::EnrichmentCancelled(_) => {
                self.enrichment.is_at(EnrichmentStatus::Cancelled);
            }
        }
    }
}

impl EventSourced for ScrapeJob {
    const SHAPE: &'static str = "4";

    fn heap_bytes(&self) -> usize {
        let cities = self.search().map_or(&[][..], |search| &search.cities);
        let cities: usize = cities
            .iter()
            .map(|city| city.len() + size_of::<String>())
            .sum();
        let term = self.search().map_or(0, |search| search.term.len());
        let area = self.search().and_then(|search| search.area.as_deref());
        let area = area.map_or(0, SearchArea::heap_bytes);
        let reading = self.reading().map_or(0, |_| size_of::<Reading>());
        let run = self.run().map_or(0, |_| size_of::<MonitorRun>());
        size_of::<JobQueued>() + term + cities + area + reading + run
    }
}
