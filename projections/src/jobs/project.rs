//! Job events → one row a job.

use std::borrow::Cow;

use cqrs_es::Aggregate;
use domain::scrape_job::{
    CompletionReason, EnrichmentReason, EnrichmentStatus, JobQueued, JobStatus, ScrapeJob,
    ScrapeJobEvent,
};
use jiff::Timestamp;
use sqlx::FromRow;
use store::StoreError;
use store::log::RecordedEvent;
use store::subscriptions::ProjectError;

use crate::event::Event;
use crate::fold::{Fold, Value};

pub(crate) struct JobsView;

/// A row of the table; times in microseconds since the epoch.
#[derive(Debug, Clone, PartialEq, Eq, FromRow)]
pub(crate) struct JobRow {
    pub(crate) job_id: String,
    pub(crate) user_id: String,
    pub(crate) status: String,
    pub(crate) term: String,
    pub(crate) state: String,
    pub(crate) cities: String,
    pub(crate) city_count: i64,
    pub(crate) cities_done: i64,
    pub(crate) max_results: Option<i64>,
    pub(crate) source: Option<String>,
    pub(crate) sample: bool,
    pub(crate) found: i64,
    pub(crate) delivered: i64,
    pub(crate) end_reason: Option<String>,
    pub(crate) queued_at: i64,
    pub(crate) updated_at: i64,
    pub(crate) ended_cursor: Option<String>,
    pub(crate) enrichment: String,
    pub(crate) enriched: i64,
    pub(crate) enrichment_reason: Option<String>,
}

impl Fold for JobsView {
    const NAME: &'static str = "jobs";
    const VERSION: u32 = 2;
    const CHECKPOINT: &'static str = super::CHECKPOINT;
    const SCHEMA: &'static str = include_str!("../../../migrations/views/jobs.sql");
    const COLUMNS: &'static [&'static str] = &[
        "job_id",
        "user_id",
        "status",
        "term",
        "state",
        "cities",
        "city_count",
        "cities_done",
        "max_results",
        "source",
        "sample",
        "found",
        "delivered",
        "end_reason",
        "queued_at",
        "updated_at",
        "ended_cursor",
        "enrichment",
        "enriched",
        "enrichment_reason",
    ];
    type Row = JobRow;
    type State = JobRow;

    fn concerns(aggregate_type: &str) -> bool {
        aggregate_type == ScrapeJob::TYPE
    }

    fn key<'e>(event: &'e Event<'_>) -> Result<Option<Cow<'e, str>>, ProjectError> {
        Ok(Some(Cow::Borrowed(&event.aggregate_id)))
    }

    fn state(row: Self::Row) -> Result<Self::State, StoreError> {
        Ok(row)
    }

    fn apply(row: &mut Option<Self::State>, event: &Event<'_>) -> Result<(), ProjectError> {
        let (job, at) = event.job()?;
        if let ScrapeJobEvent::JobQueued(queued) = job {
            *row = Some(JobRow::queued(event, queued, at)?);
            return Ok(());
        }
        let row = row
            .as_mut()
            .ok_or_else(|| ProjectError::at(event, "the job was never queued"))?;
        row.updated_at = at.as_microsecond();
        row.take(job);
        if row.end_reason.is_some() {
            row.ended_cursor = Some(event.cursor.to_string());
        }
        Ok(())
    }

    fn values(row: Self::State) -> Vec<Value> {
        vec![
            row.job_id.into(),
            row.user_id.into(),
            row.status.into(),
            row.term.into(),
            row.state.into(),
            row.cities.into(),
            row.city_count.into(),
            row.cities_done.into(),
            row.max_results.into(),
            row.source.into(),
            row.sample.into(),
            row.found.into(),
            row.delivered.into(),
            row.end_reason.into(),
            row.queued_at.into(),
            row.updated_at.into(),
            row.ended_cursor.into(),
            row.enrichment.into(),
            row.enriched.into(),
            row.enrichment_reason.into(),
        ]
    }

    fn state_key(row: &Self::State) -> &str {
        &row.job_id
    }
}

impl JobRow {
    fn queued(
        event: &RecordedEvent,
        queued: &JobQueued,
        at: Timestamp,
    ) -> Result<Self, ProjectError> {
        let search = &queued.search;
        Ok(Self {
            job_id: event.aggregate_id.clone(),
            user_id: queued.user.to_string(),
            status: JobStatus::Queued.as_str().to_owned(),
            term: search.term.clone(),
            state: search.state.to_string(),
            city_count: i64::try_from(search.cities.len()).unwrap_or(i64::MAX),
            cities: serde_json::to_string(&search.cities)
                .map_err(|error| ProjectError::at(event, error))?,
            cities_done: 0,
            max_results: search.max_results.map(i64::from),
            source: search.source.clone(),
            sample: false,
            found: 0,
            delivered: 0,
            end_reason: None,
            queued_at: at.as_microsecond(),
            updated_at: at.as_microsecond(),
            ended_cursor: None,
            enrichment: EnrichmentStatus::default().as_str().to_owned(),
            enriched: 0,
            enrichment_reason: None,
        })
    }

    fn take(&mut self, event: &ScrapeJobEvent) {
        match event {
            ScrapeJobEvent::JobQueued(_) => {}
            ScrapeJobEvent::JobStarted(started) => {
                self.status(JobStatus::Processing);
                self.source = Some(started.source.clone());
                self.sample = started.sample;
            }
            ScrapeJobEvent::RowsDelivered(slice) => self.delivered += i64::from(slice.rows),
            ScrapeJobEvent::CityScraped(city) => {
                self.cities_done += 1;
                self.found += i64::from(city.found);
            }
            ScrapeJobEvent::JobCompleted(completed) => {
                self.status(JobStatus::Completed);
                let reason = match completed.reason {
                    CompletionReason::AllFound => "all_found",
                    CompletionReason::MaxResults => "max_results",
                    CompletionReason::CreditsUsedUp => "credits_used_up",
                };
                self.end_reason = Some(reason.to_owned());
            }
            ScrapeJobEvent::JobFailed(failed) => {
                self.status(JobStatus::Failed);
                self.end_reason = Some(failed.reason.clone());
            }
            ScrapeJobEvent::JobCancelled(cancelled) => {
                self.status(JobStatus::Cancelled);
                self.end_reason = Some(cancelled.by.to_string());
            }
            ScrapeJobEvent::EnrichmentStarted(_) => {
                self.enrichment(EnrichmentStatus::Processing, None);
            }
            ScrapeJobEvent::RowsEnriched(slice) => self.enriched += i64::from(slice.rows),
            ScrapeJobEvent::EnrichmentCompleted(completed) => {
                let reason = match completed.reason {
                    EnrichmentReason::AllEnriched => "all_enriched",
                    EnrichmentReason::CreditsUsedUp => "credits_used_up",
                };
                self.enrichment(EnrichmentStatus::Completed, Some(reason.to_owned()));
            }
            ScrapeJobEvent::EnrichmentFailed(failed) => {
                self.enrichment(EnrichmentStatus::Failed, Some(failed.reason.clone()));
            }
            ScrapeJobEvent::EnrichmentCancelled(cancelled) => {
                self.enrichment(EnrichmentStatus::Cancelled, Some(cancelled.by.to_string()));
            }
        }
    }

    fn enrichment(&mut self, status: EnrichmentStatus, reason: Option<String>) {
        status.as_str().clone_into(&mut self.enrichment);
        self.enrichment_reason = reason;
    }

    fn status(&mut self, status: JobStatus) {
        status.as_str().clone_into(&mut self.status);
    }
}
