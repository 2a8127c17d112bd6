//! The proxy that a user has websites read through.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use commands::websites::{Proxies, ProxyTest, READING_IS_OFF};
use outgoing::untrusted::{Proxy, ProxyError, UntrustedError};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::http::caller::{Caller, StartCaller};
use crate::http::error::{ApiError, ErrorBody};
use crate::http::extract::ApiJson;
use crate::http::idempotency::IdempotencyHeader;
use crate::state::AppState;

/// The routes of this subject.
pub(super) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(proxy, save_proxy, remove_proxy))
        .routes(routes!(restore_proxy))
        .routes(routes!(test_proxy))
}

/// What stands in place of a password.
const MASKED: &str = "••••";
/// The longest address.
const LONGEST: usize = 2_000;
/// Refusal of a test where there is nothing to test with.
const NO_PAGE: &str = "The server names no page to test.";
/// Refusal where there is no proxy.
const NO_PROXY: &str = "No proxy is set. Websites are read directly.";

/// The user's proxy.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct ProxyBody {
    /// Its address, with dots in place of the password; null if there is none.
    #[schema(required = true, example = "http://user:••••@proxy.example.com:8080")]
    url: Option<String>,
    /// Can it be tested? Only where the operator names a page for it.
    can_test: bool,
}

impl ProxyBody {
    fn of(proxies: &Proxies, proxy: Option<&Proxy>) -> Json<Self> {
        Json(Self {
            url: proxy.map(Proxy::masked),
            can_test: proxies.can_be_tested(),
        })
    }
}

/// The address of a proxy: `http://`, `https://` or `socks5://`, with user and password if it wants them.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(example = json!({"url": "http://user:password@proxy.example.com:8080"}))]
pub(super) struct ProxyAddress {
    /// Dots in place of the password keep the one that was saved.
    #[schema(
        example = "http://user:password@proxy.example.com:8080",
        max_length = 2000
    )]
    url: String,
}

impl ProxyAddress {
    /// The proxy; with the saved password where this one is masked.
    async fn read(&self, proxies: &Proxies, caller: &Caller) -> Result<Proxy, ApiError> {
        if self.url.len() > LONGEST {
            return Err(ApiError::invalid("The address is too long."));
        }
        let invalid =
            |error: outgoing::untrusted::InvalidProxy| ApiError::invalid(error.to_string());
        if !self.url.contains(MASKED) {
            return self.url.parse().map_err(invalid);
        }
        let saved = proxies.find(&caller.0).await?;
        let saved = saved.filter(|saved| saved.masked() == self.url.trim().trim_end_matches('/'));
        let saved =
            saved.ok_or_else(|| ApiError::invalid("Enter the password of this address."))?;
        Ok((*saved).clone())
    }
}

fn refused(error: ProxyError) -> ApiError {
    ApiError::invalid(words(error))
}

const fn words(error: ProxyError) -> &'static str {
    match error {
        ProxyError::NotPublic => "This address is not public.",
        ProxyError::NoAnswer => "It did not answer.",
        ProxyError::Password => "It refused the password.",
        ProxyError::Refused => "It refused the connection.",
    }
}

/// The proxy that the caller's websites are read through.
#[utoipa::path(
    get, path = "/api/proxy", operation_id = "getProxy", tag = "websites",
    responses(
        (status = 200, description = "The proxy, or that there is none", body = ProxyBody),
        (status = 401, description = "No valid token", body = ErrorBody)
    )
)]
async fn proxy(
    State(proxies): State<Proxies>,
    caller: Caller,
) -> Result<Json<ProxyBody>, ApiError> {
    let proxy = proxies.find(&caller.0).await?;
    Ok(ProxyBody::of(&proxies, proxy.as_deref()))
}

/// Saves the caller's proxy in place of another one. It is closed with the caller's key.
#[utoipa::path(
    put, path = "/api/proxy", operation_id = "saveProxy", tag = "websites",
    request_body = ProxyAddress,
    responses(
        (status = 200, description = "Saved", body = ProxyBody),
        (status = 400, description = "No address of a proxy, or none of the public internet", body = ErrorBody),
        (status = 401, description = "No valid token", body = ErrorBody),
        (status = 409, description = "Reading is off", body = ErrorBody)
    )
)]
async fn save_proxy(
    State(proxies): State<Proxies>,
    caller: Caller,
    ApiJson(body): ApiJson<ProxyAddress>,
) -> Result<Json<ProxyBody>, ApiError> {
    if !proxies.is_on() {
        return Err(ApiError::wrong_state(READING_IS_OFF));
    }
    let proxy = body.read(&proxies, &caller).await?;
    proxies.save(&caller.0, &proxy).await?.map_err(refused)?;
    Ok(ProxyBody::of(&proxies, Some(&proxy)))
}

