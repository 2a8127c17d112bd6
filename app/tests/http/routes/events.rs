//! Following a job by its events (JOB-05, JOB-13; issue 15).

use std::time::Duration;

use commands::limits::Limited;
use reqwest::Method;
use serde_json::{Value, json};

use super::enrichment::{begin, in_real_cities};
use crate::support::{
    BEND_BREWERIES, Client, EventStream, Install, PORTLAND_BREWERIES, Server, Told, brewery_search,
    eventually,
};

const ROWS: usize = PORTLAND_BREWERIES + BEND_BREWERIES;

fn number(told: &Told, name: &str) -> i64 {
    told.body[name].as_i64().unwrap()
}

/// Sum of the rows that a state counts city by city.
fn by_city(told: &Told) -> i64 {
    let cities = told.body["cities_found"].as_array().unwrap();
    cities
        .iter()
        .map(|city| city["results"].as_i64().unwrap())
        .sum()
}

/// Each state is whole, later than the one before, and another.
fn assert_in_order(told: &[Told]) {
    for one in told {
        assert_eq!(by_city(one), number(one, "results_count"), "{one:?}");
    }
    for pair in told.windows(2) {
        let (before, after) = (&pair[0], &pair[1]);
        assert_ne!(before.id, after.id);
        for name in ["progress", "results_count", "credits_charged"] {
            assert!(
                number(before, name) <= number(after, name),
                "{before:?} {after:?}"
            );
        }
    }
}

/// A search that takes a while.
fn long_search() -> Value {
    let cities: Vec<String> = (0..60).map(|n| format!("Testville {n}")).collect();
    json!({"search_term": "florist", "state": "OR", "cities": cities, "source": "sample"})
}

async fn refused(user: &Client, job: &str) -> crate::support::Answer {
    user.get(&format!("/api/jobs/{job}/events")).await
}

