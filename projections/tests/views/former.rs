//! A new version of a view on the data that a former version left: its table answers until the new one has
//! caught up, for every view; then the new one does, with the rows that a rebuild makes.

use std::time::Duration;

use domain::credit_account::{AllowanceLapsed, CreditEvent};
use domain::ids::SessionKey;
use jiff::{SignedDuration, Timestamp};
use projections::credit_status::{CreditStatusQuery, percentage_used};
use projections::history::HistoryQuery;
use projections::jobs::JobsQuery;
use projections::ledger::{Cut, LedgerReader};
use projections::ledger_entries::{EntryFilter, LedgerEntriesQuery};
use projections::{View, all, drop_abandoned};
use rand::SeedableRng;
use rand::rngs::StdRng;
use serde_json::{Value, json};
use store::db::Storage;
use store::leases::Leases;
use store::log::NewEvent;
use store::subscriptions::{Checkpoints, Status};
use store::testing::{Engine, Former, eventually};

use crate::support::{History, at, differing, log_of, stored, subscriptions, view};

/// Whoever builds the new tables in the tests that hold that back.
const OTHER: &str = "another process";

/// Declares each test function twice, once per engine, on what the former version left there.
macro_rules! on_the_former_version {
    ($( async fn $name:ident($former:ident) $body:block )+) => {
        mod sqlite {
            use super::*;
            $( #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn $name() {
                let $former = Engine::Sqlite.former().await.unwrap();
                $body
            } )+
        }
        mod postgres {
            use super::*;
            $( #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn $name() {
                let Some($former) = Engine::Postgres.former().await else { return };
                $body
            } )+
        }
    };
}

/// What the former server answered, in its own words, as far as the read models say it.
fn answered(former: &Former) -> Vec<Value> {
    let answers: Vec<Value> = serde_json::from_str(&former.answers).unwrap();
    let answers = answers.into_iter().map(|answer| {
        let (credits, job) = (&answer["credits"], &answer["job"]);
        json!({
            "at": answer["at"],
            "credits": {
                "user_id": credits["user_id"], "tier": credits["tier"],
                "available_credits": credits["available_credits"],
                "total_credits": credits["total_credits"], "used_credits": credits["used_credits"],
                "percentage_used": credits["percentage_used"].as_f64(),
                "last_reset": credits["last_reset"],
            },
            "history": answer["history"]["data"],
            "job": {
                "job_id": job["job_id"], "status": job["status"], "search_term": job["search_term"],
                "state": job["state"], "cities": job["cities"],
                "results_count": job["results_count"], "source": job["source"],
                "sample": job["sample"], "created_at": job["created_at"],
                "updated_at": job["updated_at"], "enrichment": job["enrichment"]["status"],
                "enriched": job["enrichment"]["enriched"],
            },
        })
    });
    answers.collect()
}

/// The same, as the read models say it now.
async fn shown(storage: &Storage, asked: &[Value]) -> Vec<Value> {
    let mut shown = Vec::new();
    for answer in asked {
        let now: Timestamp = answer["at"].as_str().unwrap().parse().unwrap();
        let user = answer["credits"]["user_id"].as_str().unwrap();
        let session: SessionKey = answer["job"]["job_id"].as_str().unwrap().parse().unwrap();
        let views = || storage.views.clone();
        let balance = CreditStatusQuery::new(views())
            .at(user, now)
            .await
            .unwrap()
            .unwrap();
        let history = HistoryQuery::new(views());
        let entries = history.since(user, Timestamp::UNIX_EPOCH, 10).await;
        let history = entries.unwrap().into_iter().map(|entry| {
            json!({
                "session_id": entry.session_id, "timestamp": entry.started_at.to_string(),
                "scrape_type": entry.scrape_type.as_str(), "results_count": entry.results_count,
                "credits_consumed": entry.credits_consumed, "status": entry.status.as_str(),
            })
        });
        let history: Vec<_> = history.collect();
        let job = JobsQuery::new(views())
            .owned(user, session)
            .await
            .unwrap()
            .unwrap();
        shown.push(json!({
            "at": answer["at"],
            "credits": {
                "user_id": user, "tier": balance.tier.as_str(),
                "available_credits": balance.available(), "total_credits": balance.total,
                "used_credits": balance.used, "percentage_used": percentage_used(&balance),
                "last_reset": balance.period_starts_at.to_string(),
            },
            "history": history,
            "job": {
                "job_id": job.job_id.to_string(), "status": job.stage.status().as_str(),
                "search_term": job.term, "state": job.state, "cities": job.cities,
                "results_count": job.delivered, "source": job.source, "sample": job.sample,
                "created_at": job.queued_at.to_string(), "updated_at": job.updated_at.to_string(),
                "enrichment": job.enrichment.stage.status().as_str(),
                "enriched": job.enrichment.enriched,
            },
        }));
    }
    shown
}

