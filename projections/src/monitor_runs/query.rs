//! Runs of monitors, newest first, and what there is to notice.

use domain::ids::{MonitorId, SessionKey};
use domain::monitor::{PausedBy, RunOutcome, SkipReason};
use domain::scrape_job::{First, PublisherChange};
use jiff::Timestamp;
use jiff::civil::Date;
use sqlx::QueryBuilder;
use store::StoreError;
use store::db::Db;
use store::with_reader;

use super::row::MonitorRunRow;
use crate::serving::Serving;

/// What became of a slot.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RunResult {
    Running,
    Ended(RunOutcome),
    Skipped(SkipReason),
    /// Not a slot: the monitor was paused.
    Paused(PausedBy),
}

/// A run, or why there was none.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RunListed {
    /// Its key.
    pub id: String,
    pub monitor: MonitorId,
    /// When it was due.
    pub slot: Timestamp,
    /// When it began, or was noted.
    pub at: Timestamp,
    pub session: Option<SessionKey>,
    pub by_hand: bool,
    pub first: Option<First>,
    pub result: RunResult,
    /// How many slots there was no run at.
    pub slots: u32,
    pub new: u32,
    pub changed: u32,
    pub gone: u32,
    pub unchanged: u32,
    pub paid: u32,
    pub pending: u32,
    /// Businesses on the user's list of known ones.
    pub left_out: u32,
    pub by_publisher: Vec<PublisherChange>,
    pub month: Option<Date>,
    /// Credits spent in the month, with this run.
    pub spent: u32,
    pub budget: u32,
    /// Why it failed.
    pub reason: Option<String>,
    pub ended_at: Option<Timestamp>,
    /// Since when it is something to notice.
    pub notice_at: Option<Timestamp>,
    /// The share of the budget that it has reached, in percent.
    pub budget_reached: Option<u32>,
}

/// Reads runs.
#[derive(Debug, Clone)]
pub struct MonitorRunsQuery {
    rows: Serving<MonitorRunRow>,
}

impl MonitorRunsQuery {
    /// Over the read models in `db`.
    pub fn new(db: Db) -> Self {
        Self {
            rows: Serving::new(db),
        }
    }

    /// Runs of a monitor, newest first, those before a slot.
    pub async fn newest(
        &self,
        monitor: MonitorId,
        before: Option<Timestamp>,
        limit: u32,
    ) -> Result<Vec<RunListed>, StoreError> {
        let sql = format!(
            "{} WHERE monitor_id = $1 AND slot < $2 AND paused IS NULL \
             ORDER BY slot DESC LIMIT {limit}",
            self.rows.select().await?
        );
        let before = before.map_or(i64::MAX, Timestamp::as_microsecond);
        let rows: Vec<MonitorRunRow> = with_reader!(self.rows.db(), pool => sqlx::query_as(&sql)
            .bind(monitor.to_string())
            .bind(before)
            .fetch_all(pool)
            .await)?;
        rows.into_iter().map(listed).collect()
    }

    /// The run of a monitor with that session.
    pub async fn of_session(
        &self,
        monitor: MonitorId,
        session: SessionKey,
    ) -> Result<Option<RunListed>, StoreError> {
        let sql = format!(
            "{} WHERE monitor_id = $1 AND session = $2",
            self.rows.select().await?
        );
        let row: Option<MonitorRunRow> = with_reader!(self.rows.db(), pool => sqlx::query_as(&sql)
            .bind(monitor.to_string())
            .bind(session.to_string())
            .fetch_optional(pool)
            .await)?;
        row.map(listed).transpose()
    }

    /// Runs by their keys.
    pub async fn by_ids(&self, ids: &[&str]) -> Result<Vec<RunListed>, StoreError> {
        self.among("run_id", ids, "").await
    }

    /// What there is to notice of monitors, newest first: what came after a moment, and not later than another.
    pub async fn notices(
        &self,
        monitors: &[MonitorId],
        (after, until): (Timestamp, Timestamp),
        limit: u32,
    ) -> Result<Vec<RunListed>, StoreError> {
        let ids: Vec<String> = monitors.iter().map(ToString::to_string).collect();
        let ids: Vec<&str> = ids.iter().map(String::as_str).collect();
        let (after, until) = (after.as_microsecond(), until.as_microsecond());
        let rest = format!(
            " AND notice_at > {after} AND notice_at <= {until} \
             ORDER BY notice_at DESC, run_id DESC LIMIT {limit}"
        );
        self.among("monitor_id", &ids, &rest).await
    }

    async fn among(
        &self,
        column: &str,
        texts: &[&str],
        rest: &str,
    ) -> Result<Vec<RunListed>, StoreError> {
        if texts.is_empty() {
            return Ok(Vec::new());
        }
        let select = self.rows.select().await?;
        let rows: Vec<MonitorRunRow> = with_reader!(self.rows.db(), pool => {
            let mut query = QueryBuilder::new(format!("{select} WHERE {column} IN ("));
            let mut list = query.separated(", ");
            for text in texts {
                list.push_bind(*text);
            }
            query.push(")").push(rest);
            query.build_query_as().persistent(false).fetch_all(pool).await
        })?;
        rows.into_iter().map(listed).collect()
    }
}

fn listed(row: MonitorRunRow) -> Result<RunListed, StoreError> {
    let damaged = |what: &str| StoreError::Damaged(format!("run {}: {what}", row.run_id));
    let result = match (row.paused, row.skipped, row.outcome) {
        (Some(by), _, _) => RunResult::Paused(by),
        (None, Some(reason), _) => RunResult::Skipped(reason),
        (None, None, Some(outcome)) => RunResult::Ended(outcome),
        (None, None, None) => RunResult::Running,
    };
    let by_publisher = row.by_publisher.as_deref().map(serde_json::from_str);
    Ok(RunListed {
        monitor: row
            .monitor_id
            .parse()
            .map_err(|_| damaged("its monitor has no id"))?,
        by_publisher: by_publisher
            .transpose()
            .map_err(|_| damaged("the publisher's changes cannot be read"))?
            .unwrap_or_default(),
        id: row.run_id,
        slot: row.slot,
        at: row.at,
        session: row.session,
        by_hand: row.by_hand,
        first: row.first,
        result,
        slots: row.slots,
        new: row.added,
        changed: row.changed,
        gone: row.gone,
        unchanged: row.unchanged,
        paid: row.paid,
        pending: row.pending,
        left_out: row.left_out,
        month: row.month,
        spent: row.spent,
        budget: row.budget,
        reason: row.reason,
        ended_at: row.ended_at,
        notice_at: row.notice_at,
        budget_reached: row.budget_reached,
    })
}
