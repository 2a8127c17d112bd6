//! SQLite without the product: inserts of the same rows, one transaction each, over one connection with the product's
//! settings (WAL, `synchronous=FULL`). One client is fastest: a file has one writer, and clients that wait for it add
//! nothing.

use std::path::Path;
use std::time::Duration;

use cqrs_es::Aggregate;
use domain::codec::StoredEvent;
use domain::credit_account::CreditAccount;
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous};
use sqlx::{QueryBuilder, Sqlite, SqlitePool};

use crate::error::BenchError;
use crate::rounds::{BoxFuture, Client, Contestant, Figures, closed_loop};
use crate::workload;

const NAME: &str = "plain SQLite";
/// The product's table.
const SCHEMA: &str = include_str!("../../migrations/sqlite/log/0001_event_log.sql");

/// Inserts of `rows` rows, one transaction each.
pub(crate) struct Inserts {
    pool: SqlitePool,
    rows: u32,
}

impl Inserts {
    /// Creates the file `name` in `folder`.
    pub(crate) async fn open(folder: &Path, name: &str, rows: u32) -> Result<Self, BenchError> {
        let options = SqliteConnectOptions::new()
            .filename(folder.join(format!("peer-{name}.db")))
            .create_if_missing(true)
            .journal_mode(SqliteJournalMode::Wal)
            .synchronous(SqliteSynchronous::Full);
        let pool = SqlitePoolOptions::new()
            .max_connections(1)
            .test_before_acquire(false)
            .connect_with(options)
            .await?;
        sqlx::raw_sql(SCHEMA).execute(&pool).await?;
        Ok(Self { pool, rows })
    }
}

struct InsertClient {
    pool: SqlitePool,
    user: String,
    sequence: i64,
    rows: u32,
}

impl Client for InsertClient {
    async fn step(&mut self) -> Result<(), BenchError> {
        let metadata = workload::metadata_json(workload::session(1));
        let events: Vec<_> = (0..self.rows).map(|row| workload::debit(1, row)).collect();
        let mut insert = QueryBuilder::<Sqlite>::new(
            "INSERT INTO events (aggregate_type, aggregate_id, sequence, event_type, \
             event_version, payload, metadata, recorded_at) ",
        );
        insert.push_values(&events, |mut row, event| {
            self.sequence += 1;
            row.push_bind(CreditAccount::TYPE)
                .push_bind(&self.user)
                .push_bind(self.sequence)
                .push_bind(event.name())
                .push_bind(event.version())
                .push_bind(event.encode())
                .push_bind(&metadata)
                .push_bind(0_i64);
        });
        let inserted = insert.build().execute(&self.pool).await;
        inserted.map(drop).map_err(BenchError::of(NAME))
    }
}

impl Contestant for Inserts {
    fn name(&self) -> String {
        format!("{NAME}, {} row(s) each", self.rows)
    }

    fn round(
        &mut self,
        round: u32,
        length: Duration,
    ) -> BoxFuture<'_, Result<Figures, BenchError>> {
        Box::pin(async move {
            let client = InsertClient {
                pool: self.pool.clone(),
                user: workload::user(&format!("p{round}-"), 0),
                sequence: 0,
                rows: self.rows,
            };
            let commits = closed_loop(vec![client], length).await?;
            Ok(vec![commits * f64::from(self.rows)])
        })
    }
}
