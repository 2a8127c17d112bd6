//! A job as the API tells it.

use projections::jobs::Job;
use serde::Serialize;
use utoipa::ToSchema;

use super::progress::{EnrichmentBody, message, progress};
use super::{end_is_shown_everywhere, rows_are_gone};
use crate::http::error::ApiError;
use crate::state::AppState;
use crate::wire::JobStatus;

/// What is said of a session whose rows are gone.
const ROWS_DELETED: &str = "The rows of this search were deleted a day after they were last used: Google's terms do not allow keeping them.";

/// Where a job stands.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct JobBody {
    /// The job's id.
    job_id: String,
    /// Where it stands.
    status: JobStatus,
    /// Has the search ended? Rows may still be enriched, as `enrichment` says.
    ended: bool,
    /// Percent done, 0 to 100.
    #[schema(minimum = 0, maximum = 100)]
    progress: u8,
    /// In words.
    #[schema(example = "Searching Bend (2 of 2 cities): 71 results so far")]
    message: String,
    /// What it looks for.
    search_term: String,
    /// Where.
    state: String,
    /// In which cities.
    cities: Vec<String>,
    /// Those of them that nothing covers: they are passed over.
    skipped_cities: Vec<String>,
    /// Those of them that no list of cities and no data set knows: probably misspelled.
    unknown_cities: Vec<String>,
    /// Rows delivered so far.
    results_count: u32,
    /// Were the rows deleted, since their source's terms do not allow keeping them?
    rows_deleted: bool,
    /// The maps service, once the job has started.
    #[serde(skip_serializing_if = "Option::is_none")]
    source: Option<String>,
    /// Are its businesses made up?
    sample: bool,
    /// Rows of each city that was begun, in the search's order.
    cities_found: Vec<CityFound>,
    /// Credits charged so far, for rows and their enrichment.
    credits_charged: i64,
    /// Did the search ask for the enrichment of its rows? It then follows by itself.
    enrich: bool,
    /// Where the enrichment of its rows stands.
    enrichment: EnrichmentBody,
    /// When it was asked for (UTC).
    created_at: String,
    /// When it last changed (UTC).
    updated_at: String,
    /// When the search ended (UTC), whatever became of its rows afterwards. Absent before.
    #[serde(skip_serializing_if = "Option::is_none")]
    ended_at: Option<String>,
}

/// What was found in a city.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct CityFound {
    /// The city, as the search names it.
    city: String,
    /// Rows delivered of it.
    results: u32,
    /// Was it searched to its end?
    done: bool,
}

impl CityFound {
    /// City by city; a search of a whole state has none.
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

    /// Of a job whose owner asks.
    pub(crate) async fn of(state: &AppState, job: Job) -> Result<Self, ApiError> {
        end_is_shown_everywhere(state, &job).await;
        // The history may not have seen a new job yet.
        let charged = state.services.history.charged(job.job_id).await?;
        let rows_deleted = rows_are_gone(state, &job).await?;
        Ok(Self {
            rows_deleted,
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
            search_term: job.term,
            state: job.state,
            cities: job.cities,
            skipped_cities: job.skipped,
            unknown_cities: job.unknown,
            results_count: job.delivered,
            source: job.source,
            sample: job.sample,
            created_at: job.queued_at.to_string(),
            updated_at: job.updated_at.to_string(),
            ended_at: job.ended_at.map(|at| at.to_string()),
        })
    }
}
