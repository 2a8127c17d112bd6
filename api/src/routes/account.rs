//! A user's own data: export and erasure.

use std::slice;
use std::sync::Arc;

use axum::Json;
use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use commands::Clock;
use commands::erasing::{Eraser, Left};
use commands::limits::{Limited, Limits};
use commands::mail::Mail;
use commands::websites::Proxies;
use domain::metadata::Actor;
use futures::TryStreamExt as _;
use jiff::tz::TimeZone;
use projections::personal_data::{OwnSettings, PersonalData};
use serde::{Deserialize, Serialize};
use store::db::Storage;
use store::log::EventLog;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::http::attachment::attachment;
use crate::http::caller::{Caller, ErasingCaller};
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

/// The word to type to erase everything.
const CONFIRMATION: &str = "ERASE";

/// The data stored about a user.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = OwnData)]
pub(super) struct OwnDataBody {
    /// The user's subject id.
    user_id: String,
    /// When it was exported (UTC).
    exported_at: String,
    /// The proxy that websites are read through, without its password; null if there is none.
    #[schema(required = true)]
    proxy: Option<String>,
    /// The address that news is sent to by e-mail; null if there is none.
    #[schema(required = true)]
    mail: Option<OwnMailBody>,
    /// The searches, newest first.
    searches: Vec<serde_json::Value>,
    /// The schedules.
    monitors: Vec<serde_json::Value>,
    /// The saved companies and everything written about them.
    companies: Vec<serde_json::Value>,
    /// What websites say that the user had read.
    websites: Vec<serde_json::Value>,
    /// The businesses of the uploaded list that searches leave out.
    known_businesses: Vec<serde_json::Value>,
    /// What schedules know of businesses.
    watched: Vec<serde_json::Value>,
    /// What their runs have told of them: new, changed and gone.
    told: Vec<serde_json::Value>,
}

/// An address of e-mail.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = OwnMail)]
pub(super) struct OwnMailBody {
    #[schema(example = "you@example.com")]
    address: String,
    /// What is sent there: `waiting` (nothing before its link is opened), `on` or `off`.
    #[schema(example = "on")]
    status: String,
}

/// Everything that the caller searched, saved, wrote and had read, as one JSON document.
#[utoipa::path(
    get, path = "/api/account/data", operation_id = "exportOwnData", tag = "account",
    responses(
        (status = 200, description = "The document", body = OwnDataBody),
        (status = 401, description = "No valid token", body = ErrorBody),
        (status = 429, description = "Too many long answers at once", body = ErrorBody)
    )
)]
async fn own_data(
    State(storage): State<Storage>,
    State(limits): State<Limits>,
    State(clock): State<Arc<dyn Clock>>,
    State(proxies): State<Proxies>,
    State(mail): State<Mail>,
    State(log): State<EventLog>,
    caller: Caller,
) -> Result<Response, ApiError> {
    let permit = limits.permit(Limited::Downloads, caller.0.as_str()).await?;
    let now = clock.now();
    let day = now.to_zoned(TimeZone::UTC).date();
    let headers = attachment("application/json", &format!("my-data-{day}.json"));
    let key = log.keys_of(slice::from_ref(&caller.0)).await?.pop();
    let settings = OwnSettings {
        proxy: proxies.find(&caller.0).await?.map(|proxy| proxy.masked()),
        mail: mail.shown(&caller.0).await?,
        key: key.map(|(_, key)| key),
    };
    let document = PersonalData::new(&storage).document(caller.0, now, settings);
    // The status has been sent already: closing the connection is the only way to tell the client.
    let document = document.inspect_err(|error| {
        tracing::error!(%error, "could not read a user's data");
    });
    let body = hold_while_sent(permit, Body::from_stream(document.map_ok(Bytes::from)));
    Ok((headers, body).into_response())
}

/// A request to erase one's own data.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(example = json!({"confirmation": "ERASE"}))]
pub(super) struct EraseOwnData {
    /// The word ERASE, as typed by the user.
    #[schema(example = "ERASE", pattern = "^ERASE$")]
    confirmation: String,
}

/// The outcome of an erasure.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct ErasedBody {
    /// Always true.
    success: bool,
    /// Was there anything to erase?
    erased: bool,
    /// Is it erased from everywhere?
    complete: bool,
    /// For the user, if something is left.
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<&'static str>,
}

/// The message if something is left in files.
const IN_FILES: &str = "Your data is erased from the records. Remaining traces in files are removed automatically within minutes.";
/// The message if a screen may still show it.
const ON_SCREENS: &str = "Your data is erased from the records. Some screens may still show it until they have caught up.";

/// Permanently erases what the caller saved and wrote: companies, notes, contacts, tags, the proxy, the address
/// for e-mails. Searches with what
/// their rows' websites say, credits and the ledger remain.
#[utoipa::path(
    post, path = "/api/account/erase", operation_id = "eraseOwnData", tag = "account",
    request_body = EraseOwnData,
    responses(
        (status = 200, description = "Erased from everywhere", body = ErasedBody),
        (status = 202, description = "Erased from the records; remaining traces in files or in a late read model follow automatically", body = ErasedBody),
        (status = 400, description = "Not confirmed", body = ErrorBody),
        (status = 401, description = "No valid token", body = ErrorBody),
        (status = 503, description = "Could not be recorded", body = ErrorBody)
    )
)]
async fn erase_own_data(
    State(eraser): State<Arc<Eraser>>,
    ErasingCaller { caller, .. }: ErasingCaller,
    ApiJson(body): ApiJson<EraseOwnData>,
) -> Repeated<(StatusCode, Json<ErasedBody>)> {
    if body.confirmation != CONFIRMATION {
        return Err(ApiError::invalid(format!(
            "Type {CONFIRMATION} to erase what you saved and wrote."
        ))
        .into());
    }
    let by = Actor::User(caller.0.clone());
    let erasure = eraser.erase(&caller.0, by).await?;
    if let Some(left) = erasure
        .left
        .as_ref()
        .filter(|left| !matches!(left, Left::Traces))
    {
        tracing::error!(%left, "a user's data are not erased from everywhere yet");
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
