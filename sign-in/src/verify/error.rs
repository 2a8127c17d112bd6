//! Why a call is refused, and how that is answered.

use std::time::Duration;

use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};

/// Why a caller could not be identified.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum TokenError {
    #[error("Sign in first: this call needs an access token in the Authorization header.")]
    Missing,
    #[error("{0}")]
    Invalid(InvalidToken),
    /// The token claims another issuer: the server was moved, or the wrong port was called.
    #[error(
        "The access token is from another issuer; this server accepts tokens of {expected}. Please sign in again."
    )]
    OtherIssuer {
        /// The accepted issuer, which everybody can read at `/api/config`.
        expected: String,
    },
    /// The issuer's keys cannot be fetched, so the token cannot be verified.
    #[error("Sign-in cannot be checked at the moment. Please try again shortly.")]
    KeysUnavailable { retry_after: Duration },
}

/// What is wrong with a token. The texts tell an honest caller what to do, and an attacker nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum InvalidToken {
    /// Not a bearer token, not a JWT, signed by another key, or with claims that do not fit.
    #[error("The access token is not valid. Please sign in again.")]
    Unacceptable,
    /// Not a signed JWT: the issuer was not asked for a token for this API, or cannot issue one.
    #[error(
        "The issuer gave an access token that only it can read. The operator of this server must request one \
         for this API: see DEMANDATLAS_AUTH_API_BY, DEMANDATLAS_AUTH_AUDIENCE and DEMANDATLAS_AUTH_SCOPE."
    )]
    Opaque,
    #[error("The access token has expired. Please sign in again.")]
    Expired,
    /// The caller's or the issuer's clock is wrong.
    #[error("The access token is not valid yet. Please check your computer's clock.")]
    NotYetValid,
    /// The user's sessions were ended since it was issued.
    #[error("Your session was ended. Please sign in again.")]
    SessionEnded,
}

impl TokenError {
    pub(super) fn unacceptable() -> Self {
        Self::Invalid(InvalidToken::Unacceptable)
    }

    /// The response's status: 401, or 503 when the issuer cannot be reached.
    #[must_use]
    pub fn status(&self) -> StatusCode {
        match self {
            Self::Missing | Self::Invalid(_) | Self::OtherIssuer { .. } => StatusCode::UNAUTHORIZED,
            Self::KeysUnavailable { .. } => StatusCode::SERVICE_UNAVAILABLE,
        }
    }

    /// The header that goes with the status: `WWW-Authenticate` (RFC 6750) or `Retry-After`.
    #[must_use]
    pub fn header(&self) -> (header::HeaderName, HeaderValue) {
        match self {
            Self::Missing => challenge(None),
            Self::Invalid(reason) => challenge(Some(reason)),
            Self::OtherIssuer { .. } => challenge(Some(&InvalidToken::Unacceptable)),
            Self::KeysUnavailable { retry_after } => {
                let seconds = retry_after.as_secs() + u64::from(retry_after.subsec_nanos() > 0);
                (header::RETRY_AFTER, HeaderValue::from(seconds.max(1)))
            }
        }
    }
}

fn challenge(reason: Option<&InvalidToken>) -> (header::HeaderName, HeaderValue) {
    let value = match reason {
        None => HeaderValue::from_static(r#"Bearer realm="demandatlas""#),
        Some(InvalidToken::Unacceptable | InvalidToken::Opaque) => HeaderValue::from_static(
            r#"Bearer realm="demandatlas", error="invalid_token", error_description="the token is not valid""#,
        ),
        Some(InvalidToken::Expired) => HeaderValue::from_static(
            r#"Bearer realm="demandatlas", error="invalid_token", error_description="the token has expired""#,
        ),
        Some(InvalidToken::NotYetValid) => HeaderValue::from_static(
            r#"Bearer realm="demandatlas", error="invalid_token", error_description="the token is not valid yet""#,
        ),
        Some(InvalidToken::SessionEnded) => HeaderValue::from_static(
            r#"Bearer realm="demandatlas", error="invalid_token", error_description="the session was ended""#,
        ),
    };
    (header::WWW_AUTHENTICATE, value)
}

/// For servers that have no error body of their own.
impl IntoResponse for TokenError {
    fn into_response(self) -> Response {
        (self.status(), [self.header()], self.to_string()).into_response()
    }
}
