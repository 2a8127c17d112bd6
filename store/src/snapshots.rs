//! Snapshots: an aggregate's state at a sequence, so that a command's cost does not grow with history.
//!
//! They are a cache. One that is damaged or of another shape is ignored and the stream is replayed;
//! a stale one is completed by the tail. Each carries a seal ([`crate::seals`]), as commands are decided on
//! it: whoever has the database but not the key cannot make one that counts.

use domain::codec::EventSourced;
use tokio_util::task::TaskTracker;

use crate::db::Db;
use crate::error::StoreError;
use crate::log::StreamId;
use crate::seals::SealKey;
use crate::{with_reader, with_writer};

/// The snapshot table of a log.
#[derive(Debug, Clone)]
pub struct Snapshots {
    db: Db,
    key: SealKey,
    saving: TaskTracker,
}

/// A state to be saved.
#[derive(Debug, Clone)]
pub struct Snapshot {
    stream: StreamId,
    sequence: u64,
    shape: &'static str,
    payload: String,
}

impl Snapshot {
    /// Of `aggregate` after event `sequence`; none where the state has no JSON.
    pub fn of<A: EventSourced>(aggregate: &A, stream: &StreamId, sequence: u64) -> Option<Self> {
        Some(Self {
            stream: stream.clone(),
            sequence,
            shape: A::SHAPE,
            payload: serde_json::to_string(aggregate).ok()?,
        })
    }
}

impl Snapshots {
    /// The snapshots that lie with the log in `db`, sealed with `key`.
    pub fn new(db: Db, key: SealKey) -> Self {
        Self {
            db,
            key,
            saving: TaskTracker::new(),
        }
    }

    pub(crate) async fn load<A: EventSourced>(
        &self,
        stream: &StreamId,
    ) -> Result<Option<(A, u64)>, StoreError> {
        let row: Option<(i64, String, String, String)> = with_reader!(&self.db, pool => sqlx::query_as(
            "SELECT sequence, shape, payload, checksum FROM aggregate_snapshots \
             WHERE aggregate_type = $1 AND aggregate_id = $2",
        )
        .bind(stream.aggregate_type)
        .bind(&stream.aggregate_id)
        .fetch_optional(pool)
        .await)?;
        Ok(row.and_then(|(sequence, shape, payload, checksum)| {
            if shape != A::SHAPE {
                return None;
            }
            let (of, id) = (stream.aggregate_type, &stream.aggregate_id);
            let seal = self
                .key
                .snapshot(of, id, sequence.unsigned_abs(), &shape, &payload);
            let whole = checksum.parse() == Ok(seal);
            let state = whole.then(|| serde_json::from_str(&payload).ok()).flatten();
            if state.is_none() {
                tracing::warn!(
                    aggregate_type = stream.aggregate_type,
                    sequence,
                    "a snapshot is damaged; the stream is replayed instead"
                );
            }
            state.map(|state| (state, sequence.unsigned_abs()))
        }))
    }

    /// Saves in the background; a failure only costs a replay.
    pub(crate) fn save_later(&self, snapshot: Snapshot) {
        let this = self.clone();
        self.saving.spawn(async move {
            if let Err(error) = this.save(&snapshot).await {
                tracing::warn!(%error, "a snapshot could not be saved");
            }
        });
    }

    /// Waits until every snapshot begun so far is saved.
    pub async fn settled(&self) {
        self.saving.close();
        self.saving.wait().await;
        self.saving.reopen();
    }

    async fn save(&self, snapshot: &Snapshot) -> Result<(), StoreError> {
        let sequence = i64::try_from(snapshot.sequence).unwrap_or(i64::MAX);
        let stream = &snapshot.stream;
        let seal = self.key.snapshot(
            stream.aggregate_type,
            &stream.aggregate_id,
            snapshot.sequence,
            snapshot.shape,
            &snapshot.payload,
        );
        with_writer!(&self.db, pool => sqlx::query(
            "INSERT INTO aggregate_snapshots \
                 (aggregate_type, aggregate_id, sequence, shape, payload, checksum) \
             VALUES ($1, $2, $3, $4, $5, $6) \
             ON CONFLICT (aggregate_type, aggregate_id) DO UPDATE SET \
                 sequence = excluded.sequence, shape = excluded.shape, \
                 payload = excluded.payload, checksum = excluded.checksum \
             WHERE aggregate_snapshots.sequence < excluded.sequence \
                OR aggregate_snapshots.shape <> excluded.shape",
        )
        .bind(stream.aggregate_type)
        .bind(&stream.aggregate_id)
        .bind(sequence)
        .bind(snapshot.shape)
        .bind(&snapshot.payload)
        .bind(seal.to_string())
        .execute(pool)
        .await
        .map(drop))?;
        Ok(())
    }
}
