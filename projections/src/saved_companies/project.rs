//! Events of lists and records → one row per company.

use std::borrow::Cow;
use std::collections::BTreeMap;

use domain::account_record::{AccountRecordEvent, ContactStatus};
use domain::company_list::{CompanyListEvent, ListingChange};
use domain::ids::{CompanyId, RecordId};
use domain::personal::Closed;
use domain::registry::{AggregateType, AnyEvent};
use store::subscriptions::ProjectError;

use super::row::SavedCompanyRow;
use super::summary::{GOOGLE_PLACE, Summary, without_name};
use crate::event::Event;
use crate::fold::Fold;

pub(crate) struct SavedCompaniesView;

impl Fold for SavedCompaniesView {
    const CONCERNS: &'static [&'static str] = &[
        AggregateType::CompanyList.name(),
        AggregateType::AccountRecord.name(),
    ];
    type Row = SavedCompanyRow;

    fn key<'e>(event: &'e Event<'_>) -> Result<Option<Cow<'e, str>>, ProjectError> {
        Ok(match event.decoded()? {
            AnyEvent::CompanyList(event) => changed(event).map(|company| company.to_string()),
            AnyEvent::AccountRecord(_) => Some(record_id(event)?.company.to_string()),
            AnyEvent::CreditAccount(_)
            | AnyEvent::Coupon(_)
            | AnyEvent::ScrapeJob(_)
            | AnyEvent::Monitor(_) => None,
        }
        .map(Cow::Owned))
    }

    fn apply(row: &mut Option<Self::Row>, event: &Event<'_>) -> Result<(), ProjectError> {
        match event.decoded()? {
            AnyEvent::CompanyList(told) => {
                let Some(company) = changed(told) else {
                    return Ok(());
                };
                let row = row.get_or_insert_with(|| {
                    SavedCompanyRow::new(company.to_string(), event.aggregate_id.clone())
                });
                row.list(told, event)?;
                row.changed = event.cursor.order();
            }
            AnyEvent::AccountRecord(told) => {
                let id = record_id(event)?;
                let row = row.get_or_insert_with(|| {
                    SavedCompanyRow::new(id.company.to_string(), id.user.into())
                });
                row.take(told, event);
                row.changed = event.cursor.order();
            }
            AnyEvent::CreditAccount(_)
            | AnyEvent::Coupon(_)
            | AnyEvent::ScrapeJob(_)
            | AnyEvent::Monitor(_) => {}
        }
        Ok(())
    }
}

/// The company whose row changes.
const fn changed(event: &CompanyListEvent) -> Option<CompanyId> {
    match event {
        CompanyListEvent::CompanySaved(saved) => Some(saved.company),
        CompanyListEvent::CompanyRemoved(removed) => Some(removed.company),
        CompanyListEvent::CompanyRestored(restored) => Some(restored.company),
        CompanyListEvent::CompanyTagged(tagged) => Some(tagged.company),
        CompanyListEvent::CompanyRefreshed(refreshed) => Some(refreshed.company),
        CompanyListEvent::CompanyChanged(changed) => Some(changed.company),
        CompanyListEvent::CompanyErased(erased) => Some(erased.company),
        CompanyListEvent::CompanyMet(_) | CompanyListEvent::PersonalDataErased(_) => None,
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
            removed_at: None,
            summary: None,
            tags: BTreeMap::new(),
            follow_up: None,
            changed: 0,
            listing_change: None,
        }
    }

    fn list(&mut self, told: &CompanyListEvent, event: &Event<'_>) -> Result<(), ProjectError> {
        match told {
            CompanyListEvent::CompanySaved(saved) => {
                self.saved_at = Some(event.at()?);
                self.session_id = Some(saved.session);
                self.row_idx = Some(saved.row_idx);
                self.removed_at = None;
                self.listing_change = None;
                self.know(&saved.business, event)?;
            }
            CompanyListEvent::CompanyRefreshed(refreshed) => {
                self.listing_change = None;
                self.know(&refreshed.business.text, event)?;
            }
            CompanyListEvent::CompanyChanged(changed) => {
                let change = event.open(&changed.change.text);
                let change = change.map(|change| serde_json::from_str::<ListingChange>(&change));
                let change = change.transpose();
                let change = change.map_err(|error| ProjectError::at(event, error))?;
                self.listing_change = change.filter(|change| !change.fields.is_empty());
            }
            CompanyListEvent::CompanyRemoved(_) => self.removed_at = Some(event.at()?),
            CompanyListEvent::CompanyRestored(_) => self.removed_at = None,
            CompanyListEvent::CompanyTagged(tagged) => {
                let tags = &mut self.tags;
                for mark in &tagged.removed {
                    tags.remove(mark.as_str());
                }
                for tag in &tagged.added {
                    if let Some(text) = event.open(&tag.text) {
                        tags.insert(tag.mark.as_str().to_owned(), text);
                    }
                }
            }
            CompanyListEvent::CompanyErased(_) => {
                let company_id = std::mem::take(&mut self.company_id);
                let user_id = std::mem::take(&mut self.user_id);
                *self = Self::new(company_id, user_id);
            }
            CompanyListEvent::CompanyMet(_) | CompanyListEvent::PersonalDataErased(_) => {}
        }
        Ok(())
    }

    fn know(&mut self, business: &Closed, event: &Event<'_>) -> Result<(), ProjectError> {
        let damaged = |error| ProjectError::at(event, error);
        self.business = event.open(business);
        let summary = self.business.as_deref().map(Summary::of).transpose();
        self.summary = summary.map_err(damaged)?;
        if let (Some(summary), Some(business)) = (&mut self.summary, &mut self.business)
            && summary.google_id.is_some()
            && summary.name != GOOGLE_PLACE
        {
            GOOGLE_PLACE.clone_into(&mut summary.name);
            *business = without_name(business).map_err(damaged)?;
        }
        self.name = self.summary.as_ref().map(|summary| summary.name.clone());
        Ok(())
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
            AccountRecordEvent::FollowUpDateSet(set) => self.follow_up = set.to,
        }
    }
}
