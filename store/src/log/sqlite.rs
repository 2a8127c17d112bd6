//! The log in a SQLite file. The append lock is the file's write lock.

use cqrs_es::persist::SerializedEvent;
use sqlx::{QueryBuilder, Row, Sqlite, SqliteConnection, SqlitePool};

use super::batch::{Batch, Misfits, Places, Verdict};
use super::cursor::Cursor;
use super::stamp::stamp;
use crate::db::now_micros;
use crate::error::StoreError;
use crate::installation::{Owner, taken_over};
use crate::leases::STILL_HELD;

/// Rows per INSERT: 8 parameters each, below SQLite's 32,766.
const ROWS_PER_INSERT: usize = 2000;

#[derive(Debug, Clone)]
pub(super) struct SqliteLog {
    writer: SqlitePool,
    readers: SqlitePool,
}

impl SqliteLog {
    pub(super) const fn new(writer: SqlitePool, readers: SqlitePool) -> Self {
        Self { writer, readers }
    }

    pub(super) async fn try_append(
        &self,
        batch: &Batch<'_>,
        owner: Option<&Owner>,
    ) -> Result<Verdict, StoreError> {
        let mut tx = self.writer.begin_with("BEGIN IMMEDIATE").await?;
        if let Some(owner) = owner
            && !owner.still_owns(&mut tx).await?
        {
            return Err(taken_over());
        }
        let misfits = misfits(&mut tx, batch).await?;
        if !misfits.is_none() {
            return Ok(Verdict::Refused(misfits));
        }
        let recorded_at = now_micros();
        insert_events(&mut tx, batch, recorded_at).await?;
        insert_commands(&mut tx, batch, recorded_at).await?;
        let astray = put_heads(&mut tx, batch).await?;
        // The write lock is held, so the group's events are consecutive.
        let last: i64 = sqlx::query_scalar("SELECT COALESCE(MAX(position), 0) FROM events")
            .fetch_one(&mut *tx)
            .await?;
        tx.commit().await?;
        let before = last - i64::try_from(batch.events.len()).unwrap_or(0);
        let first = Cursor::from_position(before + 1);
        Ok(Verdict::Stored {
            places: Places::from(first),
            astray,
        })
    }

    pub(super) async fn read_stream(
        &self,
        aggregate_type: &str,
        aggregate_id: &str,
        after: u64,
    ) -> Result<Vec<SerializedEvent>, StoreError> {
        let rows = sqlx::query(
            "SELECT sequence, event_type, event_version, payload, metadata FROM events \
             WHERE aggregate_type = $1 AND aggregate_id = $2 AND sequence > $3 ORDER BY sequence",
        )
        .bind(aggregate_type)
        .bind(aggregate_id)
        .bind(i64::try_from(after).unwrap_or(i64::MAX))
        .fetch_all(&self.readers)
        .await?;
        rows.iter()
            .map(|row| {
                let sequence: i64 = row.try_get(0)?;
                Ok(SerializedEvent::new(
                    aggregate_id.to_owned(),
                    usize::try_from(sequence).unwrap_or(0),
                    aggregate_type.to_owned(),
                    row.try_get(1)?,
                    row.try_get(2)?,
                    json(row.try_get(3)?)?,
                    json(row.try_get(4)?)?,
                ))
            })
            .collect()
    }
}

