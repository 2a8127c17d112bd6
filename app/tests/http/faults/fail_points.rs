//! The real binary dies at named points (`store::fail_points`): after its next start everything that was told to a
//! client is there, and what is repeated with its key has happened once (JOB-13, COUP-06, RES-06, ES-01, ES-03).

use std::os::unix::process::ExitStatusExt;
use std::process::ExitStatus;

use reqwest::Method;
use serde_json::{Value, json};
use store::erasures::Erasures;
use store::{on_both_engines, with_writer};

use crate::support::{Answer, Client, Install, Process, eventually};

/// Three full slices of a job, and a part of one.
const ROWS: i64 = 75;
/// What is repeated is sent with it.
const KEY: &str = "once";

/// A place in the code, and how often it is passed before the process dies there.
#[derive(Debug, Clone, Copy)]
struct Place(&'static str, u32);

impl Place {
    fn fail_points(self) -> String {
        let Self(name, passed) = self;
        match passed {
            0 => format!("{name}=return"),
            _ => format!("{name}={passed}*off->return"),
        }
    }
}

/// At its first passing.
const fn at(name: &'static str) -> Place {
    Place(name, 0)
}

/// A server that dies at a place.
async fn serve_dying(install: &Install, place: Place) -> Process {
    let points = place.fail_points();
    install.serve_with(&[("FAILPOINTS", &points)]).await
}

fn assert_died_there(status: ExitStatus, place: Place) {
    // SIGABRT: it ended itself, without a word.
    assert_eq!(status.signal(), Some(6), "{place:?}: {status}");
}

/// Somebody of whom no other place has heard.
fn user(process: &Process, place: Place) -> Client {
    let Place(name, passed) = place;
    let email = format!("{}.{passed}@example.com", name.to_lowercase());
    process.user(&email, "enterprise")
}

async fn post(user: &Client, path: &str, body: &Value) -> Option<Answer> {
    let request = user
        .request(Method::POST, path)
        .header("Idempotency-Key", KEY);
    Client::try_send(request.json(body)).await
}

/// Sends a call to a server that dies at `place`, starts it again, and sends the call once more. Answers the server,
/// the user, and what was answered at last.
async fn told_again(
    install: &Install,
    place: Place,
    path: &str,
    body: &Value,
    first: Process,
) -> (Process, Client, Value) {
    let told = post(&user(&first, place), path, body).await;
    assert_died_there(first.dies().await, place);
    let process = install.serve().await;
    let user = user(&process, place);
    let again = post(&user, path, body).await.expect("the server answers");
    assert!(
        [200, 202].contains(&again.status),
        "{place:?}: {}",
        again.text
    );
    if let Some(told) = told {
        assert_eq!(told.json(), again.json(), "{place:?}: what was told holds");
    }
    (process, user, again.json())
}

fn assert_sound(install: &Install) {
    install.succeed(&["ledger", "verify", "--all"]);
    let verified = install.succeed(&["projections", "verify"]);
    assert_eq!(
        verified.matches("identical to a rebuild").count(),
        projections::all().len(),
        "{verified}"
    );
}

fn search() -> Value {
    let cities: Vec<String> = (0..12).map(|n| format!("Testville {n}")).collect();
    json!({
        "search_term": "florist", "state": "OR", "cities": cities, "source": "sample", "max_results": ROWS,
    })
}

/// What a job passes, from the call to its end.
const OF_A_JOB: [Place; 17] = [
    at("append.before.JobQueued"),
    at("append.after.JobQueued"),
    at("answer.before_kept"),
    at("append.before.JobStarted"),
    at("append.after.JobStarted"),
    at("append.before.CreditsHeld"),
    at("append.after.CreditsHeld"),
    // Rows are stored and not debited.
    at("append.before.RowsDelivered"),
    Place("append.before.RowsDelivered", 2),
    // They are debited and counted, and nobody has heard of it.
    at("append.after.RowsDelivered"),
    Place("append.after.RowsDelivered", 2),
    at("append.before.CityScraped"),
    at("append.after.CityScraped"),
    at("append.before.JobCompleted"),
    at("append.after.JobCompleted"),
    Place("checkpoint.before", 9),
    Place("checkpoint.after", 9),
];

async fn job_at(install: &Install, place: Place, calm: &[Value]) {
    let dying = serve_dying(install, place).await;
    let (process, user, told) =
        told_again(install, place, "/api/jobs/scrape", &search(), dying).await;
    let job = told["job_id"].as_str().unwrap();
    let body = user.ended(job).await;
    assert_eq!(
        (&body["status"], &body["results_count"]),
        (&json!("completed"), &json!(ROWS)),
        "{place:?}"
    );
    assert_eq!(
        user.rows(job).await,
        calm,
        "{place:?}: the same rows in the same order"
    );
    assert_eq!(
        user.balance().await,
        (2_000 - ROWS, ROWS, 2_000),
        "{place:?}: no hold is left"
    );
    assert_eq!(user.history_of(job).await["credits_consumed"], ROWS);
    assert_eq!(user.history().await.len(), 1, "{place:?}");
    process.kill();
}

/// A session with rows to save.
async fn saveable(process: &Process, place: Place) -> String {
    user(process, place).run(&search()).await.0
}

async fn saved_total(user: &Client) -> Value {
    user.get("/api/saved-companies").await.json()["saved_total"].clone()
}

/// Lets the next rebuild begin before the killed one's lease has run out.
async fn forget_leases(install: &Install) {
    let storage = install.storage().await;
    with_writer!(&storage.log, pool => sqlx::query("UPDATE leases SET expires_at = 0").execute(pool).await.map(drop))
        .unwrap();
    storage.close().await;
}

/// Waits until the running server has completed all erasures.
async fn nothing_is_left_to_erase(install: &Install) {
    let storage = install.storage().await;
    let erasures = Erasures::new(storage.log.clone());
    eventually("erasures are complete", || async {
        erasures
            .unfinished()
            .await
            .unwrap()
            .is_empty()
            .then_some(())
    })
    .await;
    storage.close().await;
}

on_both_engines! {
    // JOB-13, CRED-11
    async fn job_13_crash_at_a_named_point_of_a_job_loses_and_doubles_nothing(test) {
        test.storage.close().await;
        let install = Install::new(&test);
        let process = install.serve().await;
        let calm = process.user("calm@example.com", "enterprise");
        let (job, _) = calm.run(&search()).await;
        let rows = calm.rows(&job).await;
        assert_eq!(rows.len() as i64, ROWS);
        process.kill();
        for place in OF_A_JOB {
            job_at(&install, place, &rows).await;
        }
        let ledger = install.ledger().await;
        assert_eq!(ledger.count("JobQueued"), OF_A_JOB.len() + 1);
        assert_eq!(ledger.count("JobCompleted"), OF_A_JOB.len() + 1);
        ledger.assert_holds_settled_once();
        assert_sound(&install);
    }

    // JOB-13
    async fn job_13_a_worker_that_panics_is_started_again_in_the_server_and_health_tells(test) {
        test.storage.close().await;
        let install = Install::new(&test);
        // A second after the start, when all is quiet.
        let point = "worker.takes_jobs=5*off->1*panic(boom)->off";
        let process = install.serve_with(&[("FAILPOINTS", point)]).await;
        let told = eventually("health tells", || async {
            let health = process.anonymous.get("/api/health").await.json();
            (health["status"] == "degraded").then(|| health["problems"][0].as_str().unwrap().to_owned())
        })
        .await;
        assert!(told.contains("scrape worker") && !told.contains("boom"), "{told}");
        let user = process.user("ada@example.com", "enterprise");
        let (_, body) = user.run(&search()).await;
        assert_eq!((&body["status"], &body["results_count"]), (&json!("completed"), &json!(ROWS)));
        process.kill();
    }

    // COUP-06
    async fn coup_06_crash_at_a_named_point_of_a_redemption_credits_once(test) {
        test.storage.close().await;
        let install = Install::new(&test);
        let places = [
            at("append.before.CouponRedeemed"),
            at("append.after.CouponRedeemed"),
            at("answer.before_kept"),
        ];
        for (number, place) in places.into_iter().enumerate() {
            let code = format!("POINT-{number}");
            install.succeed(&["coupons", "issue", "--credits", "10", "--code", &code]);
            let dying = serve_dying(&install, place).await;
            let path = format!("/api/credits/redeem/{}", user(&dying, place).sub_in_path());
            let redeem = json!({"coupon_code": code});
            let (process, user, told) = told_again(&install, place, &path, &redeem, dying).await;
            assert_eq!(told["success"], true, "{place:?}: {told}");
            assert_eq!(user.balance().await.0, 2_010, "{place:?}");
            let late = process.user("late@example.com", "basic");
            assert_eq!(late.redeem(&code).await.json()["success"], false, "{place:?}: it is used up");
            process.kill();
        }
        let ledger = install.ledger().await;
        assert_eq!(ledger.count("CouponRedeemed"), places.len());
        assert_eq!(ledger.count("CouponCredited"), places.len());
        assert_sound(&install);
    }

    // RES-06
    async fn res_06_crash_at_a_named_point_of_a_save_saves_each_company_once(test) {
        test.storage.close().await;
        let install = Install::new(&test);
        for place in [
            at("append.before.CompanySaved"),
            at("append.after.CompanySaved"),
            at("answer.before_kept"),
        ] {
            let dying = serve_dying(&install, place).await;
            let session = saveable(&dying, place).await;
            let body = json!({"session_id": session});
            let (process, user, told) = told_again(&install, place, "/api/save-companies", &body, dying).await;
            assert_eq!(told["failed"], 0, "{place:?}: {told}");
            assert_eq!(saved_total(&user).await, ROWS, "{place:?}");
            process.kill();
        }
        assert_eq!(install.ledger().await.count("CompanySaved") as i64, 3 * ROWS);
        assert_sound(&install);
    }

    // ES-01
    async fn es_01_crash_at_a_named_point_of_an_erasure_is_completed_by_the_next(test) {
        test.storage.close().await;
        let install = Install::new(&test);
        let places = [
            at("erasure.key_destroyed"),
            at("append.before.PersonalDataErased"),
            at("append.after.PersonalDataErased"),
            at("erasure.before_scrub"),
            at("answer.before_kept"),
        ];
        for place in places {
            let dying = serve_dying(&install, place).await;
            let session = saveable(&dying, place).await;
            let user = user(&dying, place);
            let saved = user.post("/api/save-companies", &json!({"session_id": session})).await;
            assert_eq!(saved.status, 200, "{}", saved.text);
            let body = json!({"confirmation": "ERASE"});
            let (process, user, told) = told_again(&install, place, "/api/account/erase", &body, dying).await;
            assert_eq!(told["success"], true, "{place:?}: {told}");
            assert_eq!(saved_total(&user).await, 0, "{place:?}");
            let data = user.get("/api/account/data").await.json();
            let husks = data["companies"].as_array().unwrap();
            assert!(husks.iter().all(|one| one["business"].is_null()), "{place:?}: {data}");
            process.kill();
            // It may have left traces in files to a later scrub: the next dying server is to die of its own erasure.
            let calm = install.serve().await;
            nothing_is_left_to_erase(&install).await;
            calm.kill();
        }
        // Who completes an erasure cannot know what became of the key: it is recorded again, without another effect.
        assert!(install.ledger().await.count("PersonalDataErased") >= places.len());
        assert_sound(&install);
    }

    // ES-01: nobody has to ask twice.
    async fn es_01_an_erasure_whose_process_dies_is_completed_by_the_next_start(test) {
        test.storage.close().await;
        let install = Install::new(&test);
        let place = at("erasure.key_destroyed");
        let dying = serve_dying(&install, place).await;
        let session = saveable(&dying, place).await;
        let erased = user(&dying, place);
        erased.post("/api/save-companies", &json!({"session_id": session})).await;
        assert!(post(&erased, "/api/account/erase", &json!({"confirmation": "ERASE"})).await.is_none());
        assert_died_there(dying.dies().await, place);
        assert_eq!(install.ledger().await.count("PersonalDataErased"), 0);
        let process = install.serve().await;
        nothing_is_left_to_erase(&install).await;
        assert_eq!(install.ledger().await.count("PersonalDataErased"), 1);
        assert_eq!(saved_total(&user(&process, place)).await, 0);
        process.kill();
        assert_sound(&install);
    }

    // ES-03
    async fn es_03_crash_at_a_named_point_of_a_rebuild_leaves_rows_that_serve(test) {
        test.storage.close().await;
        let install = Install::new(&test);
        let process = install.serve().await;
        let user = process.user("ada@example.com", "enterprise");
        let (job, _) = user.run(&search()).await;
        let before = (user.credits().await, user.history().await);
        for place in [at("rebuild.filled"), at("rebuild.before_swap"), at("rebuild.after_swap")] {
            forget_leases(&install).await;
            let mut rebuild = install.command(&["projections", "rebuild", "--all"]);
            let status = rebuild.env("FAILPOINTS", place.fail_points()).output().unwrap().status;
            assert_died_there(status, place);
            assert_eq!((user.credits().await, user.history().await), before, "{place:?}");
        }
        // And it goes on: for the live rows, and for the next rebuild.
        let (later, _) = user.run(&search()).await;
        eventually("both are in the history", || async {
            let sessions: Vec<Value> = user.history().await.iter().map(|entry| entry["session_id"].clone()).collect();
            (sessions.contains(&json!(job)) && sessions.contains(&json!(later))).then_some(())
        })
        .await;
        forget_leases(&install).await;
        install.succeed(&["projections", "rebuild", "--all"]);
        assert_eq!(user.balance().await, (2_000 - 2 * ROWS, 2 * ROWS, 2_000));
        assert_sound(&install);
    }
}
