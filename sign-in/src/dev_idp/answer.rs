//! The answer to an authorization request, on its way back to the app.

use std::sync::LazyLock;

use aws_lc_rs::digest::{SHA256, digest};
use axum::http::header;
use axum::response::{Html, IntoResponse, Redirect, Response};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use maud::{DOCTYPE, PreEscaped, html};
use serde_json::json;

use super::error::OAuthError;
use super::request::{Destination, ResponseMode};

/// Posts the answer to the window that asked. The only script here; the policy allows it by hash.
const WEB_MESSAGE_SCRIPT: &str = r#"(function () {
  var data = document.body.dataset;
  var asker = window.opener || (window.parent !== window ? window.parent : null);
  if (asker) {
    asker.postMessage({ type: "authorization_response", response: JSON.parse(data.response) }, data.origin);
  }
})();"#;

static WEB_MESSAGE_POLICY: LazyLock<String> = LazyLock::new(|| {
    let hash = STANDARD.encode(digest(&SHA256, WEB_MESSAGE_SCRIPT.as_bytes()));
    format!(
        "default-src 'none'; script-src 'sha256-{hash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'"
    )
});

/// Sends the code, or the error, back to the app.
pub(super) fn answer(destination: &Destination, outcome: &Result<String, OAuthError>) -> Response {
    match destination.mode {
        ResponseMode::Query => redirect(destination, outcome),
        ResponseMode::WebMessage => web_message(destination, outcome),
    }
}

fn redirect(destination: &Destination, outcome: &Result<String, OAuthError>) -> Response {
    let mut url = destination.redirect_uri.clone();
    {
        let mut query = url.query_pairs_mut();
        match outcome {
            Ok(code) => query.append_pair("code", code),
            Err(error) => query
                .append_pair("error", error.code)
                .append_pair("error_description", &error.description),
        };
        if let Some(state) = &destination.state {
            query.append_pair("state", state);
        }
    }
    Redirect::to(url.as_str()).into_response()
}

fn web_message(destination: &Destination, outcome: &Result<String, OAuthError>) -> Response {
    let state = &destination.state;
    let response = match outcome {
        Ok(code) => json!({"code": code, "state": state}),
        Err(error) => {
            json!({"error": error.code, "error_description": error.description, "state": state})
        }
    };
    let origin = destination.redirect_uri.origin().ascii_serialization();
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head { meta charset="utf-8"; title { "Signing in" } }
            body data-origin=(origin) data-response=(response) {
                p { "Signing in. You can close this window." }
                script { (PreEscaped(WEB_MESSAGE_SCRIPT)) }
            }
        }
    };
    (
        [(header::CONTENT_SECURITY_POLICY, WEB_MESSAGE_POLICY.as_str())],
        Html(page.into_string()),
    )
        .into_response()
}
