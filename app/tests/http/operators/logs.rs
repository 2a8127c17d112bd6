//! What a running server logs, at its most talkative (quality section 3).

use std::sync::{Arc, Mutex};

use reqwest::Method;
use serde_json::{Value, json};
use store::testing::Engine;
use wiremock::matchers::method;
use wiremock::{Mock, MockServer, ResponseTemplate};

use crate::support::{
    Client, Install, Process, brewery_search, eventually, guarded, made_up_listing, shown_code,
};

/// Everything that our own crates have to say, and what others say to whoever looks for a mistake.
const TALKATIVE: &str = "debug,api=trace,app=trace,commands=trace,demandatlas=trace,domain=trace,enrichment=trace,\
    outgoing=trace,places=trace,projections=trace,sign_in=trace,store=trace,websites=trace";

/// What a business's website says.
const PAGE: &str = r#"<p>Write to <a href="mailto:info@copper.example">us</a> or call <a href="tel:+15415550177">us</a>."#;

/// Calls every route, and some as nobody should.
async fn walk(server: &Process, user: &Client, job: &str, (email, own_phone): (&str, &str)) {
    for line in guarded(user, job) {
        // The last of all.
        if line.route != "POST /api/account/erase" && line.route != "GET /api/jobs/{jobId}/events" {
            line.call(user).await;
        }
    }
    let path = format!("/api/saved-companies?search={email}&phone={own_phone}");
    user.get(&path).await;
    // Whoever signs in writes an address into a form.
    let form = format!("email={}&tier=pro", email.replace('@', "%40"));
    let sign_in = server
        .anonymous
        .request(
            Method::POST,
            "/dev-idp/authorize?client_id=x&state=s3cret-state",
        )
        .header("content-type", "application/x-www-form-urlencoded")
        .body(form);
    server.anonymous.send(sign_in).await;
    let broken = server
        .anonymous
        .with_token("x", "not.a.token-at-all".to_owned());
    assert_eq!(broken.get(&format!("/api/jobs/{job}")).await.status, 401);
}

/// The log of a server that has ended.
async fn whole(log: &Arc<Mutex<String>>) -> String {
    eventually("all of the log is read", || async {
        (Arc::strong_count(log) == 1).then_some(())
    })
    .await;
    log.lock().unwrap().clone()
}

async fn serve_website() -> MockServer {
    let website = MockServer::start().await;
    let page = ResponseTemplate::new(200).set_body_raw(PAGE, "text/html");
    let get = Mock::given(method("GET")).respond_with(page);
    get.mount(&website).await;
    website
}

/// Has a website read.
async fn read_website(user: &Client) -> Value {
    let what = json!({"url": "http://copper.example/"});
    let answer = user.post("/api/websites/read", &what).await;
    assert_eq!(answer.status, 202, "{}", answer.text);
    user.ended(answer.json()["job_id"].as_str().unwrap()).await
}

