//! The reads that are the same SQL on both engines.

use sqlx::{ColumnIndex, Decode, FromRow, Row, Type};

use super::commit::CommandRecord;
use super::cursor::Cursor;
use super::recorded::{RecordedEvent, TypeCount};
use crate::db::{Db, Tx};
use crate::error::StoreError;
use crate::seals::StreamHead;
use crate::{with_reader, with_tx};

#[derive(Debug, Clone)]
pub(super) struct LogReads {
    db: Db,
}

/// The columns by index, which is faster than by name when much of a log is read.
struct EventRow(RecordedEvent);

impl<'r, R> FromRow<'r, R> for EventRow
where
    R: Row,
    usize: ColumnIndex<R>,
    i64: Type<R::Database> + Decode<'r, R::Database>,
    String: Type<R::Database> + Decode<'r, R::Database>,
{
    fn from_row(row: &'r R) -> Result<Self, sqlx::Error> {
        let sequence: i64 = row.try_get(3)?;
        Ok(Self(RecordedEvent {
            cursor: Cursor::from_position(row.try_get(0)?),
            aggregate_type: row.try_get(1)?,
            aggregate_id: row.try_get(2)?,
            sequence: sequence.unsigned_abs(),
            event_type: row.try_get(4)?,
            event_version: row.try_get(5)?,
            payload: row.try_get(6)?,
            metadata: row.try_get(7)?,
            recorded_at: row.try_get(8)?,
        }))
    }
}

impl From<EventRow> for RecordedEvent {
    fn from(row: EventRow) -> Self {
        row.0
    }
}

#[derive(FromRow)]
struct HeadRow {
    aggregate_id: String,
    events: i64,
    seal: String,
}

impl From<HeadRow> for StreamHead {
    fn from(row: HeadRow) -> Self {
        Self {
            aggregate_id: row.aggregate_id,
            events: row.events.unsigned_abs(),
            seal: row.seal,
        }
    }
}

fn row_limit(limit: usize) -> i64 {
    i64::try_from(limit).unwrap_or(i64::MAX)
}

const HEAD: &str = "SELECT COALESCE(MAX(position), 0) FROM events";
/// In the order that [`EventRow`] takes them.
pub(super) const EVENT_COLUMNS: &str = "position, aggregate_type, aggregate_id, sequence, event_type, \
     event_version, CAST(payload AS TEXT) AS payload, CAST(metadata AS TEXT) AS metadata, recorded_at";

