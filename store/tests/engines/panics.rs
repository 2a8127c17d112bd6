//! A panic in a projector, a reactor or the appender ends no task: it is told, and tried again.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use async_trait::async_trait;
use store::db::{Storage, Tx};
use store::log::{AppendError, Appended, Appender, Cursor, EventLog, Fault, RecordedEvent};
use store::on_both_engines;
use store::subscriptions::{ProjectError, Projector, ReactError, Reactor, Subscriptions};
use store::testing::counted;
use tokio_util::sync::CancellationToken;

const PATIENCE: Duration = Duration::from_secs(30);

async fn append(appender: &Appender, n: u64) -> Cursor {
    match appender.append(counted(n)).await.unwrap() {
        Appended::Stored { cursor } => cursor,
        Appended::Repeated(_) => panic!("it has no key"),
    }
}

/// Panics over the second event, so many times.
struct Panicking {
    name: &'static str,
    panics: AtomicU32,
    seen: Arc<AtomicU32>,
}

impl Panicking {
    fn new(name: &'static str, panics: u32) -> (Self, Arc<AtomicU32>) {
        let seen = Arc::new(AtomicU32::new(0));
        let panicking = Self {
            name,
            panics: AtomicU32::new(panics),
            seen: Arc::clone(&seen),
        };
        (panicking, seen)
    }

    fn see(&self, event: &RecordedEvent) {
        let left = self.panics.load(Ordering::SeqCst);
        if event.sequence == 2 && left > 0 {
            self.panics.store(left - 1, Ordering::SeqCst);
            panic!("event {} is too much", event.sequence);
        }
    }
}

#[async_trait]
impl Projector for Panicking {
    fn checkpoint(&self) -> &str {
        self.name
    }

    fn concerns(&self, _: &str) -> bool {
        true
    }

    async fn project(&self, _: &mut Tx, events: &[RecordedEvent]) -> Result<(), ProjectError> {
        events.iter().for_each(|event| self.see(event));
        let seen = u32::try_from(events.len()).unwrap();
        self.seen.fetch_add(seen, Ordering::SeqCst);
        Ok(())
    }
}

#[async_trait]
impl Reactor for Panicking {
    fn checkpoint(&self) -> &str {
        self.name
    }

    fn concerns(&self, _: &RecordedEvent) -> bool {
        true
    }

    async fn react(&self, event: &RecordedEvent) -> Result<(), ReactError> {
        self.see(event);
        self.seen.fetch_add(1, Ordering::SeqCst);
        Ok(())
    }
}

fn subscriptions(storage: &Storage, log: &EventLog) -> (Subscriptions, CancellationToken) {
    let stop = CancellationToken::new();
    let subscriptions = Subscriptions::new(log.clone(), storage.clone(), stop.clone());
    (subscriptions, stop)
}

on_both_engines! {
    // ES-02
    async fn es_02_a_projector_or_reactor_that_panics_is_tried_again(test) {
        let log = EventLog::new(&test.storage);
        let (subscriptions, stop) = subscriptions(&test.storage, &log);
        let (projector, projected) = Panicking::new("panicking_v1", 2);
        let (reactor, reacted) = Panicking::new("reactor.panicking", 2);
        subscriptions.project(projector).await.unwrap();
        subscriptions.react(reactor).await.unwrap();
        let appender = Appender::start(log.clone());
        let mut last = Cursor::START;
        for n in 0..4 {
            last = append(&appender, n).await;
        }
        let both = ["panicking_v1", "reactor.panicking"];
        assert!(subscriptions.wait_for(&both, last, PATIENCE).await);
        assert!(subscriptions.snapshot().iter().all(|(_, progress)| progress.paused.is_none()));
        assert_eq!(projected.load(Ordering::SeqCst), 4, "each once: the others were rolled back");
        assert!(reacted.load(Ordering::SeqCst) >= 4);
        stop.cancel();
        subscriptions.ended().await;
    }

    // ES-02
    async fn es_02_a_projector_that_panics_over_an_event_each_time_pauses_and_says_why(test) {
        let log = EventLog::new(&test.storage);
        let (subscriptions, stop) = subscriptions(&test.storage, &log);
        let (always, projected) = Panicking::new("always_v1", u32::MAX);
        let (never, others) = Panicking::new("never_v1", 0);
        subscriptions.project(always).await.unwrap();
        subscriptions.project(never).await.unwrap();
        let appender = Appender::start(log.clone());
        append(&appender, 0).await;
        append(&appender, 1).await;
        let last = append(&appender, 2).await;
        // A paused one is not waited for, and has not seen it.
        assert!(subscriptions.wait_for(&["always_v1", "never_v1"], last, PATIENCE).await);
        assert!(subscriptions.wait_for_all(&["never_v1"], last, PATIENCE).await);
        assert!(!subscriptions.wait_for_all(&["always_v1", "never_v1"], last, PATIENCE).await);
        let paused = |name: &str| {
            let all = subscriptions.snapshot();
            all.into_iter().find(|(other, _)| other == name).unwrap().1.paused
        };
        let reason = paused("always_v1").expect("it is paused");
        assert!(reason.contains("panicked: event 2 is too much"), "{reason}");
        assert_eq!((projected.load(Ordering::SeqCst), paused("never_v1")), (1, None));
        assert_eq!(others.load(Ordering::SeqCst), 3);
        stop.cancel();
        subscriptions.ended().await;
    }

    // ES-01
    async fn es_01_an_appender_that_panics_answers_and_serves_whoever_asks_next(test) {
        let log = EventLog::new(&test.storage);
        let mut group = 0;
        let appender = Appender::start_with_faults(log.clone(), move |_| {
            group += 1;
            if group == 2 { Fault::Panics } else { Fault::None }
        });
        append(&appender, 0).await;
        assert_eq!(log.problems().all(), [""; 0]);
        let refused = appender.append(counted(1)).await;
        assert!(matches!(refused, Err(AppendError::Store(_))), "{refused:?}");
        let told = log.problems().all();
        assert!(told.len() == 1 && told[0].contains("appender: it failed unexpectedly"), "{told:?}");
        assert!(!told[0].contains("in a test"), "{told:?}");
        append(&appender, 1).await;
        assert_eq!(log.problems().all(), [""; 0], "it is over");
        assert_eq!(log.read_all_after(Cursor::START, 10).await.unwrap().len(), 2);
    }
}
