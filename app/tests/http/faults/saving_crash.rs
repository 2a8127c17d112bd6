//! kill -9 in the middle of a bulk save: each company once, all or none of a call (RES-06, ES-01; issue 16).
//! `DEMANDATLAS_SOAK=1` runs the long form.

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use reqwest::Method;
use serde_json::{Value, json};
use store::testing::TestStorage;

use crate::support::{Client, Dice, Install, Process, eventually, short_or_long};

/// Kills on each engine.
fn rounds() -> u32 {
    short_or_long(8, 100)
}

/// A few hundred sample rows.
fn search() -> Value {
    let cities: Vec<String> = (0..25).map(|n| format!("Testville {n}")).collect();
    json!({"search_term": "florist", "state": "OR", "cities": cities, "source": "sample"})
}

async fn save_all(user: &Client, session: &str, key: &str) -> Option<Value> {
    let request = user
        .request(Method::POST, "/api/save-companies")
        .header("Idempotency-Key", key)
        .json(&json!({"session_id": session}));
    let answer = Client::try_send(request).await?;
    (answer.status == 200).then(|| answer.json())
}

async fn listed(user: &Client) -> Value {
    let path = format!("/api/saved-companies?user_id={}", user.sub_in_path());
    user.get(&path).await.json()
}

/// How long a save takes when nothing happens.
async fn undisturbed(process: &Process) -> Duration {
    let user = process.user("undisturbed@example.com", "enterprise");
    let (session, _) = user.run(&search()).await;
    let since = Instant::now();
    save_all(&user, &session, "calm").await.unwrap();
    since.elapsed()
}

async fn kill_in_the_middle(test: &TestStorage, name: &str) {
    let mut dice = Dice::from_printed_seed(name);
    let install = Install::new(test);
    let mut process = install.serve().await;
    let usual = undisturbed(&process).await;
    let (mut unsaved, mut unanswered) = (0, 0);
    for round in 0..rounds() {
        let email = format!("user{round}@example.com");
        let user = process.user(&email, "enterprise");
        let (session, _) = user.run(&search()).await;
        let rows = user.rows(&session).await.len();
        assert!(rows >= 200, "{rows}");
        let moment = dice.within(usual);
        let killing = async {
            tokio::time::sleep(moment).await;
            process.kill();
        };
        let (answer, ()) = tokio::join!(save_all(&user, &session, "once"), killing);
        process = install.serve().await;
        let user = process.user(&email, "enterprise");

        let found = listed(&user).await["total_count"].as_u64().unwrap();
        assert!(
            found == 0 || found == rows as u64,
            "{found} of {rows} companies are saved: a call is one commit"
        );
        assert!(answer.is_none() || found > 0, "what was answered is there");
        unsaved += u32::from(found == 0);
        unanswered += u32::from(answer.is_none());
        let again = eventually("the save is answered", || save_all(&user, &session, "once")).await;
        assert_eq!(again["failed"], 0, "{again}");
        if let Some(answer) = answer {
            assert_eq!(again, answer, "an answer that was given holds");
        }
        let companies = listed(&user).await;
        assert_eq!(companies["total_count"], rows);
        let rows_saved: BTreeSet<_> = companies["companies"]
            .as_array()
            .unwrap()
            .iter()
            .map(|company| company["business_row_idx"].as_u64())
            .collect();
        assert_eq!(rows_saved.len(), rows, "each once");
    }
    eprintln!(
        "{name}: of {} kills {unanswered} came before the answer, {unsaved} before the commit; undisturbed {usual:?}",
        rounds()
    );
    assert!(unanswered > 0, "not one kill came in the middle");
    install.succeed(&["projections", "verify"]);
}

store::on_both_engines! {
    /// RES-06, ES-01.
    async fn res_06_crash_kill_9_in_the_middle_of_a_bulk_save_saves_each_company_once(test) {
        let name = format!("saving crash on {}", test.storage.log.engine());
        kill_in_the_middle(&test, &name).await;
    }
}
