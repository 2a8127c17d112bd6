//! One account's ledger, replayed from its first event in portions.

use cqrs_es::Aggregate;
use domain::credit_account::balance::Balance;
use domain::credit_account::ledger::{Ledger, LedgerEntry};
use domain::credit_account::{CreditAccount, CreditEvent};
use domain::metadata::Metadata;
use jiff::Timestamp;
use store::StoreError;
use store::log::{Cursor, EventLog, RecordedEvent};

/// Events read at a time.
const PORTION: usize = 2_000;

/// Where a replay ends.
#[derive(Debug, Clone, Copy, Default)]
pub struct Cut {
    /// Excludes events of commands after this moment.
    pub until: Option<Timestamp>,
    /// Excludes events after this position in the log.
    pub at: Option<Cursor>,
}

impl Cut {
    /// Whether the event is beyond the cut.
    pub(super) fn excludes(&self, event: &RecordedEvent, metadata: &Metadata) -> bool {
        self.at.is_some_and(|at| event.cursor > at)
            || self.until.is_some_and(|until| metadata.at > until)
    }
}

/// An entry with its event's metadata.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LedgerLine {
    /// Its number in the account's stream, from 1.
    pub sequence: u64,
    /// When the command was decided.
    pub at: Timestamp,
    pub actor: String,
    /// The job or request it belongs to.
    pub correlation_id: String,
    pub entry: LedgerEntry,
}

/// Replays one account.
pub struct LedgerReader {
    log: EventLog,
    user: String,
    cut: Cut,
    ledger: Ledger,
    sequence: u64,
    ended: bool,
    empty: bool,
}

impl LedgerReader {
    /// From the first event of `user` up to the cut.
    pub fn new(log: EventLog, user: String, cut: Cut) -> Self {
        Self {
            log,
            user,
            cut,
            ledger: Ledger::default(),
            sequence: 0,
            ended: false,
            empty: false,
        }
    }

    /// The balance after the lines read so far.
    pub const fn balance(&self) -> Option<&Balance> {
        self.ledger.balance()
    }

    /// Whether there was no event at all.
    pub const fn is_unknown(&self) -> bool {
        self.empty
    }

    /// The next lines; empty at the end. An event that breaks a rule of the ledger is an error.
    pub async fn next(&mut self) -> Result<Vec<LedgerLine>, StoreError> {
        if self.ended {
            return Ok(Vec::new());
        }
        let events = self
            .log
            .read_recorded(CreditAccount::TYPE, &self.user, self.sequence, PORTION)
            .await?;
        self.empty = self.sequence == 0 && events.is_empty();
        self.ended = events.len() < PORTION;
        let mut lines = Vec::with_capacity(events.len());
        for event in events {
            let (metadata, decoded) = decode(&event)?;
            if self.cut.excludes(&event, &metadata) {
                self.ended = true;
                break;
            }
            self.sequence = event.sequence;
            let entry = self
                .ledger
                .take(&decoded)
                .map_err(|broken| damaged(&event, &broken))?;
            lines.push(LedgerLine {
                sequence: event.sequence,
                at: metadata.at,
                actor: metadata.actor.to_string(),
                correlation_id: metadata.correlation_id,
                entry,
            });
        }
        Ok(lines)
    }
}

/// The event's metadata and the event itself.
pub(super) fn decode(event: &RecordedEvent) -> Result<(Metadata, CreditEvent), StoreError> {
    let metadata: Metadata =
        serde_json::from_str(&event.metadata).map_err(|error| damaged(event, &error))?;
    let decoded = event
        .decode_as::<CreditEvent>()
        .map_err(|error| damaged(event, &error))?;
    Ok((metadata, decoded))
}

fn damaged(event: &RecordedEvent, what: &dyn std::fmt::Display) -> StoreError {
    StoreError::Damaged(format!(
        "event {} of account {} ({}): {what}",
        event.sequence, event.aggregate_id, event.event_type
    ))
}
