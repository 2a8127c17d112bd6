//! One canonical host, loopback only.

use std::net::SocketAddr;

use axum::body::Body;
use axum::extract::ConnectInfo;
use axum::http::{Request, StatusCode, header};
use axum::middleware::from_fn_with_state;
use axum::routing::get;
use axum::{Router, http};
use sign_in::dev_idp::{DevIdp, canonical_host};
use tower::ServiceExt;

use crate::browser::{Browser, authorize_uri, config};

fn at(host: &str, uri: &str, method: &str) -> Request<Body> {
    let request = Request::builder()
        .method(method)
        .uri(uri)
        .header(header::HOST, host);
    request.body(Body::empty()).unwrap()
}

#[tokio::test]
async fn localhost_is_sent_to_the_canonical_host() {
    let mut browser = Browser::new();
    let uri = authorize_uri(&[]);
    for host in ["localhost:8080", "[::1]:8080", "127.0.0.2:8080"] {
        let answer = browser.send(at(host, &uri, "GET")).await;
        assert_eq!(answer.status, StatusCode::TEMPORARY_REDIRECT, "{host}");
        assert_eq!(
            answer.header(header::LOCATION),
            format!("http://127.0.0.1:8080{uri}"),
            "{host}"
        );
    }
}

#[tokio::test]
async fn a_name_rebound_to_this_machine_cannot_sign_in() {
    let mut browser = Browser::new();
    for (method, uri) in [
        ("GET", &*authorize_uri(&[])),
        ("POST", "/dev-idp/oauth/token"),
        ("GET", "/dev-idp/userinfo"),
    ] {
        for host in ["evil.example:8080", "evil.example", ""] {
            let answer = browser.send(at(host, uri, method)).await;
            assert_eq!(
                answer.status,
                StatusCode::MISDIRECTED_REQUEST,
                "{method} {uri} at {host}"
            );
        }
    }
    let posted = browser
        .send(at("localhost:8080", "/dev-idp/oauth/token", "POST"))
        .await;
    assert_eq!(posted.status, StatusCode::MISDIRECTED_REQUEST);
}

/// AUTH-12: nginx and Apache send the canonical host upstream unless told otherwise.
#[tokio::test]
async fn auth_12_what_a_proxy_forwards_is_never_signed_in() {
    let mut browser = Browser::new();
    for (method, uri) in [
        ("GET", &*authorize_uri(&[])),
        ("POST", "/dev-idp/oauth/token"),
        ("GET", "/dev-idp/.well-known/openid-configuration"),
    ] {
        for header in [
            "X-Forwarded-For",
            "X-Forwarded-Host",
            "X-Forwarded-Proto",
            "Forwarded",
            "Via",
            "X-Real-IP",
            "X-Envoy-External-Address",
            "X-Original-Forwarded-For",
            "X-Azure-ClientIP",
            "X-Scheme",
            "X-Request-ID",
            "X-Amzn-Trace-Id",
            "X-Cloud-Trace-Context",
            "CF-Connecting-IP",
            "CF-Ray",
            "Fastly-Client-IP",
            "True-Client-IP",
            "CloudFront-Viewer-Address",
            "CDN-Loop",
            "Client-IP",
        ] {
            let mut request = at("127.0.0.1:8080", uri, method);
            let name = http::HeaderName::from_bytes(header.as_bytes()).unwrap();
            request
                .headers_mut()
                .insert(name, "127.0.0.1".parse().unwrap());
            let answer = browser.send(request).await;
            assert_eq!(
                answer.status,
                StatusCode::MISDIRECTED_REQUEST,
                "{header} {uri}"
            );
        }
    }
    // What browsers, web views and Auth0's library send.
    for header in ["sec-fetch-site", "x-requested-with", "auth0-client"] {
        let mut request = at("127.0.0.1:8080", &authorize_uri(&[]), "GET");
        request
            .headers_mut()
            .insert(header, "something".parse().unwrap());
        let answer = browser.send(request).await;
        assert_eq!(answer.status, StatusCode::OK, "{header}");
    }
    // nginx speaks HTTP/1.0 upstream by default.
    let mut request = at("127.0.0.1:8080", &authorize_uri(&[]), "GET");
    *request.version_mut() = http::Version::HTTP_10;
    let answer = browser.send(request).await;
    assert_eq!(answer.status, StatusCode::MISDIRECTED_REQUEST);
    for (peer, is_own) in [
        ("192.168.0.9:50000", false),
        ("[::ffff:10.0.0.1]:50000", false),
        ("127.0.0.1:50000", true),
        ("[::ffff:127.0.0.1]:50000", true),
    ] {
        let peer: SocketAddr = peer.parse().unwrap();
        let mut request = at("127.0.0.1:8080", &authorize_uri(&[]), "GET");
        request.extensions_mut().insert(ConnectInfo(peer));
        let refused = browser.send(request).await.status == StatusCode::MISDIRECTED_REQUEST;
        assert_eq!(refused, !is_own, "{peer}");
    }
}

#[tokio::test]
async fn the_whole_server_sends_page_views_to_the_canonical_host_and_leaves_calls_alone() {
    let folder = tempfile::tempdir().unwrap();
    let idp = DevIdp::open(config(folder.path())).unwrap();
    let app = Router::new()
        .route("/plans", get(|| async { "app" }))
        .layer(from_fn_with_state(idp, canonical_host));
    let ask = async |host: &str, accept: &str| {
        let mut request = at(host, "/plans?a=1", "GET");
        request
            .headers_mut()
            .insert(header::ACCEPT, accept.parse().unwrap());
        let response: http::Response<Body> = app.clone().oneshot(request).await.unwrap();
        let location = response
            .headers()
            .get(header::LOCATION)
            .map(|to| to.to_str().unwrap().to_owned());
        (response.status(), location)
    };
    let moved = (
        StatusCode::TEMPORARY_REDIRECT,
        Some("http://127.0.0.1:8080/plans?a=1".to_owned()),
    );
    assert_eq!(ask("localhost:8080", "text/html,*/*").await, moved);
    assert_eq!(
        ask("localhost:8080", "application/json").await,
        (StatusCode::OK, None)
    );
    assert_eq!(
        ask("127.0.0.1:8080", "text/html").await,
        (StatusCode::OK, None)
    );
    assert_eq!(
        ask("proxy.example", "text/html").await,
        (StatusCode::OK, None)
    );
}
