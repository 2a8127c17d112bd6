//! Events of a record, and changes of a saved company's listing → one row per event.

use std::borrow::Cow;

use domain::account_record::AccountRecordEvent;
use domain::company_list::CompanyListEvent;
use domain::ids::{RecordId, UserId};
use domain::registry::{AggregateType, AnyEvent};
use store::subscriptions::ProjectError;

use super::row::TimelineRow;
use crate::event::Event;
use crate::fold::{Fold, entry_before, entry_id, own_entry};

pub(crate) struct TimelineView;

impl Fold for TimelineView {
    const CONCERNS: &'static [&'static str] = &[
        AggregateType::AccountRecord.name(),
        AggregateType::CompanyList.name(),
    ];
    type Row = TimelineRow;

    fn key<'e>(event: &'e Event<'_>) -> Result<Option<Cow<'e, str>>, ProjectError> {
        Ok(match event.decoded()? {
            AnyEvent::AccountRecord(_) => Some(own_entry(event)),
            AnyEvent::CompanyList(CompanyListEvent::CompanyChanged(_)) => {
                // No record is called so: its id begins with the company's.
                let stream = format!("listing/{}", event.aggregate_id);
                Some(Cow::Owned(entry_id(&stream, event.sequence)))
            }
            _ => None,
        })
    }

    fn begins_with<'e>(event: &'e Event<'_>) -> Option<Cow<'e, str>> {
        let of_record = event.aggregate_type == AggregateType::AccountRecord.name();
        of_record.then(|| entry_before(event))
    }

    fn apply(row: &mut Option<Self::Row>, event: &Event<'_>) -> Result<(), ProjectError> {
        let damaged = |error: &dyn std::fmt::Display| ProjectError::at(event, error);
        let entry = match event.decoded()? {
            AnyEvent::AccountRecord(told) => {
                let record: RecordId = event
                    .aggregate_id
                    .parse()
                    .map_err(|error| damaged(&error))?;
                let written = row.take().map(|before| before.written).unwrap_or_default();
                let mut entry = TimelineRow::new(
                    own_entry(event).into_owned(),
                    &record,
                    event.sequence,
                    event.metadata()?,
                );
                entry.written = written;
                entry.take(told);
                entry
            }
            AnyEvent::CompanyList(CompanyListEvent::CompanyChanged(changed)) => {
                let user = UserId::new(event.aggregate_id.as_str());
                let record = RecordId {
                    company: changed.company,
                    user: user.map_err(|error| damaged(&error))?,
                };
                let id = Self::key(event)?.unwrap_or_default().into_owned();
                let metadata = event.metadata()?;
                let mut entry = TimelineRow::new(id, &record, event.sequence, metadata);
                entry.listing = Some(changed.change.clone());
                entry
            }
            _ => return Err(damaged(&"it is no event of a timeline")),
        };
        *row = Some(entry);
        Ok(())
    }
}

impl TimelineRow {
    fn take(&mut self, told: &AccountRecordEvent) {
        match told {
            AccountRecordEvent::CrmStatusChanged(moved) => {
                self.status_from = Some(moved.from);
                self.status_to = Some(moved.to);
            }
            AccountRecordEvent::CrmDetailsRecorded(recorded) => {
                let sequence = self.sequence;
                let fields = recorded.changed.keys();
                self.written.extend(fields.map(|field| (*field, sequence)));
                self.texts.clone_from(&recorded.changed);
            }
            AccountRecordEvent::FollowUpDateSet(set) => {
                self.follow_up = true;
                self.follow_up_from = set.from;
                self.follow_up_to = set.to;
            }
        }
    }
}
