//! Refusals in OAuth 2.0's own words (RFC 6749, OpenID Connect Core 3.1.2.6).

use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde_json::json;

/// A protocol error code, and a text for the developer who reads it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct OAuthError {
    pub(super) code: &'static str,
    pub(super) description: String,
}

impl OAuthError {
    pub(super) fn new(code: &'static str, description: impl Into<String>) -> Self {
        Self {
            code,
            description: description.into(),
        }
    }

    pub(super) fn invalid_request(description: impl Into<String>) -> Self {
        Self::new("invalid_request", description)
    }

    pub(super) fn invalid_grant(description: impl Into<String>) -> Self {
        Self::new("invalid_grant", description)
    }
}

impl IntoResponse for OAuthError {
    fn into_response(self) -> Response {
        let status = match self.code {
            "invalid_client" => StatusCode::UNAUTHORIZED,
            "server_error" => StatusCode::INTERNAL_SERVER_ERROR,
            _ => StatusCode::BAD_REQUEST,
        };
        (
            status,
            Json(json!({"error": self.code, "error_description": self.description})),
        )
            .into_response()
    }
}
