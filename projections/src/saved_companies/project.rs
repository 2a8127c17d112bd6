//! Saves and what is written → one row a company.

use std::borrow::Cow;
use std::collections::BTreeMap;

use domain::account_record::{AccountRecordEvent, ContactStatus};
use domain::company_list::{CompanyListEvent, CompanySaved};
use domain::ids::RecordId;
use domain::registry::{AggregateType, AnyEvent};
use serde::Deserialize;
use store::subscriptions::ProjectError;

use super::row::SavedCompanyRow;
use crate::event::Event;
use crate::fold::Fold;

pub(crate) struct SavedCompaniesView;

/// What the view reads of a saved business.
#[derive(Deserialize)]
struct Kept {
    place: Named,
}

#[derive(Deserialize)]
struct Named {
    name: String,
}

impl Fold for SavedCompaniesView {
    const CONCERNS: &'static [AggregateType] =
        &[AggregateType::CompanyList, AggregateType::AccountRecord];
    type Row = SavedCompanyRow;

    fn key<'e>(event: &'e Event<'_>) -> Result<Option<Cow<'e, str>>, ProjectError> {
        Ok(match event.decoded()? {
            AnyEvent::CompanyList(event) => saved(event).map(|saved| saved.company.to_string()),
            AnyEvent::AccountRecord(_) => Some(record_id(event)?.company.to_string()),
            AnyEvent::CreditAccount(_) | AnyEvent::Coupon(_) | AnyEvent::ScrapeJob(_) => None,
        }
        .map(Cow::Owned))
    }

    fn apply(row: &mut Option<Self::Row>, event: &Event<'_>) -> Result<(), ProjectError> {
        match event.decoded()? {
            AnyEvent::CompanyList(told) => {
                let Some(saved) = saved(told) else {
                    return Ok(());
                };
                let row = row.get_or_insert_with(|| {
                    SavedCompanyRow::new(saved.company.to_string(), event.aggregate_id.clone())
                });
                row.saved_at = Some(event.at()?);
                row.session_id = Some(saved.session);
                row.row_idx = Some(saved.row_idx);
                row.business = event.open(&saved.business);
                let kept = row.business.as_deref().map(serde_json::from_str::<Kept>);
                let kept = kept.transpose();
                let kept = kept.map_err(|error| ProjectError::at(event, error))?;
                row.name = kept.map(|kept| kept.place.name);
            }
            AnyEvent::AccountRecord(told) => {
                let id = record_id(event)?;
                let row = row.get_or_insert_with(|| {
                    SavedCompanyRow::new(id.company.to_string(), id.user.into())
                });
                row.take(told, event);
            }
            AnyEvent::CreditAccount(_) | AnyEvent::Coupon(_) | AnyEvent::ScrapeJob(_) => {}
        }
        Ok(())
    }
}

/// What was saved, if something was.
const fn saved(event: &CompanyListEvent) -> Option<&CompanySaved> {
    match event {
        CompanyListEvent::CompanySaved(saved) => Some(saved),
        CompanyListEvent::CompanyMet(_) => None,
    }
}

fn record_id(event: &Event<'_>) -> Result<RecordId, ProjectError> {
    let id = event.aggregate_id.parse();
    id.map_err(|error| ProjectError::at(event, error))
}

impl SavedCompanyRow {
    const fn new(company_id: String, user_id: String) -> Self {
        Self {
            company_id,
            user_id,
            saved_at: None,
            session_id: None,
            row_idx: None,
            name: None,
            business: None,
            status: ContactStatus::NotContacted,
            crm: BTreeMap::new(),
            crm_saved_at: None,
        }
    }

    fn take(&mut self, told: &AccountRecordEvent, event: &Event<'_>) {
        match told {
            AccountRecordEvent::CrmStatusChanged(moved) => {
                self.status = moved.to;
                self.crm_saved_at = Some(moved.saved_at);
            }
            AccountRecordEvent::CrmDetailsRecorded(recorded) => {
                for (field, noted) in &recorded.changed {
                    match noted.as_ref().and_then(|noted| event.open(&noted.text)) {
                        Some(text) => self.crm.insert(*field, text),
                        None => self.crm.remove(field),
                    };
                }
                self.crm_saved_at = Some(recorded.saved_at);
            }
        }
    }
}
