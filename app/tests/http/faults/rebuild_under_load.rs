//! A rebuild of every read model while people use the product: no request fails, and what they see of
//! finished jobs does not change (ES-03; issue 4, point 4; quality B7). `DEMANDATLAS_SOAK=1` runs it over a
//! million events; it goes through the command line against the real server.

use std::process::{Command, Output};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use domain::codec::StoredEvent;
use domain::credit_account::{
    AccountOpened, AllowanceGranted, CreditEvent, CreditsDebited, CreditsHeld,
};
use domain::ids::{HoldId, SessionKey, UserId};
use domain::metadata::{Actor, Metadata};
use domain::pricing::DebitKind;
use domain::scrape_job::{
    CityScraped, CompletionReason, JobCompleted, JobKind, JobQueued, JobStarted, RowsDelivered,
    ScrapeJobEvent, Search,
};
use domain::tier::Tier;
use jiff::Timestamp;
use reqwest::Method;
use serde_json::json;
use store::db::{Db, Storage};
use store::log::{Appender, Commit, EventLog, NewEvent, StreamAppend, StreamId};
use store::testing::TestStorage;
use store::with_reader;
use tokio::task::JoinSet;
use uuid::Uuid;

use crate::support::{Client, Install, Process, eventually, short_or_long};

/// Users with a past; each has as many jobs.
const USERS: u32 = 50;
/// Slices of a job; it has four events more, and three for each slice.
const SLICES: u32 = 5;
const EVENTS_OF_A_JOB: u32 = 4 + 3 * SLICES;
/// Longest wait for the read models to follow what was filled in.
const CATCH_UP: Duration = Duration::from_secs(900);
/// Rebuilds that may end before they can be killed.
const TRIES: u32 = 20;
/// Pause between two requests of a reader.
const THINKING: Duration = Duration::from_millis(20);

fn events() -> u32 {
    short_or_long(10_000, 1_000_000)
}

fn email(user: u32) -> String {
    format!("past{user}@example.com")
}

fn stored<E: StoredEvent>(event: &E) -> NewEvent {
    let metadata = Metadata {
        command_id: Uuid::new_v4().to_string(),
        correlation_id: "the past".into(),
        causation_id: None,
        actor: Actor::System,
        at: Timestamp::now(),
    };
    NewEvent {
        event_type: event.name(),
        event_version: event.version(),
        payload: event.encode(),
        metadata: serde_json::to_string(&metadata).unwrap(),
    }
}

fn append(kind: &'static str, id: &str, expected: u64, events: Vec<NewEvent>) -> StreamAppend {
    StreamAppend {
        stream: StreamId {
            aggregate_type: kind,
            aggregate_id: id.to_owned(),
        },
        expected,
        continues: None,
        events,
        head: None,
    }
}

async fn commit(appender: &Appender, appends: Vec<StreamAppend>) {
    let command = None;
    appender
        .append(Commit {
            appends,
            command,
            guard: None,
        })
        .await
        .unwrap();
}

/// One finished job, as workers would have recorded it.
async fn past_job(appender: &Appender, sub: &str, account: &mut u64) {
    let key = SessionKey::new(Uuid::new_v4());
    let search = Search::new("brewery", "OR", &["Bend".into()], None, None).unwrap();
    let user = UserId::new(sub).unwrap();
    let source = "catalogue".to_owned();
    let mut job: Vec<ScrapeJobEvent> = vec![
        JobQueued {
            user,
            search,
            kind: JobKind::GoogleMaps,
            enrich: false,
        }
        .into(),
        JobStarted {
            source,
            sample: false,
        }
        .into(),
    ];
    let mut paid: Vec<CreditEvent> = Vec::new();
    for slice in 0..SLICES {
        let hold = HoldId::for_slice(key, slice, 0);
        let held = CreditsHeld {
            hold: hold.clone(),
            session: key,
            amount: 20,
            expires_at: Timestamp::now(),
        };
        let debited = CreditsDebited {
            hold,
            session: key,
            amount: 20,
            from_monthly: 20,
            results: 20,
            kind: DebitKind::Standard,
        };
        paid.extend([held.into(), debited.into()]);
        let first_row = slice * 20;
        job.push(
            RowsDelivered {
                first_row,
                rows: 20,
            }
            .into(),
        );
    }
    let rows = SLICES * 20;
    let city = CityScraped {
        city: "Bend".into(),
        found: rows,
        delivered: rows,
    };
    let done = JobCompleted::new(rows, CompletionReason::AllFound);
    job.extend([city.into(), done.into()]);
    let job: Vec<_> = job.iter().map(stored).collect();
    let paid: Vec<_> = paid.iter().map(stored).collect();
    let before = *account;
    *account += paid.len() as u64;
    // The job first: its debits belong to a session that is known.
    let appends = vec![
        append("ScrapeJob", &key.to_string(), 0, job),
        append("CreditAccount", sub, before, paid),
    ];
    commit(appender, appends).await;
}

