//! Who may call what (AUTH-12; quality section 3): every route of the OpenAPI document with no token,
//! with each broken token, and with another user's.

use std::collections::BTreeSet;

use axum::http::Method;
use serde_json::{Value, json};

use crate::support::{Answer, Client, Server, brewery_search};
use crate::tokens::{Signer, broken_tokens};

/// Routes that need no token.
const PUBLIC: [&str; 3] = ["GET /api/health", "GET /api/config", "GET /api/fields"];

/// A route about Ada's things, and what somebody else gets there.
#[derive(Clone)]
struct Guarded {
    route: &'static str,
    path: String,
    body: Option<Value>,
    to_another: u16,
}

/// Every route that needs a token; a new one without a line here fails the test.
fn guarded(ada: &Client, job: &str) -> Vec<Guarded> {
    [of_accounts(ada), of_sessions(job)].concat()
}

fn to(route: &'static str, path: String, to_another: u16) -> Guarded {
    Guarded {
        route,
        path,
        body: None,
        to_another,
    }
}

fn of_accounts(ada: &Client) -> Vec<Guarded> {
    let user = ada.sub_in_path();
    let mut start = brewery_search();
    start["user_id"] = json!(ada.sub);
    vec![
        to(
            "GET /api/credits/status/{userId}",
            format!("/api/credits/status/{user}"),
            403,
        ),
        to(
            "GET /api/credits/history/{userId}",
            format!("/api/credits/history/{user}?days=7"),
            403,
        ),
        to(
            "GET /api/credits/ledger/{userId}",
            format!("/api/credits/ledger/{user}?limit=5"),
            403,
        ),
        Guarded {
            body: Some(json!({"coupon_code": "SOMETHING"})),
            ..to(
                "POST /api/credits/redeem/{userId}",
                format!("/api/credits/redeem/{user}"),
                403,
            )
        },
        Guarded {
            body: Some(start),
            ..to("POST /api/jobs/scrape", "/api/jobs/scrape".into(), 403)
        },
        // About nobody's things.
        to("GET /api/sources", "/api/sources".into(), 200),
        to(
            "GET /scrape",
            format!("/scrape?query=brewery+in+Bend&state=OR&user_id={user}"),
            403,
        ),
    ]
}

fn of_sessions(job: &str) -> Vec<Guarded> {
    vec![
        to("GET /api/jobs/{jobId}", format!("/api/jobs/{job}"), 404),
        to(
            "GET /api/jobs/status/{jobId}",
            format!("/api/jobs/status/{job}"),
            404,
        ),
        to(
            "GET /api/jobs/{jobId}/result",
            format!("/api/jobs/{job}/result"),
            404,
        ),
        Guarded {
            body: Some(json!({})),
            ..to(
                "POST /api/jobs/{jobId}/cancel",
                format!("/api/jobs/{job}/cancel"),
                404,
            )
        },
        to(
            "GET /export",
            format!("/export?sessionKey={job}&format=csv"),
            404,
        ),
        Guarded {
            body: Some(json!({"sessionKey": job})),
            ..to("POST /enrich", "/enrich".into(), 404)
        },
    ]
}

impl Guarded {
    async fn call(&self, client: &Client) -> Answer {
        let (method, _) = self.route.split_once(' ').unwrap();
        let request = client.request(method.parse::<Method>().unwrap(), &self.path);
        client
            .send(match &self.body {
                Some(body) => request.json(body),
                None => request,
            })
            .await
    }
}

/// The routes of the OpenAPI document, as `GET /path`.
fn documented() -> BTreeSet<String> {
    let document = serde_json::to_value(api::routes::openapi()).unwrap();
    let paths = document["paths"].as_object().unwrap();
    let routes = paths.iter().flat_map(|(path, methods)| {
        let methods = methods.as_object().unwrap().keys();
        methods.map(move |method| format!("{} {path}", method.to_uppercase()))
    });
    routes.collect()
}

/// What somebody else could have read or changed.
async fn state_of(server: &Server, ada: &Client, job: &str) -> (usize, Value, Vec<Value>, Value) {
    (
        server.ledger().await.len(),
        ada.credits().await,
        ada.history().await,
        ada.job(job).await,
    )
}

