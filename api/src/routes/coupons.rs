//! Redeeming coupons.

use std::net::{IpAddr, SocketAddr};
use std::time::Instant;

use axum::extract::{ConnectInfo, State};
use axum::{Extension, Json};
use commands::{CommandError, Refusal};
use domain::coupon::CouponRefusal;
use domain::credit_account::balance::Balance;
use projections::credit_status::percentage_used;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::AppState;
use super::caller::{Caller, RequestId};
use super::credits::balance;
use super::extract::{ApiJson, ApiPath};
use super::idempotency::Repeatable;
use crate::error::{ApiError, ErrorBody};

/// What users hear of every code that gives them nothing, so that guessing tells nothing.
const INVALID_CODE: &str = "Invalid coupon code";

/// A code to redeem.
#[derive(Debug, Deserialize, ToSchema)]
pub(super) struct RedeemCoupon {
    /// The code, in any case.
    #[serde(default, alias = "couponCode")]
    #[schema(example = "SPRING-2026")]
    coupon_code: String,
}

/// What became of it.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct RedemptionBody {
    /// Was it redeemed?
    success: bool,
    /// For people.
    #[schema(example = "Coupon redeemed successfully! 50 credits were added.")]
    message: String,
    /// The balance afterwards; absent where nothing was redeemed.
    #[serde(skip_serializing_if = "Option::is_none")]
    balance: Option<BalanceBody>,
}

/// A balance, as a redemption answers it (COUP-03).
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct BalanceBody {
    /// The user's subject id.
    user_id: String,
    /// Credits that can be spent now.
    available_credits: i64,
    /// This period's allowance, what rolled over, and what was bought at its start and since.
    total_credits: i64,
    /// Used as a share of the total, in percent; 0 where the total is 0.
    percentage_used: f64,
    /// The plan.
    tier: String,
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
            tier: balance.tier.to_string(),
            last_reset: balance.period_starts_at.to_string(),
            used_credits: balance.used,
        }
    }
}

/// Redeems a coupon. A code that gives nothing is answered 200 with `success: false`.
#[utoipa::path(
    post, path = "/api/credits/redeem/{userId}", operation_id = "redeemCoupon", tag = "credits",
    params(
        ("userId" = String, Path, description = "The signed-in user's subject id"),
        ("Idempotency-Key" = Option<String>, Header, description = "Makes the call repeatable")
    ),
    request_body = RedeemCoupon,
    responses(
        (status = 200, description = "Redeemed, or why not", body = RedemptionBody),
        (status = 400, description = "No code", body = ErrorBody),
        (status = 401, description = "No valid token", body = ErrorBody),
        (status = 403, description = "Another user's id", body = ErrorBody),
        (status = 422, description = "The key was used for another request", body = ErrorBody),
        (status = 429, description = "Too many unknown codes", body = ErrorBody)
    )
)]
pub(super) async fn redeem_coupon(
    State(state): State<AppState>,
    caller: Caller,
    RequestId(request_id): RequestId,
    Repeatable(record): Repeatable,
    peer: Option<Extension<ConnectInfo<SocketAddr>>>,
    ApiPath(user_id): ApiPath<String>,
    ApiJson(body): ApiJson<RedeemCoupon>,
) -> Result<Json<RedemptionBody>, ApiError> {
    caller.must_be(&user_id)?;
    let code = body.coupon_code.trim();
    if code.is_empty() {
        return Err(ApiError::invalid("Please enter a coupon code"));
    }
    let runtime = &state.runtime;
    if let Some(seconds) = runtime.guesses.user_must_wait(&user_id, Instant::now()) {
        return Err(too_many_codes(seconds));
    }
    let outcome = runtime
        .coupons
        .redeem(&caller.0, code, record, &request_id)
        .await;
    match outcome {
        Ok((redeemed, cursor)) => {
            projections::caught_up(&runtime.subscriptions, cursor).await;
            let balance = balance(runtime, &user_id).await?;
            Ok(Json(RedemptionBody {
                success: true,
                message: format!(
                    "Coupon redeemed successfully! {} credits were added.",
                    redeemed.credits
                ),
                balance: Some(BalanceBody::new(user_id, &balance)),
            }))
        }
        Err(CommandError::Refused(Refusal::Coupon(refusal))) => {
            if refusal == CouponRefusal::Unknown {
                count_guess(&state, &user_id, peer.map(|peer| peer.0.0.ip()))?;
            }
            Ok(Json(RedemptionBody {
                success: false,
                message: told(refusal),
                balance: None,
            }))
        }
        Err(error) => Err(error.into()),
    }
}

fn told(refusal: CouponRefusal) -> String {
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

fn count_guess(state: &AppState, user: &str, address: Option<IpAddr>) -> Result<(), ApiError> {
    match state.runtime.guesses.guessed(user, address, Instant::now()) {
        Some(seconds) => Err(too_many_codes(seconds)),
        None => Ok(()),
    }
}

fn too_many_codes(seconds: u32) -> ApiError {
    ApiError::too_many(
        "Too many unknown coupon codes: please wait a minute and check the code.",
        seconds,
    )
}