/// The views that the former version had already.
fn of_the_former_version() -> impl Iterator<Item = View> {
    let views = all().into_iter();
    views.filter(|view| !["ledger_entries", "saved_companies", "timeline"].contains(&view.name()))
}

/// Makes every view one whose version has changed since: those that have not go back by a version.
async fn age(storage: &Storage) {
    for view in of_the_former_version() {
        if view.answered_by(&storage.views).await.unwrap().is_some() {
            continue;
        }
        let (table, version) = view.checkpoint().rsplit_once("_v").unwrap();
        let before = version.parse::<u32>().unwrap() - 1;
        let script = format!(
            "ALTER TABLE {table}_v{version} RENAME TO {table}_v{before}; \
             UPDATE checkpoints SET name = '{table}_v{before}' WHERE name = '{table}_v{version}';"
        );
        storage.views.run_script(&script).await.unwrap();
    }
    for view in of_the_former_version() {
        assert!(
            view.answered_by(&storage.views).await.unwrap().is_some(),
            "{}",
            view.name()
        );
    }
}

/// Keeps everybody from building new tables.
async fn hold_back(leases: &Leases) {
    for view in all() {
        let hour = Duration::from_secs(3_600);
        let lease = format!("{}_shadow", view.checkpoint());
        assert!(leases.acquire(&lease, OTHER, hour).await.unwrap().is_some());
    }
}

async fn let_go(leases: &Leases) {
    for view in all() {
        leases
            .release(&format!("{}_shadow", view.checkpoint()), OTHER)
            .await
            .unwrap();
    }
}

fn checkpoints() -> Vec<&'static str> {
    all().iter().map(View::checkpoint).collect()
}

const PATIENCE: Duration = Duration::from_secs(60);