/// What lay in the log before the server started.
async fn fill(test: &TestStorage, process_subs: Vec<String>) {
    let appender = Appender::start(EventLog::new(&test.storage));
    let jobs = events() / EVENTS_OF_A_JOB / USERS;
    let mut filling = JoinSet::new();
    for sub in process_subs {
        let appender = appender.clone();
        filling.spawn(async move {
            let tier = Tier::Enterprise;
            let now = Timestamp::now();
            let opened = AccountOpened {
                tier,
                opened_at: now,
            };
            let granted = AllowanceGranted {
                period: 0,
                starts_at: now,
                credits: i64::from(events()),
            };
            let opening: [CreditEvent; 2] = [opened.into(), granted.into()];
            let opening = opening.iter().map(stored).collect();
            commit(&appender, vec![append("CreditAccount", &sub, 0, opening)]).await;
            let mut account = 2;
            for _ in 0..jobs {
                past_job(&appender, &sub, &mut account).await;
            }
        });
    }
    while let Some(filled) = filling.join_next().await {
        filled.unwrap();
    }
}

/// People at work until they are told to stop.
struct Load {
    stop: Arc<AtomicBool>,
    requests: Arc<AtomicU64>,
    people: JoinSet<()>,
}

impl Load {
    /// Readers of their past, who see the same at each look, and people who run jobs.
    fn start(process: &Process) -> Self {
        let mut load = Self {
            stop: Arc::default(),
            requests: Arc::default(),
            people: JoinSet::new(),
        };
        for user in 0..8 {
            let reader = process.user(&email(user), "enterprise");
            let (stop, requests) = (Arc::clone(&load.stop), Arc::clone(&load.requests));
            load.people.spawn(async move {
                let first = past(&reader).await;
                while !stop.load(Ordering::Acquire) {
                    assert_eq!(past(&reader).await, first);
                    requests.fetch_add(3, Ordering::Relaxed);
                    tokio::time::sleep(THINKING).await;
                }
            });
        }
        for worker in 0..2 {
            let worker = process.user(&format!("worker{worker}@example.com"), "enterprise");
            let (stop, requests) = (Arc::clone(&load.stop), Arc::clone(&load.requests));
            load.people.spawn(async move {
                let search = json!({"search_term": "florist", "state": "OR",
                    "cities": ["Testville"], "source": "sample", "max_results": 3});
                let mut used = 0;
                while !stop.load(Ordering::Acquire) {
                    let (job, body) = worker.run(&search).await;
                    // Read your own writes, whichever table serves.
                    used += body["results_count"].as_i64().unwrap();
                    worker.has_paid(used).await;
                    assert_eq!(worker.history_of(&job).await["status"], "completed");
                    requests.fetch_add(4, Ordering::Relaxed);
                    tokio::time::sleep(THINKING * 10).await;
                }
            });
        }
        load
    }

    /// No request has failed, or this fails.
    async fn end(mut self) -> u64 {
        self.stop.store(true, Ordering::Release);
        while let Some(person) = self.people.join_next().await {
            person.unwrap();
        }
        self.requests.load(Ordering::Relaxed)
    }
}

/// What a user sees of what is past: balance, history, the newest job.
async fn past(user: &Client) -> (serde_json::Value, Vec<serde_json::Value>, u16) {
    let credits = user.credits().await;
    let history = user.history().await;
    let newest = history[0]["session_id"].as_str().unwrap();
    let job = user.get(&format!("/api/jobs/{newest}")).await;
    assert_eq!(job.status, 200, "{}", job.text);
    (credits, history, job.status)
}

