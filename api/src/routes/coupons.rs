//! Redeeming coupons.

use std::net::IpAddr;
use std::sync::Arc;

use axum::extract::State;
use axum::response::{IntoResponse, Response};
use axum::{Extension, Json};
use commands::coupons::Redeemed;
use commands::limits::{Limited, Limits};
use commands::{CommandError, Refusal};
use domain::coupon::CouponRefusal;
use domain::credit_account::balance::Balance;
use projections::credit_status::percentage_used;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::http::address::network;
use crate::http::call::Call;
use crate::http::caller::Caller;
use crate::http::error::{ApiError, ErrorBody};
use crate::http::extract::{ApiJson, ApiPath};
use crate::http::idempotency::{IdempotencyHeader, Kept, KeptRefusal, Repeatable};
use crate::http::request_id::RequestId;
use crate::sessions::progress::counted;
use crate::state::{AppState, Redeeming};
use crate::wire::Tier;

/// The routes of this subject.
pub(super) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(redeem_coupon))
}

/// The answer to every code that gives nothing, so that guessing reveals nothing.
const INVALID_CODE: &str = "Invalid coupon code";

/// A code to redeem.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(example = json!({"coupon_code": "SPRING-2026"}))]
pub(super) struct RedeemCoupon {
    /// The code, in any case.
    #[serde(default, alias = "couponCode")]
    #[schema(example = "SPRING-2026", required = true, pattern = r"\S")]
    coupon_code: String,
}

/// The outcome.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct RedemptionBody {
    /// Was it redeemed?
    success: bool,
    /// For people.
    #[schema(example = "Coupon redeemed successfully! 50 credits were added")]
    message: String,
    /// The balance afterwards; absent if nothing was redeemed.
    #[serde(skip_serializing_if = "Option::is_none")]
    balance: Option<BalanceBody>,
}

/// The balance after a redemption (COUP-03).
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct BalanceBody {
    /// The user's subject id.
    user_id: String,
    /// Credits that can be spent now.
    available_credits: i64,
    /// This period's allowance, credits rolled over, and bought credits at its start and since.
    total_credits: i64,
    /// Used credits in percent of the total; 0 if the total is 0.
    percentage_used: f64,
    /// The plan.
    tier: Tier,
    /// When this period started (UTC).
    last_reset: String,
    /// Credits spent in this period.
    used_credits: i64,
}

impl BalanceBody {
    fn new(user_id: String, balance: &Balance) -> Self {
        Self {
            user_id,
            available_credits: balance.available(),
            total_credits: balance.total,
            percentage_used: percentage_used(balance),
            tier: balance.tier.into(),
            last_reset: balance.period_starts_at.to_string(),
            used_credits: balance.used,
        }
    }
}

/// Redeems a coupon. The answer to a code that gives nothing is 200 with `success: false`.
#[utoipa::path(
    post, path = "/api/credits/redeem/{userId}", operation_id = "redeemCoupon", tag = "credits",
    params(
        ("userId" = String, Path, description = "The signed-in user's subject id"),
        IdempotencyHeader
    ),
    request_body = RedeemCoupon,
    responses(
        (status = 200, description = "Redeemed, or the reason why not", body = RedemptionBody),
        (status = 400, description = "No code", body = ErrorBody),
        (status = 401, description = "No valid token", body = ErrorBody),
        (status = 403, description = "Another user's id", body = ErrorBody),
        (status = 409, description = "Monthly credits of more than a year are due first", body = ErrorBody),
        (status = 422, description = "The key was used for another request", body = ErrorBody),
        (status = 429, description = "Too many codes that give nothing", body = ErrorBody)
    )
)]
async fn redeem_coupon(
    State(redeeming): State<Arc<Redeeming>>,
    caller: Caller,
    RequestId(request_id): RequestId,
    Repeatable(record): Repeatable,
    Extension(call): Extension<Call>,
    ApiPath(user_id): ApiPath<String>,
    ApiJson(body): ApiJson<RedeemCoupon>,
) -> Result<Response, KeptRefusal<ApiError>> {
    caller.must_be(&user_id)?;
    let code = body.coupon_code.trim();
    if code.is_empty() {
        return Err(ApiError::invalid("Please enter a coupon code").into());
    }
    let Redeeming {
        coupons,
        limits,
        balances,
        audited,
    } = &*redeeming;
    // Before the code is checked, so that parallel calls cannot share a guess.
    let guess = limits.try_permit(Limited::CouponGuesses, &user_id)?;
    let outcome = coupons.redeem(&caller.0, code, record, &request_id).await;
    let refusal = match outcome {
        Err(CommandError::Refused(Refusal::Coupon(refusal))) => Some(refusal),
        _ => None,
    };
    if let Some(refusal) = refusal {
        // A user who has redeemed a code knows it; all other refusals look alike, and are counted alike.
        if refusal != CouponRefusal::AlreadyRedeemed {
            limits.spend(Limited::CouponGuesses, guess);
            audited.coupon_guessed(&call, outcome_of(refusal));
            if let Some(client) = call.client() {
                count_address(limits, client)?;
            }
        }
        let refused = Json(RedemptionBody {
            success: false,
            message: message(refusal),
            balance: None,
        });
        return Ok(KeptRefusal(refused).into_response());
    }
    let (redeemed, cursor) = outcome?;
    let balance = balances.after(&user_id, cursor).await?;
    let answer = Json(RedemptionBody {
        success: true,
        message: given(&redeemed, balance.tier),
        balance: Some(BalanceBody::new(user_id, &balance)),
    });
    Ok(Kept(answer).into_response())
}

/// What a coupon gave; the coupons page appends ' - Credits updated!'.
fn given(redeemed: &Redeemed, tier: domain::tier::Tier) -> String {
    let credits = u32::try_from(redeemed.credits).unwrap_or(u32::MAX);
    let credits = counted(credits, "credit was", "credits were");
    let added = format!("Coupon redeemed successfully! {credits} added");
    // A coupon never lowers a plan, so a lower one is not mentioned.
    if redeemed.tier != Some(tier) {
        return added;
    }
    let mut plan = tier.to_string();
    plan[..1].make_ascii_uppercase();
    format!("{added}, and your plan is {plan}")
}

/// Counts a code that gives nothing. An address over its limit gets 429 instead of the reason; valid codes of its other
/// users are still redeemed.
fn count_address(limits: &Limits, address: IpAddr) -> Result<(), ApiError> {
    let permit = limits.try_permit(Limited::AddressGuesses, &network(address))?;
    limits.spend(Limited::AddressGuesses, permit);
    Ok(())
}

/// The audit log's word.
fn outcome_of(refusal: CouponRefusal) -> &'static str {
    match refusal {
        CouponRefusal::Unknown => "unknown",
        CouponRefusal::Expired => "expired",
        CouponRefusal::Revoked => "revoked",
        CouponRefusal::UsedUp => "used_up",
        CouponRefusal::AlreadyRedeemed
        | CouponRefusal::AlreadyIssued
        | CouponRefusal::GivesNothing => "refused",
    }
}

fn message(refusal: CouponRefusal) -> String {
    match refusal {
        CouponRefusal::AlreadyRedeemed => refusal.to_string(),
        CouponRefusal::Unknown
        | CouponRefusal::Expired
        | CouponRefusal::Revoked
        | CouponRefusal::UsedUp
        | CouponRefusal::AlreadyIssued
        | CouponRefusal::GivesNothing => INVALID_CODE.to_owned(),
    }
}
