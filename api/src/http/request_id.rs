//! The id of a request, given by the server: the same in the log, in the resulting events, in the answer's header and
//! in the body of an error.

use std::convert::Infallible;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderName, Request};

/// The header with the id.
pub(super) const HEADER: HeaderName = HeaderName::from_static("x-request-id");

/// The id that the server gave the request.
pub(super) fn of(headers: &HeaderMap) -> Option<&str> {
    headers.get(HEADER)?.to_str().ok()
}

/// Removes the caller's id: ids are logged and stored, so the server chooses them.
pub(super) fn take_away<B>(mut request: Request<B>) -> Request<B> {
    request.headers_mut().remove(HEADER);
    request
}

/// The request's id in the log.
pub(crate) struct RequestId(pub String);

impl<S: Send + Sync> FromRequestParts<S> for RequestId {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        Ok(Self(of(&parts.headers).unwrap_or_default().to_owned()))
    }
}