/// AUTH-12: a walk over every route, then a look for what must not be in the log.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
// AUTH-12
async fn auth_12_the_log_of_a_running_server_holds_no_token_address_code_or_phone() {
    let test = Engine::Sqlite.storage().await.unwrap();
    let install = Install::new(&test);
    install.succeed(&["places", "import", made_up_listing().to_str().unwrap()]);
    let issued = install.succeed(&["coupons", "issue", "--credits", "5"]);
    let code = shown_code(&issued);
    let website = serve_website().await;
    let hosts = format!("proxy.example=127.0.0.2:1,*.example={}", website.address());
    let settings = [
        ("DEMANDATLAS_LOG", TALKATIVE),
        ("DEMANDATLAS_WEBSITES_CONTACT", "ops@operator.example"),
        ("DEMANDATLAS_WEBSITES_HOSTS", hosts.as_str()),
    ];
    let (server, log) = install.serve_and_listen(&settings).await;
    let email = "log.watcher@example.com";
    let user = server.user(email, "business");
    let wrong = user.redeem("GUESSED-CODE-77").await;
    assert_eq!(wrong.status, 200);
    assert_eq!(user.redeem(&code).await.json()["success"], true);
    let (job, _) = user.run(&brewery_search()).await;
    let rows = user.rows(&job).await;
    let phones: Vec<&str> = rows
        .iter()
        .filter_map(|row| row["phone"].as_str())
        .collect();
    assert!(
        !phones.is_empty(),
        "rows with phones are what is looked for"
    );
    let (note, own_phone) = ("ring the bell twice", "503-555-0188");
    let crm = json!({"sessionKey": job, "rowIdx": 0, "crmData": {"notes": note, "phone": own_phone, "email": email}});
    assert_eq!(user.post("/api/crm-data", &crm).await.status, 200);
    assert_eq!(read_website(&user).await["reading"]["with_news"], 1);
    walk(&server, &user, &job, (email, own_phone)).await;
    // The walk has saved a proxy, which does not answer.
    assert_eq!(read_website(&user).await["reading"]["with_news"], 0);
    let health: Value = server.anonymous.get("/api/health").await.json();
    assert_eq!(health["status"], "ok");
    server.kill();

    let log = whole(&log).await;
    assert!(
        log.contains("DEBUG") && log.contains(&job),
        "it is talkative: {} bytes",
        log.len()
    );
    let token = user.token.as_deref().unwrap();
    let parts: Vec<&str> = token.split('.').collect();
    let secrets = [
        ("token", token),
        ("a token's claims", parts[1]),
        ("a token's signature", parts[2]),
        ("a broken token", "not.a.token-at-all"),
        ("coupon code", &code),
        ("guessed code", "GUESSED-CODE-77"),
        ("e-mail", email),
        ("e-mail in a form", "log.watcher%40example.com"),
        ("what a user wrote", note),
        ("a user's phone", own_phone),
        ("a website's address", "info@copper.example"),
        ("a website's phone", "5415550177"),
        ("a proxy's password", "s3cret@"),
    ];
    let secrets = secrets
        .into_iter()
        .chain(phones.iter().map(|phone| ("a business's phone", *phone)));
    for (what, secret) in secrets {
        let line = log.lines().find(|line| line.contains(secret));
        assert_eq!(line, None, "{what}");
    }
}

/// What each start finds, tables that are there already, is no news to an operator.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_start_on_postgresql_says_nothing_of_its_tables() {
    let Some(test) = Engine::Postgres.storage().await else {
        return;
    };
    let install = Install::new(&test);
    let (server, log) = install
        .serve_and_listen(&[("DEMANDATLAS_LOG", "info")])
        .await;
    server.kill();
    let log = whole(&log).await;
    assert!(log.contains("DemandAtlas serves"), "{log}");
    assert!(!log.contains("_sqlx_migrations"), "{log}");
}

/// For log processors: each line of a running server is an object, its first words too.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_log_in_json_has_an_object_in_each_line() {
    let test = Engine::Sqlite.storage().await.unwrap();
    let install = Install::new(&test);
    let settings = [
        ("DEMANDATLAS_LOG", "info,tower_http=debug"),
        ("DEMANDATLAS_LOG_FORMAT", "json"),
    ];
    let (server, log) = install.serve_and_listen(&settings).await;
    server.anonymous.get("/api/plans").await;
    server.kill();
    let log = whole(&log).await;
    let lines: Vec<Value> = log
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert!(
        lines
            .iter()
            .all(|line| line["timestamp"].is_string() && line["level"].is_string()),
        "{log}"
    );
    let request = lines
        .iter()
        .find(|line| line["spans"][0]["path"] == "/api/plans");
    let span = &request.unwrap()["spans"][0];
    assert_eq!(span["method"], "GET");
    assert!(span["id"].is_string(), "{span}");
}
