//! The log goes back under a running server: a standby takes over that did not have the last commits, or a backup is
//! put in its place. What is lost is gone, everything else is as it was, and the server goes on by itself.

use testkit::{OwnPostgres, Stop};

use super::documented::documented;
use super::shown::{Ada, Shown, health_says, search};
use crate::support::{Install, Process, eventually, soak};

/// Each of a coupon that is redeemed and lost.
const COUPON: i64 = 10;
/// What an operator gives to somebody whose coupon was lost.
const ADJUSTMENT: i64 = 50;

/// A server with its database, and somebody who uses it.
struct Place {
    _folder: tempfile::TempDir,
    postgres: OwnPostgres,
    install: Install,
    process: Process,
    ada: Ada,
    coupons: u32,
    searches: u32,
    companies: u32,
}

impl Place {
    async fn begin(postgres: OwnPostgres) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let install = Install::on_postgres(folder.path(), postgres.url());
        let process = install.serve().await;
        let ada = Ada::begin(&process).await;
        Self {
            _folder: folder,
            postgres,
            install,
            process,
            ada,
            coupons: 0,
            searches: 0,
            companies: 1,
        }
    }

    /// A coupon that nobody has redeemed.
    fn issue(&mut self) -> String {
        self.coupons += 1;
        let code = format!("LOST-{}", self.coupons);
        Ada::issue(&self.install, &code);
        code
    }

    /// Does so many things that will be lost, each in a commit; the first redeems the coupon.
    async fn does(&mut self, commits: u32, code: &str) {
        for number in 0..commits {
            match number {
                0 => self.ada.redeems_with_key(code).await,
                1 => self.ada.notes("written and lost").await,
                2 => self.ada.saves(self.companies).await,
                3 => self.ada.runs("Lostville").await,
                _ => self.ada.notes(&format!("lost as well, {number}")).await,
            }
        }
        let expected = (commits > 1).then_some("lost");
        let shown = format!("{:?}", self.ada.is_shown_now().await);
        assert!(expected.is_none_or(|word| shown.contains(word)), "{shown}");
    }

    /// Everything is as it was before what was lost, and goes on: with the lost coupon too, whose owner has `total`
    /// credits without it.
    async fn goes_on(&mut self, shown: &Shown, code: &str, total: i64) {
        self.ada.is_shown(shown, code).await;
        self.ada.redeems_with_key(code).await;
        self.ada.has_in_all(total + COUPON).await;
        self.ada.saves(self.companies).await;
        self.companies += 1;
        self.ada.has_saved(self.companies as usize).await;
        self.searches += 1;
        self.ada
            .runs(&format!("Afterville {}", self.searches))
            .await;
        let bob = self.process.user("bob@example.com", "pro");
        bob.run(&search("Bobville")).await;
        health_says(&self.process, "ok").await;
        assert!(self.process.is_running(), "without a restart");
        self.install.succeed(&["ledger", "verify", "--all"]);
        self.install.succeed(&["projections", "verify"]);
    }

    async fn total(&self) -> i64 {
        self.ada.client.balance().await.2
    }

    /// A standby takes over that misses the last commits. Before the server finds it, an operator may have made up for
    /// the coupon.
    async fn fails_over(&mut self, commits: u32, operator: bool) {
        let code = self.issue();
        let mut standby = self.postgres.standby(&documented("standby"));
        standby.catches_up_with(&self.postgres);
        let (mut shown, mut total) = (self.ada.is_shown_now().await, self.total().await);
        standby.stop(Stop::Fast);
        self.does(commits, &code).await;
        self.postgres.stop(Stop::Killed);

        standby.start_elsewhere();
        standby.operate(&documented("promote"), &[]);
        if operator {
            let there = Install::on_postgres(self._folder.path(), standby.url());
            let (user, amount) = (&*self.ada.client.sub, &*ADJUSTMENT.to_string());
            for _ in 0..2 {
                there.succeed(&[
                    "accounts",
                    "adjust",
                    user,
                    amount,
                    "--reason",
                    "it was lost",
                ]);
                total += ADJUSTMENT;
            }
            // Her credits and her ledger have changed.
            shown.retain(|path, _| !path.contains("/credits/"));
        }
        // The read models cannot be read up to where they were, and health tells until they are.
        let _held = standby.ask(HOLD);
        standby.stop(Stop::Fast);
        standby.start_again_at(self.postgres.port());
        self.postgres = standby;
        self.is_told_what_was_lost().await;
        let _released = self.postgres.ask("ROLLBACK PREPARED 'held'");
        self.goes_on(&shown, &code, total).await;
    }

    async fn is_told_what_was_lost(&self) {
        eventually("health tells what was lost", || async {
            let problems = health_says(&self.process, "degraded").await;
            let told = |problem: &String| {
                problem.contains("lost events") && problem.contains("timeline is 0000")
            };
            problems.iter().any(told).then_some(())
        })
        .await;
    }

    fn operate(&self, place: &str, variables: &[(&str, &str)]) {
        self.postgres.operate(&documented(place), variables);
    }

    /// A backup and the archive are put in its place, up to a moment that is gone.
    async fn is_restored(&mut self, archive: &str, backup: &str, commits: u32) {
        let at = [("ARCHIVE", archive), ("BACKUP", backup)];
        self.operate("base backup", &at);
        self.ada.notes("written after the backup").await;
        let (shown, total) = (self.ada.is_shown_now().await, self.total().await);
        let moment = self.postgres.ask("SELECT clock_timestamp()");
        let code = self.issue();
        self.does(commits, &code).await;
        self.operate("restore", &[at[0], at[1], ("MOMENT", &moment)]);
        Ada::issue(&self.install, &code);
        self.goes_on(&shown, &code, total).await;
    }

    /// A standby takes over that each commit has waited for.
    async fn fails_over_without_loss(&mut self) {
        let mut standby = self.postgres.standby(&documented("standby"));
        self.postgres.operate(&documented("synchronous"), &[]);
        self.postgres.waits_until(
            "SELECT count(*) = 1 FROM pg_stat_replication WHERE sync_state = 'quorum'",
        );
        let code = self.issue();
        self.does(4, &code).await;
        let (shown, total) = (self.ada.is_shown_now().await, self.total().await);
        // Commits of read models wait for nobody: one that does takes those before it along.
        let _written = self
            .postgres
            .ask("SELECT pg_logical_emit_message(true, 'test', 'all before')");
        self.postgres.stop(Stop::Killed);
        standby.stop(Stop::Fast);
        standby.start_again_at(self.postgres.port());
        self.postgres = standby;
        // It can be read already, but not written to.
        self.ada.is_shown(&shown, "before it is promoted").await;
        self.ada.is_refused().await;
        self.operate("promote", &[]);
        self.ada.is_shown(&shown, "nothing is lost").await;
        self.companies += 1;
        self.goes_on(&shown, &code, total - COUPON).await;
    }
}

