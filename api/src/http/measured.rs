//! Counts, times and traces every request, by the template of its route: an address may name a user.

use std::task::{Context, Poll};
use std::time::Instant;

use axum::extract::{MatchedPath, Request};
use axum::http::{Method, Response};
use futures::future::BoxFuture;
use telemetry::{TRACES, metrics};
use tower::{Layer, Service};
use tracing::field::Empty;
use tracing::{Instrument, Span};

use super::request_id;

/// Files of the app, and addresses that lead nowhere.
const OTHER: &str = "other";

/// The traced span of a request, for calls that go on in a task of their own: the log has another current one.
#[derive(Debug, Clone)]
pub(super) struct Traced(Span);

impl Traced {
    /// None where nobody traces.
    pub(super) fn span_of(request: &Request) -> Span {
        let traced = request.extensions().get::<Self>();
        traced.map_or_else(Span::none, |traced| traced.0.clone())
    }
}

/// The layer around all routes, inside the one that gives requests their ids.
#[derive(Debug, Clone, Copy)]
pub(crate) struct MeasureLayer;

impl<S> Layer<S> for MeasureLayer {
    type Service = Measure<S>;

    fn layer(&self, inner: S) -> Measure<S> {
        Measure(inner)
    }
}

#[derive(Debug, Clone)]
pub(crate) struct Measure<S>(S);

impl<S, B> Service<Request> for Measure<S>
where
    S: Service<Request, Response = Response<B>>,
    S::Future: Send + 'static,
    S::Error: 'static,
{
    type Response = Response<B>;
    type Error = S::Error;
    type Future = BoxFuture<'static, Result<Self::Response, Self::Error>>;

    fn poll_ready(&mut self, cx: &mut Context<'_>) -> Poll<Result<(), S::Error>> {
        self.0.poll_ready(cx)
    }

    fn call(&mut self, mut request: Request) -> Self::Future {
        let began = Instant::now();
        let route = request.extensions().get::<MatchedPath>().cloned();
        let method = known(request.method());
        let span = span(&request, route.as_ref(), method);
        if !span.is_disabled() {
            request.extensions_mut().insert(Traced(span.clone()));
        }
        let answering = self.0.call(request).instrument(span.clone());
        Box::pin(async move {
            let answer = answering.await?;
            let status = answer.status().as_u16();
            span.record("http.response.status_code", status);
            let route = route.as_ref().map_or(OTHER, MatchedPath::as_str);
            metrics().answered(route, method, status, began.elapsed());
            Ok(answer)
        })
    }
}

fn span(request: &Request, route: Option<&MatchedPath>, method: &'static str) -> Span {
    let span = tracing::trace_span!(
        target: TRACES,
        "request",
        otel.name = Empty,
        otel.kind = "server",
        http.request.method = method,
        http.route = Empty,
        http.response.status_code = Empty,
        request_id = request_id::of(request.headers()),
    );
    if !span.is_disabled() {
        let route = route.map_or(OTHER, MatchedPath::as_str);
        span.record("http.route", route);
        span.record("otel.name", format!("{method} {route}"));
    }
    span
}

/// Anybody can make up further ones.
fn known(method: &Method) -> &'static str {
    match *method {
        Method::GET => "GET",
        Method::HEAD => "HEAD",
        Method::POST => "POST",
        Method::PUT => "PUT",
        Method::PATCH => "PATCH",
        Method::DELETE => "DELETE",
        Method::OPTIONS => "OPTIONS",
        _ => OTHER,
    }
}
