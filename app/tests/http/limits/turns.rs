//! What a user has one of at a time, so that the others get theirs (AUTH-12, RES-03).

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use commands::limits::Limited;
use futures::future::join_all;
use serde_json::json;
use store::testing::Engine;

use crate::support::{Client, Server, brewery_search};

/// N8: one user with many connections writes one file after the other, and another one gets each of theirs.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
// RES-03
async fn res_03_one_users_excel_files_keep_nobody_else_from_writing_one() {
    let server = Server::start(Engine::Sqlite.storage().await.unwrap()).await;
    let (greedy, other) = (
        server.user("ada@example.com", "pro"),
        server.user("bob@example.com", "pro"),
    );
    let file = async |user: &Client| {
        let (session, _) = user.run(&brewery_search()).await;
        format!("/export?sessionKey={session}&format=xlsx")
    };
    let (much, one) = (file(&greedy).await, file(&other).await);
    let done = AtomicBool::new(false);
    let asking = async || {
        while !done.load(Ordering::SeqCst) {
            let answer = greedy.get(&much).await;
            assert!([200, 429].contains(&answer.status), "{}", answer.text);
        }
    };
    let waiting = async {
        for _ in 0..12 {
            let answer = other.get(&one).await;
            assert_eq!(answer.status, 200, "{}", answer.text);
        }
        done.store(true, Ordering::SeqCst);
    };
    tokio::join!(join_all((0..10).map(|_| asking())), waiting);
    server.stop().await;
}

/// L-c: putting one company back waits for its turn, as many do.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
// AUTH-12
async fn auth_12_restoring_one_company_takes_a_turn() {
    let server = Server::start(Engine::Sqlite.storage().await.unwrap()).await;
    let user = server.user("ada@example.com", "pro");
    let limits = &server.product.services.limits;
    let turn = limits
        .permit(Limited::BulkChanges, &user.sub)
        .await
        .unwrap();
    let company = "7f1c0e0a-6d0b-4e0e-9a53-0d7c3e1a2b3c";
    let path = format!("/api/saved-companies/{company}/restore");
    let body = json!({});
    let mut restoring = std::pin::pin!(user.post(&path, &body));
    let early = tokio::time::timeout(Duration::from_millis(500), &mut restoring).await;
    assert!(early.is_err(), "{early:?}");
    drop(turn);
    assert_eq!(restoring.await.status, 404);
    server.stop().await;
}
