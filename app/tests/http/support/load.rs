//! Users who ask for one job after the other, whatever happens meanwhile: each time with a key, until they are
//! answered.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use reqwest::Method;
use serde_json::{Value, json};
use tokio::task::JoinSet;

use super::{Answer, Client, Install, Process, eventually};

const USERS: usize = 6;
/// Rows of each job.
const ROWS: i64 = 2;
/// After a refusal, and between two jobs.
const PAUSE: Duration = Duration::from_millis(20);

/// What users ask for, under way.
pub(crate) struct Load {
    tasks: JoinSet<Duration>,
    shared: Arc<Shared>,
}

#[derive(Default)]
struct Shared {
    stop: AtomicBool,
    accepted: Mutex<Vec<Accepted>>,
    refused: AtomicUsize,
}

/// A job that somebody was told to be accepted.
#[derive(Debug, Clone)]
pub(crate) struct Accepted {
    email: String,
    key: String,
    job: String,
}

fn search(key: &str) -> Value {
    json!({
        "search_term": "florist", "state": "OR", "cities": [format!("Testville {key}")],
        "source": "sample", "max_results": ROWS,
    })
}

async fn start(user: &Client, key: &str) -> Option<Answer> {
    let request = user.request(Method::POST, "/api/jobs/scrape");
    let request = request.header("Idempotency-Key", key).json(&search(key));
    Client::try_send(request.timeout(Duration::from_secs(100))).await
}

impl Load {
    pub(crate) fn begin(process: &Process) -> Self {
        Self::begin_as(process, "user")
    }

    /// The same with users of whom another load does not know.
    pub(crate) fn begin_as(process: &Process, name: &str) -> Self {
        let shared = Arc::<Shared>::default();
        let mut tasks = JoinSet::new();
        for number in 0..USERS {
            let email = format!("{name}{number}@example.com");
            let client = process.user(&email, "enterprise");
            tasks.spawn(ask(client, email, Arc::clone(&shared)));
        }
        Self { tasks, shared }
    }

    /// Jobs that were accepted so far.
    pub(crate) fn accepted(&self) -> Vec<Accepted> {
        self.shared.accepted.lock().unwrap().clone()
    }

    fn count(&self) -> usize {
        self.shared.accepted.lock().unwrap().len()
    }

    /// Calls that were answered 503 so far.
    pub(crate) fn refused(&self) -> usize {
        self.shared.refused.load(Ordering::Relaxed)
    }

    /// Waits until that many more jobs were accepted.
    pub(crate) async fn goes_on(&self, more: usize) {
        let enough = self.count() + more;
        eventually("jobs are accepted", || async {
            (self.count() >= enough).then_some(())
        })
        .await;
    }

    /// Waits until calls are refused.
    pub(crate) async fn is_refused(&self) {
        let before = self.refused();
        eventually("calls are refused", || async {
            (self.refused() > before).then_some(())
        })
        .await;
    }

    /// Nobody asks for anything new; whoever waits for an answer gets it. Answers what was accepted, and the longest
    /// time that a call took.
    pub(crate) async fn end(self) -> (Vec<Accepted>, Duration) {
        self.shared.stop.store(true, Ordering::Relaxed);
        let slowest = self.tasks.join_all().await.into_iter().max();
        let accepted = self.shared.accepted.lock().unwrap().clone();
        (accepted, slowest.unwrap_or_default())
    }
}

async fn ask(client: Client, email: String, shared: Arc<Shared>) -> Duration {
    let mut slowest = Duration::ZERO;
    for number in 0.. {
        if shared.stop.load(Ordering::Relaxed) {
            break;
        }
        let key = format!("key-{number}");
        let job = loop {
            let since = Instant::now();
            let answer = start(&client, &key).await;
            let answer = answer.expect("the server answers, whatever its database does");
            slowest = slowest.max(since.elapsed());
            match answer.status {
                202 => break answer.json()["job_id"].as_str().unwrap().to_owned(),
                503 => {
                    assert_eq!(answer.json()["success"], false, "{}", answer.text);
                    shared.refused.fetch_add(1, Ordering::Relaxed);
                }
                // As many jobs are open as one may have.
                429 => {}
                other => panic!("{other}: {}", answer.text),
            }
            tokio::time::sleep(PAUSE).await;
        };
        let email = email.clone();
        let accepted = Accepted { email, key, job };
        shared.accepted.lock().unwrap().push(accepted);
        tokio::time::sleep(PAUSE).await;
    }
    slowest
}

/// What was told is so: each key has had one effect, and each job is done, or is yet.
pub(crate) async fn assert_told(process: &Process, accepted: &[Accepted]) {
    for Accepted { email, key, job } in accepted {
        let client = process.user(email, "enterprise");
        let again = start(&client, key).await.expect("the server answers");
        assert_eq!(again.status, 202, "{}", again.text);
        assert_eq!(again.json()["job_id"], job.as_str(), "{key} of {email}");
        let body = client.ended(job).await;
        let done = (&json!("completed"), &json!(ROWS));
        assert_eq!((&body["status"], &body["results_count"]), done, "{body}");
    }
}

/// The same, and nothing else has happened: one job a key, each paid once; the ledger and the views hold.
pub(crate) async fn assert_kept(install: &Install, process: &Process, accepted: &[Accepted]) {
    assert_told(process, accepted).await;
    assert_eq!(
        install.ledger().await.count("JobQueued"),
        accepted.len(),
        "one job a key"
    );
    assert_paid(install, process, accepted).await;
}

/// Whatever jobs there are come to their end, and each is paid once; the ledger and the views hold.
pub(crate) async fn assert_paid(install: &Install, process: &Process, accepted: &[Accepted]) {
    let ledger = eventually("every job ends", || async {
        let ledger = install.ledger().await;
        (ledger.count("JobQueued") == ledger.count("JobCompleted")).then_some(ledger)
    })
    .await;
    ledger.assert_holds_settled_once();
    let jobs = i64::try_from(ledger.count("JobQueued")).unwrap();
    assert_eq!(
        ledger.debited_in_all(),
        ROWS * jobs,
        "each job is paid once"
    );
    let emails: BTreeSet<&str> = accepted.iter().map(|job| &*job.email).collect();
    for email in emails {
        let (available, used, total) = process.user(email, "enterprise").balance().await;
        assert_eq!(available, total - used, "no hold of {email} is left");
    }
    install.succeed(&["ledger", "verify", "--all"]);
    install.succeed(&["projections", "verify"]);
}
