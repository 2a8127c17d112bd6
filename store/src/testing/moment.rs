//! A moment to which databases go back, as after a restore or a failover to a standby that missed the last commits.

use sqlx::query_scalar;

use crate::db::{Db, Doubts, Storage, Tx};
use crate::error::StoreError;
use crate::with_tx;

/// What the databases held at a moment.
#[derive(Debug)]
pub struct Moment {
    databases: Vec<Db>,
    doubts: Doubts,
}

impl Moment {
    /// Notes what they hold now. One moment at a time.
    pub async fn note(storage: &Storage) -> Result<Self, StoreError> {
        let databases = match &storage.log {
            Db::Sqlite { .. } => vec![storage.log.clone(), storage.views.clone()],
            Db::Postgres(_) => vec![storage.log.clone()],
        };
        for db in &databases {
            let mut tx = db.begin().await?;
            if matches!(tx, Tx::Postgres(_)) {
                // One moment for all tables.
                tx.run_script("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
                    .await?;
            }
            for table in tables(&mut tx).await? {
                let note = format!(
                    "DROP TABLE IF EXISTS moment_{table}; CREATE TABLE moment_{table} AS SELECT * FROM {table};"
                );
                tx.run_script(&note).await?;
            }
            tx.commit().await?;
        }
        Ok(Self {
            databases,
            doubts: storage.doubts.clone(),
        })
    }

    /// Goes back to it. Whoever is connected is told as by a server that has started again.
    pub async fn return_to(&self) -> Result<(), StoreError> {
        for db in &self.databases {
            let mut tx = db.begin().await?;
            let triggers = suspend_triggers(&mut tx).await?;
            for table in tables(&mut tx).await? {
                let return_to = format!(
                    "DELETE FROM {table}; INSERT INTO {table} SELECT * FROM moment_{table};"
                );
                tx.run_script(&return_to).await?;
            }
            tx.run_script(&triggers).await?;
            tx.commit().await?;
        }
        self.doubts.raise();
        Ok(())
    }
}

async fn tables(tx: &mut Tx) -> Result<Vec<String>, StoreError> {
    let sql = match tx {
        Tx::Sqlite(_) => {
            "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'moment%' \
             AND name NOT LIKE 'sqlite%' AND name NOT LIKE '%sqlx%'"
        }
        Tx::Postgres(_) => {
            "SELECT tablename::text FROM pg_tables WHERE schemaname = 'public' \
             AND tablename NOT LIKE 'moment%' AND tablename NOT LIKE '%sqlx%'"
        }
    };
    Ok(with_tx!(tx, conn => query_scalar(sql).fetch_all(conn).await)?)
}

/// The log's events are append-only. Returns what makes them so again, and positions as they were.
async fn suspend_triggers(tx: &mut Tx) -> Result<String, StoreError> {
    match tx {
        Tx::Sqlite(_) => {
            let triggers: Vec<(String, String)> = with_tx!(tx, conn => sqlx::query_as(
                "SELECT name, sql FROM sqlite_master WHERE type = 'trigger'")
                .fetch_all(conn).await)?;
            let mut again = String::new();
            for (name, sql) in triggers {
                tx.run_script(&format!("DROP TRIGGER {name}")).await?;
                again = format!("{again}{sql};");
            }
            let has_log: i64 = with_tx!(tx, conn => query_scalar(
                "SELECT COUNT(*) FROM sqlite_master WHERE name = 'events'")
                .fetch_one(conn).await)?;
            if has_log > 0 {
                again += "UPDATE sqlite_sequence SET seq = (SELECT COALESCE(MAX(position), 0) FROM events) \
                          WHERE name = 'events';";
            }
            Ok(again)
        }
        Tx::Postgres(_) => {
            tx.run_script("ALTER TABLE events DISABLE TRIGGER USER")
                .await?;
            Ok("ALTER TABLE events ENABLE TRIGGER USER; \
                SELECT setval(pg_get_serial_sequence('events', 'position'), \
                    (SELECT COALESCE(MAX(position), 0) + 1 FROM events), false);"
                .to_owned())
        }
    }
}
