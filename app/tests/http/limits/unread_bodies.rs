//! Bodies that the server has no use for: what is sent of them neither costs the answer nor the request after it on
//! the same connection, which behind a proxy is somebody else's (AUTH-12, JOB-04).

use store::testing::Engine;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::sync::Notify;

use crate::support::{PATIENCE, Server};

/// Sends that, with a body of so many bytes, and another request behind it; answers all that is heard.
async fn send(server: &Server, head: &str, bytes: usize) -> String {
    let address = server.settings.server.addr;
    let mut stream = TcpStream::connect(address).await.unwrap();
    let head = format!(
        "POST /api/jobs/scrape HTTP/1.1\r\nHost: {address}\r\nContent-Type: application/json\r\n\
         {head}Content-Length: {bytes}\r\n\r\n"
    );
    let (mut read, mut write) = stream.split();
    let answered = Notify::new();
    let sending = async {
        write.write_all(head.as_bytes()).await?;
        // In parts, so that the answer is there before the end of it.
        for _ in 0..bytes / 1_000 {
            write.write_all(&[b' '; 1_000]).await?;
        }
        answered.notified().await;
        let next = b"GET /api/health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n";
        write.write_all(next).await
    };
    let mut heard = Vec::new();
    let hearing = async {
        // A reset is an end too.
        while let Ok(1..) = read.read_buf(&mut heard).await {
            answered.notify_one();
        }
        answered.notify_one();
    };
    let both = async { tokio::join!(sending, hearing) };
    let (_sent, ()) = tokio::time::timeout(PATIENCE, both).await.unwrap();
    String::from_utf8(heard).unwrap()
}

fn answers(heard: &str) -> Vec<&str> {
    heard.split("HTTP/1.1 ").skip(1).collect()
}

/// AUTH-12: refused before its body is read, a call leaves nothing of it on the connection.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
// AUTH-12
async fn auth_12_a_body_that_nobody_reads_does_not_break_the_next_request() {
    let server = Server::start(Engine::Sqlite.storage().await.unwrap()).await;
    for bytes in [1_000, 100_000, 1_000_000] {
        let heard = send(&server, "", bytes).await;
        let answers = answers(&heard);
        assert_eq!(answers.len(), 2, "{bytes}: {heard}");
        assert!(answers[0].starts_with("401 "), "{heard}");
        assert!(!answers[0].contains("connection: close"), "{heard}");
        assert!(answers[1].starts_with("200 "), "{heard}");
    }
    server.stop().await;
}

/// AUTH-12: one that is too long is answered all the same, and that the connection ends with it is said.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
// AUTH-12
async fn auth_12_a_body_that_is_not_read_to_its_end_closes_its_connection() {
    let server = Server::start(Engine::Sqlite.storage().await.unwrap()).await;
    let user = server.user("ada@example.com", "pro");
    let token = format!("Authorization: Bearer {}\r\n", user.token.unwrap());
    let expecting = "Expect: 100-continue\r\n";
    for (head, bytes, status) in [
        (token.as_str(), 20_000_000, "413 "),
        // It asks before it sends, and is not told to.
        (expecting, 100_000, "401 "),
    ] {
        let heard = send(&server, head, bytes).await;
        let answers = answers(&heard);
        assert_eq!(answers.len(), 1, "{heard}");
        assert!(answers[0].starts_with(status), "{heard}");
        assert!(answers[0].contains("connection: close"), "{heard}");
    }
    server.stop().await;
}
