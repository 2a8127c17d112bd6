//! The audit log: what it holds after sign-ins, refusals and operators' commands, and what it must not hold.

use commands::limits::Limited;
use serde_json::Value;
use store::on_both_engines;

use crate::support::{Install, Server, eventually};

/// Kind, outcome and count of the entries about a user.
fn entries(install: &Install, user: &str) -> Vec<(String, String, i64)> {
    let shown = install.succeed(&["audit", "--format", "json"]);
    let all: Vec<Value> = serde_json::from_str(&shown).unwrap();
    let text = |entry: &Value, name: &str| entry[name].as_str().unwrap_or_default().to_owned();
    let of_user = all.iter().filter(|entry| text(entry, "user") == user);
    let mut found: Vec<_> = of_user
        .map(|entry| {
            (
                text(entry, "kind"),
                text(entry, "outcome"),
                entry["count"].as_i64().unwrap(),
            )
        })
        .collect();
    found.sort();
    found
}

fn entry(kind: &str, outcome: &str, count: i64) -> (String, String, i64) {
    (kind.to_owned(), outcome.to_owned(), count)
}

on_both_engines! {
    async fn who_got_in_and_who_was_refused_is_in_the_audit_log(test) {
        let mut server = Server::with(test, |settings| {
            settings.user_limits[Limited::CouponGuesses].most = 2;
        })
        .await;
        server.start_worker();
        let install = server.install();
        let email = "mallory@example.com";
        let user = server.user(email, "basic");
        assert_eq!(user.get("/api/credits/status/somebody").await.status, 403);
        for _ in 0..3 {
            assert_eq!(user.get("/api/credits/ledger/somebody").await.status, 403);
        }
        let code = "GUESSED-CODE-77";
        for _ in 0..2 {
            assert_eq!(user.redeem(code).await.json()["success"], false);
        }
        assert_eq!(user.redeem(code).await.status, 429);
        assert_eq!(server.anonymous.get("/api/account/data").await.status, 401);
        let token = "not.a.token-at-all";
        let broken = server.anonymous.with_token("x", token.to_owned());
        assert_eq!(broken.get("/api/account/data").await.status, 401);
        install.succeed(&["sessions", "end", &user.sub]);
        let complaint = install.fail(&["accounts", "suspend", email]);
        assert!(complaint.contains("no credit account yet"), "{complaint}");

        let of_user = [
            entry("coupon_guess", "unknown", 2),
            entry("forbidden", "forbidden", 4),
            entry("limited", "too_many_requests", 1),
            entry("operator", "sessions end", 1),
            entry("sign_in", "token_seen", 1),
        ];
        let of_nobody = [
            entry("operator", "accounts suspend: failed", 1),
            entry("unauthenticated", "unauthorized", 2),
        ];
        eventually("all of it is written", || async {
            let written = entries(&install, &user.sub) == of_user && entries(&install, "") == of_nobody;
            written.then_some(())
        })
        .await;

        let all = install.succeed(&["audit", "--format", "csv"]);
        assert!(all.contains("127.0.0.1"), "{all}");
        for secret in [email, code, token, user.token.as_deref().unwrap()] {
            assert!(!all.contains(secret), "{secret} is in {all}");
        }
        let only = install.succeed(&["audit", "--kind", "forbidden", "--user", &user.sub, "--format", "csv"]);
        assert_eq!(only.lines().count(), 2, "{only}");
        let none = install.succeed(&["audit", "--since", "2100-01-01"]);
        assert_eq!(none.trim(), "The audit log has no such entries.");
        server.stop().await;
    }
}
