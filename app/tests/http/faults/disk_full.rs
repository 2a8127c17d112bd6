//! A full disk: a clean refusal, nothing half done, and recovery by itself (quality section 2; issue 2,
//! point 5). Needs root on Linux for a small file system of its own; says so where it is skipped.

use std::path::Path;

use serde_json::{Value, json};
use testkit::SmallDisk;

use crate::support::{FullDisk, Install};

/// A search whose event takes 16 kB.
fn wordy_search() -> Value {
    let city = |n: u32| format!("Testville {n:>04} {}", "x".repeat(80));
    let cities: Vec<String> = (0..160).map(city).collect();
    json!({"search_term": "florist", "state": "OR", "cities": cities, "max_results": 1, "source": "sample"})
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
    let mut people = FullDisk::before(&process).await;
    disk.fill();
    let refused = people.start_until_refused(wordy_search).await;
    let message = "The server's disk is full; nothing was changed. Please try again later.";
    assert_eq!(refused.error(), (503, "unavailable".into(), message.into()));
    let health = process.anonymous.get("/api/health").await;
    assert_eq!(health.status, 200, "reading goes on: {}", health.text);
    assert_ne!(people.running().await["status"], "failed");
    disk.free();
    people
        .assert_all_goes_on(&install, &mut process, &wordy_search())
        .await;
}
