//! When monitors are due.

use domain::ids::{MonitorId, SessionKey, UserId};
use jiff::Timestamp;

use crate::db::Db;
use crate::error::StoreError;
use crate::{with_reader, with_writer};

/// Noted of a monitor that is not due by itself.
const NEVER: i64 = i64::MAX;

/// A monitor that is due, or whose note is doubtful.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct MonitorDue {
    pub user: String,
    pub monitor: MonitorId,
    /// The slot noted.
    pub slot: Timestamp,
}

/// The agenda of all monitors.
#[derive(Debug, Clone)]
pub struct MonitorAgenda {
    db: Db,
}

impl MonitorAgenda {
    /// Stored with the log in `db`.
    pub const fn new(db: Db) -> Self {
        Self { db }
    }

    /// Notes when a monitor is due next (`None`: not before it changes), and its run under way.
    pub async fn note(
        &self,
        monitor: MonitorId,
        user: &UserId,
        due: Option<Timestamp>,
        running: Option<SessionKey>,
        now: Timestamp,
    ) -> Result<(), StoreError> {
        let running = running.map_or_else(String::new, |session| session.to_string());
        Ok(with_writer!(&self.db, pool => sqlx::query(
            "INSERT INTO monitor_agenda (monitor_id, user_id, due_at, noted_at, running) \
             VALUES ($1, $2, $3, $4, $5) ON CONFLICT (monitor_id) DO UPDATE SET \
             due_at = excluded.due_at, noted_at = excluded.noted_at, running = excluded.running",
        )
        .bind(monitor.to_string())
        .bind(user.as_str())
        .bind(due.map_or(NEVER, Timestamp::as_microsecond))
        .bind(now.as_microsecond())
        .bind(&running)
        .execute(pool)
        .await
        .map(drop))?)
    }

    /// Removes a deleted monitor.
    pub async fn remove(&self, monitor: MonitorId) -> Result<(), StoreError> {
        Ok(with_writer!(&self.db, pool =>
            sqlx::query("DELETE FROM monitor_agenda WHERE monitor_id = $1")
                .bind(monitor.to_string())
                .execute(pool)
                .await
                .map(drop))?)
    }

    /// Up to `limit` monitors that are due, the longest overdue first, each user's first one before anybody's second;
    /// and those that were noted after `doubtful`: by a clock that was set back since.
    pub async fn due(
        &self,
        now: Timestamp,
        doubtful: Timestamp,
        limit: u32,
    ) -> Result<Vec<MonitorDue>, StoreError> {
        let due: Vec<(String, String, i64)> = with_reader!(&self.db, pool => sqlx::query_as(
            "SELECT user_id, monitor_id, due_at FROM ( \
                 SELECT user_id, monitor_id, due_at, ROW_NUMBER() OVER ( \
                     PARTITION BY user_id ORDER BY due_at, monitor_id) AS turn \
                 FROM monitor_agenda WHERE due_at <= $1 OR noted_at > $2) AS due \
             ORDER BY turn, due_at, monitor_id LIMIT $3",
        )
        .bind(now.as_microsecond())
        .bind(doubtful.as_microsecond())
        .bind(i64::from(limit))
        .fetch_all(pool)
        .await)?;
        let due = due.into_iter().filter_map(|(user, monitor, due_at)| {
            Some(MonitorDue {
                user,
                monitor: monitor.parse().ok()?,
                slot: Timestamp::from_microsecond(due_at).unwrap_or(Timestamp::MAX),
            })
        });
        Ok(due.collect())
    }

    /// How many runs of the user's monitors are under way.
    pub async fn running(&self, user: &UserId) -> Result<u32, StoreError> {
        let running: i64 = with_reader!(&self.db, pool => sqlx::query_scalar(
            "SELECT COUNT(*) FROM monitor_agenda WHERE user_id = $1 AND running <> ''")
            .bind(user.as_str())
            .fetch_one(pool)
            .await)?;
        Ok(u32::try_from(running).unwrap_or(u32::MAX))
    }

    /// The user's monitors.
    pub async fn of_user(&self, user: &UserId) -> Result<Vec<MonitorId>, StoreError> {
        let monitors: Vec<String> = with_reader!(&self.db, pool => sqlx::query_scalar(
            "SELECT monitor_id FROM monitor_agenda WHERE user_id = $1")
            .bind(user.as_str())
            .fetch_all(pool)
            .await)?;
        Ok(monitors.iter().filter_map(|id| id.parse().ok()).collect())
    }

    /// Of all monitors: how many there are, and how many are due.
    pub async fn census(&self, now: Timestamp) -> Result<(u64, u64), StoreError> {
        let (all, due): (i64, i64) = with_reader!(&self.db, pool => sqlx::query_as(
            "SELECT COUNT(*), COUNT(CASE WHEN due_at <= $1 THEN 1 END) FROM monitor_agenda")
            .bind(now.as_microsecond())
            .fetch_one(pool)
            .await)?;
        Ok((all.unsigned_abs(), due.unsigned_abs()))
    }
}
