//! Verifies all sealed streams in one pass over the log.
//!
//! Under load the read model advances while the log is read. So the rows and their checkpoint are read in one
//! transaction, and the events are folded exactly up to that checkpoint.

use std::collections::HashMap;

use domain::registry::AggregateType;
use jiff::Timestamp;
use store::StoreError;
use store::db::Storage;
use store::log::{Cursor, EventLog, RecordedEvent};
use store::seals::{SealKey, StreamHead};

use super::read_model::{self, NO_EVENTS, Rows, all_rows, difference};
use super::replay::Cut;
use super::stream::StreamAudit;

/// Events or heads read at a time.
const PORTION: usize = 10_000;
/// The maximum number of findings kept; the rest is counted.
const NAMED: usize = 100;

/// Something that is wrong.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// `CreditAccount` or `Coupon`.
    pub aggregate_type: String,
    /// The user's subject id, or the coupon's id.
    pub aggregate_id: String,
    /// Names the event or the field.
    pub what: String,
}

/// The result of an audit of everything.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Summary {
    /// Accounts audited.
    pub accounts: u64,
    /// Coupons audited.
    pub coupons: u64,
    /// Events folded.
    pub events: u64,
    /// The first findings, by stream.
    pub findings: Vec<Finding>,
    /// The total number of findings.
    pub wrong: u64,
    /// Whether the read model was compared: not if a moment was given or while it is being built.
    pub compared: bool,
}

/// The progress of an audit.
#[derive(Debug, Clone, Copy, Default)]
pub struct AuditProgress {
    /// Events read so far, including those of other aggregates.
    pub events: u64,
}

/// Verifies all accounts and coupons. Memory grows with the number of streams, not of events.
pub async fn audit_all(
    storage: &Storage,
    log: &EventLog,
    key: &SealKey,
    until: Option<Timestamp>,
    progress: &(dyn Fn(AuditProgress) + Sync),
) -> Result<Summary, StoreError> {
    let mut streams = heads(log).await?;
    let mut pass = Pass {
        log,
        key,
        at: Cursor::START,
        read: 0,
        progress,
    };
    let everything = Cut { until, at: None };
    if until.is_some() {
        pass.run(&mut streams, everything, None).await?;
        return Ok(summarise(streams, None));
    }
    // Up to the read model's current checkpoint; then, with its rows loaded, exactly up to theirs.
    let behind = read_model::checkpoint(storage).await?;
    let cut = |at| Cut {
        until: None,
        at: Some(at),
    };
    pass.run(&mut streams, cut(behind), Some(behind)).await?;
    let Some((at, rows)) = all_rows(storage).await? else {
        pass.run(&mut streams, everything, None).await?;
        return Ok(summarise(streams, None));
    };
    pass.run(&mut streams, cut(at), None).await?;
    Ok(summarise(streams, Some(rows)))
}

type Streams = HashMap<(AggregateType, String), StreamAudit>;

/// All sealed streams with their heads, read before the events.
async fn heads(log: &EventLog) -> Result<Streams, StoreError> {
    let mut streams = Streams::new();
    for aggregate in AggregateType::sealed() {
        let mut after = String::new();
        loop {
            let heads = log
                .stream_heads_after(aggregate.name(), &after, PORTION)
                .await?;
            let Some(last) = heads.last() else { break };
            after.clone_from(&last.aggregate_id);
            for head in heads {
                let audit = StreamAudit::against(aggregate, Some(&head));
                streams.insert((aggregate, head.aggregate_id), audit);
            }
        }
    }
    Ok(streams)
}

/// One pass over the log, possibly in several parts.
struct Pass<'a> {
    log: &'a EventLog,
    key: &'a SealKey,
    at: Cursor,
    read: u64,
    progress: &'a (dyn Fn(AuditProgress) + Sync),
}

impl Pass<'_> {
    /// Continues up to `end`, or to the log's end.
    async fn run(
        &mut self,
        streams: &mut Streams,
        cut: Cut,
        end: Option<Cursor>,
    ) -> Result<(), StoreError> {
        loop {
            let mut events = self.log.read_many_after(self.at, PORTION).await?;
            let whole = events.len() == PORTION;
            events.retain(|event| end.is_none_or(|end| event.cursor <= end));
            let more = whole && events.len() == PORTION;
            // A head that is fetched now may count events of the next portion.
            let mut looked_up = false;
            for event in &events {
                self.at = event.cursor;
                let aggregate = AggregateType::from_name(&event.aggregate_type);
                if let Some(aggregate) = aggregate.filter(|aggregate| aggregate.is_sealed()) {
                    looked_up |= self.take(streams, aggregate, event, cut).await?;
                }
            }
            self.read += events.len() as u64;
            (self.progress)(AuditProgress { events: self.read });
            if !(more || end.is_none() && looked_up) {
                return Ok(());
            }
        }
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

    /// Returns whether a head had to be fetched.
    async fn take(
        &self,
        streams: &mut Streams,
        aggregate: AggregateType,
        event: &RecordedEvent,
        cut: Cut,
    ) -> Result<bool, StoreError> {
        let stream = (aggregate, event.aggregate_id.clone());
        let unknown = !streams.contains_key(&stream);
        if unknown {
            // It was opened after the heads were read, or its head was removed.
            let head = self.head(aggregate.name(), &stream.1).await?;
            let audit = StreamAudit::against(aggregate, head.as_ref());
            streams.insert(stream.clone(), audit);
        }
        if let Some(audit) = streams.get_mut(&stream) {
            audit.take(self.key, event, cut);
        }
        Ok(unknown)
    }
}

fn summarise(streams: Streams, rows: Option<Rows>) -> Summary {
    let mut summary = Summary {
        compared: rows.is_some(),
        ..Summary::default()
    };
    let mut streams: Vec<_> = streams.into_iter().collect();
    streams
        .sort_unstable_by(|((a, a_id), _), ((b, b_id), _)| (a.name(), a_id).cmp(&(b.name(), b_id)));
    let mut rows = rows;
    let mut found = Vec::new();
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
            | AggregateType::AccountRecord => {}
        }
        if let Some(what) = audit.verdict().or(differs) {
            report(aggregate, aggregate_id, what);
        }
    }
    for (user, _) in rows.into_iter().flatten() {
        report(AggregateType::CreditAccount, user, NO_EVENTS.to_owned());
    }
    summary.wrong = found.len() as u64;
    found.truncate(NAMED);
    summary.findings = found;
    summary
}
