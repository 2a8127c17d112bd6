//! The machine's clock is wrong: nothing that was promised depends on it (CRED-10, CRED-11; quality section 2).

use std::sync::Arc;

use commands::{Clock, SetClock};
use domain::credit_account::CreditCommand;
use domain::ids::UserId;
use serde_json::Value;
use store::on_both_engines;

use crate::support::{
    BEND_BREWERIES, Client, Install, PORTLAND_BREWERIES, Server, brewery_search, eventually,
    made_up_listing,
};

fn clock_at(text: &str) -> Arc<SetClock> {
    let clock = SetClock::new();
    clock.set(text);
    clock
}

async fn brewery_job(user: &Client, city: &str) -> String {
    let mut search = brewery_search();
    search["cities"] = serde_json::json!([city]);
    user.run(&search).await.0
}

on_both_engines! {
    /// CRED-11: what came first stays first, and every sum is the same.
    async fn cred_11_a_clock_that_goes_back_changes_no_order_and_no_sum(test) {
        let clock = clock_at("2026-05-20T10:00:00Z");
        let install = Install::new(&test);
        let mut server = Server::with_clock(test, |_| {}, clock.clone()).await;
        server.import(&made_up_listing());
        server.start_worker();
        let user = server.user("ada@example.com", "pro");
        let first = brewery_job(&user, "Bend").await;
        clock.set("2025-11-02T03:00:00Z");
        let second = brewery_job(&user, "Portland").await;
        let paid = i64::try_from(BEND_BREWERIES + PORTLAND_BREWERIES).unwrap();
        user.has_paid(paid).await;
        assert_eq!(user.balance().await, (250 - paid, paid, 250), "no period was granted again");
        clock.set("2026-05-20T10:30:00Z");
        let third = brewery_job(&user, "Bend").await;
        user.has_paid(paid + i64::try_from(BEND_BREWERIES).unwrap()).await;

        let log = server.ledger().await;
        log.assert_holds_settled_once();
        let queued = [&first, &second, &third].map(|job| log.position(job, "JobQueued"));
        assert!(queued.is_sorted() && queued[0].is_some(), "{queued:?}");
        let path = format!("/api/credits/ledger/{}", user.sub_in_path());
        let entries = user.get(&path).await.json()["entries"].as_array().unwrap().clone();
        let numbers: Vec<u64> = entries.iter().map(|e| e["sequence"].as_u64().unwrap()).collect();
        assert!(numbers.iter().copied().eq(1..=numbers.len() as u64), "{numbers:?}");
        let mut available = 0;
        for entry in &entries {
            let number = |name: &str| entry[name].as_i64().unwrap();
            available += number("credits") - number("reserved");
            assert_eq!(number("available"), available, "{entry}");
        }
        let times: Vec<&Value> = entries.iter().map(|entry| &entry["timestamp"]).collect();
        assert!(!times.is_sorted_by_key(|at| at.as_str()), "the clock did go back: {times:?}");
        install.succeed(&["ledger", "verify", "--all"]);
        install.succeed(&["projections", "verify"]);
        server.stop().await;
    }

    /// CRED-10: the server says what it does not do, and an operator's word is enough.
    async fn cred_10_a_clock_far_ahead_is_told_by_health_and_grants_nothing_unasked(test) {
        let clock = clock_at("2014-03-31T10:00:00Z");
        let install = Install::new(&test);
        let mut server = Server::with_clock(test, |_| {}, clock.clone()).await;
        server.start_worker();
        let user = server.user("ada@example.com", "pro");
        assert_eq!(user.balance().await, (250, 0, 250));
        clock.set("2024-03-31T10:00:00Z");
        // The keeper looks once a minute: here at once.
        let core = &server.product.core;
        let agenda = commands::agenda::Agenda::new(core.storage.log.clone());
        let keeper = commands::agenda::AccountKeeper::new(
            core.dispatcher.clone(), agenda, clock.clone(), core.log.problems().clone(),
        );
        let health = eventually("health says it", || async {
            keeper.look_at_overdue().await.unwrap();
            let health = server.anonymous.get("/api/health").await;
            (health.json()["status"] == "degraded").then_some(health)
        }).await;
        assert_eq!(health.status, 200, "whoever watches the server does not take it away");
        let told = health.json()["problems"][0].as_str().unwrap().to_owned();
        assert!(told.contains("demandatlas accounts grant-due"), "{told}");
        // Reading counts what a command would grant: nothing, too.
        assert_eq!(user.balance().await, (250, 0, 250));
        let sub = UserId::new(user.sub.as_str()).unwrap();
        let sweep = CreditCommand::SweepHolds { now: clock.now() };
        let context = commands::Context::new(domain::metadata::Actor::System, "test", clock.now());
        let dispatcher = &core.dispatcher;
        dispatcher
            .execute::<domain::credit_account::CreditAccount>(sub.as_str(), sweep, &context)
            .await
            .unwrap();
        assert_eq!(server.ledger().await.count("AllowanceGranted"), 1);
        // A higher plan waits for them, and its coupon with it; whom to ask is told, and not how it is done.
        install.succeed(&["coupons", "issue", "--credits", "5", "--code", "HIGHER", "--tier", "business"]);
        let (status, code, message) = user.redeem("HIGHER").await.error();
        assert_eq!((status, code.as_str()), (409, "allowances_due"));
        assert!(message.ends_with("please ask whoever runs this service."), "{message}");

        // The machine's own clock, by which the command line goes, is ahead of the account too.
        let said = install.succeed(&["accounts", "grant-due"]);
        assert!(said.contains("to 1 account;"), "{said}");
        assert!(server.ledger().await.count("AllowanceGranted") > 100);
        eventually("health is well again", || async {
            keeper.look_at_overdue().await.unwrap();
            let health = server.anonymous.get("/api/health").await.json();
            (health["status"] == "ok").then_some(())
        }).await;
        eventually("it is rolled over to twice the allowance", || async {
            (user.balance().await == (500, 0, 500)).then_some(())
        }).await;
        assert!(user.redeemed("HIGHER").await.0);
        let again = install.succeed(&["accounts", "grant-due"]);
        assert!(again.contains("to 0 accounts;"), "{again}");
        server.stop().await;
    }
}
