//! The signed-in user of a call, with an open account.

use axum::extract::{FromRef, FromRequestParts};
use axum::http::request::Parts;
use domain::ids::UserId;
use sign_in::verify::{Authenticated, TierClaim, TokenVerifier};

use super::error::ApiError;
use super::request_id;
use super::shares::BulkTurn;
use crate::state::AppState;

/// Marks a call that was counted among its user's already.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Counted;

/// The user whose token came with the call. The first call of all opens the account.
pub(crate) struct Caller(pub UserId);

impl Caller {
    /// Refuses a user id in the request that is not the token's own.
    pub(crate) fn must_be(&self, user_id: &str) -> Result<(), ApiError> {
        if self.0.as_str() == user_id {
            Ok(())
        } else {
            Err(ApiError::another_user())
        }
    }
}

impl FromRequestParts<AppState> for Caller
where
    TokenVerifier: FromRef<AppState>,
{
    type Rejection = ApiError;

    async fn from_request_parts(
        parts: &mut Parts,
        state: &AppState,
    ) -> Result<Self, Self::Rejection> {
        let Authenticated(identity) = Authenticated::from_request_parts(parts, state).await?;
        let user = identity.sub.clone();
        let request_id = request_id::of(&parts.headers).unwrap_or_default();
        let services = &state.services;
        if parts.extensions.get::<Counted>().is_none() {
            services.shares.call(user.as_str())?;
        }
        let accounts = &services.accounts;
        let cursor = match identity.tier {
            Some(TierClaim::NextPeriod(plan)) => {
                accounts.ensure_with_plan(&user, plan, request_id).await?
            }
            Some(TierClaim::AtOnce(tier)) => accounts.ensure(&user, Some(tier), request_id).await?,
            None => accounts.ensure(&user, None, request_id).await?,
        };
        projections::caught_up(&services.subscriptions, cursor).await;
        Ok(Self(user))
    }
}

/// The user of a call about many companies, in the user's turn for such: taken before the body is read.
pub(crate) struct BulkCaller(pub Caller, pub BulkTurn);

impl FromRequestParts<AppState> for BulkCaller {
    type Rejection = ApiError;

    async fn from_request_parts(
        parts: &mut Parts,
        state: &AppState,
    ) -> Result<Self, Self::Rejection> {
        let caller = Caller::from_request_parts(parts, state).await?;
        let turn = state.services.shares.bulk(caller.0.as_str()).await?;
        Ok(Self(caller, turn))
    }
}

/// Whoever asks for facts that are looked up anew, with the turn for it.
pub(crate) struct RefreshCaller(pub Caller, pub BulkTurn);

impl FromRequestParts<AppState> for RefreshCaller {
    type Rejection = ApiError;

    async fn from_request_parts(
        parts: &mut Parts,
        state: &AppState,
    ) -> Result<Self, Self::Rejection> {
        let caller = Caller::from_request_parts(parts, state).await?;
        let turn = state.services.shares.refresh(caller.0.as_str()).await?;
        Ok(Self(caller, turn))
    }
}
