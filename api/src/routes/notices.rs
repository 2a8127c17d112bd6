//! Notices: what schedules found, and what stopped them.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use domain::ids::MonitorId;
use jiff::Timestamp;
use jiff::ToSpan;
use projections::monitor_runs::{RunListed, RunResult};
use projections::monitors::MonitorListed;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::monitors::PausedReason;
use crate::http::caller::Caller;
use crate::http::error::{ApiError, ErrorBody};
use crate::http::extract::{ApiJson, ApiQuery};
use crate::http::paged::page_size;
use crate::state::{AppState, Schedules};

/// The routes of this subject.
pub(super) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(list_notices))
        .routes(routes!(read_notices))
}

/// Runs that are looked through for notices: as many as are shown, and counted as unread, at most.
const MOST: u32 = 100;
const USUAL: u32 = 50;

/// How many notices.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct NoticesQuery {
    /// At most, 1 to 100.
    #[param(default = 50, minimum = 1, maximum = 100)]
    limit: Option<u32>,
}

/// The caller's notices.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct NoticesBody {
    /// Newest first.
    notices: Vec<NoticeBody>,
    /// How many of the last 100 runs' notices are unread.
    unread: usize,
}

/// Something to notice of a schedule.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Notice)]
pub(super) struct NoticeBody {
    id: String,
    kind: NoticeKind,
    monitor_id: String,
    /// What the schedule is called.
    #[schema(example = "brewery · Bend, OR")]
    name: String,
    /// The run's session.
    #[serde(skip_serializing_if = "Option::is_none")]
    session_key: Option<String>,
    /// Of changes: businesses that are new.
    #[serde(skip_serializing_if = "Option::is_none")]
    new: Option<u32>,
    /// Of changes: businesses that have changed.
    #[serde(skip_serializing_if = "Option::is_none")]
    changed: Option<u32>,
    /// Of changes: businesses that were not found.
    #[serde(skip_serializing_if = "Option::is_none")]
    gone: Option<u32>,
    /// Of a budget: credits a month.
    #[serde(skip_serializing_if = "Option::is_none")]
    budget: Option<u32>,
    /// Of a spent budget: the day on which the next month begins.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "2026-12-01")]
    goes_on: Option<String>,
    /// Of a pause: why.
    #[serde(skip_serializing_if = "Option::is_none")]
    paused_by: Option<PausedReason>,
    /// Since when (UTC).
    at: String,
    read: bool,
}

/// What there is to notice.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum NoticeKind {
    /// A run found something.
    Changes,
    /// 80 % of the month's budget are spent.
    #[serde(rename = "budget_80")]
    Budget80,
    /// The month's budget is spent.
    BudgetUsed,
    /// The schedule was paused, not by its owner.
    Paused,
}

impl NoticeBody {
    fn of(run: &RunListed, monitor: &MonitorListed) -> Vec<Self> {
        let notice = |kind, suffix: &str| Self {
            id: format!("{}{suffix}", run.id),
            kind,
            monitor_id: run.monitor.to_string(),
            name: monitor.created.search.name(),
            session_key: run.session.map(|session| session.to_string()),
            new: None,
            changed: None,
            gone: None,
            budget: None,
            goes_on: None,
            paused_by: None,
            at: run.notice_at.unwrap_or(run.at).to_string(),
            read: false,
        };
        let mut notices = Vec::new();
        if let RunResult::Paused(by) = run.result {
            notices.push(Self {
                paused_by: Some(by.into()),
                ..notice(NoticeKind::Paused, "")
            });
        }
        if let Some(share) = run.budget_reached {
            let is_used = share >= 100;
            let kind = match is_used {
                true => NoticeKind::BudgetUsed,
                false => NoticeKind::Budget80,
            };
            let next = run
                .month
                .and_then(|month| month.checked_add(1.month()).ok());
            notices.push(Self {
                budget: Some(run.budget),
                goes_on: next.filter(|_| is_used).map(|day| day.to_string()),
                ..notice(kind, "/budget")
            });
        }
        if run.new > 0 || run.changed > 0 || run.gone > 0 {
            notices.push(Self {
                new: Some(run.new),
                changed: Some(run.changed),
                gone: Some(run.gone),
                ..notice(NoticeKind::Changes, "")
            });
        }
        notices
    }
}

