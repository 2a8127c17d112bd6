//! Verifying accounts: the chain of seals, the rules of the ledger, the aggregate's own state, and the
//! read model's row, at the read model's checkpoint.
//!
//! Under load the read model moves while the log is read. So the rows and their checkpoint are read in
//! one transaction, and the events are folded exactly up to that checkpoint.

use std::collections::HashMap;

use cqrs_es::Aggregate;
use domain::coupon::Coupon;
use domain::credit_account::CreditAccount;
use domain::credit_account::balance::Balance;
use domain::credit_account::ledger::Ledger;
use jiff::Timestamp;
use store::StoreError;
use store::db::Storage;
use store::log::{Cursor, EventLog, RecordedEvent};
use store::seals::{ChainCheck, SealKey, StreamHead};
use store::subscriptions::Checkpoints;
use store::with_tx;

use super::replay::{Cut, decode};
use crate::credit_status::{self, CreditStatusRow};

/// Events or heads read at a time.
const PORTION: usize = 10_000;
/// Findings that are kept; the rest are counted.
const NAMED: usize = 100;

/// Something that is not as it must be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// `CreditAccount` or `Coupon`.
    pub aggregate_type: String,
    /// The user's subject id, or the coupon's id.
    pub aggregate_id: String,
    /// What is wrong; names the event or the field.
    pub what: String,
}

/// What an audit of everything came to.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Summary {
    /// Accounts looked at.
    pub accounts: u64,
    /// Coupons looked at.
    pub coupons: u64,
    /// Events folded.
    pub events: u64,
    /// The first findings, by stream.
    pub findings: Vec<Finding>,
    /// How many there are in all.
    pub wrong: u64,
}

/// How far an audit has come.
#[derive(Debug, Clone, Copy, Default)]
pub struct AuditProgress {
    /// Events of the log read so far, those of other aggregates included.
    pub events: u64,
}

/// One stream's audit.
#[derive(Debug, Clone, Default)]
pub struct AccountAudit {
    chain: ChainCheck,
    ledger: Ledger,
    account: CreditAccount,
    events: u64,
    /// Beyond the cut only the chain is followed.
    beyond: bool,
    finding: Option<String>,
}

impl AccountAudit {
    fn against(head: Option<&StreamHead>) -> Self {
        Self {
            chain: ChainCheck::against(head),
            ..Self::default()
        }
    }

    /// The balance at the cut, as far as the events could be folded.
    pub const fn balance(&self) -> Option<&Balance> {
        self.ledger.balance()
    }

    /// Was there no event at all?
    pub const fn is_unknown(&self) -> bool {
        self.chain.events() == 0
    }

    /// Events folded.
    pub const fn events(&self) -> u64 {
        self.events
    }

    fn take(&mut self, key: &SealKey, event: &RecordedEvent, cut: Cut) {
        if self.finding.is_some() {
            return;
        }
        if let Err(found) = self.follow(key, event, cut) {
            self.finding = Some(found);
        }
    }

    fn follow(&mut self, key: &SealKey, event: &RecordedEvent, cut: Cut) -> Result<(), String> {
        self.chain
            .next(key, event)
            .map_err(|found| found.to_string())?;
        if self.beyond || event.aggregate_type != CreditAccount::TYPE {
            return Ok(());
        }
        let (metadata, decoded) = decode(event).map_err(|error| error.to_string())?;
        if cut.excludes(event, &metadata) {
            self.beyond = true;
            return Ok(());
        }
        let named =
            |broken: String| format!("event {} ({}): {broken}", event.sequence, event.event_type);
        let entry = self
            .ledger
            .take(&decoded)
            .map_err(|broken| named(broken.to_string()))?;
        self.account.apply(decoded);
        self.events += 1;
        let (folded, decided) = (entry.balance.available(), self.account.available());
        if folded != decided {
            return Err(named(format!(
                "the account would decide on {decided} available credits, the ledger has {folded}"
            )));
        }
        Ok(())
    }

    /// The first thing that is wrong with the stream by itself.
    fn verdict(&self) -> Option<String> {
        let end = || self.chain.end().err().map(|found| found.to_string());
        self.finding.clone().or_else(end)
    }

