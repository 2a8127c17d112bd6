//! Events of a record → one row per event.

use std::borrow::Cow;

use domain::account_record::AccountRecordEvent;
use domain::ids::RecordId;
use domain::registry::{AggregateType, AnyEvent};
use store::subscriptions::ProjectError;

use super::row::TimelineRow;
use crate::event::Event;
use crate::fold::{Fold, entry_before, own_entry};

pub(crate) struct TimelineView;

impl Fold for TimelineView {
    const CONCERNS: &'static [&'static str] = &[AggregateType::AccountRecord.name()];
    type Row = TimelineRow;

    fn key<'e>(event: &'e Event<'_>) -> Result<Option<Cow<'e, str>>, ProjectError> {
        Ok(Some(own_entry(event)))
    }

    fn begins_with<'e>(event: &'e Event<'_>) -> Option<Cow<'e, str>> {
        Some(entry_before(event))
    }

    fn apply(row: &mut Option<Self::Row>, event: &Event<'_>) -> Result<(), ProjectError> {
        let AnyEvent::AccountRecord(told) = event.decoded()? else {
            return Err(ProjectError::at(event, "it is not an event of a record"));
        };
        let record: RecordId = event
            .aggregate_id
            .parse()
            .map_err(|error| ProjectError::at(event, error))?;
        let written = row.take().map(|before| before.written).unwrap_or_default();
        let mut entry = TimelineRow::new(&record, event.sequence, event.metadata()?, written);
        entry.take(told);
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
