//! Jobs, for their owner.

use domain::ids::{MonitorId, SessionKey};
use domain::scrape_job::{EnrichmentStatus, JobStatus, Reading, SearchArea};
use jiff::Timestamp;
use store::StoreError;
use store::db::Db;
use store::log::Cursor;
use store::subscriptions::{Progress, Subscriptions};
use store::with_reader;
use tokio::sync::watch;

use super::row::JobRow;
use super::stage::{EnrichmentStage, JobStage};
use crate::serving::Serving;
use crate::table::Row;

/// Signals whenever a job may have changed.
pub fn changes(subscriptions: &Subscriptions) -> Option<watch::Receiver<Progress>> {
    subscriptions.watch(JobRow::TABLE)
}

/// A job with its progress.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Job {
    pub job_id: SessionKey,
    /// Whose it is.
    pub user: String,
    pub stage: JobStage,
    /// What it searches for.
    pub term: String,
    /// The state's code; empty if all states are searched.
    pub state: String,
    /// The area that is searched in place of cities.
    pub area: Option<SearchArea>,
    /// Its cities, or the counties of its area, in order; empty if the whole state, or everything, is searched.
    pub cities: Vec<String>,
    /// The cities that no source covers, which are skipped.
    pub skipped: Vec<String>,
    /// The cities that are probably misspelled.
    pub unknown: Vec<String>,
    pub cities_done: u32,
    /// The search's bound.
    pub max_results: Option<u32>,
    /// The maps service, once the job has started.
    pub source: Option<String>,
    /// Whether its businesses are made up.
    pub sample: bool,
    /// Rows delivered.
    pub delivered: u32,
    /// Rows delivered of each city that was started, in the order of [`Job::searched`].
    pub city_rows: Vec<u32>,
    pub queued_at: Timestamp,
    /// When it last changed.
    pub updated_at: Timestamp,
    /// When the search ended.
    pub ended_at: Option<Timestamp>,
    /// The position of its last event, once it has ended.
    pub ended_cursor: Option<Cursor>,
    /// Whether the search asked for enrichment.
    pub enrich: bool,
    /// The websites that it reads, if it is not a search.
    pub reading: Option<Reading>,
    /// Of the websites read, those that said something new.
    pub with_news: u32,
    /// The monitor whose run it is.
    pub monitor: Option<MonitorId>,
    /// Businesses that were left out, because they are on the user's known list.
    pub left_out: u32,
    pub enrichment: EnrichmentProgress,
}

/// Selects some of a user's jobs; by default all.
#[derive(Debug, Clone, Copy, Default)]
pub struct JobFilter {
    /// Requested at that time or later.
    pub since: Option<Timestamp>,
    /// In progress, being enriched, or changed since that time.
    pub open_or_changed_since: Option<Timestamp>,
    /// Not those that are runs of monitors.
    pub without_runs: bool,
    /// Those after this one, newest first.
    pub before: Option<(Timestamp, SessionKey)>,
}

/// The progress of the enrichment of a job's rows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EnrichmentProgress {
    pub stage: EnrichmentStage,
    /// The first rows are enriched, up to this number.
    pub enriched: u32,
}

impl Job {
    /// The cities that are searched, in order.
    pub fn searched(&self) -> Vec<&str> {
        let cities = self
            .cities
            .iter()
            .filter(|city| !self.skipped.contains(city));
        cities.map(String::as_str).collect()
    }
}

/// How many of a user's jobs count against another one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct JobCounts {
    /// Jobs or enrichments that have not ended.
    pub open: u32,
    /// Jobs that ended without a row.
    pub unpaid: u32,
}

/// Reads jobs.
#[derive(Debug, Clone)]
pub struct JobsQuery {
    rows: Serving<JobRow>,
}

impl JobsQuery {
    /// Over the read models in `db`.
    pub fn new(db: Db) -> Self {
        Self {
            rows: Serving::new(db),
        }
    }

    /// The job, if it exists and belongs to the user.
    pub async fn owned(&self, user: &str, job: SessionKey) -> Result<Option<Job>, StoreError> {
        let sql = format!(
            "{} WHERE job_id = $1 AND user_id = $2",
            self.rows.select().await?
        );
        let row: Option<JobRow> = with_reader!(self.rows.db(), pool => sqlx::query_as(&sql)
            .bind(job.to_string())
            .bind(user)
            .fetch_optional(pool)
            .await)?;
        row.map(|row| self::job(job, row)).transpose()
    }

