//! The signed-in user of a call, with an open account.

use std::convert::Infallible;

use axum::extract::{FromRef, FromRequestParts};
use axum::http::request::Parts;
use axum::response::{IntoResponse, Response};
use domain::ids::UserId;

use super::error::ApiError;
use crate::state::AppState;
use sign_in::verify::{Authenticated, TokenVerifier};

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
    type Rejection = Response;

    async fn from_request_parts(
        parts: &mut Parts,
        state: &AppState,
    ) -> Result<Self, Self::Rejection> {
        let Authenticated(identity) = Authenticated::from_request_parts(parts, state)
            .await
            .map_err(IntoResponse::into_response)?;
        let user = UserId::new(identity.sub.as_str())
            .map_err(|error| ApiError::invalid(error.to_string()).into_response())?;
        let request_id = request_id(parts);
        let cursor = state
            .services
            .accounts
            .ensure(&user, identity.tier, request_id)
            .await
            .map_err(|error| ApiError::from(error).into_response())?;
        projections::caught_up(&state.services.subscriptions, cursor).await;
        Ok(Self(user))
    }
}

/// The id that the request has in the log.
pub(crate) struct RequestId(pub String);

impl<S: Send + Sync> FromRequestParts<S> for RequestId {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        Ok(Self(request_id(parts).to_owned()))
    }
}

fn request_id(parts: &Parts) -> &str {
    let id = parts.headers.get("x-request-id");
    id.and_then(|id| id.to_str().ok()).unwrap_or_default()
}
