//! Cancelling: within a second, once, and whatever else happens at that moment (JOB-07, CRED-11).

use std::time::{Duration, Instant};

use serde_json::json;

use crate::support::{Dice, Server, brewery_search, eventually};

/// Cancels against completion, on each engine.
const RACES: u32 = 25;

fn long_search() -> serde_json::Value {
    let cities: Vec<String> = (0..500).map(|n| format!("Testville {n}")).collect();
    json!({"search_term": "florist", "state": "OR", "cities": cities, "source": "sample"})
}

store::on_both_engines! {
    /// JOB-07, CRED-11.
    async fn job_07_a_running_job_stops_at_once_and_what_it_delivered_is_kept(test) {
        let server = Server::start(test).await;
        let user = server.user("enya@example.com", "enterprise");
        let job = user.start(&long_search()).await;
        eventually("rows come", || async {
            let body = user.job(&job).await;
            let message = body["message"].as_str().unwrap().to_owned();
            let running = body["status"] == "processing" && body["results_count"].as_u64().unwrap() > 0;
            running.then(|| assert!(message.starts_with("Searching Testville"), "{message}"))
        })
        .await;
        let since = Instant::now();
        let cancelled = user.cancel(&job).await;
        assert_eq!(cancelled.status, 200, "{}", cancelled.text);
        assert_eq!(cancelled.json(), json!({"job_id": job, "status": "cancelled"}));
        let body = user.job(&job).await;
        assert_eq!(body["status"], "cancelled");
        let delivered = body["results_count"].as_i64().unwrap();
        assert_eq!(body["message"], format!("Job was cancelled with {delivered} results"));
        user.has_paid(delivered).await;
        // A second, and patience for a machine that runs other tests beside.
        assert!(since.elapsed() < Duration::from_secs(15), "{:?}", since.elapsed());

        // The worker goes on with other jobs; this one gets nothing more.
        user.run(&brewery_search()).await;
        assert_eq!(user.job(&job).await, body);
        assert_eq!(user.rows(&job).await.len() as i64, delivered);
        assert_eq!(user.history_of(&job).await["status"], "cancelled");
        assert_eq!(user.history_of(&job).await["credits_consumed"], delivered);
        user.has_paid(delivered + 32).await;
        server.stop_and_check_nothing_follows(&job, delivered).await;
    }

    /// JOB-07, CRED-11.
    async fn job_07_a_queued_job_is_cancelled_and_no_worker_starts_it(test) {
        let mut server = Server::without_worker(test).await;
        let user = server.user("ada@example.com", "pro");
        let job = user.start(&brewery_search()).await;
        assert_eq!(user.cancel(&job).await.status, 200);
        server.start_worker();
        let (_, later) = user.run(&brewery_search()).await;
        assert_eq!(later["results_count"], 32);
        assert_eq!(user.job(&job).await["status"], "cancelled");
        assert_eq!(user.balance().await.1, 32);
        server.stop_and_check_nothing_follows(&job, 0).await;
    }

    /// JOB-07: a second cancel, and one that comes after the end, change nothing.
    async fn job_07_an_ended_job_cannot_be_cancelled(test) {
        let mut server = Server::without_worker(test).await;
        let user = server.user("ada@example.com", "pro");
        let cancelled = user.start(&brewery_search()).await;
        assert_eq!(user.cancel(&cancelled).await.status, 200);
        server.start_worker();
        let (completed, _) = user.run(&brewery_search()).await;
        let events = server.ledger().await.len();
        for (job, state) in [(&cancelled, "cancelled"), (&completed, "completed")] {
            let message = format!("The job has already ended ({state}).");
            assert_eq!(user.cancel(job).await.error(), (409, "wrong_state".into(), message));
            assert_eq!(user.job(job).await["status"], state);
        }
        assert_eq!(server.ledger().await.len(), events);
        server.stop().await;
    }

    /// CRED-11: cancel against completion against the next slice.
    async fn cred_11_a_hold_settles_once_whoever_wins(test) {
        let mut dice = Dice::from_printed_seed("cred_11_a_hold_settles_once_whoever_wins");
        let server = Server::start(test).await;
        let user = server.user("enya@example.com", "enterprise");
        let since = Instant::now();
        user.run(&brewery_search()).await;
        let usual = since.elapsed();
        let (mut rows, mut cancels, mut completions) = (32, 0, 0);
        // On, beyond the usual number, until either has come first.
        while cancels + completions < RACES || cancels == 0 || completions == 0 {
            assert!(
                cancels + completions < 4 * RACES,
                "one side always came first: {cancels} cancels, {completions} completions"
            );
            let job = user.start(&brewery_search()).await;
            // The moment is what is drawn.
            tokio::time::sleep(dice.within(usual)).await;
            let answer = user.cancel(&job).await;
            let body = user.ended(&job).await;
            match answer.status {
                200 => assert_eq!(body["status"], "cancelled"),
                409 => assert_eq!(body["status"], "completed"),
                _ => panic!("{}", answer.text),
            }
            match answer.status {
                200 => cancels += 1,
                _ => completions += 1,
            }
            let delivered = body["results_count"].as_i64().unwrap();
            assert_eq!(user.rows(&job).await.len() as i64, delivered);
            rows += delivered;
            user.has_paid(rows).await;
        }
        eprintln!("{cancels} cancels and {completions} completions came first");
        server.ledger().await.assert_holds_settled_once();
        server.stop().await;
    }
}

impl Server {
    /// After the cancellation the job gets no rows and pays nothing; at most its worker takes one more
    /// hold, and gives it back.
    async fn stop_and_check_nothing_follows(self, job: &str, delivered: i64) {
        let ledger = self.ledger().await;
        ledger.assert_holds_settled_once();
        let cancelled = ledger.position(job, "JobCancelled").expect("an event");
        let after = ledger.after(cancelled, job);
        assert!(
            after.is_empty() || after == ["CreditsHeld", "HoldReleased"],
            "{after:?}"
        );
        assert_eq!(ledger.delivered(job), delivered);
        assert_eq!(ledger.debited(job), delivered);
        self.stop().await;
    }
}
