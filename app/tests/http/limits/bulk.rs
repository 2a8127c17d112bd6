//! Calls about many companies: what they read, and how many of a user are at work (AUTH-12, RES-06).

use std::time::Duration;

use commands::limits::Limited;
use serde_json::{Value, json};
use store::db::Storage;
use store::testing::Engine;
use store::with_writer;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::support::{Answer, Client, Server, brewery_search, eventually};

/// The routes, each with a body that it takes.
fn routes(session: &str) -> [(&'static str, Value); 8] {
    let company = "7f1c0e0a-6d0b-4e0e-9a53-0d7c3e1a2b3c";
    let ids = json!({"company_ids": [company]});
    let status = json!({"changes": [{"company_id": company, "status": "contacted"}]});
    let day = json!({"changes": [{"company_id": company, "date": "2026-05-04"}]});
    let tags = json!({"company_ids": [company], "add": ["a"], "remove": []});
    let form = json!({"session_id": session, "row_idx": 0, "crm_data": {"notes": "call again"}});
    [
        ("/api/save-companies", json!({"session_id": session})),
        ("/api/sync-company-crm", form),
        ("/api/saved-companies/refresh", ids.clone()),
        ("/api/saved-companies/remove", ids.clone()),
        ("/api/saved-companies/restore", ids),
        ("/api/saved-companies/status", status),
        ("/api/saved-companies/follow-up", day),
        ("/api/saved-companies/tags", tags),
    ]
}

/// A call whose body is still to come.
async fn begin(server: &Server, user: &Client, path: &str, body: &Value) -> (TcpStream, String) {
    let address = server.settings.server.addr;
    let mut stream = TcpStream::connect(address).await.unwrap();
    let body = body.to_string();
    let token = user.token.as_ref().unwrap();
    let head = format!(
        "POST {path} HTTP/1.1\r\nHost: {address}\r\nContent-Type: application/json\r\nConnection: close\r\n\
         Authorization: Bearer {token}\r\nExpect: 100-continue\r\nContent-Length: {}\r\n\r\n",
        body.len()
    );
    stream.write_all(head.as_bytes()).await.unwrap();
    // The body is asked for by whoever has the turn.
    let mut asked = [0; 25];
    stream.read_exact(&mut asked).await.unwrap();
    assert_eq!(&asked, b"HTTP/1.1 100 Continue\r\n\r\n", "{path}");
    (stream, body)
}

/// Nobody can read these rows any more.
async fn damage(storage: &Storage, session: &str, rows: std::ops::Range<i64>) {
    with_writer!(&storage.log, pool => sqlx::query(
        "UPDATE result_rows SET document = 'x' WHERE session_key = $1 AND row_idx >= $2 AND row_idx < $3",
    )
    .bind(session)
    .bind(rows.start)
    .bind(rows.end)
    .execute(pool)
    .await
    .map(drop))
    .unwrap();
}

store::on_both_engines! {
    /// AUTH-12, RES-06: a row that is not asked for is not read, and none for whom the plan saves nothing.
    async fn auth_12_saving_reads_the_rows_asked_for_and_nothing_for_who_may_not_save(test) {
        let server = Server::start(test).await;
        let storage = server.product.core.storage.clone();
        let user = server.user("ada@example.com", "enterprise");
        let cities: Vec<String> = (0..90).map(|n| format!("Testville {n}")).collect();
        let search = json!({"search_term": "florist", "state": "OR", "cities": cities, "source": "sample", "max_results": 1_064});
        let (session, _) = user.run(&search).await;
        let names: Vec<Value> = user.rows(&session).await.iter().map(|row| row["name"].clone()).collect();
        damage(&storage, &session, 501..1_063).await;
        let save = async |rows: Value| -> Answer {
            user.post("/api/save-companies", &json!({"session_id": session, "rows": rows})).await
        };
        // Read on three pages, saved in the order of the call.
        let saved = save(json!([1_063, 0, 500, 7, 0])).await;
        assert_eq!(saved.status, 200, "{}", saved.text);
        let results = saved.json()["results"].clone();
        let rows = [1_063, 0, 500, 7].map(|row| json!({"row_idx": row, "name": names[row], "success": true, "already_exists": false}));
        assert_eq!(results, json!(rows));
        assert_eq!(save(json!([0, 501])).await.error().0, 500);
        assert_eq!(save(json!([501, 1_064])).await.error().0, 404, "before any is read");

        let basic = server.user("bea@example.com", "basic");
        let (own, _) = basic.run(&brewery_search()).await;
        damage(&storage, &own, 0..1_000).await;
        let refused = basic.post("/api/save-companies", &json!({"session_id": own})).await;
        assert_eq!(refused.error().0, 403);
        server.stop().await;
    }
}

/// AUTH-12: while one of a user's is at work, further ones wait a little and are told to come back; others' are not
/// concerned.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
// AUTH-12
async fn auth_12_one_call_about_many_companies_of_a_user_is_at_work_at_a_time() {
    let test = Engine::Sqlite.storage().await.unwrap();
    let mut server = Server::with(test, |settings| {
        settings.user_limits[Limited::BulkChanges].patience = Duration::from_millis(20);
        settings.connections.body = Duration::from_secs(120);
    })
    .await;
    server.import(&crate::support::made_up_listing());
    server.start_worker();
    let (user, other) = (
        server.user("ada@example.com", "pro"),
        server.user("bob@example.com", "pro"),
    );
    let (session, _) = user.run(&brewery_search()).await;
    let routes = routes(&session);
    for (held, held_body) in &routes {
        let (mut stream, body) = begin(&server, &user, held, held_body).await;
        for (path, of_route) in &routes {
            let (_, code, message) = eventually("the first one is at work", || async {
                let refused = user.post(path, of_route).await;
                (refused.status == 429).then(|| {
                    assert!(!refused.header("retry-after").is_empty());
                    refused.error()
                })
            })
            .await;
            assert_eq!(code, "too_many_requests", "{held} {path}: {message}");
        }
        // Not what is about rows of the first one's session.
        for (path, of_route) in &routes[2..] {
            // Its own call before may be at its end only on a busy machine.
            eventually("another user's is answered", || async {
                (other.post(path, of_route).await.status == 200).then_some(())
            })
            .await;
        }
        // One company is not many.
        let one = json!({"session_id": session, "business_data": {"row_idx": 0}});
        assert_eq!(user.post("/api/save-company", &one).await.status, 200);
        stream.write_all(body.as_bytes()).await.unwrap();
        let mut heard = String::new();
        stream.read_to_string(&mut heard).await.unwrap();
        assert!(heard.starts_with("HTTP/1.1 200 "), "{held}: {heard}");
        eventually("the next one is taken", || async {
            let answer = user.post(held, held_body).await;
            (answer.status == 200).then_some(())
        })
        .await;
    }
    server.stop().await;
}
