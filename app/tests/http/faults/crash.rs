//! kill -9 in the middle of a job, at random moments: the job ends, every row once, charged once
//! (JOB-13, CRED-11; issue 2, point 3). `DEMANDATLAS_SOAK=1` runs the long form.

use std::time::Duration;

use serde_json::{Value, json};
use store::documents::Documents;
use store::testing::TestStorage;

use crate::support::{Client, Dice, Install, Process, eventually, short_or_long};

/// Kills on each engine.
fn rounds() -> u32 {
    short_or_long(20, 200)
}

const CITIES: usize = 15;

/// In which a slice may be paid.
const A_LITTLE: Duration = Duration::from_millis(30);

/// Some two hundred sample rows: several slices.
fn search() -> Value {
    let cities: Vec<String> = (0..CITIES).map(|n| format!("Testville {n}")).collect();
    json!({"search_term": "florist", "state": "OR", "cities": cities, "source": "sample"})
}

/// What the job comes to when nothing happens.
struct Undisturbed {
    rows: Vec<Value>,
}

async fn undisturbed(process: &Process) -> Undisturbed {
    let user = process.user("undisturbed@example.com", "enterprise");
    let (job, _) = user.run(&search()).await;
    let rows = user.rows(&job).await;
    assert!(rows.len() >= CITIES * 12, "{}", rows.len());
    Undisturbed { rows }
}

async fn assert_as_undisturbed(install: &Install, user: &Client, job: &str, calm: &Undisturbed) {
    let body = user.ended(job).await;
    assert_eq!(body["status"], "completed", "{body}");
    let due = i64::try_from(calm.rows.len()).unwrap();
    assert_eq!(body["results_count"], due);
    assert_eq!(
        user.rows(job).await,
        calm.rows,
        "the same rows in the same order"
    );
    assert_eq!(
        user.balance().await,
        (2_000 - due, due, 2_000),
        "no hold is left"
    );
    let entry = user.history_of(job).await;
    assert_eq!(
        (&entry["results_count"], &entry["credits_consumed"]),
        (&json!(due), &json!(due))
    );
    assert_eq!(entry["status"], "completed");

    let storage = install.storage().await;
    let documents = Documents::new(storage.log.clone());
    let keys = documents
        .place_keys(job.parse().unwrap(), u32::MAX)
        .await
        .unwrap();
    storage.close().await;
    let distinct: std::collections::HashSet<_> = keys.iter().collect();
    assert_eq!(
        (keys.len(), distinct.len()),
        (calm.rows.len(), calm.rows.len())
    );
}

/// Waits until the job is that far (percent). False if it ended before.
async fn is_under_way(process: &Process, email: &str, job: &str, percent: u64) -> bool {
    let user = process.user(email, "enterprise");
    eventually("the job is that far", || async {
        let body = user.job(job).await;
        let is_open = ["queued", "processing"].contains(&body["status"].as_str().unwrap());
        let is_there = body["progress"].as_u64().unwrap() >= percent;
        (is_there || !is_open).then_some(is_open)
    })
    .await
}

async fn kill_in_the_middle_of_jobs(test: &TestStorage, name: &str) {
    let mut dice = Dice::from_printed_seed(name);
    let install = Install::new(test);
    let mut process = install.serve().await;
    let calm = undisturbed(&process).await;
    let mut in_the_middle = 0;
    for round in 0..rounds() {
        let email = format!("user{round}@example.com");
        let job = process.user(&email, "enterprise").start(&search()).await;
        // Every third job is killed once more while it is taken up again.
        for _ in 0..=u32::from(round % 3 == 0) {
            // The moment is what is drawn: how far the job is, and a little later.
            let (far, later) = (dice.below(100), dice.within(A_LITTLE));
            in_the_middle += u32::from(is_under_way(&process, &email, &job, far).await);
            tokio::time::sleep(later).await;
            process.kill();
            process = install.serve().await;
        }
        let user = process.user(&email, "enterprise");
        assert_as_undisturbed(&install, &user, &job, &calm).await;
    }
    eprintln!("{name}: {in_the_middle} kills found the job under way");
    assert!(in_the_middle > 0, "not one kill came in the middle");
    let ledger = install.ledger().await;
    ledger.assert_holds_settled_once();
    let verified = install.succeed(&["projections", "verify"]);
    assert_eq!(
        verified.matches("identical to a rebuild").count(),
        projections::all().len(),
        "{verified}"
    );
}

store::on_both_engines! {
    /// JOB-13, CRED-11.
    async fn job_13_crash_kill_9_in_the_middle_of_a_job_loses_and_doubles_nothing(test) {
        let name = format!("crash on {}", test.storage.log.engine());
        kill_in_the_middle_of_jobs(&test, &name).await;
    }
}

/// JOB-13: what was said before the kill holds after it: an accepted job runs, a cancelled one does not.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
// JOB-13
async fn job_13_crash_after_an_answer_the_answer_holds() {
    let test = store::testing::Engine::Sqlite.storage().await.unwrap();
    let install = Install::new(&test);
    let process = install.serve().await;
    let user = process.user("enya@example.com", "enterprise");
    let (cancelled, accepted) = (user.start(&search()).await, user.start(&search()).await);
    assert_eq!(user.cancel(&cancelled).await.status, 200);
    process.kill();

    let process = install.serve().await;
    let user = process.user("enya@example.com", "enterprise");
    let body = user.ended(&cancelled).await;
    assert_eq!(body["status"], "cancelled");
    let accepted = user.ended(&accepted).await;
    assert_eq!(accepted["status"], "completed");
    let delivered = |body: &Value| body["results_count"].as_i64().unwrap();
    user.has_paid(delivered(&body) + delivered(&accepted)).await;
    install.ledger().await.assert_holds_settled_once();
}
