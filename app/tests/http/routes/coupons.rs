//! Coupons through HTTP and the command line (COUP-03, COUP-05 to COUP-08).

use serde_json::{Value, json};
use store::on_both_engines;

use crate::support::{Answer, Client, Install, Server, eventually, shown_code};

impl Client {
    pub(crate) async fn redeem(&self, code: &str) -> Answer {
        let path = format!("/api/credits/redeem/{}", self.sub_in_path());
        self.post(&path, &json!({"coupon_code": code})).await
    }

    /// Redeems a code; answers success and message.
    pub(crate) async fn redeemed(&self, code: &str) -> (bool, String) {
        let answer = self.redeem(code).await;
        assert_eq!(answer.status, 200, "{}", answer.text);
        let body = answer.json();
        (
            body["success"].as_bool().unwrap(),
            body["message"].as_str().unwrap().to_owned(),
        )
    }
}

const INVALID: &str = "Invalid coupon code";

on_both_engines! {
    // COUP-03, COUP-04, COUP-07
    async fn coup_03_a_redemption_answers_the_whole_balance_and_raises_the_tier(test) {
        let install = Install::new(&test);
        let server = Server::empty(test).await;
        let user = server.user("dana@example.com", "basic");
        user.credits().await;
        let issued = install.succeed(&[
            "coupons", "issue", "--credits", "50", "--code", "spring-26", "--tier", "business",
        ]);
        assert!(issued.contains("SPRING-26"), "{issued}");

        let answer = user.redeem("  spring26 ").await;
        assert_eq!(answer.status, 200, "{}", answer.text);
        let body = answer.json();
        assert_eq!(body["success"], true);
        assert_eq!(
            body["message"],
            "Coupon redeemed successfully! 50 credits were added, and your plan is Business"
        );
        let balance = &body["balance"];
        let opened = user.credits().await["last_reset"].clone();
        assert_eq!(*balance, json!({
            "user_id": user.sub, "available_credits": 150, "total_credits": 150,
            "percentage_used": 0.0, "tier": "business", "last_reset": opened, "used_credits": 0,
        }));
        let credits = user.credits().await;
        assert_eq!(credits["can_enrich"], true);
        assert_eq!(credits["max_saves"], 10_000);

        // Never lowered again, and never credited twice.
        let again = user.redeemed("SPRING26").await;
        assert_eq!(again, (false, "You have already redeemed this coupon".to_owned()));
        install.succeed(&["coupons", "issue", "--credits", "1", "--code", "LOWER", "--tier", "pro"]);
        let lower = user.redeemed("LOWER").await;
        assert_eq!(lower, (true, "Coupon redeemed successfully! 1 credit was added".to_owned()));
        assert_eq!(user.credits().await["tier"], "business");
        assert_eq!(user.balance().await, (151, 0, 151));

        // The same plan by an operator saves more.
        assert_eq!(user.credits().await["max_saves"], 10_000);
        install.succeed(&["accounts", "set-tier", &user.sub, "business"]);
        eventually("the plan is the user's own", || async {
            (user.credits().await["max_saves"] == 50_000).then_some(())
        })
        .await;
        server.stop().await;
    }

    // COUP-05, COUP-06
    async fn coup_06_unknown_expired_revoked_and_used_up_codes_answer_alike(test) {
        let install = Install::new(&test);
        let server = Server::empty(test).await;
        let (one, other) = (server.user("one@example.com", "pro"), server.user("two@example.com", "pro"));
        let issue = |code: &str, more: &[&str]| {
            install.succeed(&[&["coupons", "issue", "--credits", "7", "--code", code], more].concat());
        };
        issue("REVOKED", &[]);
        assert!(install.succeed(&["coupons", "revoke", "revoked"]).contains("no longer"));
        issue("USEDUP", &[]);
        assert!(other.redeemed("USEDUP").await.0);
        // Long enough for the command line to start on a busy machine.
        let soon = jiff::Timestamp::now() + jiff::SignedDuration::from_secs(2);
        issue("EXPIRED", &["--expires", &soon.to_string()]);
        crate::support::eventually("the coupon expires", || async {
            (jiff::Timestamp::now() > soon).then_some(())
        })
        .await;

        let before = one.balance().await;
        let long = "X".repeat(1000);
        for code in ["NOSUCHCODE", "REVOKED", "USEDUP", "EXPIRED", "x", "%00'--", long.as_str()] {
            let answer = one.redeem(code).await;
            let expected = json!({"success": false, "message": INVALID});
            assert_eq!((answer.status, answer.json()), (200, expected), "{code}");
        }
        assert_eq!(one.balance().await, before);
        // Its redeemer hears so even when the coupon is used up.
        let mine = other.redeemed("USEDUP").await;
        assert_eq!(mine, (false, "You have already redeemed this coupon".to_owned()));

        let empty = one.redeem(" ").await;
        assert_eq!(empty.error(), (400, "invalid".into(), "Please enter a coupon code".into()));
        assert_eq!(empty.json()["success"], false);
        let path = format!("/api/credits/redeem/{}", other.sub_in_path());
        let foreign = one.post(&path, &json!({"coupon_code": "X"})).await;
        assert_eq!(foreign.status, 403);
        server.stop().await;
    }

    // COUP-08
    async fn coup_08_operators_issue_list_and_revoke_and_a_generated_code_is_nowhere_stored(test) {
        let install = Install::new(&test);
        let nothing = install.succeed(&["coupons", "list"]);
        assert!(nothing.contains("No coupons"), "{nothing}");
        let issued = install.succeed(&[
            "coupons", "issue", "--credits", "25", "--max-redemptions", "3", "--label", "fair",
            "--expires", "2999-12-31",
        ]);
        let code = shown_code(&issued);
        let list = || -> Value {
            serde_json::from_str(&install.succeed(&["coupons", "list", "--format", "json"])).unwrap()
        };
        let coupon = list()[0].clone();
        let id = coupon["id"].as_str().unwrap().to_owned();
        assert_eq!(coupon, json!({
            "id": id, "label": "fair", "credits": 25, "tier": null, "redeemed": 0,
            "max_redemptions": 3, "expires_at": "2999-12-31T23:59:59.999999Z", "state": "open",
        }));

        let ledger = install.ledger().await;
        assert!(!ledger.contains(&code) && !ledger.contains(&code.replace('-', "")));

        install.succeed(&["coupons", "revoke", &id]);
        assert_eq!(list()[0]["state"], "revoked");
        let csv = install.succeed(&["coupons", "list", "--format", "csv"]);
        assert!(csv.starts_with("id,label,credits,"), "{csv}");

        let complaint = install.fail(&["coupons", "revoke", "0123456789abcdef"]);
        assert!(complaint.contains("coupons list"), "{complaint}");
        let complaint = install.fail(&["coupons", "issue", "--credits", "1", "--code", &code]);
        assert!(complaint.contains("already exists"), "{complaint}");
        let complaint = install.fail(&["coupons", "issue", "--credits", "1", "--code", "ab"]);
        assert!(complaint.contains("4 to 20"), "{complaint}");
        let past = install.fail(&["coupons", "issue", "--credits", "1", "--expires", "2020-01-01"]);
        assert!(past.contains("past"), "{past}");
    }

    /// COUP-06 (L8): a code that is over counts as one that never was, so that counting tells nobody which it is.
    async fn coup_06_codes_that_are_over_count_as_guesses(test) {
        let install = Install::new(&test);
        let server = Server::empty(test).await;
        let (one, other) = (server.user("one@example.com", "basic"), server.user("two@example.com", "basic"));
        install.succeed(&["coupons", "issue", "--credits", "1", "--code", "USED-UP"]);
        assert!(other.redeemed("USED-UP").await.0);
        for n in 0..20 {
            let code = if n % 2 == 0 { "USED-UP".to_owned() } else { format!("WRONG-{n}") };
            assert_eq!(one.redeemed(&code).await, (false, INVALID.to_owned()), "{n}");
        }
        assert_eq!(one.redeem("USED-UP").await.status, 429);
        // Whoever has redeemed it is told so, however often.
        for _ in 0..25 {
            let mine = other.redeemed("USED-UP").await;
            assert_eq!(mine, (false, "You have already redeemed this coupon".to_owned()));
        }
        server.stop().await;
    }

    // COUP-06
    async fn coup_06_guesses_are_limited_and_right_codes_are_not(test) {
        let install = Install::new(&test);
        let server = Server::empty(test).await;
        let honest = server.user("honest@example.com", "basic");
        for n in 0..25 {
            let code = format!("RIGHT-{n:02}");
            install.succeed(&["coupons", "issue", "--credits", "1", "--code", &code]);
            assert!(honest.redeemed(&code).await.0, "{code}");
        }
        let guesser = server.user("guesser@example.com", "basic");
        for n in 0..20 {
            assert_eq!(guesser.redeemed(&format!("WRONG-{n:02}")).await, (false, INVALID.to_owned()));
        }
        let refused = guesser.redeem("WRONG-20").await;
        assert_eq!((refused.status, refused.error().1.as_str()), (429, "too_many_requests"));
        let wait: u32 = refused.header("retry-after").parse().unwrap();
        assert!((1..=61).contains(&wait), "{wait}");
        // Others at the same address are not held back.
        install.succeed(&["coupons", "issue", "--credits", "1", "--code", "ONE-MORE"]);
        assert!(honest.redeemed("ONE-MORE").await.0);
        server.stop().await;
    }
}
