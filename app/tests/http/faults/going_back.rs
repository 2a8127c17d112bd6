//! A log that goes back to an earlier moment under a running server.

use serde_json::{Value, json};
use store::db::{Db, Storage};
use store::on_both_engines;

use crate::support::{Server, eventually};

/// Keeps events and heads as a backup would.
async fn keep(storage: &Storage) {
    let keep = "CREATE TABLE kept_events AS SELECT position FROM events; \
                CREATE TABLE kept_heads AS SELECT * FROM stream_heads";
    storage.log.run_script(keep).await.unwrap();
}

/// Puts them back.
async fn go_back(storage: &Storage) {
    let trigger = match &storage.log {
        Db::Sqlite { .. } => "events_are_not_deleted",
        Db::Postgres(_) => "events_are_not_changed ON events",
    };
    let back = format!(
        "DROP TRIGGER {trigger}; \
         DELETE FROM events WHERE position NOT IN (SELECT position FROM kept_events); \
         DELETE FROM stream_heads; INSERT INTO stream_heads SELECT * FROM kept_heads"
    );
    storage.log.run_script(&back).await.unwrap();
}

on_both_engines! {
    // CRED-12
    async fn cred_12_an_account_that_grew_again_by_other_hands_is_credited_as_it_is_and_verifies(test) {
        let storage = test.reopen().await;
        let server = Server::empty(test).await;
        let install = server.install();
        let user = server.user("audrey@example.com", "pro");
        assert_eq!(user.balance().await, (250, 0, 250));
        for (code, credits) in [("LOST-1", "10"), ("LOST-2", "20"), ("KEPT", "40")] {
            install.succeed(&["coupons", "issue", "--code", code, "--credits", credits]);
        }
        keep(&storage).await;
        for code in ["LOST-1", "LOST-2"] {
            assert_eq!(user.redeem(code).await.json()["success"], true);
        }
        go_back(&storage).await;
        // An operator makes up for what was lost: the account has as many events as the server remembers.
        for _ in 0..2 {
            install.succeed(&["accounts", "adjust", &user.sub, "50", "--reason", "makes up"]);
        }
        assert_eq!(user.redeem("KEPT").await.json()["success"], true);
        let shown = install.succeed(&["accounts", "show", &user.sub, "--format", "json"]);
        let shown: Value = serde_json::from_str(&shown).unwrap();
        assert_eq!(shown[0]["available"], 250 + 100 + 40);
        let _stored = server.stop().await;
        install.succeed(&["projections", "rebuild", "--all"]);
        install.succeed(&["ledger", "verify", "--all"]);
    }

    async fn health_tells_that_read_models_are_ahead_of_the_log(test) {
        let storage = test.reopen().await;
        let server = Server::empty(test).await;
        keep(&storage).await;
        let user = server.user("ada@example.com", "pro");
        assert_eq!(user.balance().await, (250, 0, 250));
        let ahead = |health: &Value| {
            let all = health["subscriptions"].as_array().unwrap();
            all.iter().filter(|subscription| subscription["ahead"] == true).count()
        };
        let health = server.anonymous.get("/api/health").await.json();
        assert_eq!((&health["status"], ahead(&health)), (&json!("ok"), 0), "{health}");
        go_back(&storage).await;
        // The last answer is kept for a second.
        eventually("health tells it", || async {
            let health = server.anonymous.get("/api/health").await.json();
            (health["status"] == "degraded" && ahead(&health) > 0).then_some(())
        })
        .await;
        server.stop().await;
    }
}
