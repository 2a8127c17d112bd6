//! A user's sessions in pages, and which of them they have not seen yet (JOB-10, JOB-12).

use std::sync::Arc;

use commands::SetClock;
use serde_json::{Value, json};
use store::on_both_engines;

use super::enrichment::{begin, enrich};
use crate::support::{Client, Server, brewery_search, made_up_listing};

async fn listed(user: &Client, query: &str) -> Value {
    let answer = user.get(&format!("/api/jobs{query}")).await;
    assert_eq!(answer.status, 200, "{}", answer.text);
    answer.json()
}

/// The ids of a page.
fn ids(page: &Value) -> Vec<&str> {
    let jobs = page["jobs"].as_array().unwrap().iter();
    jobs.map(|job| job["job_id"].as_str().unwrap()).collect()
}

async fn see(user: &Client, job: &str) {
    let answer = user
        .post(&format!("/api/jobs/{job}/seen"), &json!({}))
        .await;
    assert_eq!((answer.status, answer.text.as_str()), (204, ""));
}

async fn with_clock(test: store::testing::TestStorage) -> (Server, Arc<SetClock>) {
    let clock = SetClock::new();
    clock.set("2026-05-20T10:00:00Z");
    let server = Server::with_clock(test, |_| {}, clock.clone()).await;
    server.import(&made_up_listing());
    (server, clock)
}

on_both_engines! {
    /// JOB-10: newest first, page by page, each as the call for one session tells it.
    async fn job_10_a_users_sessions_are_listed_newest_first_in_pages(test) {
        let (mut server, clock) = with_clock(test).await;
        let (user, other) = (server.user("ada@example.com", "pro"), server.user("eve@example.com", "pro"));
        let mut started = Vec::new();
        for minute in 0..5 {
            // Two of them at the same moment.
            clock.set(&format!("2026-05-20T10:{:02}:00Z", minute / 2));
            started.push(user.start(&brewery_search()).await);
        }
        other.start(&brewery_search()).await;
        server.start_worker();
        for job in &started {
            user.ended(job).await;
        }
        let all = listed(&user, "").await;
        assert_eq!((all["jobs"].as_array().unwrap().len(), &all["next"]), (5, &Value::Null));
        assert_eq!(ids(&all)[0], started[4]);
        for job in all["jobs"].as_array().unwrap() {
            assert_eq!(*job, user.job(job["job_id"].as_str().unwrap()).await);
        }
        for query in ["", "open=true&"] {
            let mut paged: Vec<String> = Vec::new();
            let mut next = String::new();
            loop {
                let page = listed(&user, &format!("?{query}limit=2{next}")).await;
                paged.extend(ids(&page).into_iter().map(str::to_owned));
                match page["next"].as_str() {
                    Some(cursor) => next = format!("&before={cursor}"),
                    None => break,
                }
            }
            assert_eq!(paged, ids(&all), "{query}");
        }
        let later = listed(&user, "?since=2026-05-20T10:01:00Z").await;
        assert_eq!(ids(&later), ids(&all)[..3]);
        for wrong in ["?limit=0", "?limit=51", "?before=x", "?before=1_x", "?since=soon"] {
            assert_eq!(user.get(&format!("/api/jobs{wrong}")).await.error().0, 400, "{wrong}");
        }
        server.stop().await;
    }

    /// JOB-12: what runs is offered, and what has ended until it was opened.
    async fn job_12_what_runs_or_is_new_is_offered_until_it_was_seen(test) {
        let (mut server, _clock) = with_clock(test).await;
        let user = server.user("ada@example.com", "pro");
        let job = user.start(&brewery_search()).await;
        let offered = async || ids(&listed(&user, "?open=true").await).len();
        assert_eq!(offered().await, 1);
        // Seen while it waits: its end is news.
        see(&user, &job).await;
        assert_eq!(offered().await, 1);
        server.start_worker();
        user.ended(&job).await;
        see(&user, &job).await;
        assert_eq!(offered().await, 0);
        assert_eq!(ids(&listed(&user, "").await), [job.as_str()]);
        server.stop().await;
    }

    /// JOB-12: an enrichment that runs is offered again, and so is its end.
    async fn job_12_an_enrichment_makes_a_session_news_again(test) {
        let (server, clock) = with_clock(test).await;
        let mut server = server;
        server.start_worker();
        let user = server.user("ada@example.com", "pro");
        let (job, _) = user.run(&brewery_search()).await;
        see(&user, &job).await;
        assert_eq!(ids(&listed(&user, "?open=true").await).len(), 0);
        clock.set("2026-05-20T10:05:00Z");
        begin(&user, &job).await;
        assert_eq!(ids(&listed(&user, "?open=true").await), [job.as_str()]);
        enrich(&user, &job).await;
        assert_eq!(ids(&listed(&user, "?open=true").await), [job.as_str()]);
        see(&user, &job).await;
        see(&user, &job).await;
        assert_eq!(ids(&listed(&user, "?open=true").await).len(), 0);
        server.stop().await;
    }

    /// JOB-12: nobody is offered what ended more than a day ago.
    async fn job_12_what_ended_a_day_ago_is_offered_no_more(test) {
        let (mut server, clock) = with_clock(test).await;
        server.start_worker();
        let user = server.user("ada@example.com", "pro");
        let (job, _) = user.run(&brewery_search()).await;
        clock.set("2026-05-21T09:59:00Z");
        assert_eq!(ids(&listed(&user, "?open=true").await), [job.as_str()]);
        clock.set("2026-05-21T10:01:00Z");
        assert_eq!(ids(&listed(&user, "?open=true").await).len(), 0);
        server.stop().await;
    }

    /// ES-03: what a user has opened is erased with what is personal; another's session cannot be marked.
    async fn what_a_user_has_opened_is_erased_with_the_user(test) {
        let server = Server::start(test).await;
        let (user, other) = (server.user("ada@example.com", "pro"), server.user("eve@example.com", "pro"));
        let (job, _) = user.run(&brewery_search()).await;
        let foreign = other.post(&format!("/api/jobs/{job}/seen"), &json!({})).await;
        assert_eq!(foreign.status, 404);
        see(&user, &job).await;
        let seen = async || {
            let sub = domain::ids::UserId::new(&user.sub).unwrap();
            server.product.services.seen.since(&sub, 0).await.unwrap().len()
        };
        assert_eq!(seen().await, 1);
        let erased = user.post("/api/account/erase", &json!({"confirmation": "ERASE"})).await;
        assert_eq!(erased.json()["erased"], true, "{}", erased.text);
        assert_eq!(seen().await, 0);
        server.stop().await;
    }
}
