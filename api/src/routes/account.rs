//! A user's own data: handed out, and erased.

use axum::Json;
use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use commands::erasing::Left;
use commands::limits::Limited;
use domain::metadata::Actor;
use futures::TryStreamExt as _;
use jiff::tz::TimeZone;
use projections::personal_data::PersonalData;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::http::attachment::attachment;
use crate::http::caller::Caller;
use crate::http::error::{ApiError, ErrorBody};
use crate::http::extract::ApiJson;
use crate::http::idempotency::{Kept, Repeated};
use crate::http::streamed::hold_while_sent;
use crate::state::AppState;

/// The routes of this subject.
pub(super) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(own_data))
        .routes(routes!(erase_own_data))
}

/// What must be typed to erase everything.
const CONFIRMATION: &str = "ERASE";

/// What is kept about a user; only its shape is used, since it is streamed.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = OwnData)]
pub(super) struct OwnDataBody {
    /// The user's subject id.
    user_id: String,
    /// When it was written (UTC).
    exported_at: String,
    /// What was searched, the newest first.
    searches: Vec<serde_json::Value>,
    /// What was saved and written, company by company.
    companies: Vec<serde_json::Value>,
}

/// What the caller searched, saved and wrote, as one JSON document to keep.
#[utoipa::path(
    get, path = "/api/account/data", operation_id = "exportOwnData", tag = "account",
    responses(
        (status = 200, description = "The document", body = OwnDataBody),
        (status = 401, description = "No valid token", body = ErrorBody),
        (status = 429, description = "Too many long answers at once", body = ErrorBody)
    )
)]
async fn own_data(State(state): State<AppState>, caller: Caller) -> Result<Response, ApiError> {
    let services = &state.services;
    let permit = services
        .limits
        .permit(Limited::Downloads, caller.0.as_str());
    let permit = permit.await?;
    let now = services.clock.now();
    let day = now.to_zoned(TimeZone::UTC).date();
    let headers = attachment("application/json", &format!("my-data-{day}.json"));
    let document = PersonalData::new(&services.storage).document(caller.0, now);
    // The status is sent already: breaking the connection off is what tells the client.
    let document = document.inspect_err(|error| {
        tracing::error!(%error, "what is kept about a user could not be read");
    });
    let body = hold_while_sent(permit, Body::from_stream(document.map_ok(Bytes::from)));
    Ok((headers, body).into_response())
}

/// A wish to be forgotten.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(example = json!({"confirmation": "ERASE"}))]
pub(super) struct EraseOwnData {
    /// The word ERASE, as its user has typed it.
    #[schema(example = "ERASE", pattern = "^ERASE$")]
    confirmation: String,
}

/// That it was done.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct ErasedBody {
    /// Always true.
    success: bool,
    /// Was there anything to erase?
    erased: bool,
    /// Is nothing of it left anywhere?
    complete: bool,
    /// What is told to the user where something is.
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<&'static str>,
}

/// What is told where something is left in files.
const IN_FILES: &str = "Your data is erased from the records. What is left of it in files is removed by itself in some minutes.";
/// What is told where a screen may still show it.
const ON_SCREENS: &str = "Your data is erased from the records. Some screens still show it: that ends by itself as soon as they have caught up.";

/// Erases for ever what the caller saved and wrote: companies, notes, contacts, tags. Searches, credits and the
/// ledger stay.
#[utoipa::path(
    post, path = "/api/account/erase", operation_id = "eraseOwnData", tag = "account",
    request_body = EraseOwnData,
    responses(
        (status = 200, description = "It is erased from everywhere", body = ErasedBody),
        (status = 202, description = "It is erased from the records; traces of it in files, or what a late read model shows of it, follow by themselves", body = ErasedBody),
        (status = 400, description = "It was not confirmed", body = ErrorBody),
        (status = 401, description = "No valid token", body = ErrorBody),
        (status = 503, description = "It could not be recorded", body = ErrorBody)
    )
)]
async fn erase_own_data(
    State(state): State<AppState>,
    caller: Caller,
    ApiJson(body): ApiJson<EraseOwnData>,
) -> Repeated<(StatusCode, Json<ErasedBody>)> {
    if body.confirmation != CONFIRMATION {
        return Err(ApiError::invalid(format!(
            "Type {CONFIRMATION} to erase what you saved and wrote."
        ))
        .into());
    }
    let services = &state.services;
    let by = Actor::User(caller.0.clone());
    let erasure = services.eraser.erase(&caller.0, by).await?;
    if let Some(left) = erasure
        .left
        .as_ref()
        .filter(|left| !matches!(left, Left::Traces))
    {
        tracing::error!(%left, "a user's data is not erased from everywhere yet");
    }
    let message = erasure.left.map(|left| match left {
        Left::Traces | Left::Unscrubbed(_) => IN_FILES,
        Left::Shown => ON_SCREENS,
    });
    let status = match message {
        None => StatusCode::OK,
        Some(_) => StatusCode::ACCEPTED,
    };
    let body = ErasedBody {
        success: true,
        erased: erasure.anything,
        complete: message.is_none(),
        message,
    };
    Ok(Kept((status, Json(body))))
}
