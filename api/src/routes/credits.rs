//! The signed-in user's balance.

use std::sync::Arc;

use axum::extract::State;
use axum::http::Uri;
use axum::response::Response;
use projections::credit_status::{CHECKPOINT, Status, percentage_used};
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::http::answer_cache::ViewAnswers;
use crate::http::caller::Caller;
use crate::http::error::{ApiError, ErrorBody};
use crate::http::extract::ApiPath;
use crate::state::{AppState, Balances};
use crate::wire::Tier;

/// The routes of this subject.
pub(super) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(credit_status))
}

/// A user's balance (CRED-01).
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct CreditStatusBody {
    /// The user's subject id.
    #[schema(example = "auth0|5f7c8ec7c33c6c004bbafe82")]
    user_id: String,
    /// Credits that can be spent now.
    available_credits: i64,
    /// This period's allowance, credits rolled over, and bought credits at its start and since.
    total_credits: i64,
    /// Credits spent in this period.
    used_credits: i64,
    /// Used credits in percent of the total; 0 if the total is 0.
    percentage_used: f64,
    /// The plan.
    tier: Tier,
    /// When this period started (UTC).
    last_reset: String,
    /// When the next period starts (UTC).
    next_reset: String,
    /// May the user enrich results?
    can_enrich: bool,
    /// May the user save companies?
    can_save_companies: bool,
    /// How many companies the user may save.
    max_saves: u32,
    /// Always true.
    credit_system_used: bool,
}

/// The current balance, period and plan.
#[utoipa::path(
    get, path = "/api/credits/status/{userId}", operation_id = "creditStatus", tag = "credits",
    params(("userId" = String, Path, description = "The signed-in user's subject id")),
    responses(
        (status = 200, description = "The current balance", body = CreditStatusBody),
        (status = 401, description = "No valid token", body = ErrorBody),
        (status = 403, description = "Another user's id", body = ErrorBody)
    )
)]
async fn credit_status(
    State(answers): State<Arc<ViewAnswers>>,
    State(balances): State<Arc<Balances>>,
    caller: Caller,
    ApiPath(user_id): ApiPath<String>,
    uri: Uri,
) -> Result<Response, ApiError> {
    caller.must_be(&user_id)?;
    let body = credit_status_body(&balances, &user_id);
    answers.json(CHECKPOINT, &user_id, &uri, body).await
}

async fn credit_status_body(
    balances: &Balances,
    user_id: &str,
) -> Result<CreditStatusBody, ApiError> {
    let Status {
        balance: status,
        max_saves,
    } = balances.status(user_id).await?;
    Ok(CreditStatusBody {
        user_id: user_id.to_owned(),
        available_credits: status.available(),
        total_credits: status.total,
        used_credits: status.used,
        percentage_used: percentage_used(&status),
        tier: status.tier.into(),
        last_reset: status.period_starts_at.to_string(),
        next_reset: status.next_period_starts_at().to_string(),
        can_enrich: status.tier.can_enrich(),
        can_save_companies: status.tier.can_save_companies(),
        max_saves,
        credit_system_used: true,
    })
}
