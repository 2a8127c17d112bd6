//! The plans: what each costs, grants and allows.

use axum::Json;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use domain::pricing::price_of_result;
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::http::address::Anybody;
use crate::state::AppState;
use crate::wire::Tier;

/// The routes of this subject.
pub(super) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(list_plans))
}

/// They change with a release only.
const CACHE: &str = "public, max-age=300";

/// The plans, from the smallest to the largest.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct PlansBody {
    /// The plans.
    plans: Vec<PlanBody>,
    /// Credits for a scraped result.
    credits_per_result: i64,
    /// Credits for a scraped result with its enrichment.
    credits_per_enriched_result: i64,
}

/// A plan.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct PlanBody {
    /// Which plan.
    tier: Tier,
    /// US dollars a month; 0 is free.
    dollars_a_month: u32,
    /// Credits granted at the start of each month.
    credits_a_month: i64,
    /// The most that a month may begin with when unused credits roll over.
    rollover_ceiling: i64,
    /// May its users enrich results?
    can_enrich: bool,
    /// May its users save companies?
    can_save_companies: bool,
    /// How many companies a user may keep; a plan that a coupon gave has room for fewer.
    max_saves: u32,
}

/// What each plan costs, grants and allows, and what a result costs. Needs no token.
#[utoipa::path(
    get, path = "/api/plans", operation_id = "listPlans", tag = "credits",
    security(()),
    responses((status = 200, description = "The plans, from the smallest to the largest", body = PlansBody))
)]
async fn list_plans(_: Anybody) -> Response {
    let plans = domain::tier::Tier::ALL.map(|tier| PlanBody {
        tier: tier.into(),
        dollars_a_month: tier.dollars_a_month(),
        credits_a_month: tier.monthly_allowance(),
        rollover_ceiling: tier.monthly_ceiling(),
        can_enrich: tier.can_enrich(),
        can_save_companies: tier.can_save_companies(),
        max_saves: tier.max_saves(),
    });
    let body = PlansBody {
        plans: plans.into(),
        credits_per_result: price_of_result(false),
        credits_per_enriched_result: price_of_result(true),
    };
    ([(header::CACHE_CONTROL, CACHE)], Json(body)).into_response()
}