on_the_former_version! {
    // ES-03, ES-05
    async fn es_03_the_table_of_the_version_before_answers_until_the_new_one_has_caught_up(former) {
        let storage = &former.storage.storage;
        let log = log_of(storage);
        let expected = answered(&former);
        age(storage).await;
        let leases = Leases::new(storage.log.clone());
        hold_back(&leases).await;
        let (following, stop) = subscriptions(storage, &log).await;

        // As the former version left it, and what happens meanwhile is not shown yet.
        let mut history = History::new(storage, &log);
        history.open("u1").await;
        let session = history.job("u1", 2, &mut StdRng::seed_from_u64(8)).await;
        assert!(!following.wait_for(&checkpoints(), history.last, Duration::from_millis(600)).await);
        assert_eq!(shown(storage, &expected).await, expected);
        let balances = CreditStatusQuery::new(storage.views.clone());
        assert_eq!(balances.at("u1", at(1)).await.unwrap(), None);
        assert_eq!(balances.list("", 10, at(1)).await.unwrap().len(), expected.len());
        let jobs = JobsQuery::new(storage.views.clone());
        assert_eq!(jobs.owned("u1", session).await.unwrap(), None);
        assert_eq!(jobs.open_jobs("u1").await.unwrap(), 0);

        let_go(&leases).await;
        assert!(following.wait_for(&checkpoints(), history.last, PATIENCE).await);
        for view in all() {
            assert_eq!(view.answered_by(&storage.views).await.unwrap(), None, "{}", view.name());
        }
        assert_eq!(shown(storage, &expected).await, expected);
        assert!(balances.at("u1", at(1)).await.unwrap().is_some());
        assert!(jobs.owned("u1", session).await.unwrap().is_some());
        assert_eq!(differing(storage, &log).await, []);
        // And it is followed from there.
        history.job("u1", 1, &mut StdRng::seed_from_u64(9)).await;
        assert!(projections::caught_up(&following, history.last).await);
        assert_eq!(differing(storage, &log).await, []);
        stop.cancel();
        following.ended().await;
    }

    // ES-03
    async fn es_03_two_processes_that_find_an_old_table_build_the_new_one_once_and_both_follow_it(former) {
        let storage = &former.storage.storage;
        let other = former.storage.reopen().await;
        let (log, other_log) = (log_of(storage), log_of(&other));
        let expected = answered(&former);
        age(storage).await;
        let (one, stop_one) = subscriptions(storage, &log).await;
        let (two, stop_two) = subscriptions(&other, &other_log).await;
        let mut history = History::new(storage, &log);
        history.open("u1").await;
        history.job("u1", 3, &mut StdRng::seed_from_u64(10)).await;
        for following in [&one, &two] {
            assert!(following.wait_for(&checkpoints(), history.last, PATIENCE).await);
        }
        assert_eq!(shown(&other, &expected).await, expected);
        assert_eq!(differing(storage, &log).await, []);
        stop_one.cancel();
        stop_two.cancel();
    }

    // ES-02
    async fn es_02_an_event_that_cannot_be_projected_leaves_the_old_table_answering(former) {
        let storage = &former.storage.storage;
        let log = log_of(storage);
        let expected = answered(&former);
        let mut history = History::new(storage, &log);
        let any = CreditEvent::from(AllowanceLapsed { period: 0, credits: 1 });
        let poison = NewEvent {
            event_type: "JobTeleported",
            event_version: "9.0.0",
            payload: "{}".into(),
            metadata: stored(&any, 0).metadata,
        };
        history.append(vec![("ScrapeJob", SessionKey::default().to_string(), vec![poison])]).await;
        let (following, stop) = subscriptions(storage, &log).await;
        let checkpoint = view("jobs").checkpoint();
        let checkpoints = Checkpoints::new(storage.views.clone());
        eventually("the new version's building pauses", async || {
            checkpoints.load(checkpoint).await.unwrap().status == Status::Paused
        }).await;
        let paused = checkpoints.load(checkpoint).await.unwrap();
        assert!(paused.failure.unwrap().contains("JobTeleported"));
        assert_eq!(view("jobs").answered_by(&storage.views).await.unwrap(), Some(2));
        assert_eq!(shown(storage, &expected).await, expected);
        // Balances do not depend on it.
        let balances = view("credit_status").checkpoint();
        assert!(following.wait_for(&[balances], history.last, PATIENCE).await);
        stop.cancel();
        following.ended().await;
    }

    // ES-03
    async fn es_03_a_view_that_is_new_to_the_data_answers_once_it_has_all_of_it(former) {
        let storage = &former.storage.storage;
        let log = log_of(storage);
        let leases = Leases::new(storage.log.clone());
        hold_back(&leases).await;
        let (following, stop) = subscriptions(storage, &log).await;
        let users = CreditStatusQuery::new(storage.views.clone()).list("", 10, at(1)).await.unwrap();
        let user = &users[0].user_id;
        let ledgers = LedgerEntriesQuery::new(storage.views.clone());
        let all_of_it = EntryFilter::default();
        // Nothing rather than a part.
        assert!(ledgers.newest(user, &all_of_it, None, 10).await.is_err());

        let_go(&leases).await;
        assert!(following.wait_for(&checkpoints(), log.head().await.unwrap(), PATIENCE).await);
        let mut entries = ledgers.newest(user, &all_of_it, None, 10_000).await.unwrap();
        entries.reverse();
        let mut reader = LedgerReader::new(log.clone(), user.clone(), Cut::default());
        assert_eq!(entries, reader.next().await.unwrap());
        stop.cancel();
        following.ended().await;
    }

    async fn an_old_table_is_dropped_once_nobody_has_followed_it_for_an_hour(former) {
        let storage = &former.storage.storage;
        let log = log_of(storage);
        let expected = answered(&former);
        let (following, stop) = subscriptions(storage, &log).await;
        assert!(following.wait_for(&checkpoints(), log.head().await.unwrap(), PATIENCE).await);
        let later = Timestamp::now().checked_add(SignedDuration::from_hours(2)).unwrap();
        // An old binary beside this one would have nothing to do either.
        assert_eq!(drop_abandoned(storage, &log, later).await.unwrap(), 2);

        let mut history = History::new(storage, &log);
        history.open("u1").await;
        assert!(projections::caught_up(&following, history.last).await);
        assert_eq!(drop_abandoned(storage, &log, Timestamp::now()).await.unwrap(), 2);
        assert_eq!(drop_abandoned(storage, &log, later).await.unwrap(), 0);
        for table in ["jobs_v2", "history_v1"] {
            assert!(storage.views.run_script(&format!("SELECT 1 FROM {table}")).await.is_err());
            let checkpoint = Checkpoints::new(storage.views.clone()).load(table).await.unwrap();
            assert_eq!(checkpoint.cursor, store::log::Cursor::START);
        }
        assert_eq!(shown(storage, &expected).await, expected);
        assert_eq!(differing(storage, &log).await, []);
        stop.cancel();
    }
}
