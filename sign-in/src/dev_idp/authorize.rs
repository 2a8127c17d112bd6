//! `/authorize`: answers at once if somebody is signed in, and shows the sign-in page otherwise.

use axum::Form;
use axum::extract::rejection::{FormRejection, QueryRejection};
use axum::extract::{Query, RawQuery, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{AppendHeaders, IntoResponse, Response};
use serde::Deserialize;

use super::answer::answer;
use super::cookies::Cookie;
use super::error::OAuthError;
use super::grants::{PendingCode, SESSION_LIFE_S};
use super::page::{self, Chooser};
use super::person::{Person, PersonError};
use super::provider::DevIdp;
use super::request::{AuthorizeParams, AuthorizeRequest, Prompt, Refusal};
use super::secrets::{random_secret, same};
use super::tokens::Grant;
use crate::verify::now_unix;

/// How long the page may stay open before its form is refused, in seconds.
const FORM_LIFE_S: u64 = 3600;

type Params = Result<Query<AuthorizeParams>, QueryRejection>;

#[derive(Deserialize)]
pub(super) struct Choice {
    form_token: String,
    #[serde(default)]
    email: String,
    #[serde(default)]
    tier: String,
    cancel: Option<String>,
}

/// `GET /authorize`
pub(super) async fn start(
    State(idp): State<DevIdp>,
    RawQuery(query): RawQuery,
    headers: HeaderMap,
    params: Params,
) -> Response {
    let request = match read(&idp, params) {
        Ok(request) => request,
        Err(refused) => return *refused,
    };
    if request.prompt != Prompt::Login
        && let Some(cookie) = Cookie::Session.read(&headers, idp.config())
        && let Some(person) = idp.grants().session(&cookie, now_unix())
        && is_hinted(&person, &request)
    {
        return grant(&idp, request, person, cookie);
    }
    if request.prompt == Prompt::None {
        let error = OAuthError::new("login_required", "Login required");
        return answer(&request.destination, &Err(error));
    }
    let chooser = Chooser::new(request.login_hint.unwrap_or_default());
    show(&idp, &query.unwrap_or_default(), &headers, &chooser)
}

/// `POST /authorize`, with the query string of the request for which the page was shown.
pub(super) async fn choose(
    State(idp): State<DevIdp>,
    RawQuery(query): RawQuery,
    headers: HeaderMap,
    params: Params,
    choice: Result<Form<Choice>, FormRejection>,
) -> Response {
    let request = match read(&idp, params) {
        Ok(request) => request,
        Err(refused) => return *refused,
    };
    let Ok(Form(choice)) = choice else {
        return page::problem(
            idp.config(),
            "The form was sent incomplete. Please go back and try again.",
        );
    };
    if !is_our_form(&idp, &headers, &choice) {
        let chooser = Chooser::new(choice.email)
            .with_error("The page was open too long. Please choose again.");
        return show(&idp, &query.unwrap_or_default(), &headers, &chooser);
    }
    if choice.cancel.is_some() {
        let error = OAuthError::new("access_denied", "Signing in was cancelled.");
        return answer(&request.destination, &Err(error));
    }
    let chosen = choice
        .tier
        .parse()
        .map_err(PersonError::from)
        .and_then(|tier| Person::new(&choice.email, Some(tier)));
    match chosen {
        Ok(person) => sign_in(&idp, &headers, request, person),
        Err(error) => {
            let chooser = Chooser::new(choice.email)
                .with_tier(&choice.tier)
                .with_error(error.to_string());
            show(&idp, &query.unwrap_or_default(), &headers, &chooser)
        }
    }
}

fn read(idp: &DevIdp, params: Params) -> Result<AuthorizeRequest, Box<Response>> {
    let config = idp.config();
    let refused = match params.map(|Query(params)| params.check(config)) {
        Ok(Ok(request)) => return Ok(request),
        Ok(Err(Refusal::Page(message))) => page::problem(config, message),
        Ok(Err(Refusal::Answer(destination, error))) => answer(&destination, &Err(error)),
        Err(_) => page::problem(
            config,
            "The app's request cannot be read: a parameter appears twice.",
        ),
    };
    Err(Box::new(refused))
}

/// If the app hints at somebody other than the signed-in person, ask.
fn is_hinted(person: &Person, request: &AuthorizeRequest) -> bool {
    request
        .login_hint
        .as_deref()
        .is_none_or(|hint| hint.trim().eq_ignore_ascii_case(&person.email))
}

/// Another site can read neither the form's token nor our cookie. If the browser sends an `Origin`,
/// it must be ours; under a strict referrer policy it sends `null` instead.
fn is_our_form(idp: &DevIdp, headers: &HeaderMap, choice: &Choice) -> bool {
    let own = idp.config().origin();
    let own_origin = headers
        .get(header::ORIGIN)
        .is_none_or(|origin| origin == own.as_str() || origin == "null");
    let expected = Cookie::Form.read(headers, idp.config());
    own_origin && expected.is_some_and(|expected| same(&expected, &choice.form_token))
}

fn sign_in(
    idp: &DevIdp,
    headers: &HeaderMap,
    request: AuthorizeRequest,
    person: Person,
) -> Response {
    if let Some(earlier) = Cookie::Session.read(headers, idp.config())
        && idp
            .grants()
            .session(&earlier, now_unix())
            .is_some_and(|signed_in| signed_in != person)
    {
        idp.grants().end_session(&earlier);
    }
    let cookie = idp.grants().start_session(person.clone(), now_unix());
    let session = Cookie::Session.set(idp.config(), &cookie, SESSION_LIFE_S);
    (
        AppendHeaders([(header::SET_COOKIE, session)]),
        grant(idp, request, person, cookie),
    )
        .into_response()
}

fn grant(idp: &DevIdp, request: AuthorizeRequest, person: Person, cookie: String) -> Response {
    let pending = PendingCode {
        grant: Grant {
            person,
            scope: request.scope,
            organization: request.organization,
        },
        nonce: request.nonce,
        redirect_uri: request.destination.redirect_uri_text.clone(),
        challenge: request.challenge,
        cookie,
    };
    let code = idp.grants().issue_code(pending, now_unix());
    answer(&request.destination, &Ok(code))
}

/// Shows the page; its forms post back to the same query string.
fn show(idp: &DevIdp, query: &str, headers: &HeaderMap, chooser: &Chooser) -> Response {
    let form_token = Cookie::Form
        .read(headers, idp.config())
        .unwrap_or_else(random_secret);
    let status = if chooser.has_error() {
        StatusCode::BAD_REQUEST
    } else {
        StatusCode::OK
    };
    let cookie = Cookie::Form.set(idp.config(), &form_token, FORM_LIFE_S);
    (
        status,
        AppendHeaders([(header::SET_COOKIE, cookie)]),
        page::choose(chooser, query, &form_token),
    )
        .into_response()
}
