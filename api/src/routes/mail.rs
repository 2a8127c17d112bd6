//! The address that a user has news of scheduled searches sent to, and the links in e-mails.

use std::net::SocketAddr;

use axum::Json;
use axum::extract::{ConnectInfo, FromRef, FromRequest, FromRequestParts, Request, State};
use axum::http::request::Parts;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::get;
use commands::limits::{Limited, Limits, TooMany};
use commands::mail::{AskError, InvalidRecipient, Mail, Recipient};
use serde::{Deserialize, Serialize};
use store::StoreError;
use store::mail::MailState;
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::http::address::{Anybody, network};
use crate::http::caller::Caller;
use crate::http::error::{ApiError, ErrorBody};
use crate::http::extract::{ApiJson, ApiQuery};
use crate::http::ui::prefers_html;
use crate::state::AppState;

/// The routes of this subject.
pub(super) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(mail, save_mail, remove_mail))
        .routes(routes!(confirm_mail))
        .routes(routes!(stop_mail))
        .routes(routes!(start_mail))
        // Mail programs without one-click open the address of the header in a browser.
        .route(STOP, get(stop_page))
}

/// Where mail programs stop e-mails with one click.
const STOP: &str = "/api/mail/stop";
/// Refusal of a link that is none, or is not good any more.
const NO_LINK: &str = "This link is not valid. The newest e-mail has one that is.";

/// What may be sent to an address.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum MailStatus {
    /// There is no address.
    None,
    /// The link is not opened yet: nothing is sent.
    Waiting,
    On,
    /// Stopped by the link in an e-mail, or refused by the mail server.
    Off,
}

impl From<MailState> for MailStatus {
    fn from(state: MailState) -> Self {
        match state {
            MailState::Waiting => Self::Waiting,
            MailState::On => Self::On,
            MailState::Off => Self::Off,
        }
    }
}

/// The address that news of scheduled searches is sent to, once a day at most.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct NewsMailBody {
    /// Are e-mails sent at all? Only where the operator has set a mail server.
    can_mail: bool,
    /// The address; null if there is none.
    #[schema(required = true, example = "you@example.com")]
    address: Option<String>,
    #[schema(example = "waiting")]
    status: MailStatus,
}

impl NewsMailBody {
    fn of(mail: &Mail, found: Option<&(Recipient, MailState)>) -> Json<Self> {
        Json(Self {
            can_mail: mail.is_on(),
            address: found.map(|(address, _)| address.as_str().to_owned()),
            status: found.map_or(MailStatus::None, |(_, state)| (*state).into()),
        })
    }
}

/// An address of e-mail.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(example = json!({"address": "you@example.com"}))]
pub(super) struct NewsMailAddress {
    #[schema(example = "you@example.com", max_length = 254)]
    address: String,
}

/// The caller's address for news of scheduled searches.
#[utoipa::path(
    get, path = "/api/notices/mail", operation_id = "getNewsMail", tag = "mail",
    responses(
        (status = 200, description = "The address, or that there is none", body = NewsMailBody),
        (status = 401, description = "No valid token", body = ErrorBody)
    )
)]
async fn mail(State(mail): State<Mail>, caller: Caller) -> Result<Json<NewsMailBody>, ApiError> {
    let found = mail.find(&caller.0).await?;
    Ok(NewsMailBody::of(&mail, found.as_ref()))
}

/// Saves the caller's address in place of another one, closed with the caller's key, and has a link sent to it. Nothing
/// else comes there before the link is opened. An address that is on stays as it is.
#[utoipa::path(
    put, path = "/api/notices/mail", operation_id = "saveNewsMail", tag = "mail",
    request_body = NewsMailAddress,
    responses(
        (status = 200, description = "Saved", body = NewsMailBody),
        (status = 400, description = "No address of e-mail", body = ErrorBody),
        (status = 401, description = "No valid token", body = ErrorBody),
        (status = 409, description = "E-mail is off", body = ErrorBody),
        (status = 429, description = "Too many links for one day", body = ErrorBody)
    )
)]
async fn save_mail(
    State(mail): State<Mail>,
    State(limits): State<Limits>,
    caller: Caller,
    ApiJson(body): ApiJson<NewsMailAddress>,
) -> Result<Json<NewsMailBody>, ApiError> {
    let address: Recipient = body.address.parse()?;
    let asked = mail.ask(&caller.0, &address).await;
    asked.map_err(|error| refused(error, &limits))?;
    let found = mail.find(&caller.0).await?;
    Ok(NewsMailBody::of(&mail, found.as_ref()))
}

/// Deletes the caller's address.
#[utoipa::path(
    delete, path = "/api/notices/mail", operation_id = "removeNewsMail", tag = "mail",
    responses(
        (status = 200, description = "There is none any more", body = NewsMailBody),
        (status = 401, description = "No valid token", body = ErrorBody)
    )
)]
async fn remove_mail(
    State(mail): State<Mail>,
    caller: Caller,
) -> Result<Json<NewsMailBody>, ApiError> {
    mail.erase(&caller.0).await?;
    Ok(NewsMailBody::of(&mail, None))
}

impl From<InvalidRecipient> for ApiError {
    fn from(invalid: InvalidRecipient) -> Self {
        Self::invalid(invalid.to_string())
    }
}

