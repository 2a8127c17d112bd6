//! Job events and debits → one row a session.

use std::borrow::Cow;

use cqrs_es::Aggregate;
use domain::credit_account::{CreditAccount, CreditEvent};
use domain::scrape_job::{JobStatus, ScrapeJob, ScrapeJobEvent};
use sqlx::FromRow;
use store::StoreError;
use store::subscriptions::ProjectError;

use crate::event::Event;
use crate::fold::{Fold, Value};

/// The type of a session whose rows were enriched, however it was asked for.
const ENRICHED: &str = "enriched";

pub(crate) struct HistoryView;

/// A row of the table; times in microseconds since the epoch.
#[derive(Debug, Clone, PartialEq, Eq, FromRow)]
pub(crate) struct HistoryRow {
    pub(crate) session_id: String,
    pub(crate) user_id: String,
    pub(crate) started_at: i64,
    pub(crate) scrape_type: String,
    pub(crate) results_count: i64,
    pub(crate) credits_consumed: i64,
    pub(crate) status: String,
}

impl Fold for HistoryView {
    const NAME: &'static str = "history";
    const VERSION: u32 = 1;
    const CHECKPOINT: &'static str = super::CHECKPOINT;
    const SCHEMA: &'static str = include_str!("../../../migrations/views/history.sql");
    const COLUMNS: &'static [&'static str] = &[
        "session_id",
        "user_id",
        "started_at",
        "scrape_type",
        "results_count",
        "credits_consumed",
        "status",
    ];
    type Row = HistoryRow;
    type State = HistoryRow;

    fn concerns(aggregate_type: &str) -> bool {
        aggregate_type == CreditAccount::TYPE || aggregate_type == ScrapeJob::TYPE
    }

    fn key<'e>(event: &'e Event<'_>) -> Result<Option<Cow<'e, str>>, ProjectError> {
        if event.aggregate_type == ScrapeJob::TYPE {
            return Ok(Some(Cow::Borrowed(&event.aggregate_id)));
        }
        match event.credit()? {
            CreditEvent::CreditsDebited(debit) => Ok(Some(Cow::Owned(debit.session.to_string()))),
            _ => Ok(None),
        }
    }

    fn state(row: Self::Row) -> Result<Self::State, StoreError> {
        Ok(row)
    }

    fn apply(row: &mut Option<Self::State>, event: &Event<'_>) -> Result<(), ProjectError> {
        if event.aggregate_type == CreditAccount::TYPE {
            let row = row
                .as_mut()
                .ok_or_else(|| ProjectError::at(event, "a debit for an unknown session"))?;
            if let CreditEvent::CreditsDebited(debit) = event.credit()? {
                row.credits_consumed += debit.amount;
            }
            return Ok(());
        }
        let (job, at) = event.job()?;
        if let ScrapeJobEvent::JobQueued(queued) = job {
            *row = Some(HistoryRow {
                session_id: event.aggregate_id.clone(),
                user_id: queued.user.to_string(),
                started_at: at.as_microsecond(),
                scrape_type: queued.kind.as_str().to_owned(),
                results_count: 0,
                credits_consumed: 0,
                status: JobStatus::Queued.as_str().to_owned(),
            });
            return Ok(());
        }
        let row = row
            .as_mut()
            .ok_or_else(|| ProjectError::at(event, "the job was never queued"))?;
        row.take(job);
        Ok(())
    }

    fn values(row: Self::State) -> Vec<Value> {
        vec![
            row.session_id.into(),
            row.user_id.into(),
            row.started_at.into(),
            row.scrape_type.into(),
            row.results_count.into(),
            row.credits_consumed.into(),
            row.status.into(),
        ]
    }

    fn state_key(row: &Self::State) -> &str {
        &row.session_id
    }
}

impl HistoryRow {
    fn take(&mut self, event: &ScrapeJobEvent) {
        let status = match event {
            ScrapeJobEvent::JobQueued(_) | ScrapeJobEvent::CityScraped(_) => return,
            ScrapeJobEvent::RowsDelivered(slice) => {
                self.results_count += i64::from(slice.rows);
                return;
            }
            ScrapeJobEvent::RowsEnriched(slice) => {
                if slice.with_facts > 0 {
                    ENRICHED.clone_into(&mut self.scrape_type);
                }
                return;
            }
            ScrapeJobEvent::EnrichmentStarted(_)
            | ScrapeJobEvent::EnrichmentCompleted(_)
            | ScrapeJobEvent::EnrichmentFailed(_)
            | ScrapeJobEvent::EnrichmentCancelled(_) => return,
            ScrapeJobEvent::JobStarted(_) => JobStatus::Processing,
            ScrapeJobEvent::JobCompleted(_) => JobStatus::Completed,
            ScrapeJobEvent::JobFailed(_) => JobStatus::Failed,
            ScrapeJobEvent::JobCancelled(_) => JobStatus::Cancelled,
        };
        status.as_str().clone_into(&mut self.status);
    }
}
