//! Creating, changing and running schedules.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use commands::monitors::{Monitors, NotWatchable};
use domain::ids::MonitorId;
use projections::monitors::MonitorListed;
use serde::{Deserialize, Serialize};
use store::log::Cursor;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::body::MonitorBody;
use super::request::{ChangeMonitor, CreateMonitor, ScheduleBody};
use crate::http::caller::{Caller, StartCaller};
use crate::http::error::{ApiError, ErrorBody};
use crate::http::extract::{ApiJson, ApiPath};
use crate::http::idempotency::{IdempotencyHeader, Kept, Repeatable, Repeated};
use crate::state::{AppState, Schedules, Sessions, Starts};

/// The routes of this subject.
pub(super) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(list_monitors, create_monitor))
        .routes(routes!(preview_monitor))
        .routes(routes!(monitor, change_monitor, delete_monitor))
        .routes(routes!(pause_monitor))
        .routes(routes!(resume_monitor))
        .routes(routes!(run_monitor))
}

/// Schedules of a user.
const MOST: usize = 20;

/// The caller's schedules.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct MonitorsBody {
    /// Newest first.
    monitors: Vec<MonitorBody>,
    /// As many as a user may have.
    most: usize,
}

/// When a schedule would run.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct PreviewBody {
    /// Its next slot (UTC).
    next_run: String,
}

/// A schedule to look at.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(example = json!({"schedule": {"every": "day", "at": "06:00", "zone": "America/Los_Angeles"}}))]
pub(super) struct PreviewMonitor {
    schedule: ScheduleBody,
}

impl From<NotWatchable> for ApiError {
    fn from(error: NotWatchable) -> Self {
        let message = error.to_string();
        match error {
            NotWatchable::Wide => Self::invalid(message),
            NotWatchable::Source => Self::wrong_state(message),
            NotWatchable::Nothing => Self::not_covered(message),
            NotWatchable::Unavailable => Self::unavailable(&message),
            NotWatchable::Command(error) => error.into(),
        }
    }
}

/// The id of a schedule; another user's is not found, and nor is what is none.
pub(super) fn id_of(text: &str) -> Result<MonitorId, ApiError> {
    text.parse().map_err(|_| unknown())
}

fn unknown() -> ApiError {
    ApiError::not_found("There is no such schedule.")
}

/// The caller's schedule.
pub(super) async fn owned(
    schedules: &Schedules,
    caller: &Caller,
    id: MonitorId,
) -> Result<MonitorListed, ApiError> {
    let owned = schedules.monitors_view.owned(caller.0.as_str(), id);
    owned.await?.ok_or_else(unknown)
}

/// A schedule as it is shown, once the views have come to a place in the log.
async fn shown(
    schedules: &Schedules,
    caller: &Caller,
    id: MonitorId,
    cursor: Cursor,
) -> Result<MonitorBody, ApiError> {
    projections::caught_up(&schedules.subscriptions, cursor).await;
    let monitor = owned(schedules, caller, id).await?;
    let mut bodies = bodies(schedules, vec![monitor]).await?;
    bodies.pop().ok_or_else(unknown)
}

async fn bodies(
    schedules: &Schedules,
    monitors: Vec<MonitorListed>,
) -> Result<Vec<MonitorBody>, ApiError> {
    let ids: Vec<&str> = monitors
        .iter()
        .filter_map(|monitor| monitor.last_run.as_deref())
        .collect();
    let mut runs = schedules.runs_view.by_ids(&ids).await?;
    let now = schedules.clock.now();
    let bodies = monitors.into_iter().map(|monitor| {
        let last = monitor.last_run.as_deref();
        let at = runs.iter().position(|run| Some(run.id.as_str()) == last);
        let last = at.map(|at| runs.swap_remove(at));
        MonitorBody::of(monitor, last, now)
    });
    Ok(bodies.collect())
}

/// The caller's schedules, newest first.
#[utoipa::path(
    get, path = "/api/monitors", operation_id = "listMonitors", tag = "monitors",
    responses(
        (status = 200, description = "The schedules", body = MonitorsBody),
        (status = 401, description = "No valid token", body = ErrorBody)
    )
)]
async fn list_monitors(
    State(schedules): State<Arc<Schedules>>,
    caller: Caller,
) -> Result<Json<MonitorsBody>, ApiError> {
    let monitors = schedules.monitors_view.listed(caller.0.as_str()).await?;
    Ok(Json(MonitorsBody {
        monitors: bodies(&schedules, monitors).await?,
        most: MOST,
    }))
}