store::on_both_engines! {
    /// JOB-05.
    async fn job_05_a_job_is_followed_from_its_queue_to_its_end(test) {
        let mut server = Server::without_worker(test).await;
        let user = server.user("ada@example.com", "pro");
        let job = user.start(&brewery_search()).await;
        let mut stream = EventStream::open(&user, &job, None).await;
        let first = stream.next().await.unwrap();
        assert_eq!((first.name.as_str(), &first.body["status"]), ("job", &json!("queued")));
        assert_eq!((&first.body["cities_found"], &first.body["credits_charged"]), (&json!([]), &json!(0)));
        assert_eq!(first.body, user.job(&job).await);

        server.start_worker();
        let mut told = vec![first];
        told.extend(stream.rest().await);
        assert_in_order(&told);
        let (end, before) = told.split_last().unwrap();
        assert!(before.iter().all(|told| told.name == "job"));
        assert_eq!((end.name.as_str(), &end.body["status"]), ("end", &json!("completed")));
        assert_eq!(end.body, user.job(&job).await);
        assert_eq!(number(end, "credits_charged"), ROWS as i64);
        let cities = json!([
            {"city": "Portland", "results": PORTLAND_BREWERIES, "done": true},
            {"city": "Bend", "results": BEND_BREWERIES, "done": true},
        ]);
        assert_eq!(end.body["cities_found"], cities);
        // Whoever comes later, with or without the last id, hears the end alone.
        for last in [None, Some(end.id.as_str())] {
            let later = EventStream::open(&user, &job, last).await.rest().await;
            assert_eq!(later, std::slice::from_ref(end));
        }
        server.stop().await;
    }

    /// JOB-05: rows are there as soon as an event counts them.
    async fn job_05_rows_that_an_event_counts_can_be_fetched_while_the_job_runs(test) {
        let server = Server::start(test).await;
        let user = server.user("enya@example.com", "enterprise");
        let job = user.start(&long_search()).await;
        let mut stream = EventStream::open(&user, &job, None).await;
        let (mut rows, mut running) = (Vec::new(), 0);
        while let Some(told) = stream.next().await {
            // A slow look may count more than fit on a page.
            loop {
                let path = format!("/api/jobs/{job}/result?offset={}&limit=1000", rows.len());
                let page = user.get(&path).await.json();
                let page = page["result"]["results"].as_array().unwrap().clone();
                rows.extend_from_slice(&page);
                if page.len() < 1000 {
                    break;
                }
            }
            assert!(rows.len() as i64 >= number(&told, "results_count"));
            running += usize::from(told.name == "job" && !rows.is_empty());
        }
        assert!(running > 0, "rows came while it ran");
        assert_eq!(rows, user.rows(&job).await);
        server.stop().await;
    }

    /// JOB-13.
    async fn job_13_a_stream_that_broke_goes_on_after_its_last_event(test) {
        let mut server = Server::without_worker(test).await;
        let user = server.user("enya@example.com", "enterprise");
        let job = user.start(&long_search()).await;
        let mut told = vec![EventStream::open(&user, &job, None).await.next().await.unwrap()];
        server.start_worker();
        while told.last().unwrap().name != "end" {
            let last = told.last().unwrap().id.clone();
            let mut stream = EventStream::open(&user, &job, Some(&last)).await;
            // The connection is gone after each event.
            told.push(stream.next().await.unwrap());
        }
        assert_in_order(&told);
        assert_eq!(told.last().unwrap().body, user.job(&job).await);
        server.stop().await;
    }

    /// JOB-13.
    async fn job_13_a_server_that_is_killed_and_started_again_goes_on_telling(test) {
        let install = Install::new(&test);
        test.storage.close().await;
        let server = install.serve().await;
        let user = server.user("enya@example.com", "enterprise");
        let job = user.start(&long_search()).await;
        let mut stream = EventStream::open(&user, &job, None).await;
        let mut told = vec![stream.next().await.unwrap()];
        server.kill();
        told.extend(stream.rest().await);
        assert!(told.iter().all(|told| told.name == "job"), "it did not end");

        let server = install.serve().await;
        let user = server.user("enya@example.com", "enterprise");
        let last = told.last().unwrap().id.clone();
        told.extend(EventStream::open(&user, &job, Some(&last)).await.rest().await);
        assert_in_order(&told);
        let end = told.last().unwrap();
        assert_eq!((end.name.as_str(), &end.body), ("end", &user.job(&job).await));
        assert_eq!(end.body["results_count"], user.rows(&job).await.len());
    }

    /// JOB-05, ENR-04.
    async fn enr_04_the_enrichment_is_followed_to_its_end_with_what_it_costs(test) {
        let server = Server::start(test).await;
        let user = server.user("enya@example.com", "enterprise");
        let (job, _) = user.run(&in_real_cities(200)).await;
        begin(&user, &job).await;
        let told = EventStream::open(&user, &job, None).await.rest().await;
        assert_in_order(&told);
        let end = told.last().unwrap();
        assert_eq!(end.name, "end");
        assert_eq!(end.body["enrichment"]["status"], "completed");
        assert_eq!(end.body["enrichment"]["enriched"], end.body["results_count"]);
        let (_, used, _) = user.balance().await;
        assert_eq!(number(end, "credits_charged"), used);
        assert!(used > number(end, "results_count"), "the facts are paid");
        server.stop().await;
    }

    /// JOB-05, AUTH-12.
    async fn job_05_a_stream_is_its_owners_and_a_user_has_a_few(test) {
        let server = Server::without_worker(test).await;
        let (ada, eve) = (server.user("ada@example.com", "pro"), server.user("eve@example.com", "pro"));
        let job = ada.start(&brewery_search()).await;
        assert_eq!(refused(&eve, &job).await.error().0, 404);
        assert_eq!(refused(&eve, "nonsense").await.error().0, 404);
        assert_eq!(refused(&server.anonymous, &job).await.error().0, 401);

        let mut open = Vec::new();
        for _ in 0..server.settings.user_limits[Limited::EventStreams].most {
            open.push(EventStream::open(&ada, &job, None).await);
        }
        let (status, code, _) = refused(&ada, &job).await.error();
        assert_eq!((status, code.as_str()), (429, "too_many_requests"));
        assert_eq!(refused(&ada, &job).await.header("retry-after"), "5");
        let eves = eve.start(&brewery_search()).await;
        assert!(EventStream::open(&eve, &eves, None).await.next().await.is_some());

        open.pop();
        eventually("a closed stream's place is free", || async {
            let request = ada.request(Method::GET, &format!("/api/jobs/{job}/events"));
            (request.send().await.unwrap().status() == 200).then_some(())
        })
        .await;
        server.stop().await;
    }

    /// JOB-05: nothing is queued for a reader who does not read.
    async fn job_05_a_slow_reader_holds_nobody_up_and_gets_the_newest_state(test) {
        let server = Server::start(test).await;
        let user = server.user("enya@example.com", "enterprise");
        let job = user.start(&long_search()).await;
        let slow = EventStream::open(&user, &job, None).await;
        let body = user.ended(&job).await;
        assert_eq!(user.job(&job).await, body);
        let told = slow.rest().await;
        assert_in_order(&told);
        let end = told.last().unwrap();
        assert_eq!((end.name.as_str(), &end.body), ("end", &body));
        server.stop().await;
    }

    /// JOB-13: the server's stop and a stream's longest time are no end of the job.
    async fn job_13_a_silent_stream_shows_life_and_one_that_is_closed_says_no_end(test) {
        let server = Server::with(test, |settings| {
            settings.streams.heart_beat = Duration::from_millis(20);
            settings.streams.longest = Duration::from_millis(500);
        })
        .await;
        server.import(&crate::support::made_up_listing());
        let user = server.user("ada@example.com", "pro");
        let job = user.start(&brewery_search()).await;
        let mut stream = EventStream::open(&user, &job, None).await;
        let first = stream.next().await.unwrap();
        assert_eq!(stream.next().await, None, "nothing has changed until its time is over");
        assert!(stream.heart_beats > 0);

        let mut stream = EventStream::open(&user, &job, None).await;
        assert_eq!(stream.next().await, Some(first));
        server.product.services.streams.closed.cancel();
        assert_eq!(stream.next().await, None);
        server.stop().await;
    }
}
