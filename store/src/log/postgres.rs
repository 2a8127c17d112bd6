//! The log in PostgreSQL: the table and the stream reads are postgres-es's, the append is one call of
//! `append_events_v1` (see `migrations/postgres`): it takes the append lock and commits by itself, so that no lock
//! ever waits for this process.
//!
//! Appends use a dedicated connection: it has the statement and its plans ready, and saves the round trip with which
//! the pool checks each connection that comes back.

use std::sync::Arc;
use std::time::{Duration, Instant};

use cqrs_es::Aggregate;
use cqrs_es::persist::{PersistedEventRepository, PersistenceError, SerializedEvent};
use postgres_es::PostgresEventRepository;
use sqlx::postgres::PgRow;
use sqlx::{PgConnection, Row};
use tokio::sync::Mutex;

use super::batch::{Batch, Misfits, Places, Verdict};
use super::copy;
use super::cursor::Cursor;
use super::recorded::RecordedEvent;
use crate::db::{Server, Tx, answers, in_time};
use crate::error::StoreError;
use crate::installation::{Owner, taken_over};
use crate::seals::Seal;

/// A connection that has been idle for this long is tested before use.
const IDLE: Duration = Duration::from_secs(1);
/// The key of the append lock, as `append_events_v1` takes it.
const APPEND_LOCK: i64 = 4_916_206_231;

/// Takes the append lock until the transaction's end. On SQLite a transaction that writes does so anyway.
pub(super) async fn lock_appends(tx: &mut Tx) -> Result<(), StoreError> {
    if let Tx::Postgres(tx) = tx {
        sqlx::query("SELECT pg_advisory_xact_lock($1)")
            .bind(APPEND_LOCK)
            .execute(&mut **tx)
            .await?;
    }
    Ok(())
}

#[derive(Clone)]
pub(super) struct PostgresLog {
    server: Server,
    streams: Arc<PostgresEventRepository>,
    /// The appending connection and when it was used; none before the first append and after a failure.
    appending: Arc<Mutex<Option<(PgConnection, Instant)>>>,
}

impl std::fmt::Debug for PostgresLog {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("PostgresLog").finish_non_exhaustive()
    }
}

impl PostgresLog {
    pub(super) fn new(server: Server) -> Self {
        let streams = Arc::new(PostgresEventRepository::new(server.pool.clone()));
        Self {
            server,
            streams,
            appending: Arc::default(),
        }
    }

    pub(super) async fn try_append(
        &self,
        batch: &Batch<'_>,
        owner: Option<&Owner>,
    ) -> Result<Verdict, StoreError> {
        let mut appending = self.appending.lock().await;
        // Only put back after a success: a connection that failed is closed by its drop.
        let mut kept = appending.take();
        if let Some((connection, used)) = &mut kept
            && used.elapsed() >= IDLE
            && !answers(connection).await
        {
            // The server has restarted since, or is cut off.
            kept = None;
        }
        let mut connection = match kept {
            Some((connection, _)) => connection,
            None => self.server.pool.acquire().await?.detach(),
        };
        let row = call_append(&mut connection, batch, owner).await?;
        let verdict = verdict(&row)?;
        *appending = Some((connection, Instant::now()));
        verdict
    }

    /// The server's timeline. None if it does not say: a standby, or a role that may not ask.
    pub(super) async fn timeline(&self) -> Option<String> {
        let sql = "SELECT substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8)";
        sqlx::query_scalar(sql)
            .fetch_one(&self.server.pool)
            .await
            .ok()
    }

    pub(super) async fn read_many_after(
        &self,
        cursor: Cursor,
        limit: usize,
    ) -> Result<Vec<RecordedEvent>, StoreError> {
        copy::all_after(&self.server, cursor, limit).await
    }

    pub(super) async fn read_stream<A: Aggregate>(
        &self,
        aggregate_id: &str,
        after: u64,
    ) -> Result<Vec<SerializedEvent>, StoreError> {
        let read = async {
            Ok(match usize::try_from(after) {
                Ok(0) | Err(_) => self.streams.get_events::<A>(aggregate_id).await,
                Ok(after) => self.streams.get_last_events::<A>(aggregate_id, after).await,
            })
        };
        let read = in_time(self.server.limits.answer(), read).await?;
        read.map_err(stream_error)
    }
}

