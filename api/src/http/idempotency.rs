//! `Idempotency-Key`: a POST that is repeated with the same key takes effect once; the same key with another body is
//! refused.
//!
//! Keys are scoped by (user, method, path). A command records its key in the transaction of its append, so that nothing
//! happens twice even after a crash between effect and answer. The answer itself is stored in the clear, and therefore
//! only if its handler says so ([`Kept`]); the same holds for refusals ([`KeptRefusal`]). All others are computed again
//! from the log's state, as are those that may differ the next time (no token, not found, too many requests, internal
//! failures) or that exceed the user's daily limit.
//!
//! Of calls at the same moment, one may be refused and a later one take effect. The answer of the one with the effect
//! replaces the stored refusal, and a refusal counts only while no command is recorded under its key.

use std::convert::Infallible;
use std::num::NonZeroU32;

use axum::body::{Body, Bytes, to_bytes};
use axum::extract::{FromRequestParts, Request};
use axum::http::request::Parts;
use axum::http::{HeaderName, HeaderValue, Method, StatusCode, header};
use axum::response::{IntoResponse, Response};
use commands::access::Access;
use commands::limits::{Limited, Limits};
use sha2::{Digest, Sha256};
use sign_in::verify::{Authenticated, TokenVerifier};
use store::answers::{Answer, Answers, REQUEST_KEY_PREFIX};
use store::fail_points::dies_at;
use store::log::{CommandRecord, EventLog};
use utoipa::IntoParams;

use super::call::Call;
use super::caller::{Counted, issued_at};
use super::error::{ApiError, finish};
use super::layers::{MAX_BODY_BYTES, TIMEOUT};
use super::request_id;
use super::serving::given_up;

const KEY_HEADER: HeaderName = HeaderName::from_static("idempotency-key");
const REPLAYED: HeaderName = HeaderName::from_static("idempotent-replayed");
/// Longest key.
const MAX_KEY_CHARS: usize = 255;
/// Longest answer that is kept.
const MAX_ANSWER_BYTES: usize = 1024 * 1024;

/// Makes the request's command happen once; `None` if the request has no key.
#[derive(Debug, Clone)]
pub(crate) struct Repeatable(pub Option<CommandRecord>);

impl<S: Send + Sync> FromRequestParts<S> for Repeatable {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        let repeatable = parts.extensions.get::<Self>().cloned();
        Ok(repeatable.unwrap_or(Self(None)))
    }
}

/// An answer that may be stored for repetitions. It must contain nothing that a user has saved or written about a
/// company.
pub(crate) struct Kept<T>(pub T);

/// As [`Kept`], where nothing was done: it gives way to the answer of a call that did something.
pub(crate) struct KeptRefusal<T>(pub T);

/// The result of a call whose answers, including refusals, may be stored.
pub(crate) type Repeated<T> = Result<Kept<T>, KeptRefusal<ApiError>>;

/// A kept answer that is the only record of what was paid: it is stored even beyond the daily limit, and given to
/// whoever paid.
pub(crate) struct AlwaysKept<T>(pub T);

/// What an answer tells, and therefore how it is stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Keep {
    Refusal,
    Effect,
    Payment,
}

impl<T: IntoResponse> IntoResponse for Kept<T> {
    fn into_response(self) -> Response {
        let mut answer = self.0.into_response();
        answer.extensions_mut().insert(Keep::Effect);
        answer
    }
}

impl<T: IntoResponse> IntoResponse for KeptRefusal<T> {
    fn into_response(self) -> Response {
        let mut answer = self.0.into_response();
        answer.extensions_mut().insert(Keep::Refusal);
        answer
    }
}

impl<T: IntoResponse> IntoResponse for AlwaysKept<T> {
    fn into_response(self) -> Response {
        let mut answer = self.0.into_response();
        answer.extensions_mut().insert(Keep::Payment);
        answer
    }
}

impl<E: Into<ApiError>> From<E> for KeptRefusal<ApiError> {
    fn from(error: E) -> Self {
        Self(error.into())
    }
}

