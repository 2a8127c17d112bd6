//! A user's monitors.

use domain::ids::{MonitorId, SessionKey};
use domain::monitor::{MonitorCreated, PausedBy};
use jiff::Timestamp;
use jiff::civil::Date;
use store::StoreError;
use store::db::Db;
use store::with_reader;

use super::row::MonitorRow;
use crate::serving::Serving;

/// A monitor.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MonitorListed {
    pub id: MonitorId,
    pub created_at: Timestamp,
    /// With its present terms.
    pub created: MonitorCreated,
    pub paused: Option<PausedBy>,
    /// The run under way.
    pub running: Option<SessionKey>,
    /// Credits spent in `month`.
    spent: u32,
    month: Option<Date>,
    /// Businesses that are known.
    pub known: u32,
    /// Of the last run, new and changed ones that could not be paid.
    pub pending: u32,
    /// The last run that ended or was skipped, by its key among the runs.
    pub last_run: Option<String>,
}

impl MonitorListed {
    /// Credits spent in a month.
    pub fn spent_in(&self, month: Date) -> u32 {
        match self.month == Some(month) {
            true => self.spent,
            false => 0,
        }
    }
}

/// Reads monitors.
#[derive(Debug, Clone)]
pub struct MonitorsQuery {
    rows: Serving<MonitorRow>,
}

impl MonitorsQuery {
    /// Over the read models in `db`.
    pub fn new(db: Db) -> Self {
        Self {
            rows: Serving::new(db),
        }
    }

    /// The user's monitors that are not deleted, newest first.
    pub async fn listed(&self, user: &str) -> Result<Vec<MonitorListed>, StoreError> {
        let sql = format!(
            "{} WHERE user_id = $1 AND NOT deleted ORDER BY created_at DESC, monitor_id",
            self.rows.select().await?
        );
        let rows: Vec<MonitorRow> = with_reader!(self.rows.db(), pool => sqlx::query_as(&sql)
            .bind(user)
            .fetch_all(pool)
            .await)?;
        rows.into_iter().map(listed).collect()
    }

    /// Monitors that are not deleted, of one user or of all, by their ids: those after one.
    pub async fn all(
        &self,
        user: Option<&str>,
        after: &str,
        limit: u32,
    ) -> Result<Vec<MonitorListed>, StoreError> {
        let sql = format!(
            "{} WHERE monitor_id > $1 AND ($2 = '' OR user_id = $2) AND NOT deleted \
             ORDER BY monitor_id LIMIT {limit}",
            self.rows.select().await?
        );
        let rows: Vec<MonitorRow> = with_reader!(self.rows.db(), pool => sqlx::query_as(&sql)
            .bind(after)
            .bind(user.unwrap_or_default())
            .fetch_all(pool)
            .await)?;
        rows.into_iter().map(listed).collect()
    }

    /// The monitor, if it exists and is not deleted.
    pub async fn find(&self, monitor: MonitorId) -> Result<Option<MonitorListed>, StoreError> {
        let sql = format!(
            "{} WHERE monitor_id = $1 AND NOT deleted",
            self.rows.select().await?
        );
        let row: Option<MonitorRow> = with_reader!(self.rows.db(), pool => sqlx::query_as(&sql)
            .bind(monitor.to_string())
            .fetch_optional(pool)
            .await)?;
        row.map(listed).transpose()
    }

    /// The monitor, if it exists, is not deleted and belongs to the user.
    pub async fn owned(
        &self,
        user: &str,
        monitor: MonitorId,
    ) -> Result<Option<MonitorListed>, StoreError> {
        let found = self.find(monitor).await?;
        Ok(found.filter(|found| found.created.user.as_str() == user))
    }
}

fn listed(row: MonitorRow) -> Result<MonitorListed, StoreError> {
    let damaged = |what: &str| StoreError::Damaged(format!("monitor {}: {what}", row.monitor_id));
    Ok(MonitorListed {
        id: row
            .monitor_id
            .parse()
            .map_err(|_| damaged("it has no id"))?,
        created_at: row.created_at,
        created: serde_json::from_str(&row.created)
            .map_err(|_| damaged("what it was created with cannot be read"))?,
        paused: row.paused,
        running: row.running,
        spent: row.spent,
        month: row.month,
        known: row.known,
        pending: row.pending,
        last_run: row.last_run,
    })
}
