//! Limits that an operator sets, and those of bodies, pages and guesses, through a real server (AUTH-12, COUP-06,
//! JOB-04, JOB-11, RES-01).

use std::time::{Duration, Instant};

use commands::limits::Limited;
use futures::future::{join_all, select_all};
use serde_json::json;
use store::on_both_engines;
use store::testing::Engine;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::support::{Client, Install, Server, brewery_search, eventually};

/// Sends a request whose body is promised and comes byte by byte; answers what is heard until the server hangs up.
async fn trickle(server: &Server, user: &Client, path: &str, header: &str) -> String {
    let mut stream = TcpStream::connect(server.settings.server.addr)
        .await
        .unwrap();
    let token = user.token.as_deref().unwrap();
    let head = format!(
        "POST {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer {token}\r\n\
         Content-Type: application/json\r\n{header}Content-Length: 100000\r\n\r\n{{"
    );
    stream.write_all(head.as_bytes()).await.unwrap();
    let (mut read, mut write) = stream.split();
    let mut heard = Vec::new();
    let sending = async {
        while write.write_all(b" ").await.is_ok() {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        std::future::pending::<()>().await;
    };
    tokio::select! {
        () = sending => {}
        // A reset is an end too.
        _ = read.read_to_end(&mut heard) => {}
    }
    String::from_utf8(heard).unwrap()
}

/// AUTH-12: a body that is always about to come is given up, whichever route it is for.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
// AUTH-12
async fn auth_12_a_body_that_trickles_is_given_up() {
    let test = Engine::Sqlite.storage().await.unwrap();
    let server = Server::with(test, |settings| {
        settings.connections.body = Duration::from_secs(1);
    })
    .await;
    let user = server.user("ada@example.com", "pro");
    user.credits().await;
    let since = Instant::now();
    let ways = [
        ("/api/jobs/scrape", ""),
        // Waits for a job, and so has no other limit of time.
        ("/enrich", ""),
        ("/api/jobs/scrape", "Idempotency-Key: one\r\n"),
    ];
    let all = join_all(ways.map(|(path, header)| trickle(&server, &user, path, header)));
    let heard = tokio::time::timeout(Duration::from_secs(25), all).await;
    for (heard, way) in heard.expect("the server hangs up").iter().zip(ways) {
        let told = heard.starts_with("HTTP/1.1 503 ") && heard.contains("\"timeout\"");
        assert!(told, "{way:?}: {heard}");
        assert!(heard.contains("connection: close\r\n"), "{way:?}: {heard}");
    }
    assert!(since.elapsed() >= Duration::from_secs(1));
    // One that comes in time does, in however many parts.
    let mut stream = TcpStream::connect(server.settings.server.addr)
        .await
        .unwrap();
    let token = user.token.as_deref().unwrap();
    let head = format!(
        "POST /api/jobs/estimate HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer {token}\r\n\
         Connection: close\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{{"
    );
    stream.write_all(head.as_bytes()).await.unwrap();
    tokio::time::sleep(Duration::from_millis(100)).await;
    stream.write_all(b"}").await.unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.unwrap();
    assert!(answer.starts_with("HTTP/1.1 400 "), "{answer}");
    server.stop().await;
}

/// AUTH-12: few large bodies are read at a time; a further one is refused, small ones never.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
// AUTH-12
async fn auth_12_bodies_that_are_coming_in_have_so_much_room_together() {
    let test = Engine::Sqlite.storage().await.unwrap();
    let server = Server::with(test, |settings| {
        settings.connections.large_bodies = 2;
        settings.connections.body = Duration::from_secs(120);
    })
    .await;
    let user = server.user("ada@example.com", "pro");
    let token = user.token.as_deref().unwrap();
    user.credits().await;
    let slow = async || {
        let mut stream = TcpStream::connect(server.settings.server.addr)
            .await
            .unwrap();
        let head = format!(
            "POST /api/jobs/estimate HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer {token}\r\n\
             Content-Type: application/json\r\nContent-Length: 900000\r\n\r\n"
        );
        stream.write_all(head.as_bytes()).await.unwrap();
        stream.write_all(&vec![b' '; 150_000]).await.unwrap();
        stream
    };
    // One of three is refused, whichever comes last: the other two have the room.
    let slow = [slow().await, slow().await, slow().await];
    let heard = slow.each_ref().map(|stream| {
        Box::pin(async move {
            let mut first = [0; 13];
            stream.peek(&mut first).await.unwrap();
            first
        })
    });
    let (first, ..) = select_all(heard).await;
    assert_eq!(&first, b"HTTP/1.1 503 ");
    let large = json!({"search_term": "x".repeat(100_000), "state": "OR", "cities": ["Bend"]});
    let send = async |key: Option<&str>| {
        let request = user.request(reqwest::Method::POST, "/api/jobs/scrape");
        let request = match key {
            Some(key) => request.header("Idempotency-Key", key),
            None => request,
        };
        user.send(request.json(&large)).await
    };
    for refused in [send(None).await, send(Some("large")).await] {
        assert_eq!(refused.error().1, "unavailable");
        assert!(!refused.header("retry-after").is_empty());
    }
    let small = json!({"search_term": "", "state": "OR", "cities": ["Bend"]});
    assert_eq!(user.post("/api/jobs/scrape", &small).await.status, 400);
    drop(slow);
    eventually("there is room again", || async {
        (send(None).await.status == 400).then_some(())
    })
    .await;
    server.stop().await;
}

on_both_engines! {
    /// JOB-11: as many open jobs as the operator allows, enrichments among them.
    async fn job_11_how_many_jobs_may_be_open_is_a_setting(test) {
        let server = Server::with(test, |settings| settings.user_limits[Limited::OpenJobs].most = 3).await;
        server.import(&crate::support::made_up_listing());
        let user = server.user("ada@example.com", "enterprise");
        let search = brewery_search();
        let answers = join_all((0..8).map(|_| user.post("/api/jobs/scrape", &search))).await;
        let with = |status: u16| answers.iter().filter(|answer| answer.status == status).count();
        assert_eq!((with(202), with(429)), (3, 5));
        let refused = answers.iter().find(|answer| answer.status == 429).unwrap();
        let message = refused.error().2;
        assert!(message.contains("You have 3 open jobs"), "{message}");
        server.stop().await;
    }

    /// RES-01: a page has a largest size; all rows are had without one, as a stream.
    async fn res_01_a_page_of_rows_has_a_largest_size(test) {
        let server = Server::start(test).await;
        server.import(&crate::support::made_up_listing());
        let user = server.user("ada@example.com", "pro");
        let (job, body) = user.run(&brewery_search()).await;
        let rows = body["results_count"].as_u64().unwrap() as usize;
        let page = async |query: &str| user.get(&format!("/api/jobs/{job}/result?{query}")).await;
        for (query, found) in [("limit=10000", rows), ("limit=2", 2), ("", rows)] {
            let answer = page(query).await.json();
            assert_eq!(answer["result"]["results"].as_array().unwrap().len(), found, "{query}");
        }
        for query in ["limit=10001", "limit=4294967295", "limit=0"] {
            let (status, code, message) = page(query).await.error();
            assert_eq!((status, code.as_str()), (400, "invalid"), "{query}");
            assert!(message.contains("1 to 10000"), "{message}");
        }
        server.stop().await;
    }

    /// COUP-06: many users behind one address share its guesses, and a right code is redeemed all the same.
    async fn coup_06_an_address_that_guesses_waits_and_right_codes_from_it_do_not(test) {
        let install = Install::new(&test);
        let server = Server::empty(test).await;
        install.succeed(&["coupons", "issue", "--credits", "1", "--code", "RIGHT-ONE"]);
        for guesser in 0..15 {
            let user = server.user(&format!("guesser-{guesser}@example.com"), "basic");
            let guesses = (0..20).map(|n| format!("WRONG-{guesser}-{n}"));
            let guesses: Vec<String> = guesses.collect();
            let answers = join_all(guesses.iter().map(|code| user.redeem(code))).await;
            assert!(answers.iter().all(|answer| answer.status == 200), "{guesser}");
        }
        let late = server.user("late@example.com", "basic");
        let refused = late.redeem("WRONG-AGAIN").await;
        assert_eq!(refused.error().0, 429, "{}", refused.text);
        assert!(!refused.header("retry-after").is_empty());
        let right = late.redeem("RIGHT-ONE").await;
        assert_eq!((right.status, &right.json()["success"]), (200, &json!(true)));
        server.stop().await;
    }
}
