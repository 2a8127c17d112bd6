//! An entry's row: what the event changed and the whole balance afterwards, from which the next entry starts.

use domain::Credits;
use domain::credit_account::CreditEventType;
use domain::credit_account::balance::Balance;
use domain::credit_account::ledger::LedgerEntry;
use domain::ids::SessionKey;
use domain::metadata::Metadata;
use domain::tier::Tier;
use jiff::Timestamp;

use crate::fold::entry_id;
use crate::ledger::LedgerLine;
use crate::table::view;

view! {
    /// One row per event of an account.
    pub(crate) struct LedgerEntryRow: "ledger_entries" version 2 {
        entry_id: String,
        user_id: String,
        sequence: u64,
        at: Timestamp,
        actor: String,
        correlation_id: String,
        event: CreditEventType,
        credits: Credits,
        reserved: Credits,
        session_id: Option<SessionKey>,
        note: String,
        ..balance: Balance {
            tier: Tier,
            next_tier: Option<Tier>,
            opened_at: Timestamp,
            period: u32,
            period_starts_at: Timestamp,
            monthly: Credits,
            bought: Credits,
            held: Credits,
            total: Credits,
            used: Credits,
        }
    }
    index by_user(user_id, sequence DESC)
    index by_session(session_id, sequence DESC)
}

impl LedgerEntryRow {
    pub(super) fn new(
        user_id: &str,
        sequence: u64,
        metadata: &Metadata,
        entry: LedgerEntry,
    ) -> Self {
        Self {
            entry_id: entry_id(user_id, sequence),
            user_id: user_id.to_owned(),
            sequence,
            at: metadata.at,
            actor: metadata.actor.to_string(),
            correlation_id: metadata.correlation_id.clone(),
            event: entry.event,
            credits: entry.credits,
            reserved: entry.reserved,
            session_id: entry.session,
            note: entry.note,
            balance: entry.balance,
        }
    }
}

impl From<LedgerEntryRow> for LedgerLine {
    fn from(row: LedgerEntryRow) -> Self {
        Self {
            sequence: row.sequence,
            at: row.at,
            actor: row.actor,
            correlation_id: row.correlation_id,
            entry: LedgerEntry {
                event: row.event,
                credits: row.credits,
                reserved: row.reserved,
                session: row.session_id,
                note: row.note,
                balance: row.balance,
            },
        }
    }
}