fn verdict(row: &PgRow) -> Result<Result<Verdict, StoreError>, sqlx::Error> {
    if row.try_get("foreign_log")? {
        return Ok(Err(taken_over()));
    }
    let misfits = Misfits {
        stale: indexes(row.try_get("stale")?),
        repeated: indexes(row.try_get("repeated")?),
        lost: indexes(row.try_get("lost")?),
        barred: Vec::new(),
    };
    if !misfits.is_none() {
        return Ok(Ok(Verdict::Refused(misfits)));
    }
    let first: Option<i64> = row.try_get("first_position")?;
    let first = Cursor::from_position(first.unwrap_or(0));
    Ok(Ok(Verdict::Stored {
        places: Places::from(first),
        astray: indexes(row.try_get("astray")?),
    }))
}

async fn call_append(
    connection: &mut PgConnection,
    batch: &Batch<'_>,
    owner: Option<&Owner>,
) -> Result<PgRow, sqlx::Error> {
    let guards = batch.guards.iter();
    let owner = owner.map(Owner::entries);
    let owner = owner.iter().flatten();
    let heads = batch.heads.iter();
    let commands = batch.commands.iter();
    let events = batch.events.iter();
    let after = batch.heads_after.iter();
    sqlx::query(
        "SELECT first_position, stale, repeated, lost, foreign_log, astray FROM append_events_v1(\
         $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24)",
    )
    .bind(texts(guards.clone().map(|lease| lease.name.as_str())))
    .bind(texts(guards.clone().map(|lease| lease.holder.as_str())))
    .bind(guards.map(|lease| lease.fence).collect::<Vec<_>>())
    .bind(texts(owner.clone().map(|(name, _)| *name)))
    .bind(owner.map(|(_, value)| *value).collect::<Vec<_>>())
        .bind(texts(heads.clone().map(|(s, ..)| s.aggregate_type)))
        .bind(texts(heads.clone().map(|(s, ..)| s.aggregate_id.as_str())))
        .bind(numbers(heads.clone().map(|(_, sequence, _)| *sequence)))
        .bind(heads.map(|(_, _, continues)| *continues).collect::<Vec<_>>())
        .bind(texts(commands.clone().map(|c| c.key.as_str())))
        .bind(texts(commands.clone().map(|c| c.body_hash.as_str())))
        .bind(texts(commands.map(|c| c.answer.as_str())))
        .bind(texts(events.clone().map(|(s, _, _)| s.aggregate_type)))
        .bind(texts(
            events.clone().map(|(s, _, _)| s.aggregate_id.as_str()),
        ))
        .bind(numbers(events.clone().map(|(_, sequence, _)| *sequence)))
        .bind(texts(events.clone().map(|(_, _, e)| e.event_type)))
        .bind(texts(events.clone().map(|(_, _, e)| e.event_version)))
        .bind(texts(events.clone().map(|(_, _, e)| e.payload.as_str())))
        .bind(texts(events.map(|(_, _, e)| e.metadata.as_str())))
        .bind(texts(after.clone().map(|(s, _, _)| s.aggregate_type)))
        .bind(texts(
            after.clone().map(|(s, _, _)| s.aggregate_id.as_str()),
        ))
        .bind(numbers(after.clone().map(|(_, events, _)| *events)))
        .bind(seals(after.clone().map(|(_, _, head)| head.before)))
        .bind(seals(after.map(|(_, _, head)| Some(head.after))))
        .fetch_one(connection)
        .await
}

fn stream_error(error: PersistenceError) -> StoreError {
    match error {
        PersistenceError::DeserializationError(e) => StoreError::Damaged(e.to_string()),
        other => StoreError::Unavailable(sqlx::Error::Protocol(other.to_string())),
    }
}

fn texts<'a>(values: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    values.collect()
}

/// A head that does not exist yet has no seal: NULL.
fn seals(values: impl Iterator<Item = Option<Seal>>) -> Vec<Option<String>> {
    values
        .map(|seal| seal.map(|seal| seal.to_string()))
        .collect()
}

fn numbers(values: impl Iterator<Item = u64>) -> Vec<i64> {
    values
        .map(|value| i64::try_from(value).unwrap_or(i64::MAX))
        .collect()
}

/// SQL counts from one; an empty list is NULL.
fn indexes(from_one: Option<Vec<i64>>) -> Vec<usize> {
    from_one
        .unwrap_or_default()
        .into_iter()
        .filter_map(|index| usize::try_from(index - 1).ok())
        .collect()
}
