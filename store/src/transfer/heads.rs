//! Heads of sealed streams, stored with imported events.

use sqlx::QueryBuilder;

use super::check::Head;
use super::error::TransferError;
use crate::db::Tx;
use crate::with_tx;

/// Four parameters each, below SQLite's 32,766.
const ROWS_PER_STATEMENT: usize = 2_000;

pub(crate) async fn insert_heads(tx: &mut Tx, heads: &[Head]) -> Result<(), TransferError> {
    for chunk in heads.chunks(ROWS_PER_STATEMENT) {
        with_tx!(&mut *tx, conn => {
            let mut insert = QueryBuilder::new(
                "INSERT INTO stream_heads (aggregate_type, aggregate_id, events, seal) ",
            );
            insert.push_values(chunk, |mut row, head| {
                row.push_bind(&head.aggregate_type)
                    .push_bind(&head.aggregate_id)
                    .push_bind(i64::try_from(head.events).unwrap_or(i64::MAX))
                    .push_bind(head.seal.to_string());
            });
            insert.build().persistent(false).execute(conn).await.map(drop)
        })?;
    }
    Ok(())
}