/// Has a search run again by a schedule. The first run begins at once. Each new business costs a credit; a changed one
/// none if it was paid before, else one; what is gone or unchanged costs nothing.
#[utoipa::path(
    post, path = "/api/monitors", operation_id = "createMonitor", tag = "monitors",
    params(IdempotencyHeader),
    request_body = CreateMonitor,
    responses(
        (status = 201, description = "Created", body = MonitorBody),
        (status = 400, description = "The search or the schedule is invalid", body = ErrorBody),
        (status = 401, description = "No valid token", body = ErrorBody),
        (status = 403, description = "The plan does not include enrichment", body = ErrorBody),
        (status = 404, description = "No such session of this user", body = ErrorBody),
        (status = 409, description = "Nothing covers the search, its source cannot be watched, or there are 20 schedules", body = ErrorBody),
        (status = 413, description = "The body is too large", body = ErrorBody),
        (status = 422, description = "The key was used for another request", body = ErrorBody),
        (status = 429, description = "A start or an estimate for this user is still running", body = ErrorBody)
    )
)]
async fn create_monitor(
    State(schedules): State<Arc<Schedules>>,
    State(monitors): State<Monitors>,
    State(starts): State<Arc<Starts>>,
    State(sessions): State<Arc<Sessions>>,
    StartCaller(caller, _permit): StartCaller,
    Repeatable(record): Repeatable,
    ApiJson(body): ApiJson<CreateMonitor>,
) -> Repeated<(StatusCode, Json<MonitorBody>)> {
    let new = body.read(&starts, &sessions, &monitors, &caller).await?;
    let present = schedules.monitors_view.listed(caller.0.as_str()).await?;
    if present.len() >= MOST {
        let message = format!("{MOST} of {MOST} schedules. Delete one first.");
        return Err(ApiError::wrong_state(&message).into());
    }
    let created = monitors.create(&caller.0, new, record).await;
    let (id, cursor) = created.map_err(ApiError::from)?;
    let body = shown(&schedules, &caller, id, cursor).await?;
    Ok(Kept((StatusCode::CREATED, Json(body))))
}

/// When a schedule would run next.
#[utoipa::path(
    post, path = "/api/monitors/preview", operation_id = "previewMonitor", tag = "monitors",
    request_body = PreviewMonitor,
    responses(
        (status = 200, description = "Its next slot", body = PreviewBody),
        (status = 400, description = "The schedule is invalid", body = ErrorBody),
        (status = 401, description = "No valid token", body = ErrorBody)
    )
)]
async fn preview_monitor(
    State(schedules): State<Arc<Schedules>>,
    _caller: Caller,
    ApiJson(body): ApiJson<PreviewMonitor>,
) -> Result<Json<PreviewBody>, ApiError> {
    let now = schedules.clock.now();
    let next = body.schedule.schedule(now)?.next(now);
    let next = next.ok_or_else(|| ApiError::invalid("This schedule has no next run."))?;
    Ok(Json(PreviewBody {
        next_run: next.to_string(),
    }))
}

/// A schedule.
#[utoipa::path(
    get, path = "/api/monitors/{monitorId}", operation_id = "getMonitor", tag = "monitors",
    params(("monitorId" = String, Path, description = "The schedule's id")),
    responses(
        (status = 200, description = "The schedule", body = MonitorBody),
        (status = 401, description = "No valid token", body = ErrorBody),
        (status = 404, description = "No such schedule of this user", body = ErrorBody)
    )
)]
async fn monitor(
    State(schedules): State<Arc<Schedules>>,
    caller: Caller,
    ApiPath(id): ApiPath<String>,
) -> Result<Json<MonitorBody>, ApiError> {
    let id = id_of(&id)?;
    Ok(Json(shown(&schedules, &caller, id, Cursor::START).await?))
}

/// Changes a schedule. What is not named stays.
#[utoipa::path(
    patch, path = "/api/monitors/{monitorId}", operation_id = "changeMonitor", tag = "monitors",
    params(("monitorId" = String, Path, description = "The schedule's id")),
    request_body = ChangeMonitor,
    responses(
        (status = 200, description = "Changed", body = MonitorBody),
        (status = 400, description = "The schedule is invalid", body = ErrorBody),
        (status = 401, description = "No valid token", body = ErrorBody),
        (status = 403, description = "The plan does not include enrichment", body = ErrorBody),
        (status = 404, description = "No such schedule of this user", body = ErrorBody)
    )
)]
async fn change_monitor(
    State(schedules): State<Arc<Schedules>>,
    State(monitors): State<Monitors>,
    caller: Caller,
    ApiPath(id): ApiPath<String>,
    ApiJson(body): ApiJson<ChangeMonitor>,
) -> Result<Json<MonitorBody>, ApiError> {
    let id = id_of(&id)?;
    let change = body.change(schedules.clock.now())?;
    let cursor = monitors.change(&caller.0, id, change).await?;
    Ok(Json(shown(&schedules, &caller, id, cursor).await?))
}

