//! Scheduled Scrapes: searches that run again, and what their runs found.

mod body;
mod request;
mod runs;
mod schedules;

use utoipa_axum::router::OpenApiRouter;

use crate::state::AppState;

pub(super) use body::PausedReason;

/// The routes of this subject.
pub(super) fn routes() -> OpenApiRouter<AppState> {
    schedules::routes().merge(runs::routes())
}
