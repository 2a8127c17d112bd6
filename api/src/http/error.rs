//! Errors on the wire: one table from what went wrong to status, code and text.
//!
//! Every error answer is `{"success": false, "message", "error": {"code", "message", "request_id"}}`. A failure of ours says nothing
//! of its inside; it is logged once, here, under the request's id.

use axum::Json;
use axum::extract::Request;
use axum::http::{HeaderMap, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use commands::{CommandError, Refusal};
use domain::credit_account::CreditRefusal;
use domain::scrape_job::{InvalidSearch, ScrapeJobRefusal};
use serde::Serialize;
use store::StoreError;
use utoipa::ToSchema;

/// The code of an error that comes from too many changes at the same moment.
const CONFLICT: &str = "conflict";

/// The body of every error answer.
#[derive(Debug, Serialize, ToSchema)]
pub struct ErrorBody {
    /// Always false.
    #[schema(example = false)]
    pub success: bool,
    /// The same message once more, where older clients look for it.
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
    /// Names the request in the server's log.
    pub request_id: Option<String>,
}

/// An error on its way out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ApiError {
    status: StatusCode,
    code: &'static str,
    message: String,
    retry_after_s: Option<u32>,
}

impl ApiError {
    fn new(status: StatusCode, code: &'static str, message: impl Into<String>) -> Self {
        Self {
            status,
            code,
            message: message.into(),
            retry_after_s: None,
        }
    }

    /// 400: the request makes no sense.
    pub fn invalid(message: impl Into<String>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, "invalid", message)
    }

    /// 403: about somebody else.
    pub fn another_user() -> Self {
        Self::new(
            StatusCode::FORBIDDEN,
            "forbidden",
            "This belongs to another user: sign in as that user.",
        )
    }

    /// 404: not there, or not this user's.
    pub fn not_found(message: impl Into<String>) -> Self {
        Self::new(StatusCode::NOT_FOUND, "not_found", message)
    }

    /// 429: come back later.
    pub fn too_many(message: impl Into<String>, retry_after_s: u32) -> Self {
        Self {
            retry_after_s: Some(retry_after_s),
            ..Self::new(StatusCode::TOO_MANY_REQUESTS, "too_many_requests", message)
        }
    }

    /// May the same request be answered otherwise in a moment?
    pub(crate) fn is_passing(&self) -> bool {
        self.code == CONFLICT
    }

    /// 500: work that was asked for has failed, with a reason for the user.
    pub fn failed(message: impl Into<String>) -> Self {
        Self::new(StatusCode::INTERNAL_SERVER_ERROR, "failed", message)
    }

    /// 409: not while things stand as they do.
    pub fn wrong_state(message: impl Into<String>) -> Self {
        Self::new(StatusCode::CONFLICT, "wrong_state", message)
    }

    pub(crate) fn unavailable(message: &str) -> Self {
        Self {
            retry_after_s: Some(5),
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

    /// For answers that a library made without a body of ours.
    fn for_status(status: StatusCode) -> Self {
        match status {
            StatusCode::NOT_FOUND => Self::not_found("There is nothing at this address."),
            StatusCode::METHOD_NOT_ALLOWED => Self::new(
                status,
                "method_not_allowed",
                "This address does not answer that method.",
            ),
            StatusCode::PAYLOAD_TOO_LARGE => Self::new(
                status,
                "too_large",
                "The request is too large: send at most 1 MB.",
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

    fn render(self, request_id: Option<String>) -> Response {
        let mut answer = (
            self.status,
            [(header::CACHE_CONTROL, "no-store")],
            Json(ErrorBody {
                success: false,
                message: self.message.clone(),
                error: ErrorDetail {
                    code: self.code.to_owned(),
                    message: self.message,
                    request_id,
                },
            }),
        )
            .into_response();
        if let Some(seconds) = self.retry_after_s {
            answer
                .headers_mut()
                .insert(header::RETRY_AFTER, seconds.into());
        }
        answer
    }
}

impl IntoResponse for ApiError {
    /// The body is made by [`finish_errors`], which knows the request's id.
    fn into_response(self) -> Response {
        let mut answer = self.status.into_response();
        answer.extensions_mut().insert(self);
        answer
    }
}

/// Middleware around the routes and their limits: gives every error answer its body.
pub async fn finish_errors(request: Request, next: Next) -> Response {
    let request_id = request_id(request.headers());
    finish(next.run(request).await, request_id)
}

/// Gives an error answer its body, where it has none of ours yet.
pub fn finish(answer: Response, request_id: Option<String>) -> Response {
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

/// The request's id, as the server gave it.
pub fn request_id(headers: &HeaderMap) -> Option<String> {
    let id = headers.get("x-request-id")?.to_str().ok()?;
    Some(id.to_owned())
}

impl From<StoreError> for ApiError {
    fn from(error: StoreError) -> Self {
        Self::from(&error)
    }
}

impl From<&StoreError> for ApiError {
    fn from(error: &StoreError) -> Self {
        tracing::error!(%error, "the store failed");
        match error {
            StoreError::Full(_) => Self::unavailable(
                "The server's disk is full; nothing was changed. Please try again later.",
            ),
            StoreError::Unavailable(_) => {
                Self::unavailable("The database is not available; please try again in a moment.")
            }
            StoreError::Damaged(_) | StoreError::Configuration(_) | StoreError::Migration(_) => {
                Self::internal()
            }
        }
    }
}

impl From<CommandError> for ApiError {
    fn from(error: CommandError) -> Self {
        let message = error.to_string();
        match error {
            CommandError::Refused(refusal) => Self::from(refusal),
            CommandError::Conflict => Self::new(StatusCode::CONFLICT, CONFLICT, message),
            CommandError::NotFound(_) => Self::not_found(message),
            CommandError::NotInPlan(_) => Self::new(StatusCode::FORBIDDEN, "not_in_plan", message),
            CommandError::KeyReused => {
                Self::new(StatusCode::UNPROCESSABLE_ENTITY, "key_reused", message)
            }
            CommandError::Unavailable(store) => Self::from(&*store),
        }
    }
}

impl From<Refusal> for ApiError {
    fn from(refusal: Refusal) -> Self {
        let message = refusal.to_string();
        match refusal {
            Refusal::Credit(CreditRefusal::InsufficientCredits { .. }) => Self::new(
                StatusCode::PAYMENT_REQUIRED,
                "insufficient_credits",
                message,
            ),
            Refusal::ScrapeJob(ScrapeJobRefusal::NotQueued) => Self::not_found(message),
            Refusal::Credit(_) | Refusal::ScrapeJob(_) | Refusal::Coupon(_) => {
                Self::new(StatusCode::CONFLICT, "wrong_state", message)
            }
        }
    }
}

impl From<InvalidSearch> for ApiError {
    fn from(invalid: InvalidSearch) -> Self {
        Self::invalid(invalid.to_string())
    }
}
