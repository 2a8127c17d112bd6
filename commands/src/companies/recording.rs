//! What is asked and counted around each change that a user has recorded without paying for it.

use std::collections::HashSet;

use domain::codec::StoredEvent;
use domain::company_list::CompanyListEvent;
use domain::ids::UserId;
use store::log::CommandRecord;

use super::list::Companies;
use crate::clock::{until_next_day, utc_day};
use crate::dispatcher::Done;
use crate::error::CommandError;

/// What an event takes beside its payload, about: where it stands, who made it, its place in a view.
const EVENT_BYTES: u64 = 1_000;
/// What the record of a command takes that may be repeated.
const RECORD_BYTES: u64 = 500;

impl Companies {
    /// Refuses a change of a user who has had as much recorded as a day allows; a call that was carried out before
    /// changes nothing.
    pub(super) async fn may_record(
        &self,
        user: &UserId,
        record: Option<&CommandRecord>,
    ) -> Result<(), CommandError> {
        let now = self.clock.now();
        let Some(volume) = &self.volume else {
            return Ok(());
        };
        if !volume.is_used_up(user, utc_day(now)).await? {
            return Ok(());
        }
        if let Some(record) = record {
            let log = self.dispatcher.store().log();
            if log.find_command(&record.key).await?.is_some() {
                return Ok(());
            }
        }
        Err(CommandError::DayUsedUp(until_next_day(now)))
    }

    /// Counts what a command has recorded, of which so many bytes were paid for.
    pub(super) async fn count<E: StoredEvent>(
        &self,
        user: &UserId,
        done: &Done,
        record: Option<&CommandRecord>,
        events: &[E],
        paid: u64,
    ) {
        let (Some(volume), Done::Stored(_)) = (&self.volume, done) else {
            return;
        };
        let each = events.iter().map(|event| EVENT_BYTES + payload(event));
        let of_record = record.map_or(0, |_| RECORD_BYTES);
        let bytes = (each.sum::<u64>() + of_record).saturating_sub(paid);
        if bytes > 0 {
            volume.add(user, utc_day(self.clock.now()), bytes).await;
        }
    }
}

/// What the businesses take that are saved for the first time: their rows were paid for.
pub(super) fn paid_bytes(events: &[CompanyListEvent]) -> u64 {
    let met = events.iter().filter_map(|event| match event {
        CompanyListEvent::CompanyMet(met) => Some(met.company),
        _ => None,
    });
    let met: HashSet<_> = met.collect();
    let first = events.iter().filter(|event| match event {
        CompanyListEvent::CompanySaved(saved) => met.contains(&saved.company),
        _ => false,
    });
    first.map(payload).sum()
}

fn payload(event: &impl StoredEvent) -> u64 {
    event.encode().len() as u64
}
