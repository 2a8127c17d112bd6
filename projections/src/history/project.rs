//! Job events and debits → one row a session.

use std::borrow::Cow;

use domain::credit_account::CreditEvent;
use domain::registry::{AggregateType, AnyEvent};
use domain::scrape_job::{JobStatus, ScrapeJobEvent, ScrapeType};
use store::subscriptions::ProjectError;

use super::row::HistoryRow;
use crate::event::Event;
use crate::fold::Fold;

pub(crate) struct HistoryView;

impl Fold for HistoryView {
    const CONCERNS: &'static [AggregateType] =
        &[AggregateType::CreditAccount, AggregateType::ScrapeJob];
    type Row = HistoryRow;

    fn key<'e>(event: &'e Event<'_>) -> Result<Option<Cow<'e, str>>, ProjectError> {
        match event.decoded()? {
            AnyEvent::ScrapeJob(_) => Ok(Some(Cow::Borrowed(&event.aggregate_id))),
            AnyEvent::CreditAccount(credit) => Ok(session_of(credit).map(Cow::Owned)),
            AnyEvent::Coupon(_) => Ok(None),
        }
    }

    fn apply(row: &mut Option<Self::Row>, event: &Event<'_>) -> Result<(), ProjectError> {
        if let AnyEvent::CreditAccount(credit) = event.decoded()? {
            let row = row
                .as_mut()
                .ok_or_else(|| ProjectError::at(event, "a debit for an unknown session"))?;
            if let CreditEvent::CreditsDebited(debit) = credit {
                row.credits_consumed += debit.amount;
            }
            return Ok(());
        }
        let job = event.job()?;
        if let ScrapeJobEvent::JobQueued(queued) = job {
            *row = Some(HistoryRow {
                session_id: event.aggregate_id.clone(),
                user_id: queued.user.to_string(),
                started_at: event.at()?,
                scrape_type: queued.kind.into(),
                results_count: 0,
                credits_consumed: 0,
                status: JobStatus::Queued,
            });
            return Ok(());
        }
        let row = row
            .as_mut()
            .ok_or_else(|| ProjectError::at(event, "the job was never queued"))?;
        row.take(job);
        Ok(())
    }
}

/// The session that an account's event costs something.
fn session_of(event: &CreditEvent) -> Option<String> {
    match event {
        CreditEvent::CreditsDebited(debit) => Some(debit.session.to_string()),
        CreditEvent::AccountOpened(_)
        | CreditEvent::AllowanceGranted(_)
        | CreditEvent::AllowanceLapsed(_)
        | CreditEvent::TierChanged(_)
        | CreditEvent::CreditsHeld(_)
        | CreditEvent::HoldReleased(_)
        | CreditEvent::CouponCredited(_)
        | CreditEvent::CreditsAdjusted(_) => None,
    }
}

impl HistoryRow {
    fn take(&mut self, event: &ScrapeJobEvent) {
        match event {
            ScrapeJobEvent::RowsDelivered(slice) => self.results_count += slice.rows,
            ScrapeJobEvent::RowsEnriched(slice) => {
                if slice.with_facts > 0 {
                    self.scrape_type = ScrapeType::Enriched;
                }
            }
            ScrapeJobEvent::JobStarted(_) => self.status = JobStatus::Processing,
            ScrapeJobEvent::JobCompleted(_) => self.status = JobStatus::Completed,
            ScrapeJobEvent::JobFailed(_) => self.status = JobStatus::Failed,
            ScrapeJobEvent::JobCancelled(_) => self.status = JobStatus::Cancelled,
            ScrapeJobEvent::JobQueued(_)
            | ScrapeJobEvent::CityScraped(_)
            | ScrapeJobEvent::EnrichmentStarted(_)
            | ScrapeJobEvent::EnrichmentCompleted(_)
            | ScrapeJobEvent::EnrichmentFailed(_)
            | ScrapeJobEvent::EnrichmentCancelled(_) => {}
        }
    }
}
