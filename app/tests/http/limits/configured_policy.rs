//! The content security policy of a server with an issuer, tiles and analytics of its operator's choice (AUTH-13).

use std::collections::BTreeSet;

use app::settings::Analytics;
use axum::http::HeaderValue;
use serde_json::json;
use sign_in::verify::Issuer;
use store::testing::Engine;
use wiremock::matchers::path;
use wiremock::{Mock, MockServer, ResponseTemplate};

use crate::support::{Server, eventually};
use crate::tokens::Signer;

fn part(policy: &str, name: &str) -> BTreeSet<String> {
    let mut parts = policy.split(';').map(|part| part.split_whitespace());
    parts
        .find_map(|mut part| (part.next() == Some(name)).then(|| part.map(str::to_owned).collect()))
        .unwrap_or_default()
}

fn hosts(hosts: &[&str]) -> BTreeSet<String> {
    hosts.iter().map(|&host| host.to_owned()).collect()
}

/// An issuer whose endpoints lie at several hosts.
async fn issuer() -> MockServer {
    let issuer = MockServer::start().await;
    let base = issuer.uri();
    let document = json!({
        "issuer": base, "authorization_endpoint": "https://login.example/authorize",
        "token_endpoint": "https://tokens.example/token", "jwks_uri": format!("{base}/keys"),
        "end_session_endpoint": "https://bye.example/out",
    });
    Mock::given(path("/.well-known/openid-configuration"))
        .respond_with(ResponseTemplate::new(200).set_body_json(document))
        .mount(&issuer)
        .await;
    Mock::given(path("/keys"))
        .respond_with(ResponseTemplate::new(200).set_body_json(&Signer::new().jwks))
        .mount(&issuer)
        .await;
    issuer
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
// AUTH-13
async fn auth_13_the_policy_of_a_server_names_the_hosts_that_are_configured_and_no_others() {
    let issuer = issuer().await;
    let base = issuer.uri();
    let test = Engine::Sqlite.storage().await.unwrap();
    let server = Server::with(test, |settings| {
        settings.auth.issuer = Some(Issuer::parse(&base).unwrap());
        settings.ui.tile_url = Some("https://{s}.tiles.example/{z}/{x}/{y}.png".to_owned());
        settings.ui.analytics = Some(Analytics {
            script: "https://count.example/tag.js".parse().unwrap(),
            id: "A-1".to_owned(),
            hosts: vec!["https://collect.example".parse().unwrap()],
        });
    })
    .await;
    // The issuer is asked for what it has as soon as somebody needs it.
    let policy = eventually("the issuer has answered", || async {
        server.anonymous.get("/api/config").await;
        let page = server.anonymous.get("/api/plans").await;
        let policy = page.header("content-security-policy").to_owned();
        policy.contains("tokens.example").then_some(policy)
    })
    .await;
    let page = server.anonymous.get("/nothing").await;
    assert_eq!(
        page.header("content-security-policy"),
        policy,
        "one for all"
    );
    let (count, collect) = ("https://count.example", "https://collect.example");
    let (login, bye) = ("https://login.example", "https://bye.example");
    for (name, allowed) in [
        ("default-src", hosts(&["'self'"])),
        ("script-src", hosts(&["'self'", count])),
        (
            "connect-src",
            hosts(&[
                "'self'",
                &base,
                login,
                bye,
                "https://tokens.example",
                count,
                collect,
            ]),
        ),
        ("frame-src", hosts(&["'self'", &base, login, bye])),
        ("form-action", hosts(&["'self'", &base, login, bye])),
        (
            "img-src",
            hosts(&[
                "'self'",
                "data:",
                "https:",
                "https://*.tiles.example",
                count,
                collect,
            ]),
        ),
        ("frame-ancestors", hosts(&["'none'"])),
        ("object-src", hosts(&["'none'"])),
    ] {
        assert_eq!(part(&policy, name), allowed, "{name}: {policy}");
    }
    server.stop().await;
}

#[tokio::test]
async fn every_answer_tells_browsers_to_stay_with_https_where_that_is_configured() {
    for hsts in [None, Some("max-age=31536000; includeSubDomains")] {
        let test = Engine::Sqlite.storage().await.unwrap();
        let server = Server::with(test, |settings| {
            settings.auth.issuer = Some(Issuer::parse("https://id.example/").unwrap());
            settings.auth.hsts = hsts.map(HeaderValue::from_static);
        })
        .await;
        for path in ["/", "/api/plans", "/api/jobs/x", "/nothing"] {
            let answer = server.anonymous.get(path).await;
            let told = answer.header("strict-transport-security");
            assert_eq!(told, hsts.unwrap_or_default(), "{path}");
        }
        server.stop().await;
    }
}
