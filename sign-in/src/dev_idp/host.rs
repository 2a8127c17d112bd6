//! The one canonical host.
//!
//! A browser keeps `localhost` and `127.0.0.1` apart (storage, cookies, the sign-in library's
//! origin checks), so navigations to another loopback name are redirected to the canonical one.
//! Under the provider's own path a foreign host name is refused: otherwise a stranger's page whose
//! name was rebound to this machine could sign itself in. Requests that did not come straight from
//! this machine are refused too: many proxies send the canonical host upstream, and would open the
//! sign-in to everybody they serve.

use std::net::{Ipv4Addr, SocketAddr};

use axum::extract::{ConnectInfo, Request, State};
use axum::http::{HeaderMap, Method, StatusCode, Version, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Redirect, Response};

use super::config::DevIdpConfig;
use super::provider::DevIdp;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Host {
    Canonical,
    OtherLoopback,
    Foreign,
}

/// Middleware for the whole server: redirects page views at `localhost` to the canonical host. API calls pass,
/// whichever loopback name they use.
pub async fn canonical_host(State(idp): State<DevIdp>, request: Request, next: Next) -> Response {
    let page = is_read(request.method()) && prefers_html(request.headers());
    if page && host_of(&request, idp.config()) == Host::OtherLoopback {
        return to_canonical(&request, idp.config());
    }
    next.run(request).await
}

/// Middleware for the provider's own paths.
pub(super) async fn own_host_only(
    State(idp): State<DevIdp>,
    request: Request,
    next: Next,
) -> Response {
    if is_forwarded(&request) || comes_from_elsewhere(&request) {
        let message = "The development sign-in answers browsers on its own machine only, not requests that a proxy \
            forwards. Configure an issuer to let others sign in.\n";
        return (StatusCode::MISDIRECTED_REQUEST, message).into_response();
    }
    match host_of(&request, idp.config()) {
        Host::Canonical => next.run(request).await,
        Host::OtherLoopback if is_read(request.method()) => to_canonical(&request, idp.config()),
        Host::OtherLoopback | Host::Foreign => {
            let message = format!(
                "The development sign-in answers at {} only.\n",
                idp.config().origin()
            );
            (StatusCode::MISDIRECTED_REQUEST, message).into_response()
        }
    }
}

/// Whether a proxy says that it forwarded the request, or the HTTP version is one that browsers no longer speak. A
/// proxy that adds no header and asks upstream by HTTP/1.1 with the canonical host cannot be told from a browser.
fn is_forwarded(request: &Request) -> bool {
    let mut names = request.headers().keys();
    request.version() < Version::HTTP_11 || names.any(|name| is_of_proxies(name.as_str()))
}

/// Whether proxies add such a header. Every product has names of its own, so whole families are refused.
fn is_of_proxies(name: &str) -> bool {
    const FAMILIES: [&str; 9] = [
        "x-",
        "forwarded",
        "via",
        "client-ip",
        "cdn-loop",
        "cf-",
        "cloudfront-",
        "fastly-",
        "true-",
    ];
    // Web views and scripts say this of themselves. Neither the app nor any browser sends others of these names.
    const OF_BROWSERS: [&str; 1] = ["x-requested-with"];
    FAMILIES.iter().any(|family| name.starts_with(family)) && !OF_BROWSERS.contains(&name)
}

/// Whether the peer is another machine. Unknown (false) in tests that have no connection.
fn comes_from_elsewhere(request: &Request) -> bool {
    let peer = request.extensions().get::<ConnectInfo<SocketAddr>>();
    peer.is_some_and(|ConnectInfo(peer)| !peer.ip().to_canonical().is_loopback())
}

fn host_of(request: &Request, config: &DevIdpConfig) -> Host {
    let named = request
        .headers()
        .get(header::HOST)
        .and_then(|host| host.to_str().ok());
    let host = named.or_else(|| {
        request
            .uri()
            .authority()
            .map(|authority| authority.as_str())
    });
    host.map_or(Host::Foreign, |host| classify(host, config))
}

fn classify(host: &str, config: &DevIdpConfig) -> Host {
    let origin = config.origin();
    if origin
        .split_once("://")
        .is_some_and(|(_, authority)| authority.eq_ignore_ascii_case(host))
    {
        return Host::Canonical;
    }
    let name = match host.strip_prefix('[').and_then(|rest| rest.split_once(']')) {
        Some((address, _)) => address,
        None => host.split(':').next().unwrap_or_default(),
    };
    let loopback = name.eq_ignore_ascii_case("localhost")
        || name == "::1"
        || name
            .parse::<Ipv4Addr>()
            .is_ok_and(|address| address.is_loopback());
    if loopback {
        Host::OtherLoopback
    } else {
        Host::Foreign
    }
}

/// A temporary redirect: the next server on this port may have a different canonical host.
fn to_canonical(request: &Request, config: &DevIdpConfig) -> Response {
    // Inside a nested router the request's own URI is stripped; the extension has the original.
    let original = request.extensions().get::<axum::extract::OriginalUri>();
    let uri = original.map_or(request.uri(), |original| &original.0);
    let path = uri.path_and_query().map_or("/", |path| path.as_str());
    Redirect::temporary(&format!("{}{path}", config.origin())).into_response()
}

fn is_read(method: &Method) -> bool {
    matches!(*method, Method::GET | Method::HEAD)
}

fn prefers_html(headers: &HeaderMap) -> bool {
    headers
        .get(header::ACCEPT)
        .and_then(|accept| accept.to_str().ok())
        .is_some_and(|accept| accept.contains("text/html"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    #[test]
    fn only_loopback_names_lead_to_the_canonical_host() {
        let config =
            DevIdpConfig::for_origin("http://127.0.0.1:8080", Path::new("d"), "c", "a").unwrap();
        assert_eq!(classify("127.0.0.1:8080", &config), Host::Canonical);
        for host in [
            "localhost:8080",
            "LOCALHOST:8080",
            "127.0.0.2:8080",
            "[::1]:8080",
            "localhost",
        ] {
            assert_eq!(classify(host, &config), Host::OtherLoopback, "{host}");
        }
        for host in [
            "evil.example:8080",
            "localhost.evil.example",
            "192.168.0.4:8080",
            "",
            "127.0.0.1.evil.example",
        ] {
            assert_eq!(classify(host, &config), Host::Foreign, "{host}");
        }
    }
}