async fn misfits(tx: &mut SqliteConnection, batch: &Batch<'_>) -> Result<Misfits, StoreError> {
    let mut misfits = Misfits::default();
    for (index, (stream, expected, continues)) in batch.heads.iter().enumerate() {
        let last: Option<(i64, Option<String>)> = sqlx::query_as(
            "SELECT sequence, CASE WHEN $3 THEN metadata END FROM events \
             WHERE aggregate_type = $1 AND aggregate_id = $2 ORDER BY sequence DESC LIMIT 1",
        )
        .bind(stream.aggregate_type)
        .bind(&stream.aggregate_id)
        .bind(continues.is_some())
        .fetch_optional(&mut *tx)
        .await?;
        let (sequence, metadata) = last.unwrap_or_default();
        let stamp = metadata.as_deref().and_then(stamp);
        if sequence.unsigned_abs() != *expected || stamp.as_deref() != *continues {
            misfits.stale.push(index);
        }
    }
    for (index, command) in batch.commands.iter().enumerate() {
        let known = sqlx::query("SELECT 1 FROM commands WHERE command_key = $1")
            .bind(&command.key)
            .fetch_optional(&mut *tx)
            .await?;
        if known.is_some() {
            misfits.repeated.push(index);
        }
    }
    for (index, lease) in batch.guards.iter().enumerate() {
        let held = sqlx::query(STILL_HELD)
            .bind(&lease.name)
            .bind(&lease.holder)
            .bind(lease.fence)
            .execute(&mut *tx)
            .await?;
        if held.rows_affected() == 0 {
            misfits.lost.push(index);
        }
    }
    Ok(misfits)
}

fn json(text: &str) -> Result<serde_json::Value, StoreError> {
    serde_json::from_str(text)
        .map_err(|error| StoreError::Damaged(format!("an event's JSON cannot be read: {error}")))
}

async fn insert_events(
    tx: &mut SqliteConnection,
    batch: &Batch<'_>,
    recorded_at: i64,
) -> Result<(), StoreError> {
    for chunk in batch.events.chunks(ROWS_PER_INSERT) {
        let mut insert = QueryBuilder::<Sqlite>::new(
            "INSERT INTO events (aggregate_type, aggregate_id, sequence, event_type, \
             event_version, payload, metadata, recorded_at) ",
        );
        insert.push_values(chunk, |mut row, (stream, sequence, event)| {
            row.push_bind(stream.aggregate_type)
                .push_bind(&stream.aggregate_id)
                .push_bind(i64::try_from(*sequence).unwrap_or(i64::MAX))
                .push_bind(event.event_type)
                .push_bind(event.event_version)
                .push_bind(&event.payload)
                .push_bind(&event.metadata)
                .push_bind(recorded_at);
        });
        // Only the common small groups are worth a slot in the statement cache.
        let small = chunk.len() <= 8;
        insert.build().persistent(small).execute(&mut *tx).await?;
    }
    Ok(())
}

async fn insert_commands(
    tx: &mut SqliteConnection,
    batch: &Batch<'_>,
    recorded_at: i64,
) -> Result<(), StoreError> {
    for command in &batch.commands {
        sqlx::query(
            "INSERT INTO commands (command_key, body_hash, answer, recorded_at) \
             VALUES ($1, $2, $3, $4)",
        )
        .bind(&command.key)
        .bind(&command.body_hash)
        .bind(&command.answer)
        .bind(recorded_at)
        .execute(&mut *tx)
        .await?;
    }
    Ok(())
}

/// Returns the indexes of those that contradict the events before: they stay as they are.
async fn put_heads(tx: &mut SqliteConnection, batch: &Batch<'_>) -> Result<Vec<usize>, StoreError> {
    let mut astray = Vec::new();
    for (index, (stream, events, head)) in batch.heads_after.iter().enumerate() {
        let sql = match head.before {
            None => {
                "INSERT INTO stream_heads (aggregate_type, aggregate_id, events, seal) \
                 VALUES ($1, $2, $3, $4) ON CONFLICT (aggregate_type, aggregate_id) DO NOTHING"
            }
            Some(_) => {
                "UPDATE stream_heads SET events = $3, seal = $4 \
                 WHERE aggregate_type = $1 AND aggregate_id = $2 AND seal = $5"
            }
        };
        let mut put = sqlx::query(sql)
            .bind(stream.aggregate_type)
            .bind(&stream.aggregate_id)
            .bind(i64::try_from(*events).unwrap_or(i64::MAX))
            .bind(head.after.to_string());
        if let Some(before) = head.before {
            put = put.bind(before.to_string());
        }
        if put.execute(&mut *tx).await?.rows_affected() == 0 {
            astray.push(index);
        }
    }
    Ok(astray)
}