#[test]
// AUTH-12
fn auth_12_every_route_is_public_on_purpose_or_in_the_table() {
    let table = guarded(&Client::anonymous(""), "");
    let known = PUBLIC
        .into_iter()
        .chain(table.iter().map(|line| line.route))
        .map(str::to_owned);
    assert_eq!(documented(), known.collect());
}

store::on_both_engines! {
    /// AUTH-12.
    async fn auth_12_without_a_valid_token_nobody_gets_anything(test) {
        let server = Server::without_worker(test).await;
        let ada = server.user("ada@example.com", "pro");
        let job = ada.start(&brewery_search()).await;
        let before = state_of(&server, &ada, &job).await;
        let signer = Signer::of(&server.folder().join("dev-idp"));
        let broken = broken_tokens(server.idp.issuer().as_str(), &signer, &Signer::new());
        for line in guarded(&ada, &job) {
            let none = line.call(&server.anonymous).await;
            assert_eq!(none.error().0, 401, "{}", line.route);
            assert_eq!(none.header("www-authenticate"), "Bearer realm=\"demandatlas\"");
            for (name, token) in &broken {
                // What cannot stand in a header never reaches the server.
                if reqwest::header::HeaderValue::from_str(token).is_err() {
                    continue;
                }
                let answer = line.call(&server.anonymous.with_token("", token.clone())).await;
                let (status, code, message) = answer.error();
                assert_eq!((status, code.as_str()), (401, "unauthorized"), "{name} at {}", line.route);
                assert!(!message.is_empty() && !message.contains(&signer.kid), "{name}: {message}");
            }
        }
        assert_eq!(state_of(&server, &ada, &job).await, before);
        server.stop().await;
    }

    /// AUTH-12.
    async fn auth_12_another_user_reads_and_changes_nothing(test) {
        let mut server = Server::without_worker(test).await;
        let ada = server.user("ada@example.com", "pro");
        let queued = ada.start(&brewery_search()).await;
        // The other user's account opens now, so that the log grows for no other reason below.
        let eve = server.user("eve@example.com", "enterprise");
        let eves = eve.balance().await;
        let before = state_of(&server, &ada, &queued).await;
        for line in guarded(&ada, &queued).iter().filter(|line| line.to_another != 200) {
            let (status, _, message) = line.call(&eve).await.error();
            assert_eq!(status, line.to_another, "{}", line.route);
            assert!(!message.contains(&ada.sub) && !message.contains("brewery"), "{message}");
        }
        assert_eq!(state_of(&server, &ada, &queued).await, before);

        server.start_worker();
        assert_eq!(ada.ended(&queued).await["status"], "completed", "it was not cancelled");
        let before = state_of(&server, &ada, &queued).await;
        for line in guarded(&ada, &queued).iter().filter(|line| line.to_another != 200) {
            let answer = line.call(&eve).await;
            assert_eq!(answer.error().0, line.to_another, "{} of an ended job", line.route);
            assert!(!answer.text.contains("Brewing"), "{}", answer.text);
        }
        assert_eq!(state_of(&server, &ada, &queued).await, before);
        assert_eq!((eve.balance().await, eve.history().await), (eves, Vec::new()));
        // The owner gets in with the same calls.
        for line in guarded(&ada, &queued).iter().filter(|line| line.body.is_none()) {
            assert_eq!(line.call(&ada).await.status, 200, "{}", line.route);
        }
        server.stop().await;
    }

    // AUTH-12
    async fn auth_12_public_routes_need_no_token(test) {
        let server = Server::without_worker(test).await;
        for route in PUBLIC {
            let (_, path) = route.split_once(' ').unwrap();
            assert_eq!(server.anonymous.get(path).await.status, 200, "{route}");
        }
        for path in ["/api/openapi.json", "/api/docs/"] {
            assert_eq!(server.anonymous.get(path).await.status, 200, "{path}");
        }
        assert_eq!(server.ledger().await.len(), 0, "nobody's account was opened");
        server.stop().await;
    }
}
