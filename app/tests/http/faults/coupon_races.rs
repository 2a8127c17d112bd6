//! Coupons under concurrency and crashes (COUP-06). `DEMANDATLAS_SOAK=1` runs the long forms.

use std::time::Duration;

use commands::coupons::CouponCode;
use commands::limits::Limited;
use domain::coupon::CouponIssued;
use reqwest::Method;
use serde_json::{Value, json};
use store::on_both_engines;
use store::testing::TestStorage;

use crate::support::{Client, Dice, Install, Process, Server, eventually, short_or_long};

const CLIENTS: usize = 64;
const USED_UP: &str = r#"{"success":false,"message":"Invalid coupon code"}"#;

async fn issue(server: &Server, code: &str, max_redemptions: u32) {
    let coupon = CouponIssued {
        label: "race".to_owned(),
        credits: 10,
        tier: None,
        max_redemptions,
        expires_at: None,
    };
    let code = CouponCode::parse(code).unwrap();
    server
        .product
        .core
        .coupons
        .issue(&code, coupon)
        .await
        .unwrap();
}

async fn clients(server: &Server) -> Vec<Client> {
    let clients: Vec<_> = (0..CLIENTS)
        .map(|n| server.user(&format!("racer{n}@example.com"), "basic"))
        .collect();
    futures::future::join_all(clients.iter().map(Client::credits)).await;
    clients
}

on_both_engines! {
    async fn coup_06_64_clients_race_a_code_and_exactly_as_many_win_as_it_allows(test) {
        race(test, short_or_long(50, 1_000)).await;
    }

    async fn coup_06_one_user_redeems_a_code_once_however_often_at_once(test) {
        let server = Server::empty(test).await;
        let user = server.user("eager@example.com", "basic");
        user.credits().await;
        for round in 0..i64::from(short_or_long(10, 200)) {
            let code = format!("EAGER-{round}");
            issue(&server, &code, 1_000).await;
            let answers = futures::future::join_all((0..16).map(|_| user.redeem(&code))).await;
            let bodies: Vec<Value> = answers.iter().map(|answer| answer.json()).collect();
            let (wins, losses): (Vec<_>, Vec<_>) = bodies.iter().partition(|b| b["success"] == true);
            assert_eq!(wins.len(), 1, "{bodies:?}");
            let told = |b: &&Value| b["message"] == "You have already redeemed this coupon";
            assert!(losses.iter().all(told), "{bodies:?}");
            assert_eq!(user.balance().await.0, 100 + 10 * (round + 1));
        }
        server.stop().await;
    }

    async fn coup_06_crash_a_server_killed_in_the_middle_of_a_race_has_one_winner_with_one_answer(test) {
        let install = Install::new(&test);
        let mut dice = Dice::from_printed_seed("coupon race with kill -9");
        for round in 0..short_or_long(4, 100) {
            let code = format!("KILL-{round}");
            install.succeed(&["coupons", "issue", "--credits", "10", "--code", &code]);
            race_with_kill(&install, &code, &mut dice).await;
        }
        let ledger = install.ledger().await;
        assert_eq!(ledger.count("CouponRedeemed"), short_or_long(4, 100));
        assert_eq!(ledger.count("CouponCredited"), short_or_long(4, 100));
        install.succeed(&["ledger", "verify", "--all"]);
    }
}

/// 64 users race for one code after the other.
pub(crate) async fn race(test: TestStorage, rounds: usize) {
    // Whoever loses a race has tried a code that gives nothing.
    let server = Server::with(test, |settings| {
        settings.user_limits[Limited::CouponGuesses].most = u32::MAX;
        settings.user_limits[Limited::AddressGuesses].most = u32::MAX;
    })
    .await;
    let clients = clients(&server).await;
    let mut won = vec![0; CLIENTS];
    for round in 0..rounds {
        // Mostly a single use, now and then several.
        let uses = if round % 5 == 4 { 2 + round % 7 } else { 1 };
        let code = format!("RACE-{round:05}");
        issue(&server, &code, u32::try_from(uses).unwrap()).await;
        let answers = futures::future::join_all(clients.iter().map(|c| c.redeem(&code))).await;
        let mut winners = 0;
        for (client, answer) in answers.iter().enumerate() {
            assert_eq!(answer.status, 200, "round {round}: {}", answer.text);
            if answer.json()["success"] == true {
                winners += 1;
                won[client] += 1;
            } else {
                assert_eq!(answer.text, USED_UP, "round {round}");
            }
        }
        assert_eq!(winners, uses, "round {round}");
    }
    for (client, won) in clients.iter().zip(won) {
        assert_eq!(client.balance().await.0, 100 + 10 * won, "{}", client.sub);
    }
    server.stop().await;
}

/// Everybody redeems with a key; the server is killed on the way; everybody asks again.
pub(crate) async fn race_with_kill(install: &Install, code: &str, dice: &mut Dice) {
    let server = install.serve().await;
    let racers = racers(&server);
    let opened = futures::future::join_all(racers.iter().map(Client::credits)).await;
    assert_eq!(opened.len(), racers.len());
    let kill_after = dice.within(Duration::from_millis(30));
    let first = futures::future::join_all(racers.iter().map(|racer| ask(racer, code)));
    let killing = async {
        tokio::time::sleep(kill_after).await;
        server.kill();
    };
    let (first, ()) = tokio::join!(first, killing);

    let server = install.serve().await;
    let again = self::racers(&server);
    let answers = futures::future::join_all(again.iter().map(|racer| async move {
        eventually("the redemption is answered", || ask(racer, code)).await
    }))
    .await;
    let wins = answers
        .iter()
        .filter(|answer| answer["success"] == true)
        .count();
    assert_eq!(wins, 1, "{code}: {answers:?}");
    for (before, after) in first.iter().zip(&answers) {
        if let Some(before) = before {
            assert_eq!(
                before["success"], after["success"],
                "{code}: an answer that was given holds"
            );
        }
    }
    server.kill();
}

fn racers(server: &Process) -> Vec<Client> {
    (0..16)
        .map(|n| server.user(&format!("racer{n}@example.com"), "basic"))
        .collect()
}

/// Nothing where the server is gone or has no time.
async fn ask(racer: &Client, code: &str) -> Option<Value> {
    let path = format!("/api/credits/redeem/{}", racer.sub_in_path());
    let request = racer
        .request(Method::POST, &path)
        .header("Idempotency-Key", code)
        .json(&json!({"coupon_code": code}));
    let answer = Client::try_send(request).await?;
    (answer.status == 200).then(|| answer.json())
}
