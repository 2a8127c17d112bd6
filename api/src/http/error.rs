//! Errors on the wire: one table from what went wrong to status, code and text.
//!
//! Every error answer is `{"success": false, "message", "error": {"code", "message", "request_id"}}`. An internal failure
//! reveals nothing; it is logged once, here, under the request's id.

mod causes;

use axum::body::{Body, Bytes, HttpBody};
use axum::http::{self, HeaderName, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::{BoxError, Json};
use serde::Serialize;
use telemetry::metrics;
use utoipa::ToSchema;

use super::request_id;

/// The user's quota of calls.
const POLICY: HeaderName = HeaderName::from_static("ratelimit-policy");
/// The code of conflicts between simultaneous changes.
const CONFLICT: &str = "conflict";

/// The body of every error answer.
#[derive(Debug, Serialize, ToSchema)]
pub struct ErrorBody {
    /// Always false.
    #[schema(example = false)]
    pub success: bool,
    /// The same message as in `error`, for older clients.
    pub message: String,
    /// What went wrong.
    pub error: ErrorDetail,
}

/// What went wrong.
#[derive(Debug, Serialize, ToSchema)]
pub struct ErrorDetail {
    /// A stable word for programs, such as `invalid` or `not_found`.
    #[schema(example = "invalid")]
    pub code: String,
    /// For people: what is wrong and what to do.
    #[schema(example = "Please enter a search term")]
    pub message: String,
    /// Identifies the request in the server's log.
    pub request_id: Option<String>,
}

/// An error on its way out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ApiError {
    status: StatusCode,
    code: &'static str,
    message: String,
    headers: Vec<(HeaderName, HeaderValue)>,
    /// The limit that was reached, of a 429.
    limit: Option<&'static str>,
}

impl ApiError {
    fn new(status: StatusCode, code: &'static str, message: impl Into<String>) -> Self {
        Self {
            status,
            code,
            message: message.into(),
            headers: Vec::new(),
            limit: None,
        }
    }

    /// 400: the request makes no sense.
    pub fn invalid(message: impl Into<String>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, "invalid", message)
    }

    /// 403: about another user.
    pub fn another_user() -> Self {
        Self::new(
            StatusCode::FORBIDDEN,
            "forbidden",
            "This belongs to another user: sign in as that user.",
        )
    }

    /// 403: an operator keeps the user out.
    pub(crate) fn suspended() -> Self {
        Self::new(
            StatusCode::FORBIDDEN,
            "suspended",
            "This account is suspended: please ask whoever runs this service. You can still erase what you saved and \
             wrote.",
        )
    }

    /// 403: the terms of the rows' source forbid it, whoever asks.
    pub(crate) fn list_only(message: &str) -> Self {
        Self::new(StatusCode::FORBIDDEN, "list_only", message)
    }

    /// 404: not there, or not this user's.
    pub fn not_found(message: impl Into<String>) -> Self {
        Self::new(StatusCode::NOT_FOUND, "not_found", message)
    }

    /// 429: try again later. `limit` is the limit's name in metrics.
    pub fn too_many(limit: &'static str, message: impl Into<String>, retry_after_s: u32) -> Self {
        Self {
            limit: Some(limit),
            headers: vec![(header::RETRY_AFTER, retry_after_s.into())],
            ..Self::new(StatusCode::TOO_MANY_REQUESTS, "too_many_requests", message)
        }
    }

    fn with(mut self, name: HeaderName, value: HeaderValue) -> Self {
        self.headers.push((name, value));
        self
    }

    /// May the same request get another answer in a moment?
    pub(crate) fn is_transient(&self) -> bool {
        self.code == CONFLICT
    }

    /// 500: requested work has failed, with a reason for the user.
    pub fn failed(message: impl Into<String>) -> Self {
        Self::new(StatusCode::INTERNAL_SERVER_ERROR, "failed", message)
    }

    /// 413: more than can be processed at once.
    pub(crate) fn too_large(message: impl Into<String>) -> Self {
        Self::new(StatusCode::PAYLOAD_TOO_LARGE, "too_large", message)
    }

    /// 409: not possible in the current state.
    pub fn wrong_state(message: impl Into<String>) -> Self {
        Self::new(StatusCode::CONFLICT, "wrong_state", message)
    }

    /// 409: the plan's limit is reached.
    pub(crate) fn full(message: impl Into<String>) -> Self {
        Self::new(StatusCode::CONFLICT, "full", message)
    }

    /// 409: based on a version that has changed since.
    pub(crate) fn stale(message: impl Into<String>) -> Self {
        Self::new(StatusCode::CONFLICT, "stale", message)
    }

    /// The HTTP status.
    pub(crate) const fn status(&self) -> StatusCode {
        self.status
    }

    /// The stable word for programs.
    pub(crate) const fn code(&self) -> &'static str {
        self.code
    }

    /// For people.
    pub(crate) fn message(&self) -> &str {
        &self.message
    }

    /// 409: no loaded data cover the search.
    pub(crate) fn not_covered(message: impl Into<String>) -> Self {
        Self::new(StatusCode::CONFLICT, "not_covered", message)
    }

    pub(crate) fn unavailable(message: &str) -> Self {
        Self {
            headers: vec![(header::RETRY_AFTER, HeaderValue::from(5))],
            ..Self::new(StatusCode::SERVICE_UNAVAILABLE, "unavailable", message)
        }
    }

    fn internal() -> Self {
        Self::new(
            StatusCode::INTERNAL_SERVER_ERROR,
            "internal",
            "Something went wrong on our side. Please try again.",
        )
    }

    /// For answers that a library made without our body.
    fn for_status(status: StatusCode) -> Self {
        match status {
            StatusCode::NOT_FOUND => Self::not_found("There is nothing at this address."),
            StatusCode::METHOD_NOT_ALLOWED => Self::new(
                status,
                "method_not_allowed",
                "This address does not support that method.",
            ),
            StatusCode::PAYLOAD_TOO_LARGE => Self::too_large(
                "The request is too large: send at most 1 MB, or a file of at most 5 MB.",
            ),
            StatusCode::REQUEST_TIMEOUT => Self::new(
                StatusCode::SERVICE_UNAVAILABLE,
                "timeout",
                "The request took too long. Please try again.",
            ),
            _ if status.is_server_error() => Self::internal(),
            _ => Self::new(status, "invalid", "The request cannot be answered."),
        }
    }

    /// The body of the answer.
    pub(crate) fn body(&self, request_id: Option<&str>) -> ErrorBody {
        ErrorBody {
            success: false,
            message: self.message.clone(),
            error: ErrorDetail {
                code: self.code.to_owned(),
                message: self.message.clone(),
                request_id: request_id.map(str::to_owned),
            },
        }
    }

    fn render(self, request_id: Option<&str>) -> Response {
        let mut answer = (self.status, Json(self.body(request_id))).into_response();
        answer.headers_mut().extend(self.headers.clone());
        // Who looks at the answer later wants its code.
        answer.extensions_mut().insert(self);
        answer
    }
}

