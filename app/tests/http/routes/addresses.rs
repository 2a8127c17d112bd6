//! Addresses and their parameters: what is there, what is not, and what is said about it (HIST-01,
//! JOB-04, RES-03, SHL-03). The router answers without asking a database's engine: one is enough.

use axum::http::Method;

use crate::support::Server;

async fn server() -> Server {
    Server::start(store::testing::Engine::Sqlite.storage().await.unwrap()).await
}

#[tokio::test]
// JOB-04
async fn job_04_a_key_that_names_no_session_is_not_found() {
    let server = server().await;
    let user = server.user("ada@example.com", "pro");
    let not_found = || {
        (
            404,
            "not_found".to_owned(),
            "There is no such job.".to_owned(),
        )
    };
    let keys = [
        "x",
        "%00",
        "..%2F..%2Fetc%2Fpasswd",
        "00000000-0000-4000-8000-000000000000",
        "%F0%9F%8D%BA",
    ];
    for key in keys {
        for path in [
            "/api/jobs/{}",
            "/api/jobs/status/{}",
            "/api/jobs/{}/result",
            "/export?sessionKey={}",
        ] {
            let answer = user.get(&path.replace("{}", key)).await;
            assert_eq!(answer.error(), not_found(), "{path} {key}");
        }
        assert_eq!(user.cancel(key).await.error(), not_found(), "{key}");
    }
    server.stop().await;
}

#[tokio::test]
// HIST-01
async fn hist_01_res_03_wrong_parameters_are_named() {
    let server = server().await;
    let user = server.user("ada@example.com", "pro");
    let history = format!("/api/credits/history/{}", user.sub_in_path());
    let cases = [
        (
            format!("{history}?days=13"),
            "days must be 7, 30, 90 or 365.",
        ),
        (
            format!("{history}?days=-7"),
            "days must be 7, 30, 90 or 365.",
        ),
        (
            format!("{history}?days=a"),
            "days must be 7, 30, 90 or 365.",
        ),
        (
            "/export?sessionKey=x&format=pdf".to_owned(),
            "'pdf' is not an export format: use one of json, csv, html, xlsx, geojson.",
        ),
        (
            "/export?format=csv".to_owned(),
            "Name the session: sessionKey=…",
        ),
    ];
    for (path, message) in cases {
        assert_eq!(
            user.get(&path).await.error(),
            (400, "invalid".into(), message.into()),
            "{path}"
        );
    }
    let malformed = user.get("/api/jobs/%FF").await.error();
    assert_eq!(
        (malformed.0, malformed.1.as_str()),
        (400, "invalid"),
        "{}",
        malformed.2
    );
    for days in [7, 30, 90, 365] {
        assert_eq!(
            user.get(&format!("{history}?days={days}")).await.status,
            200
        );
    }
    server.stop().await;
}

#[tokio::test]
// SHL-03
async fn shl_03_unknown_addresses_are_json_to_programs_and_the_app_to_browsers() {
    let server = server().await;
    let user = server.user("ada@example.com", "pro");
    for path in ["/api/nothing", "/nothing", "/api/jobs/x/y"] {
        let answer = user.get(path).await;
        assert_eq!(
            answer.error(),
            (
                404,
                "not_found".into(),
                "There is nothing at this address.".into()
            ),
            "{path}"
        );
    }
    // Nothing of the app lies below /api, whoever asks and however.
    for method in [
        "GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE",
    ] {
        for path in ["/api", "/api/", "/api/nothing"] {
            let request = user
                .request(method.parse().unwrap(), path)
                .header("accept", "text/html");
            let answer = user.send(request).await;
            assert_eq!(answer.status, 404, "{method} {path}");
            assert_eq!(
                answer.header("content-type"),
                "application/json",
                "{method} {path}"
            );
        }
    }
    for path in [
        "/",
        "/nothing",
        "/googlemaps",
        "/scrape",
        "/enrich",
        "/account/x/1",
    ] {
        let accept = "text/html,application/xhtml+xml,*/*;q=0.8";
        let request = server
            .anonymous
            .request(Method::GET, path)
            .header("accept", accept);
        let answer = server.anonymous.send(request).await;
        assert_eq!(answer.status, 200, "{path}");
        assert_eq!(
            answer.header("content-type"),
            "text/html; charset=utf-8",
            "{path}"
        );
        assert!(
            answer.text.contains("DemandAtlas"),
            "{path}: {}",
            answer.text
        );
    }
    for (method, path) in [
        ("DELETE", "/api/health"),
        ("GET", "/api/jobs/scrape/x/y"),
        ("PUT", "/api/jobs/scrape"),
        ("POST", "/nothing"),
        ("GET", "/enrich"),
    ] {
        let answer = user.send(user.request(method.parse().unwrap(), path)).await;
        let expected = if path.starts_with("/api/jobs/scrape/") {
            404
        } else {
            405
        };
        assert_eq!(answer.error().0, expected, "{method} {path}");
        if method == "PUT" {
            assert_eq!(answer.header("allow"), "POST");
        }
    }
    server.stop().await;
}