/// Outlives a restart.
const HOLD: &str = "BEGIN; LOCK TABLE checkpoints; PREPARE TRANSACTION 'held'";

const SETTINGS: [&str; 1] = ["max_prepared_transactions=1"];

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
// CRED-11, JOB-13, MYCO-01
async fn cred_11_crash_a_standby_that_misses_the_last_commits_takes_over_and_all_goes_on() {
    let Some(postgres) = OwnPostgres::start_with(&SETTINGS) else {
        return;
    };
    let mut place = Place::begin(postgres).await;
    place.fails_over(1, false).await;
    place.fails_over(2, false).await;
    if soak() {
        place.fails_over(89, false).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
// CRED-11, CRED-12
async fn cred_11_crash_an_operator_who_makes_up_for_what_a_failover_lost_leaves_an_honest_ledger() {
    let Some(postgres) = OwnPostgres::start_with(&SETTINGS) else {
        return;
    };
    let mut place = Place::begin(postgres).await;
    place.fails_over(2, true).await;
    if soak() {
        place.fails_over(1, true).await;
        place.fails_over(89, true).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
// CRED-11, CRED-12, MYCO-01
async fn cred_12_crash_a_backup_is_put_in_place_under_a_running_server_and_all_goes_on() {
    let Some(postgres) = OwnPostgres::start() else {
        return;
    };
    let folder = |name| postgres.folder(name).to_str().unwrap().to_owned();
    let (archive, backups) = (folder("archive"), folder("backups"));
    postgres.operate(&documented("archive"), &[("ARCHIVE", &archive)]);
    let mut place = Place::begin(postgres).await;
    place
        .is_restored(&archive, &format!("{backups}/base"), 6)
        .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
// CRED-11, MYCO-01
async fn cred_11_crash_a_standby_that_commits_wait_for_takes_over_and_nothing_is_lost() {
    let Some(postgres) = OwnPostgres::start() else {
        return;
    };
    Place::begin(postgres).await.fails_over_without_loss().await;
}

/// Some hundred rows.
const CITIES: usize = 30;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
// JOB-13, CRED-11
async fn job_13_crash_a_search_that_a_failover_interrupts_is_delivered_and_paid_once() {
    let Some(postgres) = OwnPostgres::start() else {
        return;
    };
    let place = Place::begin(postgres).await;
    let (_, before, _) = place.ada.client.balance().await;
    let mut standby = place.postgres.standby(&documented("standby"));
    let cities: Vec<String> = (0..CITIES).map(|n| format!("Testville {n}")).collect();
    let mut long = search("");
    long["cities"] = cities.into();
    long["max_results"] = 1_000.into();
    let job = place.ada.client.start(&long).await;
    eventually("it is under way", || async {
        (place.ada.client.job(&job).await["status"] != "queued").then_some(())
    })
    .await;
    standby.catches_up_with(&place.postgres);
    // What it delivers from now on is lost.
    standby.stop(Stop::Fast);
    place.postgres.stop(Stop::Killed);
    standby.start_elsewhere();
    standby.operate(&documented("promote"), &[]);
    standby.stop(Stop::Fast);
    standby.start_again_at(place.postgres.port());

    let ended = place.ada.sees_the_end_of(&job).await;
    assert_eq!(ended["status"], "completed", "{ended}");
    let rows = i64::try_from(place.ada.client.rows(&job).await.len()).unwrap();
    assert!(rows > 100, "{rows}");
    assert_eq!(ended["results_count"], rows);
    place.ada.client.has_paid(before + rows).await;
    health_says(&place.process, "ok").await;
    place.install.ledger().await.assert_holds_settled_once();
    place.install.succeed(&["ledger", "verify", "--all"]);
    place.install.succeed(&["projections", "verify"]);
}
