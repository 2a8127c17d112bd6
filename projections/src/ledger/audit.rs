//! Verifies the whole log in one pass: the chain over all of it, and every sealed stream.
//!
//! Under load the read model advances while the log is read. So the rows and their checkpoint are read in one
//! transaction, and the events are folded exactly up to that checkpoint.

use std::collections::HashMap;
use std::time::Duration;

use domain::Credits;
use domain::registry::AggregateType;
use jiff::Timestamp;
use store::StoreError;
use store::db::Storage;
use store::links::{Anchor, Links};
use store::log::{EventLog, RecordedEvent};
use store::seals::{SealKeys, StreamHead};

use super::ahead::{Ahead, PORTION};
use super::finding::Finding;
use super::keys::KeysByPlace;
use super::proofs::{Proofs, Whole};
use super::read_model::{NO_EVENTS, Rows, all_rows, difference};
use super::replay::Cut;
use super::stream::StreamAudit;
use super::whole_log::{Chain, WholeLog};

/// The maximum number of findings kept; the rest is counted.
const NAMED: usize = 100;

/// The result of an audit of everything.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Summary {
    /// Accounts audited.
    pub accounts: u64,
    /// Coupons audited.
    pub coupons: u64,
    /// Events of theirs.
    pub events: u64,
    /// What the chain over the whole log says.
    pub chain: Chain,
    /// The first findings: of the log, of streams, of debits without proof.
    pub findings: Vec<Finding>,
    /// The total number of findings.
    pub wrong: u64,
    /// Whether the read model was compared: not if a moment was given or while it is being built.
    pub compared: bool,
}

/// What to verify besides the log itself.
#[derive(Debug, Clone, Default)]
pub struct Scope {
    /// Folds events of commands up to this moment; the read model is then not compared.
    pub until: Option<Timestamp>,
    /// Anchors that the chain must have.
    pub anchors: Vec<Anchor>,
}

/// The progress of an audit.
#[derive(Debug, Clone, Copy, Default)]
pub struct AuditProgress {
    /// Events read so far, including those of other aggregates.
    pub events: u64,
}

/// Verifies the log, all accounts and all coupons. Memory grows with the number of streams, not of events.
pub async fn audit_all(
    storage: &Storage,
    log: &EventLog,
    keys: &SealKeys,
    scope: Scope,
    progress: &(dyn Fn(AuditProgress) + Sync),
) -> Result<Summary, StoreError> {
    let rows = match scope.until {
        None => all_rows(storage).await?,
        Some(_) => None,
    };
    let cut = Cut {
        until: scope.until,
        at: rows.as_ref().map(|(at, _)| *at),
    };
    let links = Links::new(storage.log.clone());
    // On a log on its own server, what was half appended is completed first.
    log.settle(Duration::ZERO).await?;
    let whole = if log.is_elsewhere() {
        Whole::UpTo(log.head().await?)
    } else {
        Whole::All
    };
    let mut pass = Pass {
        log,
        streams: Streams {
            audits: heads(log).await?,
            keys: KeysByPlace::read(&links, keys).await?,
            cut,
        },
        whole: WholeLog::new(keys.clone(), scope.anchors),
        proofs: Proofs::default(),
        links,
        progress,
    };
    pass.run().await?;
    let (chain, mut findings) = pass.whole.end();
    let unproven = pass.proofs.findings(whole, pass.streams.balances());
    match log.count_before_start().await? {
        0 => {}
        1 => findings.push("1 event has a position before the log's start: inserted".to_owned()),
        events => findings.push(format!(
            "{events} events have a position before the log's start: inserted"
        )),
    }
    Ok(summarise(
        pass.streams.audits,
        rows.map(|(_, rows)| rows),
        chain,
        findings,
        unproven,
    ))
}

type Audits = HashMap<AggregateType, HashMap<String, StreamAudit>>;

/// All sealed streams with their heads, read before the events.
async fn heads(log: &EventLog) -> Result<Audits, StoreError> {
    let mut audits = Audits::new();
    for aggregate in AggregateType::sealed() {
        let of_type = audits.entry(aggregate).or_default();
        let mut after = String::new();
        loop {
            let heads = log
                .stream_heads_after(aggregate.name(), &after, PORTION)
                .await?;
            let Some(last) = heads.last() else { break };
            after.clone_from(&last.aggregate_id);
            for head in heads {
                let audit = StreamAudit::against(aggregate, Some(&head));
                of_type.insert(head.aggregate_id, audit);
            }
        }
    }
    Ok(audits)
}

/// The sealed streams' side of the pass.
struct Streams {
    audits: Audits,
    keys: KeysByPlace,
    cut: Cut,
}

impl Streams {
    fn take(&mut self, events: &[RecordedEvent]) {
        for event in events {
            if let Some(aggregate) = sealed(event)
                && let Some(audits) = self.audits.get_mut(&aggregate)
                && let Some(audit) = audits.get_mut(event.aggregate_id.as_str())
            {
                audit.take(&self.keys, event, self.cut);
            }
        }
    }

    /// What all accounts have, reserved credits included; none if a stream could not be followed to its end.
    fn balances(&self) -> Option<Credits> {
        let accounts = self.audits.get(&AggregateType::CreditAccount);
        let accounts = accounts.into_iter().flat_map(HashMap::values);
        accounts.map(StreamAudit::credits).sum()
    }

