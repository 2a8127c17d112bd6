//! The reads that are the same SQL on both engines.

use sqlx::FromRow;

use super::{CommandRecord, Cursor, RecordedEvent};
use crate::db::Db;
use crate::error::StoreError;
use crate::with_reader;

#[derive(Debug, Clone)]
pub(super) struct LogReads {
    db: Db,
}

#[derive(FromRow)]
struct EventRow {
    position: i64,
    aggregate_type: String,
    aggregate_id: String,
    sequence: i64,
    event_type: String,
    event_version: String,
    payload: String,
    metadata: String,
    recorded_at: i64,
}

impl From<EventRow> for RecordedEvent {
    fn from(row: EventRow) -> Self {
        Self {
            cursor: Cursor::from_position(row.position),
            aggregate_type: row.aggregate_type,
            aggregate_id: row.aggregate_id,
            sequence: row.sequence.unsigned_abs(),
            event_type: row.event_type,
            event_version: row.event_version,
            payload: row.payload,
            metadata: row.metadata,
            recorded_at: row.recorded_at,
        }
    }
}

impl LogReads {
    pub(super) const fn new(db: Db) -> Self {
        Self { db }
    }

    pub(super) async fn all_after(
        &self,
        cursor: Cursor,
        limit: usize,
    ) -> Result<Vec<RecordedEvent>, StoreError> {
        let limit = i64::try_from(limit).unwrap_or(i64::MAX);
        let rows: Vec<EventRow> = with_reader!(&self.db, pool => sqlx::query_as(
            "SELECT position, aggregate_type, aggregate_id, sequence, event_type, event_version, \
                    CAST(payload AS TEXT) AS payload, CAST(metadata AS TEXT) AS metadata, recorded_at \
             FROM events WHERE position > $1 ORDER BY position LIMIT $2",
        )
        .bind(cursor.position())
        .bind(limit)
        .fetch_all(pool)
        .await)?;
        Ok(rows.into_iter().map(RecordedEvent::from).collect())
    }

    pub(super) async fn head(&self) -> Result<Cursor, StoreError> {
        let position: i64 = with_reader!(&self.db, pool =>
            sqlx::query_scalar("SELECT COALESCE(MAX(position), 0) FROM events")
                .fetch_one(pool)
                .await)?;
        Ok(Cursor::from_position(position))
    }

    pub(super) async fn command(&self, key: &str) -> Result<Option<CommandRecord>, StoreError> {
        let row: Option<(String, String)> = with_reader!(&self.db, pool =>
            sqlx::query_as("SELECT body_hash, answer FROM commands WHERE command_key = $1")
                .bind(key)
                .fetch_optional(pool)
                .await)?;
        Ok(row.map(|(body_hash, answer)| CommandRecord {
            key: key.to_owned(),
            body_hash,
            answer,
        }))
    }
}