    /// The first field in which the read model's row differs.
    fn difference(&self, row: Option<&CreditStatusRow>) -> Option<String> {
        let (balance, row) = match (self.balance(), row) {
            (None, None) => return None,
            (None, Some(_)) => {
                return Some("the read model has a balance, the log has no events".to_owned());
            }
            (Some(_), None) => return Some("the read model has no row".to_owned()),
            (Some(balance), Some(row)) => (balance, row),
        };
        let shown = match row.balance() {
            Ok(shown) => shown,
            Err(damaged) => return Some(format!("the read model: {damaged}")),
        };
        fields(balance)
            .into_iter()
            .zip(fields(&shown))
            .find(|(ledger, shown)| ledger != shown)
            .map(|((field, ledger), (_, shown))| {
                format!("the read model has {field} = {shown}, the ledger {ledger}")
            })
    }
}

fn fields(balance: &Balance) -> [(&'static str, String); 10] {
    let next = balance
        .next_tier
        .map_or_else(|| "none".to_owned(), |tier| tier.to_string());
    [
        ("tier", balance.tier.to_string()),
        ("next_tier", next),
        ("opened_at", micros(balance.opened_at)),
        ("period", balance.period.to_string()),
        ("period_starts_at", micros(balance.period_starts_at)),
        ("monthly", balance.monthly.to_string()),
        ("bought", balance.bought.to_string()),
        ("held", balance.held.to_string()),
        ("total", balance.total.to_string()),
        ("used", balance.used.to_string()),
    ]
}

/// As the read model keeps it: in whole microseconds.
fn micros(at: Timestamp) -> String {
    Timestamp::from_microsecond(at.as_microsecond())
        .unwrap_or(at)
        .to_string()
}

/// Verifies one account. The read model is compared where `until` leaves nothing out.
pub async fn audit_account(
    storage: &Storage,
    log: &EventLog,
    key: &SealKey,
    user: &str,
    until: Option<Timestamp>,
) -> Result<(AccountAudit, Option<String>), StoreError> {
    let head = log.stream_head(CreditAccount::TYPE, user).await?;
    let (at, row) = row_of(storage, user).await?;
    let cut = Cut {
        until,
        at: until.is_none().then_some(at),
    };
    let mut audit = AccountAudit::against(head.as_ref());
    let mut sequence = 0;
    loop {
        let events = log
            .read_recorded(CreditAccount::TYPE, user, sequence, PORTION)
            .await?;
        for event in &events {
            audit.take(key, event, cut);
            sequence = event.sequence;
        }
        if events.len() < PORTION {
            break;
        }
    }
    let compared = || match until {
        None => audit.difference(row.as_ref()),
        Some(_) => None,
    };
    let finding = audit.verdict().or_else(compared);
    Ok((audit, finding))
}

/// The account's row and the checkpoint that it belongs to.
async fn row_of(
    storage: &Storage,
    user: &str,
) -> Result<(Cursor, Option<CreditStatusRow>), StoreError> {
    let sql = format!("{} WHERE user_id = $1", credit_status::select());
    let mut tx = storage.views.begin_snapshot().await?;
    let at = Checkpoints::at(&mut tx, credit_status::CHECKPOINT).await?;
    let row = with_tx!(&mut tx, conn =>
        sqlx::query_as(&sql).bind(user).fetch_optional(conn).await)?;
    Ok((at, row))
}

/// Verifies every account and every coupon. Memory grows with the number of streams, not of events.
pub async fn audit_all(
    storage: &Storage,
    log: &EventLog,
    key: &SealKey,
    until: Option<Timestamp>,
    progress: &(dyn Fn(AuditProgress) + Sync),
) -> Result<Summary, StoreError> {
    let mut audits = heads(log).await?;
    let mut pass = Pass {
        log,
        key,
        at: Cursor::START,
        read: 0,
        progress,
    };
    if until.is_some() {
        let cut = Cut { until, at: None };
        pass.run(&mut audits, cut, None).await?;
        return Ok(summarise(audits, None));
    }
    // To where the read model stands now; then, with its rows in hand, exactly to where it came.
    let cut = |at| Cut {
        until: None,
        at: Some(at),
    };
    let behind = Checkpoints::new(storage.views.clone())
        .load(credit_status::CHECKPOINT)
        .await?
        .cursor;
    pass.run(&mut audits, cut(behind), Some(behind)).await?;
    let (at, rows) = all_rows(storage).await?;
    pass.run(&mut audits, cut(at), None).await?;
    Ok(summarise(audits, Some(rows)))
}

type Streams = HashMap<(String, String), AccountAudit>;

/// Every sealed stream with its head, read before the events.
async fn heads(log: &EventLog) -> Result<Streams, StoreError> {
    let mut streams = Streams::new();
    for aggregate_type in [CreditAccount::TYPE, Coupon::TYPE] {
        let mut after = String::new();
        loop {
            let heads = log
                .stream_heads_after(aggregate_type, &after, PORTION)
                .await?;
            let Some(last) = heads.last() else { break };
            after.clone_from(&last.aggregate_id);
            for head in heads {
                let audit = AccountAudit::against(Some(&head));
                streams.insert((aggregate_type.to_owned(), head.aggregate_id), audit);
            }
        }
    }
    Ok(streams)
}

/// One reading of the log, in as many parts as are asked for.
struct Pass<'a> {
    log: &'a EventLog,
    key: &'a SealKey,
    at: Cursor,
    read: u64,
    progress: &'a (dyn Fn(AuditProgress) + Sync),
}