/// Which notices are read.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(example = json!({"all": true}))]
pub(super) struct ReadNotices {
    /// These; at most 300.
    #[serde(default)]
    #[schema(max_items = 300)]
    ids: Vec<String>,
    /// All of them.
    #[serde(default)]
    #[schema(default = false)]
    all: bool,
}

async fn notices(schedules: &Schedules, caller: &Caller) -> Result<Vec<NoticeBody>, ApiError> {
    let monitors = schedules.monitors_view.listed(caller.0.as_str()).await?;
    let ids: Vec<MonitorId> = monitors.iter().map(|monitor| monitor.id).collect();
    let ever = (Timestamp::UNIX_EPOCH, schedules.clock.now());
    let runs = schedules.runs_view.notices(&ids, ever, MOST).await?;
    let mut notices: Vec<NoticeBody> = runs
        .iter()
        .flat_map(|run| {
            let monitor = monitors.iter().find(|monitor| monitor.id == run.monitor);
            monitor.map_or_else(Vec::new, |monitor| NoticeBody::of(run, monitor))
        })
        .collect();
    let ids: Vec<&str> = notices.iter().map(|notice| notice.id.as_str()).collect();
    let read = schedules.read_notices.among(&caller.0, &ids).await?;
    for notice in &mut notices {
        notice.read = read.contains(&notice.id);
    }
    Ok(notices)
}

fn body(mut notices: Vec<NoticeBody>, limit: u32) -> Json<NoticesBody> {
    let unread = notices.iter().filter(|notice| !notice.read).count();
    notices.truncate(limit as usize);
    Json(NoticesBody { notices, unread })
}

/// The caller's notices, newest first.
#[utoipa::path(
    get, path = "/api/notices", operation_id = "listNotices", tag = "monitors",
    params(NoticesQuery),
    responses(
        (status = 200, description = "The notices", body = NoticesBody),
        (status = 400, description = "An unknown parameter", body = ErrorBody),
        (status = 401, description = "No valid token", body = ErrorBody)
    )
)]
async fn list_notices(
    State(schedules): State<Arc<Schedules>>,
    caller: Caller,
    ApiQuery(query): ApiQuery<NoticesQuery>,
) -> Result<Json<NoticesBody>, ApiError> {
    let limit = page_size(query.limit, USUAL, MOST)?;
    Ok(body(notices(&schedules, &caller).await?, limit))
}

/// Marks notices as read: some, or all. Ids that are none of the caller's are passed over.
#[utoipa::path(
    post, path = "/api/notices/read", operation_id = "readNotices", tag = "monitors",
    request_body = ReadNotices,
    responses(
        (status = 200, description = "The notices", body = NoticesBody),
        (status = 400, description = "The body is invalid", body = ErrorBody),
        (status = 401, description = "No valid token", body = ErrorBody)
    )
)]
async fn read_notices(
    State(schedules): State<Arc<Schedules>>,
    caller: Caller,
    ApiJson(asked): ApiJson<ReadNotices>,
) -> Result<Json<NoticesBody>, ApiError> {
    let mut notices = notices(&schedules, &caller).await?;
    let mut marked = Vec::new();
    for notice in &mut notices {
        if !notice.read && (asked.all || asked.ids.contains(&notice.id)) {
            notice.read = true;
            marked.push(notice.id.as_str());
        }
    }
    schedules.read_notices.mark(&caller.0, &marked).await?;
    Ok(body(notices, USUAL))
}
