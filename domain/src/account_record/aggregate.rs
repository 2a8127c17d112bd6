//! Decides and applies. `decide` may refuse; `apply` never fails.

use std::collections::BTreeMap;

use cqrs_es::Aggregate;
use cqrs_es::event_sink::EventSink;
use jiff::Timestamp;
use jiff::civil::Date;
use serde::{Deserialize, Serialize};

use super::commands::{AccountRecordCommand, Written};
use super::error::AccountRecordRefusal;
use super::events::{AccountRecordEvent, CrmDetailsRecorded, CrmStatusChanged, FollowUpDateSet};
use super::fields::CrmField;
use super::status::ContactStatus;
use crate::codec::{EventSourced, StoredEvent};
use crate::personal::Noted;

/// The state that deciding needs, which is also what the form shows.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AccountRecord {
    status: ContactStatus,
    details: BTreeMap<CrmField, Noted>,
    saved_at: Option<Timestamp>,
    follow_up: Option<Date>,
}

impl AccountRecord {
    /// The company's status.
    pub const fn status(&self) -> ContactStatus {
        self.status
    }

    /// The text of a field, if the user has written one.
    pub fn detail(&self, field: CrmField) -> Option<&Noted> {
        self.details.get(&field)
    }

    /// When it last changed; `None` if it never did.
    pub const fn saved_at(&self) -> Option<Timestamp> {
        self.saved_at
    }

    /// The day on which the user wants to follow up.
    pub const fn follow_up(&self) -> Option<Date> {
        self.follow_up
    }

    fn decide(
        &self,
        command: AccountRecordCommand,
    ) -> Result<Vec<AccountRecordEvent>, AccountRecordRefusal> {
        match command {
            AccountRecordCommand::Record(written) => self.record(written),
            AccountRecordCommand::FollowUp(to) => {
                let from = self.follow_up;
                let set = (from != to).then(|| FollowUpDateSet { from, to }.into());
                Ok(set.into_iter().collect())
            }
        }
    }

    fn record(&self, written: Written) -> Result<Vec<AccountRecordEvent>, AccountRecordRefusal> {
        let Written {
            status,
            details,
            based_on,
            now,
        } = written;
        let mut changed = details;
        changed.retain(|field, noted| {
            let stands = self.detail(*field).map(|noted| &noted.mark);
            noted.as_ref().map(|noted| &noted.mark) != stands
        });
        let to = status.filter(|status| *status != self.status);
        if changed.is_empty() && to.is_none() {
            return Ok(Vec::new());
        }
        if let Some(saved_at) = self.saved_at
            && based_on.is_some_and(|seen| seen < Some(saved_at))
        {
            return Err(AccountRecordRefusal::Stale { saved_at });
        }
        // A version follows the one before, whatever the clock does.
        let saved_at = self.saved_at.map_or(now, |last| now.max(after(last)));
        let from = self.status;
        let moved: Option<AccountRecordEvent> =
            to.map(|to| CrmStatusChanged { from, to, saved_at }.into());
        let noted = (!changed.is_empty()).then(|| CrmDetailsRecorded { changed, saved_at }.into());
        Ok(noted.into_iter().chain(moved).collect())
    }
}

/// The next moment that the log can distinguish.
fn after(last: Timestamp) -> Timestamp {
    let next = Timestamp::from_microsecond(last.as_microsecond() + 1);
    next.unwrap_or(last)
}

impl Aggregate for AccountRecord {
    const TYPE: &'static str = AccountRecordEvent::AGGREGATE;
    type Command = AccountRecordCommand;
    type Event = AccountRecordEvent;
    type Error = AccountRecordRefusal;
    type Services = ();

    async fn handle(
        &mut self,
        command: Self::Command,
        (): &Self::Services,
        sink: &EventSink<Self>,
    ) -> Result<(), Self::Error> {
        for event in self.decide(command)? {
            sink.write(event, self).await;
        }
        Ok(())
    }

    fn apply(&mut self, event: Self::Event) {
        match event {
            AccountRecordEvent::CrmDetailsRecorded(recorded) => {
                for (field, noted) in recorded.changed {
                    match noted {
                        Some(noted) => self.details.insert(field, noted),
                        None => self.details.remove(&field),
                    };
                }
                self.saved_at = Some(recorded.saved_at);
            }
            AccountRecordEvent::CrmStatusChanged(changed) => {
                self.status = changed.to;
                self.saved_at = Some(changed.saved_at);
            }
            AccountRecordEvent::FollowUpDateSet(set) => self.follow_up = set.to,
        }
    }
}

impl EventSourced for AccountRecord {
    const SHAPE: &'static str = "1";

    fn heap_bytes(&self) -> usize {
        let noted = self.details.values();
        noted
            .map(|noted| noted.mark.as_str().len() + noted.text.as_str().len() + size_of::<Noted>())
            .sum()
    }
}
