//! The enabled maps services.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use commands::Clock;
use futures::future::join_all;
use places::catalogue::CATALOGUE;
use places::osm::overpass::OSM;
use places::{CatalogueError, Dataset, PlaceSource, Sources};
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::http::caller::Caller;
use crate::http::error::{ApiError, ErrorBody};
use crate::state::AppState;

/// The routes of this subject.
pub(super) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(sources))
}

/// The maps services.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct SourcesBody {
    /// The enabled ones, the preferred one first.
    sources: Vec<SourceBody>,
}

/// A maps service.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct SourceBody {
    /// The name to use as a search's `source`.
    #[schema(example = "catalogue")]
    name: String,
    /// Its name for people.
    label: String,
    /// Does it answer searches that name no source? The catalogue does for what its data sets cover, OpenStreetMap for
    /// the rest; the others only answer by name.
    by_default: bool,
    /// Are its businesses made up?
    sample: bool,
    /// May its rows be kept beyond the session?
    storable: bool,
    /// The license of all its rows.
    #[serde(skip_serializing_if = "Option::is_none")]
    licence: Option<String>,
    /// The credit line for all its rows.
    #[serde(skip_serializing_if = "Option::is_none")]
    attribution: Option<String>,
    /// Number of its businesses, if it can count them.
    #[serde(skip_serializing_if = "Option::is_none")]
    rows: Option<u64>,
    /// Does the service behind it respond? Absent if there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    reachable: Option<bool>,
    /// Why it is unavailable at the moment.
    #[serde(skip_serializing_if = "Option::is_none")]
    problem: Option<String>,
    /// The listings imported into it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    datasets: Vec<DatasetBody>,
}

/// An imported listing.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct DatasetBody {
    /// Its name, which is the `source` of its rows.
    name: String,
    /// Number of its businesses.
    rows: u64,
    /// Its license.
    #[serde(skip_serializing_if = "Option::is_none")]
    licence: Option<String>,
    /// The credit line that the license requires.
    #[serde(skip_serializing_if = "Option::is_none")]
    attribution: Option<String>,
    /// The publisher's release.
    #[serde(skip_serializing_if = "Option::is_none")]
    release: Option<String>,
    /// What it covers, in words.
    #[schema(example = "all kinds of business in RI")]
    covers: String,
    /// Age of its data in days.
    age_days: i64,
    /// Is it bundled with the product?
    shipped: bool,
    /// When it was imported (UTC).
    imported_at: String,
}

impl DatasetBody {
    fn new(dataset: Dataset, today: jiff::civil::Date) -> Self {
        let age = dataset.day().until(today);
        Self {
            age_days: age.map_or(0, |age| age.get_days().into()),
            covers: dataset.coverage.to_string(),
            shipped: dataset.shipped,
            name: dataset.name,
            rows: dataset.rows,
            licence: dataset.licence,
            attribution: dataset.attribution,
            release: dataset.release,
            imported_at: dataset.imported_at.to_string(),
        }
    }
}

/// The enabled maps services, with their contents and availability.
#[utoipa::path(
    get, path = "/api/sources", operation_id = "listSources", tag = "jobs",
    responses(
        (status = 200, description = "The maps services", body = SourcesBody),
        (status = 401, description = "No valid token", body = ErrorBody)
    )
)]
async fn sources(
    State(sources): State<Arc<Sources>>,
    State(clock): State<Arc<dyn Clock>>,
    _caller: Caller,
) -> Result<Json<SourcesBody>, ApiError> {
    let mut bodies = join_all(sources.all().into_iter().map(describe)).await;
    let today = clock.now().to_zoned(jiff::tz::TimeZone::UTC).date();
    let catalogue = bodies.iter_mut().find(|body| body.name == CATALOGUE);
    if let Some(catalogue) = catalogue {
        // Reads files.
        let listing = Arc::clone(sources.catalogue());
        let datasets = tokio::task::spawn_blocking(move || listing.datasets()).await;
        match datasets.unwrap_or(Err(CatalogueError::Stopped)) {
            Ok(datasets) => {
                let bodies = datasets.into_iter().map(|set| DatasetBody::new(set, today));
                catalogue.datasets = bodies.collect();
            }
            Err(error) => catalogue.problem = Some(error.to_string()),
        }
    }
    let body = SourcesBody { sources: bodies };
    Ok(Json(body))
}

async fn describe(source: Arc<dyn PlaceSource>) -> SourceBody {
    let descriptor = source.descriptor();
    let (status, problem) = match source.status().await {
        Ok(status) => (Some(status), None),
        Err(error) => (None, Some(error.to_string())),
    };
    SourceBody {
        by_default: [CATALOGUE, OSM].contains(&descriptor.name.as_str()),
        name: descriptor.name,
        label: descriptor.label,
        sample: descriptor.is_sample,
        storable: descriptor.storable,
        licence: descriptor.licence,
        attribution: descriptor.attribution,
        rows: status.and_then(|status| status.rows),
        reachable: status.and_then(|status| status.reachable),
        problem,
        datasets: Vec::new(),
    }
}
