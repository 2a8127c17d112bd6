//! Credit events → one row per event.

use std::borrow::Cow;

use domain::credit_account::ledger::LedgerEntry;
use domain::registry::AggregateType;
use store::subscriptions::ProjectError;

use super::row::LedgerEntryRow;
use crate::event::Event;
use crate::fold::{Fold, entry_before, own_entry};

pub(crate) struct LedgerEntriesView;

impl Fold for LedgerEntriesView {
    const CONCERNS: &'static [&'static str] = &[AggregateType::CreditAccount.name()];
    type Row = LedgerEntryRow;

    fn key<'e>(event: &'e Event<'_>) -> Result<Option<Cow<'e, str>>, ProjectError> {
        Ok(Some(own_entry(event)))
    }

    fn begins_with<'e>(event: &'e Event<'_>) -> Option<Cow<'e, str>> {
        Some(entry_before(event))
    }

    fn apply(row: &mut Option<Self::Row>, event: &Event<'_>) -> Result<(), ProjectError> {
        let before = row.as_ref().map(|row| &row.balance);
        let entry = LedgerEntry::after(before, event.credit()?)
            .map_err(|broken| ProjectError::at(event, broken))?;
        let (user, sequence) = (&event.aggregate_id, event.sequence);
        *row = Some(LedgerEntryRow::new(
            user,
            sequence,
            event.metadata()?,
            entry,
        ));
        Ok(())
    }
}