/// Answers repeated calls.
#[derive(Clone)]
pub(crate) struct Replays {
    pub(crate) verifier: TokenVerifier,
    pub(crate) access: Access,
    pub(crate) limits: Limits,
    pub(crate) answers: Answers,
    pub(crate) log: EventLog,
}

/// The header, for the API's document.
#[derive(IntoParams)]
#[into_params(parameter_in = Header)]
#[expect(dead_code, reason = "only its shape is used")]
pub(crate) struct IdempotencyHeader {
    /// Makes the call repeatable: a repetition with the same key has no second effect, and gets the stored answer or
    /// an equivalent one.
    #[param(
        rename = "Idempotency-Key",
        required = false,
        min_length = 1,
        max_length = 255,
        pattern = r"^[\t -~]*[!-~][\t -~]*$"
    )]
    key: String,
}

/// Wraps every route; `call` runs it.
pub(crate) async fn answer_once<F>(
    replays: &Replays,
    request: Request,
    call: impl FnOnce(Request) -> F,
) -> Response
where
    F: Future<Output = Response>,
{
    if request.method() != Method::POST || !request.headers().contains_key(KEY_HEADER) {
        return call(request).await;
    }
    let (mut parts, body) = request.into_parts();
    // The route itself refuses callers who are not signed in.
    let verifier = &replays.verifier;
    let signed_in = Authenticated::from_request_parts(&mut parts, verifier).await;
    let Ok(Authenticated(identity)) = signed_in else {
        return call(Request::from_parts(parts, body)).await;
    };
    match replays
        .access
        .refusal(&identity.sub, issued_at(&identity))
        .await
    {
        Ok(None) => {}
        // The route itself says who is kept out.
        Ok(Some(_)) => return call(Request::from_parts(parts, body)).await,
        Err(error) => return ApiError::from(error).into_response(),
    }
    Call::is_of(&parts, &identity.sub);
    let user = identity.sub.as_str();
    // A repetition is a call too.
    if let Err(error) = replays.limits.count(Limited::Calls, user) {
        return ApiError::from(error).into_response();
    }
    parts.extensions.insert(Counted);
    let key = match client_key(&parts) {
        Ok(key) => scoped(&[user, parts.method.as_str(), parts.uri.path(), key]),
        Err(error) => return error.into_response(),
    };
    let body = match tokio::time::timeout(TIMEOUT, to_bytes(body, MAX_BODY_BYTES)).await {
        Ok(Ok(body)) => body,
        Ok(Err(error)) => {
            let too_large = || StatusCode::PAYLOAD_TOO_LARGE.into_response();
            return given_up(&error).unwrap_or_else(too_large);
        }
        Err(_) => return StatusCode::REQUEST_TIMEOUT.into_response(),
    };
    let query = parts.uri.query().unwrap_or_default();
    let body_hash = hash(&[query.as_bytes(), &body]);
    match kept_answer(replays, &key, &body_hash).await {
        Ok(None) => {}
        Ok(Some(answer)) => return answer,
        Err(error) => return error.into_response(),
    }
    parts.extensions.insert(Repeatable(Some(CommandRecord {
        key: key.clone(),
        body_hash: body_hash.clone(),
        answer: String::new(),
    })));
    let request_id = request_id::of(&parts.headers).map(str::to_owned);
    let answer = call(Request::from_parts(parts, Body::from(body))).await;
    dies_at("answer.before_kept");
    match answer.extensions().get().copied() {
        Some(how) if is_final(&answer) => {
            let answer = finish(answer, request_id.as_deref());
            keep(replays, user, &key, body_hash, answer, how).await
        }
        _ => answer,
    }
}