/// Removes the caller's proxy. It can be restored for an hour.
#[utoipa::path(
    delete, path = "/api/proxy", operation_id = "removeProxy", tag = "websites",
    responses(
        (status = 200, description = "There is none any more", body = ProxyBody),
        (status = 401, description = "No valid token", body = ErrorBody)
    )
)]
async fn remove_proxy(
    State(proxies): State<Proxies>,
    caller: Caller,
) -> Result<Json<ProxyBody>, ApiError> {
    proxies.remove(&caller.0).await?;
    Ok(ProxyBody::of(&proxies, None))
}

/// Restores the proxy that the caller has removed within the last hour.
#[utoipa::path(
    post, path = "/api/proxy/restore", operation_id = "restoreProxy", tag = "websites",
    params(IdempotencyHeader),
    responses(
        (status = 200, description = "The proxy", body = ProxyBody),
        (status = 400, description = "The Idempotency-Key is invalid", body = ErrorBody),
        (status = 401, description = "No valid token", body = ErrorBody),
        (status = 404, description = "There is none to restore", body = ErrorBody)
    )
)]
async fn restore_proxy(
    State(proxies): State<Proxies>,
    caller: Caller,
) -> Result<Json<ProxyBody>, ApiError> {
    if !proxies.restore(&caller.0).await? {
        return Err(ApiError::not_found("There is no proxy to restore."));
    }
    let proxy = proxies.find(&caller.0).await?;
    Ok(ProxyBody::of(&proxies, proxy.as_deref()))
}

/// The outcome of a test.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct ProxyTestBody {
    /// Did the page answer?
    works: bool,
    /// The outcome in words.
    #[schema(example = "Works: 210 ms, seen as 203.0.113.7")]
    message: String,
}

impl ProxyTestBody {
    fn of(tested: &Result<ProxyTest, UntrustedError>) -> Self {
        let message = match tested {
            Ok(test) => {
                let seen = test.seen_as.map(|address| format!(", seen as {address}"));
                format!(
                    "Works: {} ms{}",
                    test.took.as_millis(),
                    seen.unwrap_or_default()
                )
            }
            Err(UntrustedError::Proxy(error)) => words(*error).to_owned(),
            Err(error) => format!("The page to test with did not answer through it: {error}."),
        };
        Self {
            works: tested.is_ok(),
            message,
        }
    }
}

/// The proxy to test.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[schema(example = json!({"url": "http://user:password@proxy.example.com:8080"}))]
pub(super) struct ProxyToTest {
    /// If left out, the saved one.
    #[schema(max_length = 2000)]
    url: Option<String>,
}

/// Asks a page that the operator names through a proxy: the saved one, or another.
#[utoipa::path(
    post, path = "/api/proxy/test", operation_id = "testProxy", tag = "websites",
    params(IdempotencyHeader),
    request_body = ProxyToTest,
    responses(
        (status = 200, description = "Whether it works", body = ProxyTestBody),
        (status = 400, description = "No address of a proxy", body = ErrorBody),
        (status = 401, description = "No valid token", body = ErrorBody),
        (status = 404, description = "No proxy is set", body = ErrorBody),
        (status = 409, description = "There is no page to test with", body = ErrorBody),
        (status = 422, description = "The key was used for another request", body = ErrorBody),
        (status = 429, description = "A test or a start for this user is still running", body = ErrorBody)
    )
)]
async fn test_proxy(
    State(proxies): State<Proxies>,
    // One at a time: it calls whom the user names.
    StartCaller(caller, _permit): StartCaller,
    ApiJson(body): ApiJson<ProxyToTest>,
) -> Result<Json<ProxyTestBody>, ApiError> {
    let proxy = match body.url {
        Some(url) => Arc::new(ProxyAddress { url }.read(&proxies, &caller).await?),
        None => {
            let saved = proxies.find(&caller.0).await?;
            saved.ok_or_else(|| ApiError::not_found(NO_PROXY))?
        }
    };
    let tested = proxies.test(proxy).await;
    let tested = tested.ok_or_else(|| ApiError::wrong_state(NO_PAGE))?;
    Ok(Json(ProxyTestBody::of(&tested)))
}
