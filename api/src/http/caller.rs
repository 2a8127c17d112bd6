//! The signed-in user of a call, with an open account.

use std::sync::Arc;

use axum::extract::{FromRef, FromRequestParts};
use axum::http::request::Parts;
use commands::access::{Access, KeptOut};
use commands::accounts::Accounts;
use commands::limits::{Limited, Limits, Permit};
use domain::ids::UserId;
use jiff::Timestamp;
use sign_in::verify::{
    Authenticated, Identity, InvalidToken, TierClaim, TokenError, TokenVerifier,
};
use store::subscriptions::Subscriptions;

use super::call::{AuditedCalls, Call};
use super::error::ApiError;
use super::request_id;

/// Marks a call that is already counted.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Counted;

/// The user whose token came with the call, and when that was issued, if it says so. The user's first call opens the
/// account.
pub(crate) struct Caller(pub UserId, pub Option<Timestamp>);

impl Caller {
    /// Refuses a user id in the request that is not the token's.
    pub(crate) fn must_be(&self, user_id: &str) -> Result<(), ApiError> {
        if self.0.as_str() == user_id {
            Ok(())
        } else {
            Err(ApiError::another_user())
        }
    }
}

impl<S> FromRequestParts<S> for Caller
where
    S: Send + Sync,
    ErasingCaller: FromRequestParts<S, Rejection = ApiError>,
{
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Self::Rejection> {
        let ErasingCaller { caller, suspended } =
            ErasingCaller::from_request_parts(parts, state).await?;
        if suspended {
            return Err(ApiError::suspended());
        }
        Ok(caller)
    }
}

/// The user of a call that erases what the user saved and wrote: it is let in even if the user is suspended.
pub(crate) struct ErasingCaller {
    pub(crate) caller: Caller,
    suspended: bool,
}

impl<S> FromRequestParts<S> for ErasingCaller
where
    S: Send + Sync,
    TokenVerifier: FromRef<S>,
    Limits: FromRef<S>,
    Access: FromRef<S>,
    Arc<Accounts>: FromRef<S>,
    Arc<AuditedCalls>: FromRef<S>,
    Arc<Subscriptions>: FromRef<S>,
{
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Self::Rejection> {
        let Authenticated(identity) = Authenticated::from_request_parts(parts, state).await?;
        let user = identity.sub.clone();
        Call::is_of(parts, &user);
        let request_id = request_id::of(&parts.headers).unwrap_or_default();
        if parts.extensions.get::<Counted>().is_none() {
            Limits::from_ref(state).count(Limited::Calls, user.as_str())?;
        }
        let issued_at = issued_at(&identity);
        let suspended = match Access::from_ref(state).refusal(&user, issued_at).await? {
            Some(KeptOut::SessionEnded) => return Err(session_ended()),
            Some(KeptOut::Suspended) => true,
            None => false,
        };
        if !suspended {
            Arc::<AuditedCalls>::from_ref(state).let_in(parts, &identity);
        }
        let accounts = Arc::<Accounts>::from_ref(state);
        let cursor = match identity.tier {
            Some(TierClaim::NextPeriod(plan)) => {
                accounts.ensure_with_plan(&user, plan, request_id).await?
            }
            Some(TierClaim::AtOnce(tier)) => accounts.ensure(&user, Some(tier), request_id).await?,
            None => accounts.ensure(&user, None, request_id).await?,
        };
        projections::caught_up(&Arc::<Subscriptions>::from_ref(state), cursor).await;
        let caller = Caller(user, issued_at);
        Ok(Self { caller, suspended })
    }
}

/// When the token was issued, if it says so.
pub(super) fn issued_at(identity: &Identity) -> Option<Timestamp> {
    let seconds = i64::try_from(identity.issued_at?).ok()?;
    Timestamp::from_second(seconds).ok()
}

fn session_ended() -> ApiError {
    TokenError::Invalid(InvalidToken::SessionEnded).into()
}

/// The user of a call that changes many companies, with the permit for it.
pub(crate) struct BulkCaller(pub Caller, pub Permit);

/// The user of a call that starts a job, with the permit for it.
pub(crate) struct StartCaller(pub Caller, pub Permit);

/// Extracts a caller with a permit, which is taken before the body is read.
macro_rules! with_permit {
    ($($caller:ident: $limited:ident),*) => {
        $(impl<S> FromRequestParts<S> for $caller
        where
            S: Send + Sync,
            Caller: FromRequestParts<S, Rejection = ApiError>,
            Limits: FromRef<S>,
        {
            type Rejection = ApiError;

            async fn from_request_parts(
                parts: &mut Parts,
                state: &S,
            ) -> Result<Self, Self::Rejection> {
                let caller = Caller::from_request_parts(parts, state).await?;
                let limits = Limits::from_ref(state);
                let permit = limits.permit(Limited::$limited, caller.0.as_str()).await?;
                Ok(Self(caller, permit))
            }
        })*
    };
}

with_permit!(BulkCaller: BulkChanges, StartCaller: Starts);
