//! Who may call what (AUTH-12; quality section 3): every route of the OpenAPI document with no token,
//! with each broken token, and with another user's.

use std::collections::BTreeSet;

use reqwest::Method;
use reqwest::header::HeaderMap;
use serde_json::{Value, json};
use testkit::eventually;

use crate::support::{
    Answer, Client, Guarded, Kind, Marks, Server, brewery_search, guarded, made_up_listing,
};
use crate::tokens::{Signer, broken_tokens};

/// Routes that need no token.
const PUBLIC: [&str; 9] = [
    "GET /api/cities",
    "GET /api/health",
    "GET /api/config",
    "GET /api/crm-fields",
    "GET /api/fields",
    "GET /api/plans",
    // What they need is in the e-mail.
    "POST /api/mail/confirm",
    "POST /api/mail/stop",
    "POST /api/mail/start",
];

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

/// What somebody else could have read or changed, their own things aside.
async fn state_of(
    server: &Server,
    ada: &Client,
    job: &str,
    somebody: &Client,
) -> (usize, Value, Vec<Value>, Value) {
    (
        server.ledger().await.len_without(&somebody.sub),
        ada.credits().await,
        ada.history().await,
        ada.job(job).await,
    )
}

impl Client {
    /// Has a schedule that has found something, and a list of one known business.
    async fn schedules_and_customers(&self) -> (u16, u16) {
        let mut monitor = brewery_search();
        monitor["schedule"] = json!({"every": "day", "at": "06:00", "zone": "UTC"});
        monitor["budget"] = json!(50);
        monitor["first"] = json!("all");
        let created = self.post("/api/monitors", &monitor).await.status;
        eventually("the first run has found something", || async {
            let notices = self.get("/api/notices").await.json();
            (notices["unread"] == 1).then_some(())
        })
        .await;
        let file = self
            .request(Method::PUT, "/api/known-businesses")
            .header("content-type", "text/csv")
            .body("name,street,zip\nAda's Customer,1 Main St,97201\n");
        (created, self.send(file).await.status)
    }
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

/// The table itself: a list that forgets whose rows it reads must not pass as any kind.
#[test]
// AUTH-12
fn auth_12_a_list_with_another_users_rows_is_found() {
    let answer = |text: &str| Answer {
        status: 200,
        headers: HeaderMap::new(),
        text: text.to_owned(),
        bytes: Vec::new(),
    };
    let (everybodys, nobodys) = (answer(r#"[{"job_id":"job-of-ada"}]"#), answer("[]"));
    let judge = |kind, owner, another| {
        let line = Guarded {
            route: "GET /api/jobs",
            path: "/api/jobs".into(),
            body: None,
            kind,
        };
        let marks = Marks {
            names: &["job-of-ada"],
            words: &[],
        };
        line.judge(Some(owner), another, marks)
    };
    assert_eq!(judge(Kind::OwnDataOnly, &everybodys, &nobodys), Ok(()));
    assert_eq!(judge(Kind::SameForAll, &nobodys, &nobodys), Ok(()));
    let kinds = [
        Kind::NamesUser,
        Kind::NamesSession,
        Kind::NamesAnother,
        Kind::OwnDataOnly,
        Kind::SameForAll,
        Kind::Table,
    ];
    for kind in kinds {
        assert!(judge(kind, &everybodys, &everybodys).is_err(), "{kind:?}");
    }
    // One that shows its owner nothing would hide a leak; one that differs is not the same for all.
    assert!(judge(Kind::OwnDataOnly, &nobodys, &nobodys).is_err());
    assert!(judge(Kind::SameForAll, &everybodys, &nobodys).is_err());
}

store::on_both_engines! {
    /// AUTH-12.
    async fn auth_12_without_a_valid_token_nobody_gets_anything(test) {
        let server = Server::without_worker(test).await;
        let ada = server.user("ada@example.com", "pro");
        let job = ada.start(&brewery_search()).await;
        let before = state_of(&server, &ada, &job, &server.anonymous).await;
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
        assert_eq!(state_of(&server, &ada, &job, &server.anonymous).await, before);
        server.stop().await;
    }

    /// AUTH-12.
    async fn auth_12_another_user_reads_and_changes_nothing(test) {
        // With tables of counties, and with a listing of breweries that only she saves.
        let mut server = Server::with(test, |settings| settings.starter.reference = true).await;
        server.import(&made_up_listing());
        let ada = server.user("ada@example.com", "pro");
        let job = ada.start(&brewery_search()).await;
        // The other user's account opens now, so that the log grows for no other reason below than what she erases.
        let eve = server.user("eve@example.com", "enterprise");
        let eves = eve.balance().await;
        let names = [ada.sub.as_str(), &job];
        // The last is the county where she saves a company.
        let marks = Marks { names: &names, words: &["brewery", "Brewing", "\"41051\"", "\"businesses\":1,"] };
        let before = state_of(&server, &ada, &job, &eve).await;
        for line in guarded(&ada, &job) {
            let judged = line.judge(None, &line.call(&eve).await, marks);
            assert_eq!(judged, Ok(()), "{}", line.route);
        }
        assert_eq!(state_of(&server, &ada, &job, &eve).await, before);

        server.start_worker();
        assert_eq!(ada.ended(&job).await["status"], "completed", "it was not cancelled");
        let before = state_of(&server, &ada, &job, &eve).await;
        for line in guarded(&ada, &job) {
            let judged = line.judge(None, &line.call(&eve).await, marks);
            assert_eq!(judged, Ok(()), "{} of an ended job", line.route);
        }
        assert_eq!(state_of(&server, &ada, &job, &eve).await, before);
        assert_eq!((eve.balance().await, eve.history().await), (eves, Vec::new()));
        // The owner gets in with the same calls, as far as they change nothing.
        let company = json!({"session_id": job, "business_data": {"row_idx": 0}});
        assert_eq!(ada.post("/api/save-company", &company).await.status, 200);
        let proxy = json!({"url": "http://brewery:s3cret@proxy.example"});
        let proxy = ada.request(Method::PUT, "/api/proxy").json(&proxy);
        assert_eq!(ada.send(proxy).await.status, 200);
        let address = json!({"address": "brewery@inbox.example"});
        let address = ada.request(Method::PUT, "/api/notices/mail").json(&address);
        assert_eq!(ada.send(address).await.status, 200);
        assert_eq!(ada.schedules_and_customers().await, (201, 200));
        for line in guarded(&ada, &job).iter().filter(|line| line.route.starts_with("GET ")) {
            let (owner, another) = (line.call(&ada).await, line.call(&eve).await);
            let judged = line.judge(Some(&owner), &another, marks);
            assert_eq!(judged, Ok(()), "{}", line.route);
        }
        server.stop().await;
    }

    // AUTH-12
    async fn auth_12_public_routes_need_no_token(test) {
        let server = Server::without_worker(test).await;
        for route in PUBLIC {
            let (method, path) = route.split_once(' ').unwrap();
            if method == "POST" {
                let link = json!({"token": "of nobody"});
                assert_eq!(server.anonymous.post(path, &link).await.error().0, 404, "{route}");
                continue;
            }
            // A route that asks for more ignores it elsewhere.
            let path = format!("{path}?state=OR");
            assert_eq!(server.anonymous.get(&path).await.status, 200, "{route}");
        }
        for path in ["/api/openapi.json", "/api/docs/"] {
            assert_eq!(server.anonymous.get(path).await.status, 200, "{path}");
        }
        assert_eq!(server.anonymous.get("/api/config").await.json()["dev_sign_in"], true);
        assert_eq!(server.ledger().await.len(), 0, "nobody's account was opened");
        server.stop().await;
    }
}
