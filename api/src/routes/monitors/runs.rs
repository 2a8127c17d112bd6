//! Runs of schedules, and what each has found.

use std::collections::BTreeMap;
use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use commands::monitors::{ChangesOf, Monitors, Told, ToldGone};
use jiff::Timestamp;
use places::Place;
use projections::jobs::Job;
use projections::monitor_runs::RunListed;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::body::{MonitorField, RunBody};
use super::schedules::{id_of, owned};
use crate::http::caller::Caller;
use crate::http::error::{ApiError, ErrorBody};
use crate::http::extract::{ApiPath, ApiQuery};
use crate::http::paged::{Paged, page_size};
use crate::sessions::{owned_job, parse, rows};
use crate::state::{AppState, Schedules, Sessions};

/// The routes of this subject.
pub(super) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(list_runs))
        .routes(routes!(run))
        .routes(routes!(run_changes))
}

/// Runs of a page.
const RUNS: (u32, u32) = (30, 200);
/// Changes of a page.
const CHANGES: (u32, u32) = (100, 200);

/// A page of runs.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct RunsQuery {
    /// Those before this slot.
    #[param(format = "date-time")]
    before: Option<String>,
    /// How many, 1 to 200.
    #[param(default = 30, minimum = 1, maximum = 200)]
    limit: Option<u32>,
}

/// Runs of a schedule.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct RunsBody {
    /// Newest first.
    runs: Vec<RunBody>,
    /// `before` of the next page; absent on the last one.
    #[serde(skip_serializing_if = "Option::is_none")]
    next: Option<String>,
}

/// What became of a schedule's slots, newest first.
#[utoipa::path(
    get, path = "/api/monitors/{monitorId}/runs", operation_id = "listMonitorRuns", tag = "monitors",
    params(("monitorId" = String, Path, description = "The schedule's id"), RunsQuery),
    responses(
        (status = 200, description = "The runs", body = RunsBody),
        (status = 400, description = "An unknown parameter", body = ErrorBody),
        (status = 401, description = "No valid token", body = ErrorBody),
        (status = 404, description = "No such schedule of this user", body = ErrorBody)
    )
)]
async fn list_runs(
    State(schedules): State<Arc<Schedules>>,
    caller: Caller,
    ApiPath(id): ApiPath<String>,
    ApiQuery(query): ApiQuery<RunsQuery>,
) -> Result<Json<RunsBody>, ApiError> {
    let id = id_of(&id)?;
    owned(&schedules, &caller, id).await?;
    let before: Option<Timestamp> = match &query.before {
        None => None,
        Some(text) => {
            let moment = text.parse();
            let invalid = |_| ApiError::invalid("before is a time such as 2026-11-28T14:00:00Z.");
            Some(moment.map_err(invalid)?)
        }
    };
    let size = page_size(query.limit, RUNS.0, RUNS.1)?;
    let read = |limit| schedules.runs_view.newest(id, before, limit);
    let page = Paged::short(size, read).await?;
    Ok(Json(RunsBody {
        next: page.next(|run: &RunListed| run.slot.to_string()),
        runs: page.rows.into_iter().map(RunBody::from).collect(),
    }))
}

/// The run of a schedule, and its job.
async fn owned_run(
    schedules: &Schedules,
    sessions: &Sessions,
    caller: &Caller,
    (id, session): (&str, &str),
) -> Result<(RunListed, Job), ApiError> {
    let unknown = || ApiError::not_found("There is no such run.");
    let id = id_of(id)?;
    owned(schedules, caller, id).await?;
    let job = owned_job(sessions, caller, session).await?;
    let run = schedules.runs_view.of_session(id, parse(session)?).await?;
    run.map(|run| (run, job)).ok_or_else(unknown)
}

/// A run of a schedule.
#[utoipa::path(
    get, path = "/api/monitors/{monitorId}/runs/{sessionKey}", operation_id = "getMonitorRun", tag = "monitors",
    params(
        ("monitorId" = String, Path, description = "The schedule's id"),
        ("sessionKey" = String, Path, description = "The run's session")
    ),
    responses(
        (status = 200, description = "The run", body = RunBody),
        (status = 401, description = "No valid token", body = ErrorBody),
        (status = 404, description = "No such run of this user", body = ErrorBody)
    )
)]
async fn run(
    State(schedules): State<Arc<Schedules>>,
    State(sessions): State<Arc<Sessions>>,
    caller: Caller,
    ApiPath((id, session)): ApiPath<(String, String)>,
) -> Result<Json<RunBody>, ApiError> {
    let (run, _) = owned_run(&schedules, &sessions, &caller, (&id, &session)).await?;
    Ok(Json(RunBody::from(run)))
}

/// Which changes.
#[derive(Debug, Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum ChangeKindBody {
    New,
    Changed,
    Gone,
}

/// A page of changes.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct ChangesQuery {
    /// Which ones.
    #[param(inline)]
    kind: ChangeKindBody,
    /// Those after this number.
    after: Option<u32>,
    /// How many, 1 to 200.
    #[param(default = 100, minimum = 1, maximum = 200)]
    limit: Option<u32>,
}

/// What a run has found.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct ChangesBody {
    changes: Vec<ChangeBody>,
    /// `after` of the next page; absent on the last one.
    #[serde(skip_serializing_if = "Option::is_none")]
    next: Option<u32>,
    /// How many there are of the kind.
    total: u32,
}

