//! A KurrentDB that was restored from a backup beside a database that goes on: what the database remembers of events
//! that are gone is dropped.
//!
//! Snapshots need nothing: each names its last event. Heads of accounts that have lost events stay, as evidence for
//! auditors.

use super::KurrentLog;
use crate::db::Tx;
use crate::error::StoreError;
use crate::log::cursor::Cursor;
use crate::with_tx;

/// How the names of reactors' checkpoints begin. Views' may be in the same table.
const REACTORS: &str = "reactor.";

impl KurrentLog {
    /// Does the database remember more than the log holds? While no process runs, only checkpoints show it.
    pub(super) async fn forget_if_behind(&self) -> Result<(), StoreError> {
        let mut tx = self.carrier.journal().keep_out().await?;
        let head = self.connection.head().await?;
        let is_behind = checkpoints(&mut tx).await?.iter().any(|(_, at)| *at > head);
        tx.commit().await?;
        if is_behind {
            self.forget().await?;
        }
        Ok(())
    }

    /// Drops the commands and kept answers that came after the log's last event, and has subscriptions follow from
    /// there.
    pub(super) async fn forget(&self) -> Result<(), StoreError> {
        self.connection.forget_barren();
        let mut tx = self.carrier.journal().keep_out().await?;
        let last = self.connection.last(1).await?;
        let end = last.last().map_or(Cursor::START, |event| event.cursor);
        let at = last.last().map_or(i64::MIN, |event| event.recorded_at);
        let commands = delete(&mut tx, "DELETE FROM commands WHERE recorded_at > $1", at).await?;
        let answers = delete(
            &mut tx,
            "DELETE FROM http_answers WHERE answered_at > $1",
            at,
        )
        .await?;
        for (name, cursor) in checkpoints(&mut tx).await? {
            // Views that are ahead are built again.
            if cursor > end && name.starts_with(REACTORS) {
                with_tx!(&mut tx, conn => sqlx::query("UPDATE checkpoints SET cursor = $2 WHERE name = $1")
                    .bind(&name)
                    .bind(end.to_string())
                    .execute(conn)
                    .await
                    .map(drop))?;
            }
        }
        tx.commit().await?;
        tracing::error!(
            commands, answers, %end,
            "KurrentDB is behind its database: it was restored; what the database remembered of the lost events was dropped"
        );
        Ok(())
    }
}

async fn checkpoints(tx: &mut Tx) -> Result<Vec<(String, Cursor)>, StoreError> {
    let stored: Vec<(String, String)> = with_tx!(tx, conn =>
        sqlx::query_as("SELECT name, cursor FROM checkpoints").fetch_all(conn).await)?;
    let parsed = stored.into_iter();
    parsed
        .map(|(name, cursor)| Ok((name, cursor.parse()?)))
        .collect()
}

async fn delete(tx: &mut Tx, sql: &'static str, after: i64) -> Result<u64, StoreError> {
    Ok(with_tx!(tx, conn => sqlx::query(sql)
        .bind(after)
        .execute(conn)
        .await
        .map(|done| done.rows_affected()))?)
}