pub(super) async fn all_after_within(
    tx: &mut Tx,
    cursor: Cursor,
    limit: usize,
) -> Result<Vec<RecordedEvent>, StoreError> {
    let sql = format!(
        "SELECT {EVENT_COLUMNS} FROM events WHERE position > $1 ORDER BY position LIMIT $2"
    );
    let rows: Vec<EventRow> = with_tx!(tx, conn => sqlx::query_as(&sql)
        .bind(cursor.position())
        .bind(row_limit(limit))
        .fetch_all(conn)
        .await)?;
    Ok(rows.into_iter().map(RecordedEvent::from).collect())
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
        let sql = format!(
            "SELECT {EVENT_COLUMNS} FROM events WHERE position > $1 ORDER BY position LIMIT $2"
        );
        let rows: Vec<EventRow> = with_reader!(&self.db, pool => sqlx::query_as(&sql)
            .bind(cursor.position())
            .bind(row_limit(limit))
            .fetch_all(pool)
            .await)?;
        Ok(rows.into_iter().map(RecordedEvent::from).collect())
    }

    pub(super) async fn last(&self, limit: usize) -> Result<Vec<RecordedEvent>, StoreError> {
        let sql = format!("SELECT {EVENT_COLUMNS} FROM events ORDER BY position DESC LIMIT $1");
        let rows: Vec<EventRow> = with_reader!(&self.db, pool => sqlx::query_as(&sql)
            .bind(row_limit(limit))
            .fetch_all(pool)
            .await)?;
        Ok(rows.into_iter().rev().map(RecordedEvent::from).collect())
    }

    pub(super) async fn count_by_type(&self) -> Result<Vec<TypeCount>, StoreError> {
        let counts = with_reader!(&self.db, pool => sqlx::query_as(
            "SELECT aggregate_type, event_type, COUNT(*) AS events, \
                    MIN(recorded_at) AS first_at, MAX(recorded_at) AS last_at \
             FROM events GROUP BY aggregate_type, event_type \
             ORDER BY aggregate_type, event_type",
        )
        .fetch_all(pool)
        .await)?;
        Ok(counts)
    }

    pub(super) async fn stream(
        &self,
        aggregate_type: &str,
        aggregate_id: &str,
        after: u64,
        limit: usize,
    ) -> Result<Vec<RecordedEvent>, StoreError> {
        let sql = format!(
            "SELECT {EVENT_COLUMNS} FROM events \
             WHERE aggregate_type = $1 AND aggregate_id = $2 AND sequence > $3 \
             ORDER BY sequence LIMIT $4"
        );
        let rows: Vec<EventRow> = with_reader!(&self.db, pool => sqlx::query_as(&sql)
            .bind(aggregate_type)
            .bind(aggregate_id)
            .bind(i64::try_from(after).unwrap_or(i64::MAX))
            .bind(row_limit(limit))
            .fetch_all(pool)
            .await)?;
        Ok(rows.into_iter().map(RecordedEvent::from).collect())
    }

    pub(super) async fn last_of_stream(
        &self,
        aggregate_type: &str,
        aggregate_id: &str,
        limit: usize,
    ) -> Result<Vec<RecordedEvent>, StoreError> {
        let sql = format!(
            "SELECT {EVENT_COLUMNS} FROM events WHERE aggregate_type = $1 AND aggregate_id = $2 \
             ORDER BY sequence DESC LIMIT $3"
        );
        let rows: Vec<EventRow> = with_reader!(&self.db, pool => sqlx::query_as(&sql)
            .bind(aggregate_type)
            .bind(aggregate_id)
            .bind(row_limit(limit))
            .fetch_all(pool)
            .await)?;
        Ok(rows.into_iter().rev().map(RecordedEvent::from).collect())
    }

    pub(super) async fn stream_head(
        &self,
        aggregate_type: &str,
        aggregate_id: &str,
    ) -> Result<Option<StreamHead>, StoreError> {
        let row: Option<HeadRow> = with_reader!(&self.db, pool => sqlx::query_as(
            "SELECT aggregate_id, events, seal FROM stream_heads \
             WHERE aggregate_type = $1 AND aggregate_id = $2",
        )
        .bind(aggregate_type)
        .bind(aggregate_id)
        .fetch_optional(pool)
        .await)?;
        Ok(row.map(StreamHead::from))
    }

    pub(super) async fn stream_heads_after(
        &self,
        aggregate_type: &str,
        after: &str,
        limit: usize,
    ) -> Result<Vec<StreamHead>, StoreError> {
        let rows: Vec<HeadRow> = with_reader!(&self.db, pool => sqlx::query_as(
            "SELECT aggregate_id, events, seal FROM stream_heads \
             WHERE aggregate_type = $1 AND aggregate_id > $2 ORDER BY aggregate_id LIMIT $3",
        )
        .bind(aggregate_type)
        .bind(after)
        .bind(row_limit(limit))
        .fetch_all(pool)
        .await)?;
        Ok(rows.into_iter().map(StreamHead::from).collect())
    }

    pub(super) async fn head(&self) -> Result<Cursor, StoreError> {
        let position: i64 = with_reader!(&self.db, pool =>
            sqlx::query_scalar(HEAD).fetch_one(pool).await)?;
        Ok(Cursor::from_position(position))
    }

    /// The end of the log, and a transaction that sees everything as of now.
    pub(super) async fn head_and_snapshot(&self) -> Result<(Cursor, Tx), StoreError> {
        let mut tx = self.db.begin_snapshot().await?;
        let position: i64 = with_tx!(&mut tx, conn =>
            sqlx::query_scalar(HEAD).fetch_one(conn).await)?;
        Ok((Cursor::from_position(position), tx))
    }

    pub(super) async fn count_all(&self) -> Result<u64, StoreError> {
        let events: i64 = with_reader!(&self.db, pool =>
            sqlx::query_scalar("SELECT COUNT(*) FROM events")
                .fetch_one(pool)
                .await)?;
        Ok(events.unsigned_abs())
    }

    /// No reader of the log sees an event there; one of its stream does.
    pub(super) async fn count_before_start(&self) -> Result<u64, StoreError> {
        let events: i64 = with_reader!(&self.db, pool =>
            sqlx::query_scalar("SELECT COUNT(*) FROM events WHERE position <= 0")
                .fetch_one(pool)
                .await)?;
        Ok(events.unsigned_abs())
    }

    pub(super) async fn count_after(&self, cursor: Cursor, most: usize) -> Result<u64, StoreError> {
        let events: i64 = with_reader!(&self.db, pool => sqlx::query_scalar(
            "SELECT COUNT(*) FROM (SELECT 1 FROM events WHERE position > $1 LIMIT $2) AS later",
        )
        .bind(cursor.position())
        .bind(row_limit(most))
        .fetch_one(pool)
        .await)?;
        Ok(events.unsigned_abs())
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
