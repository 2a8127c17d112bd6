//! Verifies one stream: the chain of seals, the rules of the ledger, the aggregate's own state; for an account also the
//! read model's row, at the read model's checkpoint.

use cqrs_es::Aggregate;
use domain::Credits;
use domain::credit_account::CreditAccount;
use domain::credit_account::balance::Balance;
use domain::credit_account::ledger::Ledger;
use domain::registry::AggregateType;
use jiff::Timestamp;
use store::StoreError;
use store::chain::ChainCheck;
use store::db::Storage;
use store::links::Links;
use store::log::{EventLog, RecordedEvent};
use store::seals::{SealKeys, StreamHead};

use super::keys::KeysByPlace;
use super::read_model::{difference, row_of};
use super::replay::{Cut, decode};

/// Events read at a time.
const PORTION: usize = 10_000;

/// One stream's audit.
#[derive(Debug, Clone)]
pub struct StreamAudit {
    aggregate: AggregateType,
    chain: ChainCheck,
    ledger: Ledger,
    account: CreditAccount,
    events: u64,
    /// The balance at the cut, once that is passed.
    at_cut: Option<Option<Balance>>,
    finding: Option<String>,
}

impl StreamAudit {
    /// The audit of a stream of that aggregate, with the head read before its events.
    pub(super) fn against(aggregate: AggregateType, head: Option<&StreamHead>) -> Self {
        Self {
            aggregate,
            chain: ChainCheck::against(head),
            ledger: Ledger::default(),
            account: CreditAccount::default(),
            events: 0,
            at_cut: None,
            finding: None,
        }
    }

    /// The balance at the cut, or at the first event that could not be folded.
    pub const fn balance(&self) -> Option<&Balance> {
        match &self.at_cut {
            Some(at_cut) => at_cut.as_ref(),
            None => self.ledger.balance(),
        }
    }

    /// What the account has after its last event, reserved credits included; none if not all of it could be folded.
    pub(super) fn credits(&self) -> Option<Credits> {
        let balance = self.ledger.balance().filter(|_| self.finding.is_none());
        balance.map(|balance| balance.monthly.saturating_add(balance.bought))
    }

    /// Whether there was no event at all.
    pub const fn is_unknown(&self) -> bool {
        self.chain.events() == 0
    }

    /// Events seen, folded or not.
    pub(super) const fn seen(&self) -> u64 {
        self.chain.events()
    }

    /// Events folded up to the cut.
    pub const fn events(&self) -> u64 {
        self.events
    }

    pub(super) fn take(&mut self, keys: &KeysByPlace, event: &RecordedEvent, cut: Cut) {
        if self.finding.is_some() {
            return;
        }
        if let Err(found) = self.follow(keys, event, cut) {
            self.finding = Some(found);
        }
    }

    fn follow(
        &mut self,
        keys: &KeysByPlace,
        event: &RecordedEvent,
        cut: Cut,
    ) -> Result<(), String> {
        let key = keys.of(event.cursor)?;
        self.chain
            .next(key, keys.now(), event)
            .map_err(|found| found.to_string())?;
        let has_ledger = match self.aggregate {
            AggregateType::CreditAccount => true,
            AggregateType::Coupon
            | AggregateType::ScrapeJob
            | AggregateType::CompanyList
            | AggregateType::AccountRecord
            | AggregateType::Monitor => false,
        };
        if !has_ledger {
            return Ok(());
        }
        let (metadata, decoded) = decode(event).map_err(|error| error.to_string())?;
        if self.at_cut.is_none() && cut.excludes(event, &metadata) {
            self.at_cut = Some(self.ledger.balance().cloned());
        }
        let named =
            |broken: String| format!("event {} ({}): {broken}", event.sequence, event.event_type);
        let entry = self
            .ledger
            .take(&decoded)
            .map_err(|broken| named(broken.to_string()))?;
        self.account.apply(decoded);
        self.events += u64::from(self.at_cut.is_none());
        let (folded, decided) = (entry.balance.available(), self.account.available());
        if folded != decided {
            return Err(named(format!(
                "the account would decide on {decided} available credits, the ledger has {folded}"
            )));
        }
        Ok(())
    }

    /// The first finding in the stream itself.
    pub(super) fn verdict(&self) -> Option<String> {
        let end = || self.chain.end().err().map(|found| found.to_string());
        self.finding.clone().or_else(end)
    }
}

/// The result of the audit of one account.
#[derive(Debug, Clone)]
pub struct AccountAudit {
    /// The replay of its events.
    pub stream: StreamAudit,
    /// Whether the read model's row was compared: not if a moment was given or while it is being built.
    pub compared: bool,
    /// The first finding.
    pub finding: Option<String>,
}

/// Verifies one account. The read model is compared unless `until` is given.
pub async fn audit_account(
    storage: &Storage,
    log: &EventLog,
    keys: &SealKeys,
    user: &str,
    until: Option<Timestamp>,
) -> Result<AccountAudit, StoreError> {
    let type_name = AggregateType::CreditAccount.name();
    let head = log.stream_head(type_name, user).await?;
    let audit = audit_against(head.as_ref(), storage, log, keys, user, until).await?;
    if head.is_some() || audit.stream.is_unknown() {
        return Ok(audit);
    }
    // It was opened during the audit, or its head was removed.
    let head = log.stream_head(type_name, user).await?;
    audit_against(head.as_ref(), storage, log, keys, user, until).await
}

async fn audit_against(
    head: Option<&StreamHead>,
    storage: &Storage,
    log: &EventLog,
    keys: &SealKeys,
    user: &str,
    until: Option<Timestamp>,
) -> Result<AccountAudit, StoreError> {
    let aggregate = AggregateType::CreditAccount;
    let shown = match until {
        None => row_of(storage, user).await?,
        Some(_) => None,
    };
    let at = shown.as_ref().map(|(at, _)| *at);
    let keys = KeysByPlace::read(&Links::new(storage.log.clone()), keys).await?;
    let mut stream = StreamAudit::against(aggregate, head);
    let mut sequence = 0;
    loop {
        let events = log
            .read_recorded(aggregate.name(), user, sequence, PORTION)
            .await?;
        for event in &events {
            stream.take(&keys, event, Cut { until, at });
            sequence = event.sequence;
        }
        if events.len() < PORTION {
            break;
        }
    }
    let compared = shown.is_some();
    let differs = || shown.and_then(|(_, row)| difference(stream.balance(), row.as_ref()));
    let finding = stream.verdict().or_else(differs);
    Ok(AccountAudit {
        stream,
        compared,
        finding,
    })
}
