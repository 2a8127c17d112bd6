//! kill -9 in the middle of an enrichment: every row is enriched, and paid once (ENR-05, JOB-13; issue 6).
//! `DEMANDATLAS_SOAK=1` runs the long form.

use std::time::Duration;

use store::testing::TestStorage;

use crate::routes::enrichment::{begin, enrich, enriched, in_real_cities};
use crate::support::{Dice, Install, Process, eventually, short_or_long};

/// Kills on each engine.
fn rounds() -> u32 {
    short_or_long(8, 100)
}

/// Several slices of rows.
const ROWS: i64 = 150;

async fn kill_in_the_middle(test: &TestStorage, name: &str) {
    let mut dice = Dice::from_printed_seed(name);
    let install = Install::new(test);
    let mut process = install.serve().await;
    let usual = undisturbed(&process).await;
    let mut in_the_middle = 0;
    for round in 0..rounds() {
        let email = format!("user{round}@example.com");
        let user = process.user(&email, "enterprise");
        let (job, _) = user.run(&in_real_cities(ROWS as u32)).await;
        begin(&user, &job).await;
        tokio::time::sleep(dice.within(usual)).await;
        process.kill();
        process = install.serve().await;
        let user = process.user(&email, "enterprise");
        let status = user.job(&job).await["enrichment"]["status"].clone();
        in_the_middle += u32::from(status == "processing");
        let answer = enrich(&user, &job).await;
        assert_eq!(enriched(&answer["results"]) as i64, ROWS);
        assert_eq!(
            user.balance().await,
            (2_000 - 2 * ROWS, 2 * ROWS, 2_000),
            "no hold is left"
        );
    }
    eprintln!(
        "{name}: {in_the_middle} kills found the enrichment under way; undisturbed {usual:?}"
    );
    assert!(in_the_middle > 0, "not one kill came in the middle");
    install.ledger().await.assert_holds_settled_once();
}

/// How long an enrichment takes when nothing happens.
async fn undisturbed(process: &Process) -> Duration {
    let user = process.user("undisturbed@example.com", "enterprise");
    let (job, _) = user.run(&in_real_cities(ROWS as u32)).await;
    // Once before, so that the pack is in memory.
    enrich(&user, &job).await;
    let (job, _) = user.run(&in_real_cities(ROWS as u32)).await;
    let since = std::time::Instant::now();
    begin(&user, &job).await;
    eventually("the enrichment ends", || async {
        (user.job(&job).await["enrichment"]["status"] == "completed").then_some(())
    })
    .await;
    since.elapsed()
}

store::on_both_engines! {
    /// ENR-05, JOB-13.
    async fn enr_05_crash_kill_9_in_the_middle_of_enrichment_charges_nothing_twice(test) {
        let name = format!("enrichment crash on {}", test.storage.log.engine());
        kill_in_the_middle(&test, &name).await;
    }
}