async fn run(mut command: Command) -> Output {
    let ended = tokio::task::spawn_blocking(move || command.output());
    ended.await.unwrap().unwrap()
}

/// Waits until all read models and the three reactors stand at the log's end.
async fn caught_up(install: &Install) {
    let since = Instant::now();
    loop {
        let status = run(install.command(&["projections", "status"])).await;
        let status = String::from_utf8(status.stdout).unwrap();
        if status.matches("up to date").count() == projections::all().len() + 3 {
            return;
        }
        assert!(since.elapsed() < CATCH_UP, "{status}");
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
}

/// The tables that rebuilds fill beside the live ones.
async fn half_built(storage: &Storage) -> Vec<String> {
    let sql = match &storage.views {
        Db::Sqlite { .. } => "SELECT name FROM sqlite_master WHERE type = 'table'",
        Db::Postgres(_) => "SELECT tablename::text FROM pg_tables",
    };
    let tables: Result<Vec<String>, sqlx::Error> =
        with_reader!(&storage.views, pool => sqlx::query_scalar(sql).fetch_all(pool).await);
    let mut tables = tables.unwrap();
    tables.retain(|table| table.contains("shadow"));
    tables
}

/// Kills a rebuild of everything once its tables are there and before they have taken the live ones'
/// place. One that was too quick is no proof: another is started.
async fn killed_in_the_middle(install: &Install, storage: &Storage) {
    for _ in 0..TRIES {
        let mut child = install
            .command(&["projections", "rebuild", "--all"])
            .spawn()
            .unwrap();
        while half_built(storage).await.is_empty() && child.try_wait().unwrap().is_none() {
            tokio::task::yield_now().await;
        }
        child.kill().unwrap();
        child.wait().unwrap();
        if !half_built(storage).await.is_empty() {
            return;
        }
    }
    panic!("{TRIES} rebuilds, and none could be killed in the middle");
}

async fn rebuild_under_load(test: &TestStorage) {
    let install = Install::new(test);
    // Once, for the users' subjects.
    let process = install.serve().await;
    let subs = (0..USERS).map(|user| process.user(&email(user), "enterprise").sub);
    let subs: Vec<String> = subs.collect();
    process.kill();
    let since = Instant::now();
    fill(test, subs).await;
    eprintln!("{} events filled in {:?}", events(), since.elapsed());

    let process = install.serve().await;
    let reader = process.user(&email(0), "enterprise");
    caught_up(&install).await;
    assert!(!reader.history().await.is_empty());
    let load = Load::start(&process);
    eventually("everybody is at work", || async {
        (load.requests.load(Ordering::Relaxed) > 30).then_some(())
    })
    .await;

    let since = Instant::now();
    let rebuilt = run(install.command(&["projections", "rebuild", "--all"])).await;
    assert!(rebuilt.status.success(), "{rebuilt:?}");
    let said = String::from_utf8(rebuilt.stdout).unwrap();
    assert_eq!(
        said.matches("rebuilt from").count(),
        projections::all().len(),
        "{said}"
    );
    eprintln!("rebuilt under load in {:?}", since.elapsed());

    // Once more, killed in the middle, and started again: the next one waits for the lease.
    killed_in_the_middle(&install, &test.storage).await;
    let again = run(install.command(&["projections", "rebuild", "--all"])).await;
    assert!(again.status.success(), "{again:?}");
    assert_eq!(
        half_built(&test.storage).await,
        [""; 0],
        "the next one clears up"
    );

    let requests = load.end().await;
    eprintln!("{requests} requests, none failed");
    assert!(requests > 50, "{requests}");
    let verified = install.succeed(&["projections", "verify"]);
    assert_eq!(
        verified.matches("identical to a rebuild").count(),
        projections::all().len(),
        "{verified}"
    );
    let health = process.anonymous.request(Method::GET, "/api/health");
    assert_eq!(process.anonymous.send(health).await.status, 200);
}

store::on_both_engines! {
    /// ES-03, B7.
    async fn es_03_a_rebuild_under_load_fails_no_request_and_leaves_the_same_rows(test) {
        rebuild_under_load(&test).await;
    }
}