/// Deletes a schedule. A run under way goes on; sessions of its runs stay in the history.
#[utoipa::path(
    delete, path = "/api/monitors/{monitorId}", operation_id = "deleteMonitor", tag = "monitors",
    params(("monitorId" = String, Path, description = "The schedule's id")),
    responses(
        (status = 204, description = "Deleted"),
        (status = 401, description = "No valid token", body = ErrorBody),
        (status = 404, description = "No such schedule of this user", body = ErrorBody)
    )
)]
async fn delete_monitor(
    State(schedules): State<Arc<Schedules>>,
    State(monitors): State<Monitors>,
    caller: Caller,
    ApiPath(id): ApiPath<String>,
) -> Result<StatusCode, ApiError> {
    let cursor = monitors.delete(&caller.0, id_of(&id)?).await?;
    projections::caught_up(&schedules.subscriptions, cursor).await;
    Ok(StatusCode::NO_CONTENT)
}

/// Pauses a schedule. A run under way goes on.
#[utoipa::path(
    post, path = "/api/monitors/{monitorId}/pause", operation_id = "pauseMonitor", tag = "monitors",
    params(("monitorId" = String, Path, description = "The schedule's id")),
    responses(
        (status = 200, description = "Paused", body = MonitorBody),
        (status = 401, description = "No valid token", body = ErrorBody),
        (status = 404, description = "No such schedule of this user", body = ErrorBody)
    )
)]
async fn pause_monitor(
    State(schedules): State<Arc<Schedules>>,
    State(monitors): State<Monitors>,
    caller: Caller,
    ApiPath(id): ApiPath<String>,
) -> Result<Json<MonitorBody>, ApiError> {
    let id = id_of(&id)?;
    let cursor = monitors.pause(&caller.0, id).await?;
    Ok(Json(shown(&schedules, &caller, id, cursor).await?))
}

/// Resumes a schedule. What came due meanwhile is not made up.
#[utoipa::path(
    post, path = "/api/monitors/{monitorId}/resume", operation_id = "resumeMonitor", tag = "monitors",
    params(("monitorId" = String, Path, description = "The schedule's id")),
    responses(
        (status = 200, description = "It runs again", body = MonitorBody),
        (status = 401, description = "No valid token", body = ErrorBody),
        (status = 403, description = "The plan does not include enrichment", body = ErrorBody),
        (status = 404, description = "No such schedule of this user", body = ErrorBody)
    )
)]
async fn resume_monitor(
    State(schedules): State<Arc<Schedules>>,
    State(monitors): State<Monitors>,
    caller: Caller,
    ApiPath(id): ApiPath<String>,
) -> Result<Json<MonitorBody>, ApiError> {
    let id = id_of(&id)?;
    let cursor = monitors.resume(&caller.0, id).await?;
    Ok(Json(shown(&schedules, &caller, id, cursor).await?))
}

/// Runs a schedule's search now. Where its sources have nothing newer, the run is recorded as skipped.
#[utoipa::path(
    post, path = "/api/monitors/{monitorId}/run", operation_id = "runMonitor", tag = "monitors",
    params(("monitorId" = String, Path, description = "The schedule's id")),
    responses(
        (status = 202, description = "It runs, or was skipped", body = MonitorBody),
        (status = 401, description = "No valid token", body = ErrorBody),
        (status = 404, description = "No such schedule of this user", body = ErrorBody),
        (status = 409, description = "It runs already, is paused, or two others run", body = ErrorBody),
        (status = 429, description = "A start or an estimate for this user is still running", body = ErrorBody)
    )
)]
async fn run_monitor(
    State(schedules): State<Arc<Schedules>>,
    State(monitors): State<Monitors>,
    StartCaller(caller, _permit): StartCaller,
    ApiPath(id): ApiPath<String>,
) -> Result<(StatusCode, Json<MonitorBody>), ApiError> {
    let id = id_of(&id)?;
    let cursor = monitors.run_now(&caller.0, id).await?;
    let body = shown(&schedules, &caller, id, cursor).await?;
    Ok((StatusCode::ACCEPTED, Json(body)))
}
