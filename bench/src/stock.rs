//! Stock postgres-es: cqrs-es's framework over `PostgresEventRepository`, with its own tables in its own database and
//! the product's aggregate unchanged. Its pool skips the ping before each use, which sqlx would do by default.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use cqrs_es::EventStore;
use cqrs_es::persist::PersistedEventStore;
use domain::credit_account::CreditAccount;
use jiff::Timestamp;
use postgres_es::{PostgresCqrs, PostgresEventRepository, postgres_cqrs};
use sqlx::PgPool;
use sqlx::postgres::PgPoolOptions;

use crate::error::BenchError;
use crate::rounds::{BoxFuture, Client, Contestant, Figures, closed_loop};
use crate::workload::{self, ACCOUNTS, DEBIT_ROWS, Share};

const NAME: &str = "stock postgres-es";
/// postgres-es's own table.
const SCHEMA: &str = "CREATE TABLE events (
    aggregate_type text NOT NULL,
    aggregate_id text NOT NULL,
    sequence bigint CHECK (sequence >= 0) NOT NULL,
    event_type text NOT NULL,
    event_version text NOT NULL,
    payload json NOT NULL,
    metadata json NOT NULL,
    PRIMARY KEY (aggregate_type, aggregate_id, sequence))";

/// postgres-es on one database.
#[derive(Debug, Clone)]
pub(crate) struct Stock {
    pool: PgPool,
}

impl Stock {
    /// In an empty database, with one connection per client.
    pub(crate) async fn open(url: &str, connections: u32) -> Result<Self, BenchError> {
        let pool = PgPoolOptions::new()
            .max_connections(connections)
            .test_before_acquire(false)
            .connect(url)
            .await?;
        sqlx::query(SCHEMA).execute(&pool).await?;
        Ok(Self { pool })
    }

    fn framework(&self) -> Arc<PostgresCqrs<CreditAccount>> {
        Arc::new(postgres_cqrs(self.pool.clone(), Vec::new(), ()))
    }
}

/// Full commands, like the product's.
pub(crate) struct Commands {
    pub(crate) stock: Stock,
    pub(crate) clients: u32,
}

struct CommandClient {
    framework: Arc<PostgresCqrs<CreditAccount>>,
    share: Share,
}

impl Client for CommandClient {
    async fn step(&mut self) -> Result<(), BenchError> {
        let step = self.share.next_step();
        let metadata = workload::metadata(step.session).to_map();
        self.framework
            .execute_with_metadata(&step.user, step.command, metadata)
            .await
            .map_err(BenchError::of(NAME))
    }
}

impl Contestant for Commands {
    fn name(&self) -> String {
        NAME.to_owned()
    }

    fn round(
        &mut self,
        round: u32,
        length: Duration,
    ) -> BoxFuture<'_, Result<Figures, BenchError>> {
        Box::pin(async move {
            let framework = self.stock.framework();
            let group = format!("c{}r{round}-", self.clients);
            for number in 0..ACCOUNTS {
                framework
                    .execute(
                        &workload::user(&group, number),
                        workload::open(Timestamp::now()),
                    )
                    .await
                    .map_err(BenchError::of(NAME))?;
            }
            let clients = Share::split(&group, ACCOUNTS, self.clients, round)
                .into_iter()
                .map(|share| CommandClient {
                    framework: Arc::clone(&framework),
                    share,
                })
                .collect();
            Ok(vec![closed_loop(clients, length).await?])
        })
    }
}

/// Commands of a hundred events each.
pub(crate) struct Debits {
    pub(crate) stock: Stock,
    pub(crate) clients: u32,
}

struct DebitClient {
    store: Arc<PersistedEventStore<PostgresEventRepository, CreditAccount>>,
    group: Arc<str>,
    number: u32,
    step_by: u32,
}

impl Client for DebitClient {
    async fn step(&mut self) -> Result<(), BenchError> {
        let user = workload::user(&self.group, self.number);
        let metadata: HashMap<String, String> =
            workload::metadata(workload::session(self.number)).to_map();
        let events = (0..DEBIT_ROWS)
            .map(|row| workload::debit(self.number, row))
            .collect();
        self.number += self.step_by;
        let context = self
            .store
            .load_aggregate(&user)
            .await
            .map_err(BenchError::of(NAME))?;
        let committed = self.store.commit(events, context, metadata).await;
        committed.map(drop).map_err(BenchError::of(NAME))
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
            let repository = PostgresEventRepository::new(self.stock.pool.clone());
            let store = Arc::new(PersistedEventStore::new_event_store(repository));
            let group: Arc<str> = format!("d{round}-").into();
            let clients = (0..self.clients)
                .map(|client| DebitClient {
                    store: Arc::clone(&store),
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
