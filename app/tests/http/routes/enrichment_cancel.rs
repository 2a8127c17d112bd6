//! Cancel against enrichment at drawn moments (JOB-07, CRED-11). `DEMANDATLAS_SOAK=1` runs the long form.

use std::time::{Duration, Instant};

use commands::Context;
use domain::metadata::Actor;
use domain::scrape_job::{EnrichmentCommand, ScrapeJob};
use jiff::Timestamp;
use serde_json::Value;

use super::enrichment::{begin, enrich, enriched, in_real_cities};
use crate::support::{Client, Dice, Server, eventually, short_or_long};

/// Three slices.
const ROWS: i64 = 150;
/// Cancels on each engine.
fn rounds() -> u32 {
    short_or_long(12, 300)
}

async fn searched(server: &Server, name: &str) -> (Client, String) {
    let user = server.user(&format!("{name}@example.com"), "enterprise");
    let (job, _) = user.run(&in_real_cities(ROWS as u32)).await;
    (user, job)
}

async fn enrichment_ended(user: &Client, job: &str) -> Value {
    eventually("the enrichment ends", || async {
        let enrichment = user.job(job).await["enrichment"].clone();
        (enrichment["status"] != "processing").then_some(enrichment)
    })
    .await
}

/// How long an enrichment takes when nothing happens.
async fn undisturbed(server: &Server) -> Duration {
    let (user, job) = searched(server, "first").await;
    // Once before, so that the pack is in memory.
    enrich(&user, &job).await;
    let (user, job) = searched(server, "undisturbed").await;
    let since = Instant::now();
    begin(&user, &job).await;
    enrichment_ended(&user, &job).await;
    since.elapsed()
}

store::on_both_engines! {
    /// JOB-07: the last row was enriched, and the end is not recorded yet: everything that was paid can be had.
    async fn job_07_a_cancel_after_the_last_row_leaves_an_enrichment_that_is_answered(test) {
        let server = Server::start(test).await;
        let (_, job) = searched(&server, "enya").await;
        let test = server.stop().await;
        let server = Server::without_worker(test).await;
        let user = server.user("enya@example.com", "enterprise");
        begin(&user, &job).await;
        let all = EnrichmentCommand::EnrichRows { first_row: 0, rows: ROWS as u32, with_facts: 0 };
        let context = Context::new(Actor::System, &*job, Timestamp::now());
        server.product.core.dispatcher.execute::<ScrapeJob>(&job, all.into(), &context).await.unwrap();
        assert_eq!(user.cancel(&job).await.status, 200);
        let answer = enrich(&user, &job).await;
        assert_eq!(answer["results"].as_array().unwrap().len() as i64, ROWS);
        assert_eq!(answer["enrichment"]["status"], "cancelled");
        server.stop().await;
    }

    /// What was paid is kept, nothing more is charged, and a hold settles once; then the rest can be had.
    async fn job_07_crash_a_cancel_at_any_moment_of_an_enrichment_keeps_what_was_paid(test) {
        let mut dice = Dice::from_printed_seed("cancel against enrich");
        let server = Server::start(test).await;
        let usual = undisturbed(&server).await;
        let (mut cancels, mut completions, mut between) = (0, 0, 0);
        // On, beyond the usual number, until each has come first.
        while cancels + completions < rounds() || cancels == 0 || completions == 0 {
            let round = cancels + completions;
            assert!(round < 4 * rounds(), "one side always came first: {cancels} cancels, {completions} completions");
            let (user, job) = searched(&server, &format!("user{round}")).await;
            begin(&user, &job).await;
            // The moment is what is drawn.
            tokio::time::sleep(dice.within(usual * 2)).await;
            let answer = user.cancel(&job).await;
            let enrichment = enrichment_ended(&user, &job).await;
            let facts = enriched(&Value::Array(user.rows(&job).await)) as i64;
            match answer.status {
                200 => {
                    assert_eq!(enrichment["status"], "cancelled");
                    cancels += 1;
                }
                409 => {
                    assert_eq!((&enrichment["status"], facts), (&"completed".into(), ROWS));
                    completions += 1;
                }
                _ => panic!("{}", answer.text),
            }
            between += u32::from(facts > 0 && facts < ROWS);
            assert_eq!(enrichment["enriched"], facts, "{enrichment}");
            user.has_paid(ROWS + facts).await;
            // The rest, for the rest of the price.
            assert_eq!(enriched(&enrich(&user, &job).await["results"]) as i64, ROWS);
            user.has_paid(2 * ROWS).await;
        }
        eprintln!("{cancels} cancels ({between} with a part of the facts) and {completions} completions came first");
        server.ledger().await.assert_holds_settled_once();
        server.stop().await;
    }
}