impl Pass<'_> {
    /// Reads on up to `end`, or to the log's end.
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
            // A head that is looked up now may count events of the next portion.
            let mut looked_up = false;
            for event in &events {
                self.at = event.cursor;
                if [CreditAccount::TYPE, Coupon::TYPE].contains(&event.aggregate_type.as_str()) {
                    looked_up |= self.take(streams, event, cut).await?;
                }
            }
            self.read += events.len() as u64;
            (self.progress)(AuditProgress { events: self.read });
            if !(more || end.is_none() && looked_up) {
                return Ok(());
            }
        }
    }

    /// Answers whether a head had to be looked up.
    async fn take(
        &self,
        streams: &mut Streams,
        event: &RecordedEvent,
        cut: Cut,
    ) -> Result<bool, StoreError> {
        let stream = (event.aggregate_type.clone(), event.aggregate_id.clone());
        let unknown = !streams.contains_key(&stream);
        if unknown {
            // Opened since the heads were read, or its head was removed.
            let head = self.log.stream_head(&stream.0, &stream.1).await?;
            streams.insert(stream.clone(), AccountAudit::against(head.as_ref()));
        }
        if let Some(audit) = streams.get_mut(&stream) {
            audit.take(self.key, event, cut);
        }
        Ok(unknown)
    }
}

type Rows = HashMap<String, CreditStatusRow>;

/// Every row of the read model and the checkpoint that they belong to.
async fn all_rows(storage: &Storage) -> Result<(Cursor, Rows), StoreError> {
    let mut tx = storage.views.begin_snapshot().await?;
    let at = Checkpoints::at(&mut tx, credit_status::CHECKPOINT).await?;
    let sql = credit_status::select();
    let rows: Vec<CreditStatusRow> =
        with_tx!(&mut tx, conn => sqlx::query_as(&sql).fetch_all(conn).await)?;
    let rows = rows
        .into_iter()
        .map(|row| (row.user_id.clone(), row))
        .collect();
    Ok((at, rows))
}

fn summarise(audits: Streams, mut rows: Option<Rows>) -> Summary {
    let mut summary = Summary::default();
    let mut streams: Vec<_> = audits.into_iter().collect();
    streams.sort_unstable_by(|a, b| a.0.cmp(&b.0));
    let mut found = Vec::new();
    for ((aggregate_type, aggregate_id), audit) in streams {
        let is_account = aggregate_type == CreditAccount::TYPE;
        summary.events += audit.chain.events();
        *(if is_account {
            &mut summary.accounts
        } else {
            &mut summary.coupons
        }) += 1;
        let row = rows
            .as_mut()
            .filter(|_| is_account)
            .map(|rows| rows.remove(&aggregate_id));
        let difference = || row.and_then(|row| audit.difference(row.as_ref()));
        if let Some(what) = audit.verdict().or_else(difference) {
            found.push(Finding {
                aggregate_type,
                aggregate_id,
                what,
            });
        }
    }
    for (user, _) in rows.into_iter().flatten() {
        found.push(Finding {
            aggregate_type: CreditAccount::TYPE.to_owned(),
            aggregate_id: user,
            what: "the read model has a balance, the log has no events".to_owned(),
        });
    }
    summary.wrong = found.len() as u64;
    found.truncate(NAMED);
    summary.findings = found;
    summary
}