fn refused(error: AskError, limits: &Limits) -> ApiError {
    match error {
        AskError::Off => ApiError::wrong_state(error.to_string()),
        AskError::TooMany(wait) => {
            let seconds = u32::try_from(wait.as_secs()).unwrap_or(u32::MAX);
            let refusal = limits.refusal(Limited::MailLinks);
            let retry_after_s = seconds.saturating_add(1);
            ApiError::from(TooMany {
                retry_after_s,
                ..refusal
            })
        }
        AskError::Failed(error) => error.into(),
    }
}

/// The token in a link of an e-mail.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(example = json!({"token": "Uo9ShYQmYtyCkNm7aGmjvQ"}))]
pub(super) struct MailLink {
    #[schema(example = "Uo9ShYQmYtyCkNm7aGmjvQ")]
    token: String,
}

/// Of the address that mail programs call.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct LinkQuery {
    /// The token; if left out, it is in the body.
    token: Option<String>,
}

/// What mail programs send there (RFC 8058).
#[derive(Debug, ToSchema)]
#[expect(dead_code, reason = "only its shape is used")]
pub(super) struct OneClick {
    #[schema(rename = "List-Unsubscribe", example = "One-Click")]
    list_unsubscribe: Option<String>,
}

/// What holds for the link's address now.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct MailLinkBody {
    #[schema(example = "off")]
    status: MailStatus,
}

/// Whoever opens links of e-mails. Links that are none are counted by address.
struct Opener {
    limits: Limits,
    network: Option<String>,
}

impl Opener {
    /// The answer to a link.
    fn answer(
        &self,
        found: Result<Option<MailState>, StoreError>,
    ) -> Result<Json<MailLinkBody>, ApiError> {
        if let Some(state) = found? {
            let status = state.into();
            return Ok(Json(MailLinkBody { status }));
        }
        if let Some(network) = &self.network {
            let guess = self.limits.try_permit(Limited::MailTokens, network)?;
            self.limits.spend(Limited::MailTokens, guess);
        }
        Err(ApiError::not_found(NO_LINK))
    }
}

impl<S> FromRequestParts<S> for Opener
where
    S: Send + Sync,
    Limits: FromRef<S>,
    Anybody: FromRequestParts<S, Rejection = ApiError>,
{
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Self::Rejection> {
        Anybody::from_request_parts(parts, state).await?;
        let peer = parts.extensions.get::<ConnectInfo<SocketAddr>>();
        Ok(Self {
            limits: Limits::from_ref(state),
            network: peer.map(|peer| network(peer.0.ip())),
        })
    }
}

/// Confirms an address: whoever has the link's token owns it. Needs no other token. Repeating it changes nothing.
#[utoipa::path(
    post, path = "/api/mail/confirm", operation_id = "confirmNewsMail", tag = "mail", security(()),
    request_body = MailLink,
    responses(
        (status = 200, description = "What holds now", body = MailLinkBody),
        (status = 400, description = "No token", body = ErrorBody),
        (status = 404, description = "The link is not valid", body = ErrorBody)
    )
)]
async fn confirm_mail(
    opener: Opener,
    State(mail): State<Mail>,
    ApiJson(link): ApiJson<MailLink>,
) -> Result<Json<MailLinkBody>, ApiError> {
    opener.answer(mail.confirm(&link.token).await)
}

/// Stops e-mails to an address, for whoever has the link's token. Needs no other token. Mail programs call it with the
/// token in the address and `List-Unsubscribe=One-Click` as body (RFC 8058).
#[utoipa::path(
    post, path = "/api/mail/stop", operation_id = "stopNewsMail", tag = "mail", security(()),
    params(LinkQuery),
    request_body(content(
        (MailLink = "application/json"),
        (OneClick = "application/x-www-form-urlencoded")
    )),
    responses(
        (status = 200, description = "What holds now", body = MailLinkBody),
        (status = 400, description = "No token", body = ErrorBody),
        (status = 404, description = "The link is not valid", body = ErrorBody)
    )
)]
async fn stop_mail(
    opener: Opener,
    State(mail): State<Mail>,
    ApiQuery(query): ApiQuery<LinkQuery>,
    request: Request,
) -> Result<Json<MailLinkBody>, Response> {
    let token = match query.token {
        Some(token) => token,
        None => {
            ApiJson::<MailLink>::from_request(request, &())
                .await?
                .0
                .token
        }
    };
    let stopped = opener.answer(mail.stop(&token).await);
    stopped.map_err(IntoResponse::into_response)
}

/// Starts e-mails to an address again, for whoever has the link's token. Needs no other token.
#[utoipa::path(
    post, path = "/api/mail/start", operation_id = "startNewsMail", tag = "mail", security(()),
    request_body = MailLink,
    responses(
        (status = 200, description = "What holds now", body = MailLinkBody),
        (status = 400, description = "No token", body = ErrorBody),
        (status = 404, description = "The link is not valid", body = ErrorBody)
    )
)]
async fn start_mail(
    opener: Opener,
    State(mail): State<Mail>,
    ApiJson(link): ApiJson<MailLink>,
) -> Result<Json<MailLinkBody>, ApiError> {
    opener.answer(mail.start(&link.token).await)
}

/// For browsers, the page that asks before it stops anything: whoever only looks at a link must not.
async fn stop_page(_: Anybody, request: Request) -> Response {
    if !prefers_html(&request) {
        return (StatusCode::METHOD_NOT_ALLOWED, [(header::ALLOW, "POST")]).into_response();
    }
    let query = request.uri().query().unwrap_or_default();
    Redirect::to(&format!("/mail/stop?{query}")).into_response()
}
