//! Killed right after an answer, when the read models' last commits are not on the disk yet: they do not wait for it.
//! Nothing happens afterwards; what was shown is shown again.

use std::time::{Duration, Instant};

use sqlx::{Connection, PgConnection};
use testkit::{OwnPostgres, Stop};

use super::shown::{Ada, health_says};
use crate::support::Install;

/// How often nothing may be lost: another commit comes last, or PostgreSQL writes by itself, every ten seconds here.
const TRIES: u32 = 10;

/// Nothing is written any more: a deed is done, but for one read model.
const AT_REST: Duration = Duration::from_millis(300);

/// Within which that must be, for the deed is answered after two seconds even if it is not shown.
const PATIENCE: Duration = Duration::from_millis(1_500);

/// What a user does last.
#[derive(Debug, Clone, Copy)]
enum Deed {
    Redeem,
    Save,
    Note,
    Search,
}

impl Deed {
    const ALL: [Self; 4] = [Self::Redeem, Self::Save, Self::Note, Self::Search];

    /// The read model that shows it.
    const fn shown_by(self) -> &'static str {
        match self {
            Self::Redeem => "credit_status_v2",
            Self::Save | Self::Note => "saved_companies_v4",
            Self::Search => "jobs_v4",
        }
    }

    async fn is_done(self, ada: &Ada, install: &Install, number: u32) {
        match self {
            Self::Redeem => {
                let code = format!("LATE-{number}");
                Ada::issue(install, &code);
                ada.redeems(&code).await;
            }
            Self::Save => ada.saves(number % 11 + 1).await,
            Self::Note => ada.notes(&format!("written late, {number}")).await,
            Self::Search => ada.runs(&format!("Lateville {number}")).await,
        }
    }
}

/// Holds a read model up until the connection is closed.
async fn hold(postgres: &OwnPostgres, read_model: &str) -> PgConnection {
    let mut connection = PgConnection::connect(&postgres.url()).await.unwrap();
    let lock =
        format!("BEGIN; SELECT name FROM checkpoints WHERE name = '{read_model}' FOR UPDATE");
    sqlx::raw_sql(&lock).execute(&mut connection).await.unwrap();
    connection
}

/// Waits until something has been written, and then nothing for a while.
async fn is_at_rest(connection: &mut PgConnection) {
    let since = Instant::now();
    let (mut before, mut changed) = (None, None);
    while since.elapsed() < PATIENCE {
        let written = sqlx::query_scalar("SELECT pg_current_wal_insert_lsn()::text");
        let written: String = written.fetch_one(&mut *connection).await.unwrap();
        if before.is_some_and(|before| before != written) {
            changed = Some(Instant::now());
        }
        if changed.is_some_and(|changed: Instant| changed.elapsed() >= AT_REST) {
            return;
        }
        before = Some(written);
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}

/// Does it while the read model waits for the rest, so that its commit is the last one: any other would take it to the
/// disk.
async fn with_the_last_commit(
    postgres: &OwnPostgres,
    read_model: &str,
    deed: impl Future<Output = ()>,
) {
    let mut held = hold(postgres, read_model).await;
    let release = async {
        is_at_rest(&mut held).await;
        held.close().await.unwrap();
    };
    tokio::join!(deed, release);
}

/// Kills it and starts it again. Has the read model lost its last commits?
fn crash(postgres: &mut OwnPostgres, read_model: &str) -> bool {
    let position = format!("SELECT cursor FROM checkpoints WHERE name = '{read_model}'");
    let before = postgres.ask(&position);
    postgres.stop(Stop::Killed);
    // Where the product does not find it, so that it has not repaired anything yet.
    let port = postgres.start_elsewhere();
    let went_back = postgres.ask(&position) != before;
    postgres.stop(Stop::Fast);
    postgres.start_again_at(port);
    went_back
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
// CRED-01, MYCO-01, JOB-13
async fn cred_11_crash_of_a_postgresql_after_an_answer_leaves_every_screen_as_it_was() {
    let Some(mut postgres) = OwnPostgres::start_with(&["wal_writer_delay='10s'"]) else {
        return;
    };
    let folder = tempfile::tempdir().unwrap();
    let install = Install::on_postgres(folder.path(), postgres.url());
    let mut process = install.serve().await;
    let ada = Ada::begin(&process).await;
    let mut number = 0;
    for deed in Deed::ALL {
        let mut went_back = false;
        for _ in 0..TRIES {
            number += 1;
            let done = deed.is_done(&ada, &install, number);
            with_the_last_commit(&postgres, deed.shown_by(), done).await;
            let shown = ada.is_shown_now().await;
            went_back = tokio::task::block_in_place(|| crash(&mut postgres, deed.shown_by()));
            ada.is_shown(&shown, &format!("{deed:?}")).await;
            health_says(&process, "ok").await;
            if went_back {
                break;
            }
        }
        assert!(went_back, "{deed:?}: no read model lost a commit");
    }
    assert!(process.is_running(), "without a restart");
    install.succeed(&["ledger", "verify", "--all"]);
    install.succeed(&["projections", "verify"]);
}
