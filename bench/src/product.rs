//! The product: the dispatcher and the appender as the server runs them.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use commands::Done;
use commands::{Context, Dispatcher};
use cqrs_es::Aggregate;
use domain::codec::StoredEvent;
use domain::credit_account::CreditAccount;
use domain::metadata::Actor;
use jiff::Timestamp;
use store::aggregates::AggregateStore;
use store::db::{DatabaseUrl, Storage};
use store::installation;
use store::links::Links;
use store::log::{Appender, Commit, EventLog, HeadChange, NewEvent, StreamAppend, StreamId};
use store::sealer::Sealer;
use store::seals::{EventText, Seal, SealKey, attach};
use store::snapshots::Snapshots;
use tokio_util::sync::{CancellationToken, DropGuard};

use crate::error::BenchError;
use crate::latency::closed_loop_timed;
use crate::rounds::{BoxFuture, Client, Contestant, Figures, closed_loop};
use crate::workload::{self, ACCOUNTS, DEBIT_ROWS, Share};

const NAME: &str = "DemandAtlas";
/// Clients that open the accounts before a round.
const OPENERS: u32 = 64;

/// Any key will do: sealing costs the same with each.
fn seal_key() -> SealKey {
    SealKey::new(b"the benchmarks' key")
}

/// The product on one database.
#[derive(Clone)]
pub(crate) struct Product {
    dispatcher: Dispatcher,
    aggregates: AggregateStore,
    appender: Appender,
    log: EventLog,
    storage: Storage,
}

impl Product {
    /// On a new or existing database; `folder` holds SQLite's files.
    pub(crate) async fn open(url: &DatabaseUrl, folder: &Path) -> Result<Self, BenchError> {
        let storage = Storage::open(url, folder).await?;
        let owner = installation::claim(&storage.log, seal_key().id()).await?;
        let log = EventLog::new(&storage).owned_by(owner);
        let appender = Appender::start(log.clone());
        let snapshots = Snapshots::new(storage.log.clone(), seal_key());
        let aggregates = AggregateStore::new(log.clone(), appender.clone(), snapshots, seal_key());
        Ok(Self {
            dispatcher: Dispatcher::new(aggregates.clone()),
            aggregates,
            appender,
            log,
            storage,
        })
    }

    /// Links the events meanwhile, as a server does.
    pub(crate) fn seal(&self) -> DropGuard {
        let stop = CancellationToken::new();
        let links = Links::new(self.storage.log.clone());
        let sealer = Sealer::new(self.log.clone(), links, &seal_key());
        tokio::spawn(sealer.run(stop.clone()));
        stop.drop_guard()
    }

    pub(crate) const fn storage(&self) -> &Storage {
        &self.storage
    }

    pub(crate) const fn log(&self) -> &EventLog {
        &self.log
    }

    /// Executes a step.
    pub(crate) async fn carry_out(&self, step: workload::Step) -> Result<Done, BenchError> {
        let context = Context::new(Actor::System, step.session.to_string(), step.now);
        self.dispatcher
            .execute::<CreditAccount>(&step.user, step.command, &context)
            .await
            .map_err(BenchError::of(NAME))
    }

    /// Opens the group's first account and gives its ledger `events` events, sealed and with snapshots, as commands
    /// would have.
    pub(crate) async fn fill_ledger(&self, group: &str, events: u32) -> Result<(), BenchError> {
        let user = workload::user(group, 0);
        let mut slice = 0;
        loop {
            let mut loaded = self.aggregates.load::<CreditAccount>(&user).await?;
            let missing = u64::from(events).saturating_sub(loaded.sequence());
            if missing == 0 {
                return Ok(());
            }
            let batch = if loaded.sequence() == 0 {
                workload::opening()
            } else {
                let slices = u32::try_from(missing.min(1_000)).unwrap_or(0).div_ceil(2);
                let first = slice;
                slice += slices;
                (first..slice).flat_map(workload::paid_slice).collect()
            };
            for event in &batch {
                loaded.aggregate_mut().apply(event.clone());
            }
            let metadata = workload::metadata_json(workload::session(0));
            let change = self.aggregates.change(loaded, &batch, &metadata);
            let stored = self
                .aggregates
                .commit_changes(vec![change], None, None)
                .await;
            stored.map_err(BenchError::of(NAME))?;
        }
    }

    /// Opens the accounts for a round.
    pub(crate) async fn open_accounts(&self, group: &str) -> Result<(), BenchError> {
        let mut opening = tokio::task::JoinSet::new();
        for client in 0..OPENERS {
            let dispatcher = self.dispatcher.clone();
            let group = group.to_owned();
            opening.spawn(async move {
                for number in (client..ACCOUNTS).step_by(OPENERS as usize) {
                    let now = Timestamp::now();
                    let context = Context::new(Actor::System, "bench", now);
                    dispatcher
                        .execute::<CreditAccount>(
                            &workload::user(&group, number),
                            workload::open(now),
                            &context,
                        )
                        .await
                        .map_err(BenchError::of(NAME))?;
                }
                Ok::<(), BenchError>(())
            });
        }
        while let Some(done) = opening.join_next().await {
            done.map_err(BenchError::of(NAME))??;
        }
        Ok(())
    }
}