    fn knows(&self, aggregate: AggregateType, id: &str) -> bool {
        let audits = self.audits.get(&aggregate);
        audits.is_some_and(|audits| audits.contains_key(id))
    }
}

fn sealed(event: &RecordedEvent) -> Option<AggregateType> {
    AggregateType::from_name(&event.aggregate_type).filter(|aggregate| aggregate.is_sealed())
}

/// One pass over the log.
struct Pass<'a> {
    log: &'a EventLog,
    links: Links,
    streams: Streams,
    whole: WholeLog,
    proofs: Proofs,
    progress: &'a (dyn Fn(AuditProgress) + Sync),
}

impl Pass<'_> {
    async fn run(&mut self) -> Result<(), StoreError> {
        let mut ahead = Ahead::new(self.log.clone());
        let mut read = 0;
        loop {
            let events = ahead.next().await?;
            let Some(last) = events.last() else {
                return Ok(());
            };
            self.whole.read_to(&self.links, last.cursor).await?;
            let looked_up = self.look_up(&events).await?;
            let is_whole = events.len() == PORTION;
            read += events.len() as u64;
            self.judge(&events);
            (self.progress)(AuditProgress { events: read });
            // A head or a link that was read just now may count events that were appended meanwhile.
            if !(is_whole || looked_up || self.whole.is_ahead()) {
                return Ok(());
            }
        }
    }

    /// All sides at once.
    fn judge(&mut self, events: &[RecordedEvent]) {
        let Self {
            whole,
            streams,
            proofs,
            ..
        } = self;
        std::thread::scope(|threads| {
            threads.spawn(|| whole.take(events));
            threads.spawn(|| events.iter().for_each(|event| proofs.take(event)));
            streams.take(events);
        });
    }

    /// Looks up the heads of streams that were opened after the heads were read, or whose head was removed. Returns whether
    /// there were any.
    async fn look_up(&mut self, events: &[RecordedEvent]) -> Result<bool, StoreError> {
        let mut looked_up = false;
        for event in events {
            if let Some(aggregate) = sealed(event)
                && !self.streams.knows(aggregate, &event.aggregate_id)
            {
                let id = &event.aggregate_id;
                let head = self.head(aggregate.name(), id).await?;
                let audit = StreamAudit::against(aggregate, head.as_ref());
                let audits = self.streams.audits.entry(aggregate).or_default();
                audits.insert(id.clone(), audit);
                looked_up = true;
            }
        }
        Ok(looked_up)
    }

    /// A stream's current head. A log outside the database records it shortly after the stream's first event, and
    /// reading the stream completes that.
    async fn head(&self, of: &str, id: &str) -> Result<Option<StreamHead>, StoreError> {
        let head = self.log.stream_head(of, id).await?;
        if head.is_some() {
            return Ok(head);
        }
        self.log.read_recorded(of, id, 0, 1).await?;
        self.log.stream_head(of, id).await
    }
}

fn summarise(
    audits: Audits,
    rows: Option<Rows>,
    chain: Chain,
    of_log: Vec<String>,
    unproven: Vec<Finding>,
) -> Summary {
    let mut summary = Summary {
        chain,
        compared: rows.is_some(),
        ..Summary::default()
    };
    let streams = audits.into_iter().flat_map(|(aggregate, audits)| {
        let audits = audits.into_iter();
        audits.map(move |(id, audit)| ((aggregate, id), audit))
    });
    let mut streams: Vec<_> = streams.collect();
    streams
        .sort_unstable_by(|((a, a_id), _), ((b, b_id), _)| (a.name(), a_id).cmp(&(b.name(), b_id)));
    let mut rows = rows;
    let of_log = of_log.into_iter().map(|what| Finding {
        aggregate_type: "Log".to_owned(),
        aggregate_id: String::new(),
        what,
    });
    let mut found: Vec<Finding> = of_log.collect();
    let mut report = |aggregate: AggregateType, aggregate_id, what| {
        found.push(Finding {
            aggregate_type: aggregate.name().to_owned(),
            aggregate_id,
            what,
        });
    };
    for ((aggregate, aggregate_id), audit) in streams {
        summary.events += audit.seen();
        let mut differs = None;
        match aggregate {
            AggregateType::CreditAccount => {
                summary.accounts += 1;
                if let Some(rows) = &mut rows {
                    differs = difference(audit.balance(), rows.remove(&aggregate_id).as_ref());
                }
            }
            AggregateType::Coupon => summary.coupons += 1,
            // Not sealed.
            AggregateType::ScrapeJob
            | AggregateType::CompanyList
            | AggregateType::AccountRecord
            | AggregateType::Monitor => {}
        }
        if let Some(what) = audit.verdict().or(differs) {
            report(aggregate, aggregate_id, what);
        }
    }
    for (user, _) in rows.into_iter().flatten() {
        report(AggregateType::CreditAccount, user, NO_EVENTS.to_owned());
    }
    found.extend(unproven);
    summary.wrong = found.len() as u64;
    found.truncate(NAMED);
    summary.findings = found;
    summary
}