    /// The user's jobs, newest first, at most `limit`.
    pub async fn listed(
        &self,
        user: &str,
        filter: &JobFilter,
        limit: u32,
    ) -> Result<Vec<Job>, StoreError> {
        let only_open = filter.open_or_changed_since.map_or_else(String::new, |_| {
            format!(" AND ({} OR updated_at >= $5)", is_open())
        });
        let without_runs = match filter.without_runs {
            true => " AND monitor IS NULL",
            false => "",
        };
        let sql = format!(
            "{} WHERE user_id = $1 AND queued_at >= $2 AND (queued_at, job_id) < ($3, $4)\
             {only_open}{without_runs} \
             ORDER BY queued_at DESC, job_id DESC LIMIT {limit}",
            self.rows.select().await?
        );
        let since = filter.since.map_or(i64::MIN, Timestamp::as_microsecond);
        let before = filter
            .before
            .map_or((i64::MAX, String::new()), |(at, job)| {
                (at.as_microsecond(), job.to_string())
            });
        let rows: Vec<JobRow> = with_reader!(self.rows.db(), pool => {
            let query = sqlx::query_as(&sql).bind(user).bind(since).bind(before.0).bind(before.1);
            match filter.open_or_changed_since {
                Some(changed) => query.bind(changed.as_microsecond()),
                None => query,
            }
            .fetch_all(pool)
            .await
        })?;
        let jobs = rows.into_iter().map(|row| {
            let key = row.job_id.parse();
            let key = key.map_err(|_| StoreError::Damaged("a job has no key".to_owned()))?;
            job(key, row)
        });
        jobs.collect()
    }

    /// The user's jobs that count against another one; unpaid ones since a moment. Runs of monitors have limits of their
    /// own.
    pub async fn counted(&self, user: &str, since: Timestamp) -> Result<JobCounts, StoreError> {
        let ended = JobStatus::ALL.into_iter().filter(|status| status.is_end());
        let sql = format!(
            "SELECT COUNT(CASE WHEN {} THEN 1 END), \
             COUNT(CASE WHEN queued_at >= $2 AND delivered = 0 AND status IN ({}) THEN 1 END) \
             FROM ({} WHERE user_id = $1) AS jobs WHERE monitor IS NULL",
            is_open(),
            list(ended.map(JobStatus::as_str)),
            self.rows.select().await?,
        );
        let (open, unpaid): (i64, i64) = with_reader!(self.rows.db(), pool => sqlx::query_as(&sql)
            .bind(user)
            .bind(since.as_microsecond())
            .fetch_one(pool)
            .await)?;
        let number = |count| u32::try_from(count).unwrap_or(u32::MAX);
        Ok(JobCounts {
            open: number(open),
            unpaid: number(unpaid),
        })
    }
}

/// The SQL condition for a job, or the enrichment of its rows, that has not ended.
fn is_open() -> String {
    let jobs = JobStatus::ALL.into_iter();
    let jobs = jobs.filter(|status| status.is_open());
    let enrichments = EnrichmentStatus::ALL.into_iter();
    let enrichments = enrichments.filter(|status| status.is_open());
    format!(
        "(status IN ({}) OR enrichment IN ({}))",
        list(jobs.map(JobStatus::as_str)),
        list(enrichments.map(EnrichmentStatus::as_str)),
    )
}

/// Frozen texts as an SQL list.
fn list(texts: impl Iterator<Item = &'static str>) -> String {
    let quoted: Vec<_> = texts.map(|text| format!("'{text}'")).collect();
    quoted.join(", ")
}

fn job(job_id: SessionKey, row: JobRow) -> Result<Job, StoreError> {
    let damaged = |what: &str| StoreError::Damaged(format!("job {job_id}: {what}"));
    Ok(Job {
        job_id,
        user: row.user_id,
        stage: JobStage::read(row.status, row.end_reason)
            .ok_or_else(|| damaged("how it ended cannot be read"))?,
        term: row.term,
        state: row.state,
        area: row
            .area
            .map(|text| serde_json::from_str(&text).map_err(|_| damaged("its area cannot be read")))
            .transpose()?,
        cities: row.cities,
        skipped: row.skipped,
        unknown: row.unknown,
        cities_done: row.cities_done,
        max_results: row.max_results,
        source: row.source,
        sample: row.sample,
        delivered: row.delivered,
        city_rows: row.city_rows,
        queued_at: row.queued_at,
        updated_at: row.updated_at,
        ended_at: row.ended_at,
        ended_cursor: row.ended_cursor,
        enrich: row.enrich,
        reading: row
            .reading
            .map(|text| {
                serde_json::from_str(&text).map_err(|_| damaged("its reading cannot be read"))
            })
            .transpose()?,
        with_news: row.with_news.unwrap_or_default(),
        monitor: row
            .monitor
            .map(|id| id.parse().map_err(|_| damaged("its monitor has no id")))
            .transpose()?,
        left_out: row.left_out.unwrap_or_default(),
        enrichment: EnrichmentProgress {
            stage: EnrichmentStage::read(row.enrichment, row.enrichment_reason)
                .ok_or_else(|| damaged("how its enrichment ended cannot be read"))?,
            enriched: row.enriched,
        },
    })
}
