//! A former binary and this one work on one PostgreSQL database at the same time (ES-03). Ignored, which is said, but for
//! `scripts/mixed-versions` (`make soak`), which builds the former one.

use std::path::PathBuf;

use testkit::OwnPostgres;

use crate::support::{Install, Load, assert_kept, eventually};

/// The binary of the former version.
const FORMER: &str = "DEMANDATLAS_TEST_FORMER_BINARY";
/// Jobs that each load brings.
const JOBS: usize = 60;

#[ignore = "needs the binary of a former version: scripts/mixed-versions builds one"]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
// ES-03
async fn es_03_crash_a_former_binary_and_this_one_work_on_one_database_at_the_same_time() {
    let former = std::env::var_os(FORMER).map(PathBuf::from);
    let former = former.unwrap_or_else(|| panic!("{FORMER} names no binary"));
    let Some(postgres) = OwnPostgres::start() else {
        return;
    };
    let (old_folder, new_folder) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let old = Install::on_postgres(old_folder.path(), postgres.url()).with_binary(former);
    let new = Install::on_postgres(new_folder.path(), postgres.url());

    // The former one has begun, and goes on while this one migrates and starts beside it.
    let old_server = old.serve().await;
    let first = Load::begin(&old_server);
    first.goes_on(JOBS).await;
    std::fs::copy(old.secret_key(), new.secret_key()).unwrap();
    let mut new_server = new.serve().await;
    first.goes_on(JOBS).await;
    let (mut accepted, _) = first.end().await;

    // Both are asked, and both work; what one has begun the other one finishes when it is killed.
    let both = [
        Load::begin_as(&old_server, "old"),
        Load::begin_as(&new_server, "new"),
    ];
    for load in &both {
        load.goes_on(JOBS).await;
    }
    for load in both {
        accepted.extend(load.end().await.0);
    }
    old_server.kill();
    eventually("the read models of this version are built", || async {
        let status = new.succeed(&["projections", "status"]);
        (!status.contains("meanwhile")).then_some(())
    })
    .await;
    assert_kept(&new, &new_server, &accepted).await;
    assert!(new_server.is_running());
}
