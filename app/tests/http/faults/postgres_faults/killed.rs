//! Killed (kill -9 of all its processes), and stopped (`pg_ctl stop`), at drawn moments.

use std::time::Duration;

use testkit::{OwnPostgres, Stop};

use crate::support::{Dice, Install, Load, Process, assert_kept, eventually, short_or_long};

/// Jobs that are accepted between two failures at least.
const BETWEEN: usize = 10;

async fn health_is(process: &Process, status: u16) {
    eventually("the health is told", || async {
        let health = process.anonymous.get("/api/health").await;
        (health.status == status).then_some(())
    })
    .await;
}

async fn goes_down_under_load(name: &str, ways: &[Stop], rounds: usize) {
    let Some(postgres) = OwnPostgres::start() else {
        return;
    };
    let mut dice = Dice::from_printed_seed(name);
    let folder = tempfile::tempdir().unwrap();
    let install = Install::on_postgres(folder.path(), postgres.url());
    let mut process = install.serve().await;
    let load = Load::begin(&process);
    for round in 0..rounds {
        load.goes_on(BETWEEN).await;
        // The moment is what is drawn.
        tokio::time::sleep(dice.within(Duration::from_millis(200))).await;
        let how = ways[round % ways.len()];
        tokio::task::block_in_place(|| postgres.stop(how));
        load.is_refused().await;
        health_is(&process, 503).await;
        tokio::task::block_in_place(|| postgres.start_again());
        health_is(&process, 200).await;
    }
    load.goes_on(BETWEEN).await;
    let refused = load.refused();
    let (accepted, slowest) = load.end().await;
    assert!(process.is_running(), "without a restart");
    assert_kept(&install, &process, &accepted).await;
    eprintln!(
        "{name}: {} jobs were accepted, {refused} calls refused; the slowest answer took {slowest:?}",
        accepted.len()
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
// CRED-11, JOB-13
async fn cred_11_crash_of_a_postgresql_that_is_killed_under_load_loses_and_doubles_nothing() {
    let rounds = short_or_long(3, 60);
    goes_down_under_load("PostgreSQL killed", &[Stop::Killed], rounds).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
// CRED-11, JOB-13
async fn cred_11_crash_of_a_postgresql_that_is_stopped_under_load_loses_and_doubles_nothing() {
    let ways = [Stop::Fast, Stop::Immediate];
    goes_down_under_load("PostgreSQL stopped", &ways, short_or_long(2, 60)).await;
}
