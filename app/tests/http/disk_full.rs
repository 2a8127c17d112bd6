//! A full disk: a clean refusal, nothing half done, and recovery by itself (quality section 2; issue 2,
//! point 5). Needs root on Linux for a small file system of its own; says so where it is skipped.

use std::path::Path;

use serde_json::{Value, json};
use testkit::SmallDisk;

use crate::support::{Client, Install, eventually};

/// A search whose event takes 50 kB.
fn wordy_search() -> Value {
    let city = |n: u32| format!("Testville {n:>04} {}", "x".repeat(80));
    let cities: Vec<String> = (0..500).map(city).collect();
    json!({"search_term": "florist", "state": "OR", "cities": cities, "max_results": 1, "source": "sample"})
}

/// Starts jobs until the disk refuses one; answers those that were accepted.
async fn start_until_refused(user: &Client) -> Vec<String> {
    let mut accepted = Vec::new();
    // More open jobs than that are refused for another reason.
    for _ in 0..19 {
        let answer = user.post("/api/jobs/scrape", &wordy_search()).await;
        if answer.status == 202 {
            accepted.push(answer.json()["job_id"].as_str().unwrap().to_owned());
            continue;
        }
        let message = "The server's disk is full; nothing was changed. Please try again later.";
        assert_eq!(answer.error(), (503, "unavailable".into(), message.into()));
        assert_eq!(answer.header("retry-after"), "5");
        return accepted;
    }
    panic!("the disk was full and every job was accepted");
}

/// JOB-13, CRED-11.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
// JOB-13
async fn job_13_a_full_disk_refuses_cleanly_and_the_server_recovers_by_itself() {
    let folder = tempfile::tempdir().unwrap();
    let Some(disk) = SmallDisk::mount(folder.path().join("small"), 16) else {
        return;
    };
    full_disk(&disk, &disk.path().join("data")).await;
}

async fn full_disk(disk: &SmallDisk, data_dir: &Path) {
    let install = Install::in_folder(data_dir);
    let mut process = install.serve().await;
    let (enya, petra) = (
        process.user("enya@example.com", "enterprise"),
        process.user("petra@example.com", "pro"),
    );
    assert_eq!(petra.balance().await, (250, 0, 250));
    let cities: Vec<String> = (0..60).map(|n| format!("Testville {n}")).collect();
    let search =
        json!({"search_term": "florist", "state": "OR", "cities": cities, "source": "sample"});
    let running = enya.start(&search).await;
    eventually("rows come", || async {
        let body = enya.job(&running).await;
        (body["results_count"].as_u64().unwrap() > 0).then_some(())
    })
    .await;
    disk.fill();
    let accepted = start_until_refused(&petra).await;
    let health = process.anonymous.get("/api/health").await;
    assert_eq!(health.status, 200, "reading goes on: {}", health.text);
    assert_ne!(enya.job(&running).await["status"], "failed");

    disk.free();
    let body = enya.ended(&running).await;
    assert_eq!(body["status"], "completed", "{body}");
    let due = body["results_count"].as_i64().unwrap();
    assert!(due >= 60 * 12, "{body}");
    assert_eq!(enya.rows(&running).await.len() as i64, due);
    assert_eq!(enya.balance().await, (2_000 - due, due, 2_000));
    for job in &accepted {
        assert_eq!(petra.ended(job).await["results_count"], 1);
    }
    petra.run(&wordy_search()).await;
    assert_eq!(
        petra.history().await.len(),
        accepted.len() + 1,
        "the refused job left nothing"
    );
    let spent = i64::try_from(accepted.len()).unwrap() + 1;
    assert_eq!(petra.balance().await, (250 - spent, spent, 250));
    assert!(process.is_running(), "without a restart");
    install.ledger().await.assert_holds_settled_once();
    install.succeed(&["projections", "verify"]);
}
