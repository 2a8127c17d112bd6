//! Operators suspend a user and end sessions, beside running servers.

use serde_json::json;
use store::db::DatabaseUrl;
use store::on_both_engines;

use crate::support::{Answer, Client, EventStream, Server, brewery_search, eventually};

const SUSPENDED: &str = "This account is suspended: please ask whoever runs this service. \
    You can still erase what you saved and wrote.";
const ENDED: &str = r#"Bearer realm="demandatlas", error="invalid_token", error_description="the session was ended""#;

impl Client {
    async fn status(&self) -> Answer {
        let path = format!("/api/credits/status/{}", self.sub_in_path());
        self.get(&path).await
    }

    /// Waits until a call is answered with that status.
    async fn comes_to(&self, status: u16) -> Answer {
        eventually("calls are answered otherwise", || async {
            let answer = self.status().await;
            (answer.status == status).then_some(answer)
        })
        .await
    }
}

on_both_engines! {
    async fn a_suspended_user_is_refused_everywhere_and_the_open_work_is_cancelled(test) {
        let several = test.url != DatabaseUrl::Sqlite;
        let server = Server::without_worker(test).await;
        let install = server.install();
        // A data folder has one server; a database may have several.
        let neighbor = if several { Some(install.serve().await) } else { None };
        let email = "basil@example.com";
        let user = server.user(email, "basic");
        let elsewhere = neighbor.as_ref().map(|neighbor| neighbor.user(email, "basic"));
        if let Some(elsewhere) = &elsewhere {
            assert_eq!(elsewhere.status().await.status, 200);
        }
        let job = user.start(&brewery_search()).await;
        let stream = EventStream::open(&user, &job, None).await;
        let redeem = || async {
            let path = format!("/api/credits/redeem/{}", user.sub_in_path());
            let request = user.request(reqwest::Method::POST, &path);
            let request = request.header("idempotency-key", "k1").json(&json!({"coupon_code": "NONE"}));
            user.send(request).await
        };
        assert_eq!(redeem().await.status, 200);

        install.succeed(&["accounts", "suspend", &user.sub, "--reason", "ticket 4711"]);
        let refused = user.comes_to(403).await.error();
        assert_eq!(refused, (403, "suspended".to_owned(), SUSPENDED.to_owned()));
        if let Some(elsewhere) = &elsewhere {
            elsewhere.comes_to(403).await;
        }
        stream.rest().await;
        assert_eq!(redeem().await.status, 403, "not the stored answer");
        assert_eq!(user.get("/api/account/data").await.status, 403);
        let shown = install.succeed(&["accounts", "show", &user.sub]);
        assert!(shown.contains("suspended         yes: ticket 4711"), "{shown}");

        let erase = json!({"confirmation": "ERASE"});
        let erased = user.post("/api/account/erase", &erase).await;
        assert!([200, 202].contains(&erased.status), "{}", erased.text);

        install.succeed(&["accounts", "resume", &user.sub]);
        user.comes_to(200).await;
        if let Some(elsewhere) = &elsewhere {
            elsewhere.comes_to(200).await;
        }
        assert_eq!(user.ended(&job).await["status"], "cancelled");
        // A neighbor's worker may have reserved for the job just before.
        user.has_paid(0).await;
        let path = format!("/api/credits/ledger/{}", user.sub_in_path());
        let ledger = user.get(&path).await.text;
        assert!(ledger.contains("AccountSuspended"), "{ledger}");
        assert!(!ledger.contains("ticket 4711"), "the note is the operator's: {ledger}");
        install.succeed(&["ledger", "verify", "--all"]);
        drop(neighbor);
        server.stop().await;
    }

    async fn tokens_from_before_the_end_of_the_sessions_are_refused_until_the_user_signs_in_again(test) {
        let server = Server::without_worker(test).await;
        let install = server.install();
        let email = "petra@example.com";
        let (user, other) = (server.user(email, "pro"), server.user("enya@example.com", "pro"));
        let job = user.start(&brewery_search()).await;
        let stream = EventStream::open(&user, &job, None).await;
        assert_eq!(other.status().await.status, 200);

        install.succeed(&["sessions", "end", &user.sub]);
        let refused = user.comes_to(401).await;
        assert_eq!(refused.header("www-authenticate"), ENDED);
        let message = "Your session was ended. Please sign in again.";
        assert_eq!(refused.error(), (401, "unauthorized".to_owned(), message.to_owned()));
        stream.rest().await;
        assert_eq!(other.status().await.status, 200);

        // A token says in which second it was issued.
        let again = eventually("a token of a later second is let in", || async {
            let again = server.user(email, "pro");
            (again.status().await.status == 200).then_some(again)
        })
        .await;
        assert_eq!(again.job(&job).await["status"], "queued", "the work goes on");
        assert_eq!(user.status().await.status, 401);
        server.stop().await;
    }

    async fn nobody_without_an_account_can_be_kept_out(test) {
        let server = Server::empty(test).await;
        let install = server.install();
        for command in [["accounts", "suspend", "dev|x"], ["sessions", "end", "dev|x"]] {
            let complaint = install.fail(&command);
            assert!(complaint.contains("no credit account yet"), "{complaint}");
        }
        server.stop().await;
    }
}
