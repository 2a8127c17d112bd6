//! Cut off without a word: connections stay open, and nothing comes over them any more.

use std::time::{Duration, Instant};

use sqlx::{Connection, PgConnection};
use testkit::{OwnPostgres, Wire};

use crate::support::{Install, Load, assert_kept, short_or_long, soak};

/// The setting that all limits of time hang on: usually 60 s.
const STATEMENTS: &str = "DEMANDATLAS_STATEMENT_TIMEOUT_S";

/// How long whoever watches the server waits.
const HEALTH: Duration = Duration::from_secs(20);

/// Waits longer than tests do.
async fn within<T, F: Future<Output = Option<T>>>(
    limit: Duration,
    what: &str,
    look: impl Fn() -> F,
) -> T {
    let since = Instant::now();
    loop {
        if let Some(found) = look().await {
            return found;
        }
        assert!(since.elapsed() < limit, "not within {limit:?}: {what}");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

/// Nobody has left a transaction behind that holds what others wait for.
async fn assert_nothing_is_held(postgres: &OwnPostgres) {
    let mut connection = PgConnection::connect(&postgres.url()).await.unwrap();
    let seconds = short_or_long(5, 65);
    let held: Vec<String> = sqlx::query_scalar(&format!(
        "SELECT state || ': ' || query FROM pg_stat_activity \
         WHERE state LIKE 'idle in transaction%' AND state_change < clock_timestamp() - interval '{seconds} s'"
    ))
    .fetch_all(&mut connection)
    .await
    .unwrap();
    assert_eq!(held, Vec::<String>::new());
    connection.close().await.unwrap();
}

/// Commands are answered again that long after the partition's beginning, at most: 75 s, and their part of it where
/// the limits are shorter. The pool's own waits (5 s) are as long as ever.
fn limit() -> Duration {
    short_or_long(Duration::from_secs(20), Duration::from_secs(75))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
// CRED-11, JOB-13
async fn cred_11_crash_a_partition_to_postgresql_is_over_within_75_seconds() {
    let Some(postgres) = OwnPostgres::start() else {
        return;
    };
    let wire = Wire::to(postgres.port()).await;
    let folder = tempfile::tempdir().unwrap();
    let install = Install::on_postgres(folder.path(), postgres.url_through(wire.port()));
    let mut process = match soak() {
        true => install.serve().await,
        false => install.serve_with(&[(STATEMENTS, "3")]).await,
    };
    let load = Load::begin(&process);
    for _ in 0..short_or_long(1, 5) {
        load.goes_on(20).await;
        let part = Instant::now();
        wire.part();
        within(limit(), "health is told", || async {
            let asked = Instant::now();
            let health = process.anonymous.get("/api/health").await;
            assert!(
                asked.elapsed() < HEALTH,
                "whoever watches waits {:?}",
                asked.elapsed()
            );
            (health.status == 503).then_some(())
        })
        .await;
        load.is_refused().await;
        // It is over while some still wait for what never comes.
        wire.heal();
        let before = load.accepted().len();
        within(
            limit().saturating_sub(part.elapsed()),
            "jobs are accepted again",
            || async { (load.accepted().len() > before + 5).then_some(()) },
        )
        .await;
    }
    let (accepted, slowest) = load.end().await;
    assert!(
        slowest < limit(),
        "somebody waited {slowest:?} for an answer"
    );
    assert!(process.is_running(), "without a restart");
    assert_kept(&install, &process, &accepted).await;
    assert_nothing_is_held(&postgres).await;
    // Those are found the next time that somebody needs them.
    let silent = wire.silent();
    eprintln!("partition: the slowest answer took {slowest:?}; {silent} connections are silent");
}
