//! The extractor by which handlers require a signed-in caller.

use std::sync::Arc;

use axum::extract::{FromRef, FromRequestParts};
use axum::http::request::Parts;
use axum::http::{HeaderMap, header};

use super::error::TokenError;
use super::identity::Identity;
use super::verifier::TokenVerifier;

/// The signed-in caller of a request, from its `Authorization: Bearer` header.
#[derive(Debug, Clone)]
pub struct Authenticated(pub Arc<Identity>);

impl<S> FromRequestParts<S> for Authenticated
where
    S: Send + Sync,
    TokenVerifier: FromRef<S>,
{
    type Rejection = TokenError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Self::Rejection> {
        let verifier = TokenVerifier::from_ref(state);
        let token = bearer_token(&parts.headers)?;
        verifier.verify(token).await.map(Self)
    }
}

/// The one bearer token of a request. Two `Authorization` headers are refused: which of them
/// counted would depend on the reader.
fn bearer_token(headers: &HeaderMap) -> Result<&str, TokenError> {
    let mut values = headers.get_all(header::AUTHORIZATION).iter();
    let value = values.next().ok_or(TokenError::Missing)?;
    if values.next().is_some() {
        return Err(TokenError::unacceptable());
    }
    let text = value.to_str().map_err(|_| TokenError::unacceptable())?;
    let (scheme, token) = text.trim().split_once(' ').unwrap_or((text, ""));
    if !scheme.eq_ignore_ascii_case("bearer") {
        return Err(TokenError::Missing);
    }
    match token.trim() {
        "" => Err(TokenError::Missing),
        token => Ok(token),
    }
}
