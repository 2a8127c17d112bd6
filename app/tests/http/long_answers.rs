//! Long answers have a share for each user, read or not (JOB-11, AUTH-12; issue 18: M6).

use std::time::Duration;

use futures::future::{join_all, select_all};
use serde_json::json;
use tokio::io::AsyncWriteExt;
use tokio::net::TcpStream;

use crate::support::{Client, Server};

/// Results that are asked for one after the other on a connection: more than fits between two ends.
const UNREAD: usize = 60;

/// Somebody who asks for a session's rows and reads nothing.
async fn reads_nothing(server: &Server, user: &Client, job: &str) -> TcpStream {
    let token = user.token.as_deref().unwrap();
    let request = format!(
        "GET /api/jobs/{job}/result HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer {token}\r\n\r\n"
    );
    let mut stream = TcpStream::connect(server.settings.server.addr)
        .await
        .unwrap();
    stream
        .write_all(request.repeat(UNREAD).as_bytes())
        .await
        .unwrap();
    // The first bytes are there: the first answer has its place.
    stream.readable().await.unwrap();
    stream
}

store::on_both_engines! {
    /// AUTH-12 (M6)
    async fn auth_12_whoever_reads_slowly_has_few_long_answers_and_others_have_theirs(test) {
        let mut server = Server::with(test, |settings| settings.shares.result_streams = 1).await;
        server.start_worker();
        let user = server.user("ada@example.com", "enterprise");
        let cities: Vec<String> = (0..100).map(|n| format!("Testville {n}")).collect();
        let search = json!({"search_term": "florist", "state": "OR", "cities": cities, "source": "sample"});
        let (job, _) = user.run(&search).await;
        let size = user.get(&format!("/api/jobs/{job}/result")).await.text.len();
        assert!(size * UNREAD > 12 << 20, "{size}");
        let unread = reads_nothing(&server, &user, &job).await;

        let sub = user.sub_in_path();
        let history = format!("/api/credits/history/{sub}");
        // Four wait for the place; the fifth hears that it is one too many.
        let calls = (0..5).map(|_| {
            let (user, history) = (user.clone(), history.clone());
            tokio::spawn(async move { user.get(&history).await })
        });
        let (first, _, waiting) = select_all(calls).await;
        let refused = first.unwrap();
        assert_eq!(refused.status, 429, "{}", refused.text);
        assert_eq!(refused.header("retry-after"), "5");
        for path in [
            format!("/api/jobs/{job}/result"),
            format!("/export?sessionKey={job}&format=csv"),
            "/api/saved-companies".to_owned(),
            "/api/saved-companies?form=packed".to_owned(),
            "/api/saved-companies/export?format=csv".to_owned(),
            "/api/account/data".to_owned(),
            format!("/api/credits/ledger/{sub}?format=csv"),
            format!("/api/credits/ledger/{sub}?format=csv&order=newest"),
        ] {
            let answer = user.get(&path).await;
            assert_eq!(answer.status, 429, "{path}: {}", answer.text);
        }
        // What is short has no such share, and others have theirs.
        assert_eq!(user.get("/api/saved-companies?page=1").await.status, 200);
        let other = server.user("bob@example.com", "pro");
        let theirs = format!("/api/credits/history/{}", other.sub_in_path());
        assert_eq!(other.get(&theirs).await.status, 200);

        drop(unread);
        for answer in join_all(waiting).await {
            assert_eq!(answer.unwrap().status, 200);
        }
        let place_is_free = tokio::time::timeout(Duration::from_secs(20), user.get(&history)).await;
        assert_eq!(place_is_free.unwrap().status, 200);
        server.stop().await;
    }
}