fn client_key(parts: &Parts) -> Result<&str, ApiError> {
    let mut values = parts.headers.get_all(KEY_HEADER).iter();
    let key = values
        .next()
        .and_then(|value| value.to_str().ok())
        .map(str::trim);
    match key {
        Some(key) if !key.is_empty() && key.len() <= MAX_KEY_CHARS && values.next().is_none() => {
            Ok(key)
        }
        _ => Err(ApiError::invalid(format!(
            "Send one Idempotency-Key of 1 to {MAX_KEY_CHARS} visible ASCII characters, a UUID for example."
        ))),
    }
}

/// Hashed, so that tables contain no long keys and no user ids.
fn scoped(parts: &[&str]) -> String {
    let parts: Vec<&[u8]> = parts.iter().map(|part| part.as_bytes()).collect();
    format!("{REQUEST_KEY_PREFIX}{}", hash(&parts))
}

pub(crate) fn hash(parts: &[&[u8]]) -> String {
    let mut digest = Sha256::new();
    for part in parts {
        digest.update((part.len() as u64).to_be_bytes());
        digest.update(part);
    }
    hex::encode(digest.finalize())
}

/// The stored answer, unless it is a refusal beside which a command was carried out.
async fn kept_answer(
    replays: &Replays,
    key: &str,
    body_hash: &str,
) -> Result<Option<Response>, ApiError> {
    let Some(answer) = replays.answers.find(key).await? else {
        return Ok(None);
    };
    if !answer.had_effect && replays.log.find_command(key).await?.is_some() {
        return Ok(None);
    }
    if answer.body_hash != body_hash {
        return Err(commands::CommandError::KeyReused.into());
    }
    Ok(Some(replay(answer)))
}

fn replay(answer: Answer) -> Response {
    let status = StatusCode::from_u16(answer.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    let headers = [
        (
            header::CONTENT_TYPE,
            HeaderValue::from_static("application/json"),
        ),
        (REPLAYED, HeaderValue::from_static("true")),
    ];
    (status, headers, answer.body).into_response()
}

/// Stores the answer, within the user's limit, or returns the one that a parallel request has stored first.
async fn keep(
    replays: &Replays,
    user: &str,
    key: &str,
    body_hash: String,
    answer: Response,
    how: Keep,
) -> Response {
    let (parts, body) = answer.into_parts();
    let Ok(body) = to_bytes(body, MAX_ANSWER_BYTES).await else {
        // Longer than any of our answers; the effect is recorded all the same.
        return StatusCode::INTERNAL_SERVER_ERROR.into_response();
    };
    let kilobytes = u32::try_from(body.len() / 1024).unwrap_or(u32::MAX);
    let number = NonZeroU32::MIN.saturating_add(kilobytes);
    let limits = &replays.limits;
    let is_within = limits.count_all(Limited::KeptAnswers, user, number);
    if !is_within && how != Keep::Payment {
        return Response::from_parts(parts, Body::from(body));
    }
    let kept = Answer {
        body_hash,
        status: parts.status.as_u16(),
        body: text(&body),
        had_effect: how != Keep::Refusal,
    };
    match replays.answers.keep(key, &kept).await {
        Ok(false) if how != Keep::Payment => {
            if let Ok(Some(first)) = kept_answer(replays, key, &kept.body_hash).await {
                return first;
            }
        }
        Ok(_) => {}
        // The effect is recorded; a repetition computes the answer again.
        Err(error) => tracing::warn!(%error, "could not store an answer"),
    }
    Response::from_parts(parts, Body::from(body))
}

fn text(body: &Bytes) -> String {
    String::from_utf8_lossy(body).into_owned()
}

/// Will the same request get this answer again?
fn is_final(answer: &Response) -> bool {
    let status = answer.status();
    let error = answer.extensions().get::<ApiError>();
    if error.is_some_and(ApiError::is_transient) {
        return false;
    }
    let transient = [
        StatusCode::UNAUTHORIZED,
        StatusCode::NOT_FOUND,
        StatusCode::REQUEST_TIMEOUT,
        StatusCode::UNPROCESSABLE_ENTITY,
        StatusCode::TOO_MANY_REQUESTS,
    ];
    !status.is_server_error() && !transient.contains(&status)
}
