//! The Demand Map: where is demand, county by county, and what a county lacks. Looking costs no credits.

mod counties;
mod county;
mod inputs;
mod saved;
mod tracts;

use utoipa_axum::router::OpenApiRouter;

use crate::state::AppState;

/// The routes of this subject.
pub(super) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .merge(counties::routes())
        .merge(county::routes())
        .merge(inputs::routes())
        .merge(saved::routes())
        .merge(tracts::routes())
}
