//! The ledger as a table: the same columns in the API's CSV and on the command line.

use super::LedgerLine;

/// The columns.
pub const COLUMNS: [&str; 13] = [
    "sequence",
    "timestamp",
    "event",
    "credits",
    "reserved",
    "available",
    "monthly",
    "bought",
    "held",
    "tier",
    "session_id",
    "actor",
    "note",
];

/// The columns of numbers.
pub const NUMBERS: [&str; 7] = [
    "sequence",
    "credits",
    "reserved",
    "available",
    "monthly",
    "bought",
    "held",
];

/// An entry's cells, in the columns' order.
pub fn cells(line: &LedgerLine) -> [String; COLUMNS.len()] {
    let entry = &line.entry;
    let balance = &entry.balance;
    [
        line.sequence.to_string(),
        line.at.to_string(),
        entry.event.name().to_owned(),
        entry.credits.to_string(),
        entry.reserved.to_string(),
        balance.available().to_string(),
        balance.monthly.to_string(),
        balance.bought.to_string(),
        balance.held.to_string(),
        balance.tier.to_string(),
        entry
            .session
            .map_or_else(String::new, |session| session.to_string()),
        line.actor.clone(),
        entry.note.clone(),
    ]
}