/// The accounts that a contestant's commands go to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Accounts {
    /// A thousand that are opened before the round.
    Fresh,
    /// This many that are in the log already (see `many_accounts`).
    Stored(u32),
    /// The first of this group (see [`Product::fill_ledger`]).
    One(&'static str),
}

/// Full commands: load, decide, commit. Figures: commands/s, median and 99th percentile in µs.
pub(crate) struct Commands {
    pub(crate) label: String,
    pub(crate) product: Product,
    pub(crate) clients: u32,
    pub(crate) accounts: Accounts,
    /// Each command loads its account from the log.
    pub(crate) cold: bool,
}

struct CommandClient {
    product: Product,
    share: Share,
    cold: bool,
}

impl Client for CommandClient {
    async fn step(&mut self) -> Result<(), BenchError> {
        let step = self.share.next_step();
        if self.cold {
            self.product.aggregates.forget::<CreditAccount>(&step.user);
        }
        self.product.carry_out(step).await.map(drop)
    }
}

impl Contestant for Commands {
    fn name(&self) -> String {
        self.label.clone()
    }

    fn round(
        &mut self,
        round: u32,
        length: Duration,
    ) -> BoxFuture<'_, Result<Figures, BenchError>> {
        Box::pin(async move {
            let (group, count) = match self.accounts {
                Accounts::Fresh => {
                    let group = format!("c{}r{round}-", self.clients);
                    self.product.open_accounts(&group).await?;
                    (group, ACCOUNTS)
                }
                Accounts::Stored(count) => (crate::many_accounts::GROUP.to_owned(), count),
                Accounts::One(group) => (group.to_owned(), 1),
            };
            let clients = Share::split(&group, count, self.clients, round)
                .into_iter()
                .map(|share| CommandClient {
                    product: self.product.clone(),
                    share,
                    cold: self.cold,
                })
                .collect();
            let (rate, times) = closed_loop_timed(clients, length).await?;
            Ok(vec![rate, times.quantile(0.5), times.quantile(0.99)])
        })
    }
}

/// Commits of a hundred events each, through the appender.
pub(crate) struct Debits {
    pub(crate) product: Product,
    pub(crate) clients: u32,
}

struct DebitClient {
    appender: Appender,
    seals: SealKey,
    group: Arc<str>,
    number: u32,
    step_by: u32,
}

impl Client for DebitClient {
    async fn step(&mut self) -> Result<(), BenchError> {
        let metadata = workload::metadata_json(workload::session(self.number));
        let stream = StreamId {
            aggregate_type: CreditAccount::TYPE,
            aggregate_id: workload::user(&self.group, self.number),
        };
        let mut last_seal = Seal::START;
        let events: Vec<_> = (0..DEBIT_ROWS)
            .zip(1..)
            .map(|(row, sequence)| {
                let event = workload::debit(self.number, row);
                let payload = event.encode();
                let text = EventText {
                    event_type: event.name(),
                    event_version: event.version(),
                    payload: &payload,
                    metadata: &metadata,
                };
                let id = &stream.aggregate_id;
                last_seal = self
                    .seals
                    .event(last_seal, stream.aggregate_type, id, sequence, &text);
                NewEvent {
                    event_type: event.name(),
                    event_version: event.version(),
                    metadata: attach(&metadata, last_seal),
                    payload,
                }
            })
            .collect();
        let count = events.len() as u64;
        let id = &stream.aggregate_id;
        let head_seal = self.seals.head(stream.aggregate_type, id, count, last_seal);
        self.number += self.step_by;
        let commit = Commit {
            appends: vec![StreamAppend {
                stream,
                expected: 0,
                continues: None,
                events,
                head: Some(HeadChange {
                    before: None,
                    after: head_seal,
                }),
            }],
            command: None,
            guard: None,
        };
        let appended = self.appender.append(commit).await;
        appended.map(drop).map_err(BenchError::of(NAME))
    }
}

impl Contestant for Debits {
    fn name(&self) -> String {
        NAME.to_owned()
    }

    fn round(
        &mut self,
        round: u32,
        length: Duration,
    ) -> BoxFuture<'_, Result<Figures, BenchError>> {
        Box::pin(async move {
            let group: Arc<str> = format!("d{round}-").into();
            let clients = (0..self.clients)
                .map(|client| DebitClient {
                    appender: self.product.appender.clone(),
                    seals: seal_key(),
                    group: Arc::clone(&group),
                    number: client,
                    step_by: self.clients,
                })
                .collect();
            let commits = closed_loop(clients, length).await?;
            Ok(vec![commits * f64::from(DEBIT_ROWS)])
        })
    }
}
