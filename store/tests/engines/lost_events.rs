//! A log that has lost its last events, and checkpoints that went back: what a process remembers does not count then.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use async_trait::async_trait;
use store::log::{AppendError, Appender, Commit, EventLog, RecordedEvent};
use store::on_both_engines;
use store::subscriptions::{Checkpoints, ReactError, Reactor, Subscriptions};
use store::testing::{Moment, TestStorage, counted, eventually, knows_its_end};
use tokio_util::sync::CancellationToken;

const NAME: &str = "reactor.following";
const PATIENCE: Duration = Duration::from_secs(30);

/// Notes the commands of the events that it was given.
struct Following(Arc<Mutex<Vec<String>>>);

#[async_trait]
impl Reactor for Following {
    fn checkpoint(&self) -> &str {
        NAME
    }

    fn concerns(&self, _: &RecordedEvent) -> bool {
        true
    }

    async fn react(&self, event: &RecordedEvent) -> Result<(), ReactError> {
        self.0.lock().unwrap().push(event.metadata.clone());
        Ok(())
    }
}

/// The event after the `n`-th, of a command.
fn command(n: u64, name: &str) -> Commit {
    let mut commit = counted(n);
    commit.appends[0].events[0].metadata = format!(r#"{{"command_id":"{name}"}}"#);
    commit
}

/// A process: its log, appender and subscription.
struct Process {
    log: EventLog,
    appender: Appender,
    subscriptions: Subscriptions,
    followed: Arc<Mutex<Vec<String>>>,
    stop: CancellationToken,
}

impl Process {
    async fn start(test: &TestStorage) -> Self {
        let log = EventLog::new(&test.storage);
        let stop = CancellationToken::new();
        let subscriptions = Subscriptions::new(log.clone(), test.storage.clone(), stop.clone());
        let followed = Arc::default();
        let reactor = Following(Arc::clone(&followed));
        subscriptions.react(reactor).await.unwrap();
        subscriptions.watch_log();
        Self {
            appender: Appender::start(log.clone()),
            log,
            subscriptions,
            followed,
            stop,
        }
    }

    async fn append(&self, commit: Commit) -> Result<(), AppendError> {
        self.appender.append(commit).await.map(drop)
    }

    async fn follows(&self, last: &str) {
        let last = format!(r#"{{"command_id":"{last}"}}"#);
        let followed = async || self.followed.lock().unwrap().last() == Some(&last);
        eventually(&last, followed).await;
        let head = self.log.head().await.unwrap();
        assert!(self.subscriptions.wait_for(&[NAME], head, PATIENCE).await);
    }

    async fn end(self) {
        self.stop.cancel();
        self.subscriptions.ended().await;
    }
}

on_both_engines! {
    async fn es_02_a_log_that_lost_events_is_followed_from_where_it_ends_now(test) {
        let process = Process::start(&test).await;
        process.append(command(0, "first")).await.unwrap();
        process.follows("first").await;
        let moment = Moment::note(&test.storage).await.unwrap();
        for n in 1..4 {
            process.append(command(n, &format!("lost {n}"))).await.unwrap();
        }
        process.follows("lost 3").await;
        let head = process.log.head().await.unwrap();
        knows_its_end(&process.log).await;
        moment.return_to().await.unwrap();

        // Another process goes on, with as many events as were lost.
        let other = Appender::start(EventLog::new(&test.storage));
        for n in 1..4 {
            other.append(command(n, &format!("next {n}"))).await.unwrap();
        }
        process.follows("next 3").await;
        // In order, each at least once: what was not noted when the era ended comes again.
        let mut followed = Vec::new();
        for metadata in process.followed.lock().unwrap().iter() {
            if !followed.contains(metadata) {
                followed.push(metadata.clone());
            }
        }
        let names = ["first", "lost 1", "lost 2", "lost 3", "next 1", "next 2", "next 3"];
        assert_eq!(followed, names.map(|name| format!(r#"{{"command_id":"{name}"}}"#)));
        eventually("an era ends", async || process.log.era() == 1).await;
        assert_eq!(process.log.head().await.unwrap(), head);
        eventually("the problem is over", async || process.log.problems().all().is_empty()).await;
        process.append(command(4, "after all")).await.unwrap();
        process.follows("after all").await;
        process.end().await;
    }

    async fn es_02_a_log_that_lost_nothing_stays_in_its_era(test) {
        let process = Process::start(&test).await;
        for n in 0..3 {
            process.append(command(n, &format!("{n}"))).await.unwrap();
            let moment = Moment::note(&test.storage).await.unwrap();
            moment.return_to().await.unwrap();
            process.log.verify().await.unwrap();
        }
        process.follows("2").await;
        assert_eq!(process.log.era(), 0);
        process.end().await;
    }

    async fn es_02_what_was_seen_before_a_doubt_is_not_what_is_seen_after_it(test) {
        let process = Process::start(&test).await;
        process.append(command(0, "first")).await.unwrap();
        process.follows("first").await;
        let before = process.subscriptions.seen(NAME).unwrap();
        // Nothing is lost, but might have been.
        Moment::note(&test.storage).await.unwrap().return_to().await.unwrap();
        eventually("the checkpoint is read again", async || {
            let after = process.subscriptions.seen(NAME).unwrap();
            after != before && after.cursor == before.cursor
        })
        .await;
        process.end().await;
    }

    /// A view commits without waiting for the disk: after a crash its rows and checkpoint are older than its process
    /// remembers, and no further event may come.
    async fn es_02_a_checkpoint_that_went_back_is_followed_at_rest(test) {
        let process = Process::start(&test).await;
        process.append(command(0, "before")).await.unwrap();
        process.follows("before").await;
        let before = process.log.head().await.unwrap();
        process.append(command(1, "projected again")).await.unwrap();
        process.follows("projected again").await;
        process.followed.lock().unwrap().clear();

        let mut tx = test.storage.log.begin().await.unwrap();
        Checkpoints::reset(&mut tx, NAME, before).await.unwrap();
        tx.commit().await.unwrap();
        process.follows("projected again").await;
        assert_eq!(process.followed.lock().unwrap().len(), 1);
        process.end().await;
    }
}
