//! Heads of sealed streams: noted with an append, put in the database once its events are stored.

use serde::{Deserialize, Serialize};

use crate::db::Tx;
use crate::error::StoreError;
use crate::log::batch::{Batch, tell_astray};
use crate::with_tx;

#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct NotedHead {
    aggregate_type: String,
    aggregate_id: String,
    events: u64,
    before: Option<String>,
    after: String,
}

impl NotedHead {
    /// In the batch's order.
    pub(super) fn all_of(batch: &Batch<'_>) -> Vec<Self> {
        let heads = batch.heads_after.iter();
        heads
            .map(|(stream, events, head)| Self {
                aggregate_type: stream.aggregate_type.to_owned(),
                aggregate_id: stream.aggregate_id.clone(),
                events: *events,
                before: head.before.map(|seal| seal.to_string()),
                after: head.after.to_string(),
            })
            .collect()
    }

    /// Returns whether the head was as it should be; one that contradicts the events before stays as it is.
    pub(super) async fn put(&self, tx: &mut Tx) -> Result<bool, StoreError> {
        let sql = match self.before {
            None => {
                "INSERT INTO stream_heads (aggregate_type, aggregate_id, events, seal) \
                 VALUES ($1, $2, $3, $4) ON CONFLICT (aggregate_type, aggregate_id) DO NOTHING"
            }
            Some(_) => {
                "UPDATE stream_heads SET events = $3, seal = $4 \
                 WHERE aggregate_type = $1 AND aggregate_id = $2 AND seal = $5"
            }
        };
        let put = with_tx!(&mut *tx, conn => {
            let mut put = sqlx::query(sql)
                .bind(&self.aggregate_type)
                .bind(&self.aggregate_id)
                .bind(i64::try_from(self.events).unwrap_or(i64::MAX))
                .bind(&self.after);
            if let Some(before) = &self.before {
                put = put.bind(before);
            }
            put.execute(conn).await.map(|done| done.rows_affected())
        })?;
        Ok(put == 1)
    }

    /// Logs that it contradicts the events before.
    pub(super) fn tell(&self) {
        tell_astray(&self.aggregate_type, &self.aggregate_id);
    }
}