impl IntoResponse for ApiError {
    /// [`finish_errors`] makes the body, since it knows the request's id.
    fn into_response(self) -> Response {
        if let Some(limit) = self.limit {
            metrics().limit_hit(limit);
        }
        let mut answer = self.status.into_response();
        answer.extensions_mut().insert(self);
        answer
    }
}

/// Gives every error answer its body, outside the routes and their limits. The answer already has the request's id.
pub(super) fn finish_errors<B>(answer: http::Response<B>) -> Response
where
    B: HttpBody<Data = Bytes> + Send + 'static,
    B::Error: Into<BoxError>,
{
    let answer = answer.map(Body::new);
    let Some(id) = answer.headers().get(request_id::HEADER).cloned() else {
        return finish(answer, None);
    };
    let mut answer = finish(answer, id.to_str().ok());
    answer.headers_mut().insert(request_id::HEADER, id);
    answer
}

/// Gives an error answer our body, unless it has it already.
pub(super) fn finish(answer: Response, request_id: Option<&str>) -> Response {
    let is_error = answer.status().is_client_error() || answer.status().is_server_error();
    let is_ours = answer
        .headers()
        .get(header::CONTENT_TYPE)
        .is_some_and(|kind| kind.as_bytes().starts_with(b"application/json"));
    if !is_error || is_ours {
        return answer;
    }
    if let Some(error) = answer.extensions().get::<ApiError>() {
        return error.clone().render(request_id);
    }
    let mut error = ApiError::for_status(answer.status()).render(request_id);
    if let Some(allowed) = answer.headers().get(header::ALLOW) {
        error.headers_mut().insert(header::ALLOW, allowed.clone());
    }
    error
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use axum::body::to_bytes;
    use axum::http::HeaderMap;

    use sign_in::verify::TokenError;

    use super::*;

    async fn answered(error: impl Into<ApiError>) -> (StatusCode, HeaderMap, serde_json::Value) {
        let answer = finish(error.into().into_response(), Some("req-7"));
        let (head, body) = answer.into_parts();
        let body = to_bytes(body, usize::MAX).await.unwrap();
        let body = serde_json::from_slice(&body).unwrap();
        (head.status, head.headers, body)
    }

    #[tokio::test]
    async fn a_refused_token_is_answered_like_every_other_error() {
        let (status, headers, body) = answered(TokenError::Missing).await;
        assert_eq!(status, StatusCode::UNAUTHORIZED);
        assert_eq!(
            headers[header::WWW_AUTHENTICATE],
            "Bearer realm=\"demandatlas\""
        );
        assert_eq!(body["success"], false);
        assert_eq!(body["error"]["code"], "unauthorized");
        assert_eq!(body["error"]["message"], body["message"]);
        assert_eq!(body["error"]["request_id"], "req-7");

        let retry_after = Duration::from_millis(1_500);
        let (status, headers, body) = answered(TokenError::KeysUnavailable { retry_after }).await;
        assert_eq!(status, StatusCode::SERVICE_UNAVAILABLE);
        assert_eq!(headers[header::RETRY_AFTER], "2");
        assert_eq!(body["error"]["code"], "unavailable");
    }
}
