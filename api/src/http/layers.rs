//! The layers around every route: request ids, logs, limits, compression, security headers.

use std::time::Duration;

use axum::Router;
use axum::extract::{DefaultBodyLimit, Request};
use axum::http::{HeaderName, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use tower::ServiceBuilder;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::CompressionLayer;
use tower_http::limit::RequestBodyLimitLayer;
use tower_http::request_id::{MakeRequestUuid, PropagateRequestIdLayer, SetRequestIdLayer};
use tower_http::set_header::SetResponseHeaderLayer;
use tower_http::timeout::TimeoutLayer;
use tower_http::trace::{DefaultOnResponse, TraceLayer};
use tracing::Instrument;

use super::content_policy::ContentPolicy;
use super::error::{ApiError, finish_errors};
use super::measured::{MeasureLayer, Traced};
use super::{request_id, ui};

/// Largest request body, in bytes.
pub(crate) const MAX_BODY_BYTES: usize = 1024 * 1024;

/// Refuses larger bodies before they are sent.
pub(crate) fn body_limit() -> RequestBodyLimitLayer {
    RequestBodyLimitLayer::new(MAX_BODY_BYTES)
}

/// Time limit until the answer's first byte, unless the call waits for a job.
pub(crate) const TIMEOUT: Duration = Duration::from_secs(60);

/// The routes with all layers, from the outside in. Combined into one: separately, each would be another box that
/// every request clones.
pub(crate) fn around(routes: Router, policy: ContentPolicy) -> Router {
    let set = |name: HeaderName, value: &'static str| {
        SetResponseHeaderLayer::if_not_present(name, HeaderValue::from_static(value))
    };
    let trace = TraceLayer::new_for_http()
        .make_span_with(|request: &Request| {
            // Only the path: a query may name a user.
            tracing::info_span!(
                "request",
                method = %request.method(),
                path = request.uri().path(),
                id = request_id::of(request.headers()).unwrap_or_default(),
            )
        })
        .on_response(DefaultOnResponse::new().level(tracing::Level::DEBUG));
    let layers = ServiceBuilder::new()
        .map_request(request_id::take_away)
        .layer(SetRequestIdLayer::new(request_id::HEADER, MakeRequestUuid))
        .layer(MeasureLayer)
        .layer(trace)
        .layer(set(header::X_FRAME_OPTIONS, "DENY"))
        .layer(set(
            header::REFERRER_POLICY,
            "strict-origin-when-cross-origin",
        ))
        .layer(set(header::X_CONTENT_TYPE_OPTIONS, "nosniff"))
        .map_response(move |answer| policy.add(answer))
        .layer(CompressionLayer::new())
        // Outside everything that makes an answer; cacheable ones set the header themselves.
        .layer(set(header::CACHE_CONTROL, "no-store"))
        // Outside the limits, so that their refusals get our error body too.
        .map_response(finish_errors)
        .layer(PropagateRequestIdLayer::new(request_id::HEADER))
        .layer(CatchPanicLayer::new())
        .layer(DefaultBodyLimit::max(MAX_BODY_BYTES));
    routes.layer(layers)
}

/// Ends calls that take too long to begin their answer.
pub(crate) fn timeout() -> TimeoutLayer {
    TimeoutLayer::with_status_code(StatusCode::REQUEST_TIMEOUT, TIMEOUT)
}

/// Completes a call even if its client goes away: what it records is counted, and its permits are held until then.
pub(crate) async fn to_its_end(request: Request, next: Next) -> Response {
    let traced = Traced::span_of(&request);
    let call = next.run(request).in_current_span().instrument(traced);
    let call = tokio::spawn(call);
    match call.await {
        Ok(answer) => answer,
        Err(error) => match error.try_into_panic() {
            Ok(panic) => std::panic::resume_unwind(panic),
            Err(_) => {
                ApiError::unavailable("The server is stopping. Please try again.").into_response()
            }
        },
    }
}

/// Addresses that are a page for browsers and a call for programs.
const PAGES: [&str; 2] = ["/scrape", "/enrich"];

/// The page, if a browser asks for it.
pub(crate) fn page(request: &Request) -> Option<Response> {
    let is_get = [Method::GET, Method::HEAD].contains(request.method());
    if !is_get || !PAGES.contains(&request.uri().path()) {
        return None;
    }
    if ui::prefers_html(request) {
        return Some(ui::page(request.headers()));
    }
    // A search costs credits: nobody runs one for its headers.
    (request.method() == Method::HEAD).then(|| StatusCode::METHOD_NOT_ALLOWED.into_response())
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use axum::body::Body;
    use axum::routing::get;
    use tokio::sync::Notify;
    use tower::ServiceExt;

    use super::*;

    #[tokio::test]
    // AUTH-12
    async fn auth_12_a_call_goes_on_to_its_end_though_its_client_goes_away() {
        let (begun, may_end, ended) = <(Arc<Notify>, Arc<Notify>, Arc<Notify>)>::default();
        let (told, waits, tells) = (Arc::clone(&begun), Arc::clone(&may_end), Arc::clone(&ended));
        let handler = move || async move {
            told.notify_one();
            waits.notified().await;
            tells.notify_one();
        };
        let app = Router::new()
            .route("/", get(handler))
            .layer(axum::middleware::from_fn(to_its_end));
        let call = app.oneshot(Request::new(Body::empty()));
        tokio::select! {
            _ = call => panic!("it waits"),
            () = begun.notified() => {}
        }
        may_end.notify_one();
        tokio::time::timeout(Duration::from_secs(30), ended.notified())
            .await
            .expect("it has ended");
    }
}
