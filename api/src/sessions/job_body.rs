//! A job on the wire.

use projections::jobs::Job;
use serde::Serialize;
use utoipa::ToSchema;

use super::area::AreaBody;
use super::progress::{EnrichmentBody, message, progress};
use super::reading_words::ReadingBody;
use super::terms::is_list_only;
use super::{end_is_shown_everywhere, rows_are_gone};
use crate::http::error::ApiError;
use crate::state::Sessions;
use crate::wire::JobStatus;

/// The message of a session whose rows have been deleted.
const ROWS_DELETED: &str = "The rows of this search were deleted a day after they were last used: Google's terms do not allow keeping them.";

/// A job's status and progress.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct JobBody {
    /// The job's id.
    job_id: String,
    status: JobStatus,
    /// Has the search ended? Rows may still be enriched, as `enrichment` says.
    ended: bool,
    /// Percent done, 0 to 100.
    #[schema(minimum = 0, maximum = 100)]
    progress: u8,
    /// The progress in words.
    #[schema(example = "Searching Bend (2 of 2 cities): 71 results so far")]
    message: String,
    search_term: String,
    /// The state's two-letter code; empty if an area is searched.
    state: String,
    cities: Vec<String>,
    /// The area that is searched in place of cities.
    #[serde(skip_serializing_if = "Option::is_none")]
    area: Option<AreaBody>,
    /// Cities, or counties of the area, that no source covers: they are skipped.
    skipped_cities: Vec<String>,
    /// Cities that no list of cities and no data set knows: probably misspelled.
    unknown_cities: Vec<String>,
    /// Rows delivered so far.
    results_count: u32,
    /// Businesses on the caller's list of known ones that the search met, once it has completed: not delivered, not
    /// charged.
    #[serde(skip_serializing_if = "Option::is_none")]
    left_out: Option<u32>,
    /// Were the rows deleted, as their source's terms require?
    rows_deleted: bool,
    /// The maps service, once the job has started.
    #[serde(skip_serializing_if = "Option::is_none")]
    source: Option<String>,
    /// Do its source's terms allow a list only: no map, file or print?
    list_only: bool,
    /// Are its businesses made up?
    sample: bool,
    /// Rows found in each city, or county of the area, so far, in the search's order.
    cities_found: Vec<CityFound>,
    /// Credits charged so far, for rows and their enrichment.
    credits_charged: i64,
    /// Is enrichment to follow the search?
    enrich: bool,
    enrichment: EnrichmentBody,
    /// The websites that it reads, if it is not a search: then `results_count` is how many were read.
    #[serde(skip_serializing_if = "Option::is_none")]
    reading: Option<ReadingBody>,
    /// The schedule whose run it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    monitor_id: Option<String>,
    /// When it was started (UTC).
    created_at: String,
    /// When it last changed (UTC).
    updated_at: String,
    /// When the search ended (UTC); absent before.
    #[serde(skip_serializing_if = "Option::is_none")]
    ended_at: Option<String>,
}

/// The rows found in a city.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct CityFound {
    /// The city, as the search names it.
    city: String,
    /// Rows delivered.
    results: u32,
    /// Was it searched completely?
    done: bool,
}

impl CityFound {
    /// A search of a whole state has no cities.
    fn of(job: &Job) -> Vec<Self> {
        let cities = job.searched().into_iter().zip(&job.city_rows).zip(0_u32..);
        let found = cities.map(|((city, &results), index)| Self {
            city: city.to_owned(),
            results,
            done: index < job.cities_done,
        });
        found.collect()
    }
}

impl JobBody {
    /// Have the search and the enrichment of its rows ended?
    pub(crate) fn is_over(&self) -> bool {
        self.ended && !self.enrichment.is_under_way()
    }

    /// The body for the job's owner.
    pub(crate) async fn of(sessions: &Sessions, job: Job) -> Result<Self, ApiError> {
        end_is_shown_everywhere(sessions, &job).await;
        // The history may not have seen a new job yet.
        let charged = sessions.history.charged(job.job_id).await?;
        let rows_deleted = rows_are_gone(sessions, &job).await?;
        Ok(Self {
            rows_deleted,
            list_only: is_list_only(&job),
            job_id: job.job_id.to_string(),
            status: job.stage.status().into(),
            ended: job.stage.status().is_end(),
            progress: progress(&job),
            message: if rows_deleted {
                ROWS_DELETED.to_owned()
            } else {
                message(&job)
            },
            cities_found: CityFound::of(&job),
            credits_charged: charged.unwrap_or_default(),
            enrich: job.enrich,
            enrichment: EnrichmentBody::new(&job),
            reading: job
                .reading
                .as_ref()
                .map(|reading| ReadingBody::of(reading, &job)),
            search_term: job.term,
            state: job.state,
            cities: match job.area {
                Some(_) => Vec::new(),
                None => job.cities,
            },
            area: job.area.map(AreaBody::from),
            skipped_cities: job.skipped,
            unknown_cities: job.unknown,
            results_count: job.delivered,
            left_out: Some(job.left_out).filter(|left_out| *left_out > 0),
            source: job.source,
            sample: job.sample,
            monitor_id: job.monitor.map(|id| id.to_string()),
            created_at: job.queued_at.to_string(),
            updated_at: job.updated_at.to_string(),
            ended_at: job.ended_at.map(|at| at.to_string()),
        })
    }
}
