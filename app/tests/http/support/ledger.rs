//! The log itself, read past every view: what was promised, paid and given back.

use std::collections::BTreeMap;

use domain::credit_account::ledger::Ledger as AccountLedger;
use domain::registry::AnyEvent;
use projections::ledger::{Proofs, Whole};
use serde_json::Value;
use store::db::Storage;
use store::log::{Cursor, EventLog, RecordedEvent};

/// Every event of a log.
pub(crate) struct Ledger {
    events: Vec<(RecordedEvent, Value)>,
}

/// What became of a hold.
#[derive(Debug, Default)]
struct Hold {
    held: Vec<i64>,
    debited: Vec<i64>,
    released: Vec<i64>,
}

impl Ledger {
    pub(crate) async fn read(storage: &Storage) -> Self {
        let log = EventLog::new(storage);
        let events = log
            .read_all_after(Cursor::START, 1_000_000)
            .await
            .unwrap()
            .into_iter()
            .map(|event| {
                let payload = serde_json::from_str(&event.payload).unwrap();
                (event, payload)
            })
            .collect();
        Self { events }
    }

    /// How many events there are.
    pub(crate) fn len(&self) -> usize {
        self.events.len()
    }

    /// How many events there are beside those of one user's own things.
    pub(crate) fn len_without(&self, user: &str) -> usize {
        let of_others = |(event, _): &&(RecordedEvent, Value)| event.aggregate_id != user;
        self.events.iter().filter(of_others).count()
    }

    /// How many events of a type there are.
    pub(crate) fn count(&self, event_type: &str) -> usize {
        let of_type = |(event, _): &&(RecordedEvent, Value)| event.event_type == event_type;
        self.events.iter().filter(of_type).count()
    }

    /// Does any event hold that text anywhere?
    pub(crate) fn contains(&self, text: &str) -> bool {
        self.events.iter().any(|(event, _)| {
            [&event.aggregate_id, &event.payload, &event.metadata]
                .iter()
                .any(|part| part.contains(text))
        })
    }

    /// The rows that a job's events count.
    pub(crate) fn delivered(&self, session: &str) -> i64 {
        self.sum("RowsDelivered", "rows", |event, _| {
            event.aggregate_id == session
        })
    }

    /// What a session's rows cost.
    pub(crate) fn debited(&self, session: &str) -> i64 {
        self.sum("CreditsDebited", "amount", |_, payload| {
            payload["session"] == session
        })
    }

    /// What was paid for as that kind.
    pub(crate) fn debited_as(&self, kind: &str) -> i64 {
        self.sum("CreditsDebited", "amount", |_, payload| {
            payload["kind"] == kind
        })
    }

    /// What all rows cost.
    pub(crate) fn debited_in_all(&self) -> i64 {
        self.sum("CreditsDebited", "amount", |_, _| true)
    }

    /// The index of a job's first event of a type in the whole log.
    pub(crate) fn position(&self, session: &str, event_type: &str) -> Option<usize> {
        self.events
            .iter()
            .position(|(event, _)| event.aggregate_id == session && event.event_type == event_type)
    }

    /// The types of events after an index that concern a session, its money included.
    pub(crate) fn after(&self, index: usize, session: &str) -> Vec<&str> {
        self.events[index + 1..]
            .iter()
            .filter(|(event, _)| event.aggregate_id == session || event.payload.contains(session))
            .map(|(event, _)| event.event_type.as_str())
            .collect()
    }

    /// Every hold was taken once, and what it held was debited or given back, each at most once. What was debited was
    /// delivered.
    pub(crate) fn assert_holds_settled_once(&self) {
        let mut holds: BTreeMap<&str, Hold> = BTreeMap::new();
        for (event, payload) in &self.events {
            let Some(id) = payload["hold"].as_str() else {
                continue;
            };
            let hold = holds.entry(id).or_default();
            let kind = match event.event_type.as_str() {
                "CreditsHeld" => &mut hold.held,
                "CreditsDebited" => &mut hold.debited,
                "HoldReleased" => &mut hold.released,
                other => panic!("{other} names a hold"),
            };
            kind.push(payload["amount"].as_i64().unwrap());
        }
        for (id, hold) in holds {
            let once = hold.held.len() == 1 && hold.debited.len() <= 1 && hold.released.len() <= 1;
            let settled: i64 = hold.debited.iter().chain(&hold.released).sum();
            assert!(once && settled == hold.held[0], "{id}: {hold:?}");
        }
        self.assert_proven();
    }

    /// Debits and coupons' credits have their proofs, and all accounts together what they got and did not spend.
    fn assert_proven(&self) {
        let mut proofs = Proofs::default();
        let mut accounts: BTreeMap<&str, AccountLedger> = BTreeMap::new();
        for (event, _) in &self.events {
            proofs.take(event);
            if let AnyEvent::CreditAccount(decoded) = event.decode().unwrap() {
                let account = accounts.entry(&event.aggregate_id).or_default();
                account.take(&decoded).unwrap();
            }
        }
        let balances = accounts.values().filter_map(AccountLedger::balance);
        let all = balances.map(|balance| balance.monthly + balance.bought);
        assert_eq!(proofs.findings(Whole::All, Some(all.sum())), []);
    }

    fn sum(
        &self,
        event_type: &str,
        field: &str,
        which: impl Fn(&RecordedEvent, &Value) -> bool,
    ) -> i64 {
        self.events
            .iter()
            .filter(|(event, payload)| event.event_type == event_type && which(event, payload))
            .map(|(_, payload)| payload[field].as_i64().unwrap())
            .sum()
    }
}