/// A business that is new, has changed or is gone.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = MonitorChange)]
pub(super) struct ChangeBody {
    /// Its number.
    n: u32,
    /// Of a new or changed one, its row of the run's session.
    #[serde(skip_serializing_if = "Option::is_none")]
    row_idx: Option<u32>,
    name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    address: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    city: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    phone: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    website: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    latitude: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    longitude: Option<f64>,
    /// What has changed.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    fields: Vec<FieldBody>,
    /// Where it was before, if it has moved more than 100 m.
    #[serde(skip_serializing_if = "Option::is_none")]
    moved: Option<MovedBody>,
    /// How it is gone.
    #[serde(skip_serializing_if = "Option::is_none")]
    gone: Option<GoneBody>,
}

/// A field before and after; absent where there was none.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct FieldBody {
    field: MonitorField,
    #[serde(skip_serializing_if = "Option::is_none")]
    before: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    after: Option<String>,
}

/// Where a business was before.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct MovedBody {
    meters: u32,
    /// Degrees north and east (WGS 84).
    from: [f64; 2],
}

/// How a business is gone.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum GoneBody {
    /// Not found this time.
    NotFound,
    /// Not found twice.
    NoLongerListed,
}

impl ChangeBody {
    fn of(n: u32, told: Told, place: Option<Place>) -> Self {
        let moved = told.meters.zip(told.moved_from);
        let at = match &place {
            Some(place) => place.believed_coordinates(),
            None => told.at,
        };
        let (mut address, mut phone, mut website) = (None, None, None);
        let (mut name, mut city) = (told.name, told.city);
        let row_idx = place.as_ref().map(|_| n);
        if let Some(place) = place {
            (name, city) = (place.name, place.city);
            (address, phone, website) = (place.address, place.phone, place.website);
        }
        Self {
            n,
            row_idx,
            name,
            address,
            city,
            phone,
            website,
            latitude: at.map(|(north, _)| north),
            longitude: at.map(|(_, east)| east),
            fields: told
                .fields
                .into_iter()
                .map(|told| FieldBody {
                    field: told.field.into(),
                    before: told.change.before,
                    after: told.change.after,
                })
                .collect(),
            moved: moved.map(|(meters, (north, east))| MovedBody {
                meters,
                from: [north, east],
            }),
            gone: told.gone.map(|gone| match gone {
                ToldGone::NotFound => GoneBody::NotFound,
                ToldGone::NoLongerListed => GoneBody::NoLongerListed,
            }),
        }
    }
}

/// What a run has found: new businesses, changed ones with what was before, or those that were not found.
#[utoipa::path(
    get, path = "/api/monitors/{monitorId}/runs/{sessionKey}/changes", operation_id = "listMonitorChanges", tag = "monitors",
    params(
        ("monitorId" = String, Path, description = "The schedule's id"),
        ("sessionKey" = String, Path, description = "The run's session"),
        ChangesQuery
    ),
    responses(
        (status = 200, description = "The changes", body = ChangesBody),
        (status = 400, description = "An unknown parameter", body = ErrorBody),
        (status = 401, description = "No valid token", body = ErrorBody),
        (status = 404, description = "No such run of this user", body = ErrorBody)
    )
)]
async fn run_changes(
    State(schedules): State<Arc<Schedules>>,
    State(sessions): State<Arc<Sessions>>,
    State(monitors): State<Monitors>,
    caller: Caller,
    ApiPath((id, session)): ApiPath<(String, String)>,
    ApiQuery(query): ApiQuery<ChangesQuery>,
) -> Result<Json<ChangesBody>, ApiError> {
    let (run, job) = owned_run(&schedules, &sessions, &caller, (&id, &session)).await?;
    let size = page_size(query.limit, CHANGES.0, CHANGES.1)?;
    let (which, total) = match query.kind {
        ChangeKindBody::New => (ChangesOf::New, run.new),
        ChangeKindBody::Changed => (ChangesOf::Changed, run.changed),
        ChangeKindBody::Gone => (ChangesOf::Gone, run.gone),
    };
    let page = Paged::short(size, |limit| {
        let part = (which, query.after, limit);
        monitors.told(&caller.0, job.job_id, job.delivered, part)
    });
    let page = page.await?;
    let next = page.next(|(n, _)| *n);
    let mut places = match which {
        ChangesOf::New | ChangesOf::Changed => places_of(&sessions, &job, &page.rows).await?,
        ChangesOf::Gone => BTreeMap::new(),
    };
    let changes = page.rows.into_iter();
    let changes = changes.map(|(n, told)| ChangeBody::of(n, told, places.remove(&n)));
    Ok(Json(ChangesBody {
        changes: changes.collect(),
        next,
        total,
    }))
}

/// The rows of a page's changes. Those of a kind lie in a row, or almost.
async fn places_of(
    sessions: &Sessions,
    job: &Job,
    changes: &[(u32, Told)],
) -> Result<BTreeMap<u32, Place>, ApiError> {
    let (Some((first, _)), Some((last, _))) = (changes.first(), changes.last()) else {
        return Ok(BTreeMap::new());
    };
    let rows = rows::read(sessions, job, *first..last + 1, false).await?;
    Ok(rows
        .into_iter()
        .map(|row| (row.row_idx, row.place))
        .collect())
}
