//! `GET /v2/logout?client_id&returnTo`: ends the browser's session and its refresh tokens.

use axum::extract::rejection::QueryRejection;
use axum::extract::{Query, State};
use axum::http::{HeaderMap, header};
use axum::response::{AppendHeaders, IntoResponse, Redirect, Response};
use serde::Deserialize;
use url::Url;

use super::config::DevIdpConfig;
use super::cookies::Cookie;
use super::page;
use super::provider::DevIdp;

#[derive(Deserialize)]
pub(super) struct LogoutParams {
    client_id: Option<String>,
    #[serde(rename = "returnTo")]
    return_to: Option<String>,
}

/// `GET /v2/logout`
pub(super) async fn end(
    State(idp): State<DevIdp>,
    headers: HeaderMap,
    params: Result<Query<LogoutParams>, QueryRejection>,
) -> Response {
    let config = idp.config();
    let Ok(Query(params)) = params else {
        return page::problem(
            config,
            "The app's request cannot be read: a parameter appears twice.",
        );
    };
    if params
        .client_id
        .as_deref()
        .is_some_and(|client| client != config.client_id)
    {
        return page::problem(
            config,
            "The app that sent you here is not known (client_id).",
        );
    }
    let Some(target) = target(params.return_to.as_deref(), config) else {
        return page::problem(
            config,
            "The app asked to return to an address that is not its own (returnTo).",
        );
    };
    if let Some(cookie) = Cookie::Session.read(&headers, config) {
        idp.grants().end_session(&cookie);
    }
    let cleared = [(header::SET_COOKIE, Cookie::Session.clear(config))];
    (AppendHeaders(cleared), Redirect::to(target.as_str())).into_response()
}

/// Where to return: an absolute URL on the app's own origin, or its root if none is given.
fn target(return_to: Option<&str>, config: &DevIdpConfig) -> Option<Url> {
    let origin = config.origin();
    let url = Url::parse(return_to.unwrap_or(&origin)).ok()?;
    let own = url.origin() == config.url_origin()
        && url.username().is_empty()
        && url.password().is_none();
    own.then_some(url)
}
