//! ES-04: the product with its events in KurrentDB, against the double of its server.

use std::os::unix::process::ExitStatusExt;

use reqwest::Method;
use serde_json::json;
use store::testing::{Engine, TestStorage};

use super::coupon_races::{race, race_with_kill};
use crate::support::{Client, Dice, Install, Server, brewery_search, eventually, short_or_long};

async fn storage() -> TestStorage {
    let beside = Engine::Sqlite.storage().await.unwrap();
    beside.with_kurrentdb().await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn es_04_the_product_works_with_its_events_in_kurrentdb() {
    let server = Server::start(storage().await).await;
    let install = server.install();
    install.succeed(&[
        "coupons",
        "issue",
        "--credits",
        "40",
        "--code",
        "KURRENT-40",
    ]);
    let user = server.user("ada@example.com", "pro");
    let (before, _, _) = user.balance().await;
    assert_eq!(user.redeem("KURRENT-40").await.json()["success"], true);
    let (session, job) = user.run(&brewery_search()).await;
    let rows = i64::try_from(user.rows(&session).await.len()).unwrap();
    assert!(rows > 0 && job["status"] == "completed", "{job}");
    user.has_paid(rows).await;
    assert_eq!(user.balance().await.0, before + 40 - rows);

    let ledger = server.ledger().await;
    assert_eq!(ledger.delivered(&session), rows);
    assert_eq!(ledger.count("CouponCredited"), 1);
    install.succeed(&["ledger", "verify", "--all"]);
    let health = user.get("/api/health").await.json();
    assert_eq!(health["database"], "KurrentDB beside SQLite", "{health}");
    assert_eq!(health["status"], "ok", "{health}");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn es_04_64_clients_race_a_code_and_exactly_as_many_win_as_it_allows() {
    race(storage().await, short_or_long(20, 1_000)).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn es_04_crash_no_coupon_is_credited_twice_or_lost_wherever_the_process_dies() {
    let test = storage().await;
    let install = Install::new(&test);
    let places = ["kurrentdb.noted", "kurrentdb.between", "kurrentdb.appended"];
    for (number, place) in places.into_iter().enumerate() {
        let code = format!("DIES-{number}");
        install.succeed(&["coupons", "issue", "--credits", "10", "--code", &code]);
        let email = format!("user{number}@example.com");
        let server = install.serve().await;
        let before = server.user(&email, "basic").balance().await.0;
        server.kill();

        let point = format!("{place}=return");
        let server = install.serve_with(&[("FAILPOINTS", &point)]).await;
        assert!(redeem(&server.user(&email, "basic"), &code).await.is_none());
        assert_eq!(server.dies().await.signal(), Some(6), "{place}");

        let server = install.serve().await;
        let user = server.user(&email, "basic");
        let answer = eventually("the redemption is answered", || redeem(&user, &code)).await;
        assert_eq!(answer["success"], true, "{place}: {answer}");
        assert_eq!(user.balance().await.0, before + 10, "{place}");
        server.kill();
    }
    let mut dice = Dice::from_printed_seed("coupon race with kill -9, on KurrentDB");
    let races = short_or_long(2, 100);
    for round in 0..races {
        let code = format!("KILL-{round}");
        install.succeed(&["coupons", "issue", "--credits", "10", "--code", &code]);
        race_with_kill(&install, &code, &mut dice).await;
    }
    let ledger = install.ledger().await;
    assert_eq!(ledger.count("CouponRedeemed"), races + places.len());
    assert_eq!(ledger.count("CouponCredited"), races + places.len());
    install.succeed(&["ledger", "verify", "--all"]);
}

/// JOB-13, CRED-11: what the database beside knows of is gone: that a job has ended, a coupon was redeemed, another job was
/// there.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn es_04_crash_a_server_that_is_put_back_beside_its_database_is_believed() {
    let test = storage().await;
    if test.double.is_none() {
        return testkit::skipped("a real KurrentDB is not put back");
    }
    let server = Server::start(test).await;
    let install = server.install();
    let code = "AGAIN-10";
    install.succeed(&["coupons", "issue", "--credits", "10", "--code", code]);
    let user = server.user("ada@example.com", "pro");
    let (before, _, _) = user.balance().await;
    let (session, _) = user.run(&brewery_search()).await;
    let rows = user.rows(&session).await.len();
    let end = server.ledger().await.position(&session, "JobCompleted");
    assert!(redeem(&user, code).await.is_some());
    let (gone, _) = user.run(&brewery_search()).await;

    server.puts_back_to(end.unwrap()).await;
    let ended = || async { (server.ledger().await.count("JobCompleted") == 1).then_some(()) };
    eventually("the job ends again", ended).await;
    let healthy = || async {
        let health = user.get("/api/health").await.json();
        (health["status"] == "ok").then_some(())
    };
    eventually("all has been read again", healthy).await;
    assert_eq!(user.job(&session).await["status"], "completed");
    assert_eq!(user.rows(&session).await.len(), rows);
    assert_eq!(user.get(&format!("/api/jobs/{gone}")).await.status, 404);
    let redeemed = redeem(&user, code).await.unwrap();
    assert_eq!(redeemed["success"], true, "{redeemed}");
    let left = before + 10 - i64::try_from(rows).unwrap();
    assert_eq!(user.balance().await.0, left);
    user.run(&brewery_search()).await;
    install.succeed(&["ledger", "verify", "--all"]);
    install.succeed(&["projections", "verify"]);
    server.stop().await;
}

/// What the user sees of account and searches; nothing while the read models are built.
async fn seen(user: &Client) -> Option<String> {
    let mut seen = String::new();
    for what in ["status", "history"] {
        let path = format!("/api/credits/{what}/{}", user.sub_in_path());
        let answer = user.get(&path).await;
        if answer.status != 200 {
            return None;
        }
        seen += &answer.text;
    }
    Some(seen)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn es_04_a_ledger_that_is_moved_from_engine_to_engine_is_the_same_everywhere() {
    let first = Engine::Sqlite.storage().await.unwrap();
    let server = Server::start(first).await;
    let mut install = server.install();
    install.succeed(&["coupons", "issue", "--credits", "40", "--code", "MOVED-40"]);
    let user = server.user("ada@example.com", "pro");
    user.credits().await;
    assert_eq!(user.redeem("MOVED-40").await.json()["success"], true);
    let (session, _) = user.run(&brewery_search()).await;
    user.has_paid(i64::try_from(user.rows(&session).await.len()).unwrap())
        .await;
    let before = seen(&user).await.unwrap();
    let mut last = server.stop().await;

    let folder = tempfile::tempdir().unwrap();
    for stage in ["postgres", "kurrentdb", "sqlite"] {
        let target = match stage {
            "postgres" => match Engine::Postgres.storage().await {
                Some(target) => target,
                None => continue,
            },
            "kurrentdb" => storage().await,
            _ => Engine::Sqlite.storage().await.unwrap(),
        };
        let file = folder.path().join(stage);
        let file = file.to_str().unwrap();
        install.succeed(&["events", "export", "--with-keys", "--output", file]);
        let moved = Install::new(&target);
        std::fs::copy(install.secret_key(), target.folder().join("secret.key")).unwrap();
        moved.succeed(&["events", "import", file]);
        assert!(
            moved
                .fail(&["events", "import", file])
                .contains("not empty")
        );
        moved.succeed(&["ledger", "verify", "--all"]);
        let server = Server::start(target).await;
        let user = server.user("ada@example.com", "pro");
        let equal = || async { (seen(&user).await.as_ref() == Some(&before)).then_some(()) };
        eventually("the read models say the same", equal).await;
        // Those that nobody has asked for may still be built.
        let verified = || async {
            moved
                .run(&["projections", "verify"])
                .status
                .success()
                .then_some(())
        };
        eventually("every read model equals a rebuild", verified).await;
        assert!(!moved.succeed(&["events", "tail"]).is_empty());
        last = server.stop().await;
        install = moved;
    }
    drop(last);
}

async fn redeem(user: &Client, code: &str) -> Option<serde_json::Value> {
    let path = format!("/api/credits/redeem/{}", user.sub_in_path());
    let request = user
        .request(Method::POST, &path)
        .header("Idempotency-Key", code);
    let answer = Client::try_send(request.json(&json!({"coupon_code": code}))).await?;
    (answer.status == 200).then(|| answer.json())
}
