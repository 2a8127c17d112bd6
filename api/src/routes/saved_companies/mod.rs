//! My Companies: the list, changes to many companies, and the list as a file.

mod body;
mod changed;
mod changes;
mod export;
mod list;
mod named;
mod query;
mod refresh;
mod requests;

use utoipa_axum::router::OpenApiRouter;

use crate::state::AppState;

/// The routes of this subject.
pub(super) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .merge(list::routes())
        .merge(changes::routes())
        .merge(export::routes())
        .merge(refresh::routes())
}
