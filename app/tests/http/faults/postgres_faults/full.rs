//! A full disk under PostgreSQL. Needs root on Linux for a small file system of its own; says so where it is skipped.

use serde_json::{Value, json};
use testkit::{OwnPostgres, SmallDisk};

use crate::support::{Dice, FullDisk, Install};

/// A search whose event takes 16 kB, compressed too.
fn wordy_search(dice: &mut Dice) -> Value {
    let mut word = || {
        (0..5)
            .map(|_| format!("{:016x}", dice.below(u64::MAX)))
            .collect::<String>()
    };
    let cities: Vec<String> = (0..190).map(|_| word()).collect();
    json!({"search_term": "florist", "state": "OR", "cities": cities, "max_results": 1, "source": "sample"})
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
// JOB-13, CRED-11
async fn job_13_a_full_disk_under_postgresql_refuses_cleanly_and_the_server_recovers_by_itself() {
    let folder = tempfile::tempdir().unwrap();
    let Some(disk) = SmallDisk::mount(folder.path().join("small"), 96) else {
        return;
    };
    // Its log of changes has all of its files from the beginning: PostgreSQL ends itself where it can make no further
    // one, and somebody has to start it again.
    let settings = ["min_wal_size='32MB'", "max_wal_size='32MB'"];
    let Some(postgres) = OwnPostgres::start_at(&disk.path().join("cluster"), &settings) else {
        return;
    };
    let mut dice = Dice::from_printed_seed("a full disk under PostgreSQL");
    let data = tempfile::tempdir().unwrap();
    let install = Install::on_postgres(data.path(), postgres.url());
    let mut process = install.serve().await;
    let mut people = FullDisk::before(&process).await;
    disk.fill();
    let refused = people.start_until_refused(|| wordy_search(&mut dice)).await;
    let (status, code, message) = refused.error();
    assert_eq!((status, code.as_str()), (503, "unavailable"), "{message}");
    let was_up = postgres.is_running();
    disk.free();
    if !was_up || !postgres.is_running() {
        eprintln!("PostgreSQL had ended itself");
        tokio::task::block_in_place(|| postgres.start_again());
    }
    people
        .assert_all_goes_on(&install, &mut process, &wordy_search(&mut dice))
        .await;
}
