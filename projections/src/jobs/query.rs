//! One job, for its owner.

use domain::ids::SessionKey;
use jiff::Timestamp;
use store::StoreError;
use store::db::Db;
use store::log::Cursor;
use store::with_reader;

use super::project::{JobRow, JobsView};
use crate::fold::Fold;
use crate::view::table;

/// Where a job stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Job {
    /// The session key.
    pub job_id: SessionKey,
    /// `queued`, `processing`, `completed`, `failed` or `cancelled`.
    pub status: String,
    /// What it looks for.
    pub term: String,
    /// Where.
    pub state: String,
    /// In which cities, in order.
    pub cities: Vec<String>,
    /// Cities finished.
    pub cities_done: u32,
    /// The bound that the search set.
    pub max_results: Option<u32>,
    /// The maps service, once it has started.
    pub source: Option<String>,
    /// Are its businesses fictional?
    pub sample: bool,
    /// Rows delivered.
    pub delivered: u32,
    /// Why it ended: a reason of completion, a message of failure, or who cancelled.
    pub end_reason: Option<String>,
    /// When it was asked for.
    pub queued_at: Timestamp,
    /// When it last changed.
    pub updated_at: Timestamp,
    /// Its last event, once it has ended.
    pub ended_cursor: Option<Cursor>,
    /// Where the enrichment of its rows stands.
    pub enrichment: EnrichmentProgress,
}

/// Where the enrichment of a job's rows stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EnrichmentProgress {
    /// `not_requested`, `processing`, `completed`, `failed` or `cancelled`.
    pub status: String,
    /// Rows enriched so far, the first ones.
    pub enriched: u32,
    /// Why it ended: a reason of completion, a message of failure, or who cancelled.
    pub reason: Option<String>,
}

/// Reads jobs.
#[derive(Debug, Clone)]
pub struct JobsQuery {
    db: Db,
}

impl JobsQuery {
    /// Over the read models in `db`.
    pub const fn new(db: Db) -> Self {
        Self { db }
    }

    /// The job, if it exists and is this user's.
    pub async fn owned(&self, user: &str, job: SessionKey) -> Result<Option<Job>, StoreError> {
        let sql = format!(
            "SELECT {} FROM {} WHERE job_id = $1 AND user_id = $2",
            JobsView::COLUMNS.join(", "),
            table::<JobsView>()
        );
        let row: Option<JobRow> = with_reader!(&self.db, pool => sqlx::query_as(&sql)
            .bind(job.to_string())
            .bind(user)
            .fetch_optional(pool)
            .await)?;
        row.map(|row| self::job(job, row)).transpose()
    }

    /// How many jobs of the user, or enrichments, have not ended.
    pub async fn open_jobs(&self, user: &str) -> Result<u32, StoreError> {
        let sql = format!(
            "SELECT COUNT(*) FROM {} \
             WHERE user_id = $1 \
             AND (status IN ('queued', 'processing') OR enrichment = 'processing')",
            table::<JobsView>()
        );
        let count: i64 = with_reader!(&self.db, pool =>
            sqlx::query_scalar(&sql).bind(user).fetch_one(pool).await)?;
        Ok(u32::try_from(count).unwrap_or(u32::MAX))
    }
}

fn job(job_id: SessionKey, row: JobRow) -> Result<Job, StoreError> {
    let damaged = |what: String| StoreError::Damaged(format!("job {job_id}: {what}"));
    let time = |micros| Timestamp::from_microsecond(micros).map_err(|e| damaged(e.to_string()));
    let count = |number: i64| u32::try_from(number).map_err(|e| damaged(e.to_string()));
    Ok(Job {
        job_id,
        status: row.status,
        term: row.term,
        state: row.state,
        cities: serde_json::from_str(&row.cities).map_err(|e| damaged(e.to_string()))?,
        cities_done: count(row.cities_done)?,
        max_results: row.max_results.map(count).transpose()?,
        source: row.source,
        sample: row.sample,
        delivered: count(row.delivered)?,
        end_reason: row.end_reason,
        queued_at: time(row.queued_at)?,
        updated_at: time(row.updated_at)?,
        ended_cursor: row.ended_cursor.map(|text| text.parse()).transpose()?,
        enrichment: EnrichmentProgress {
            status: row.enrichment,
            enriched: count(row.enriched)?,
            reason: row.enrichment_reason,
        },
    })
}
