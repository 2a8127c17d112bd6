//! Job events and debits → one row per session.

use std::borrow::Cow;

use domain::credit_account::CreditEvent;
use domain::registry::{AggregateType, AnyEvent};
use domain::scrape_job::{JobStatus, ScrapeType, SearchArea};
use store::subscriptions::ProjectError;

use super::row::{CITIES_NAMED, HistoryRow};
use crate::event::Event;
use crate::fold::Fold;
use crate::jobs::JobChange;

pub(crate) struct HistoryView;

impl Fold for HistoryView {
    const CONCERNS: &'static [&'static str] = &[
        AggregateType::CreditAccount.name(),
        AggregateType::ScrapeJob.name(),
    ];
    type Row = HistoryRow;

    fn key<'e>(event: &'e Event<'_>) -> Result<Option<Cow<'e, str>>, ProjectError> {
        match event.decoded()? {
            AnyEvent::ScrapeJob(_) => Ok(Some(Cow::Borrowed(&event.aggregate_id))),
            AnyEvent::CreditAccount(credit) => Ok(session_of(credit).map(Cow::Owned)),
            AnyEvent::Coupon(_)
            | AnyEvent::CompanyList(_)
            | AnyEvent::AccountRecord(_)
            | AnyEvent::Monitor(_) => Ok(None),
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
        let change = JobChange::from(event.job()?);
        if let JobChange::Queued(queued) = change {
            let search = &queued.search;
            let cities = search.cities.iter().take(CITIES_NAMED);
            *row = Some(HistoryRow {
                session_id: event.aggregate_id.clone(),
                user_id: queued.user.to_string(),
                started_at: event.at()?,
                scrape_type: queued.kind.into(),
                results_count: 0,
                credits_consumed: 0,
                status: JobStatus::Queued,
                term: search.term.clone(),
                state: search.state_code().to_owned(),
                cities: cities.cloned().collect(),
                city_count: u32::try_from(search.cities.len()).unwrap_or(u32::MAX),
                area: search.area.as_deref().map(SearchArea::label),
                monitor: search.run.as_ref().map(|run| run.monitor.to_string()),
            });
            return Ok(());
        }
        let row = row
            .as_mut()
            .ok_or_else(|| ProjectError::at(event, "the job was never queued"))?;
        row.take(&change);
        Ok(())
    }
}

/// The session that an account's event charges for.
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
        | CreditEvent::CreditsAdjusted(_)
        | CreditEvent::AccountSuspended(_)
        | CreditEvent::AccountResumed(_)
        | CreditEvent::SessionsEnded(_) => None,
    }
}

impl HistoryRow {
    fn take(&mut self, change: &JobChange<'_>) {
        match change {
            JobChange::Started(_) => self.status = JobStatus::Processing,
            JobChange::Completed(_) => self.status = JobStatus::Completed,
            JobChange::Stage(stage) => self.status = stage.status(),
            JobChange::Rows(rows) => self.results_count += rows,
            JobChange::WebsitesRead(slice) => self.results_count += slice.rows,
            JobChange::Changes(slice) => self.results_count += slice.rows,
            JobChange::RowsEnriched(slice) => {
                if slice.with_facts > 0 && self.scrape_type != ScrapeType::Monitor {
                    self.scrape_type = ScrapeType::Enriched;
                }
            }
            JobChange::Queued(_) | JobChange::CityDone | JobChange::Enrichment(_) => {}
        }
    }
}
