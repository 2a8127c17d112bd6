//! A new version of a view on the data of a former version: the former table answers until the new one has caught up,
//! then the new one does, with the same rows as a rebuild.

use std::time::Duration;

use domain::codec::StoredEvent;
use domain::testing::{DoorClosed, DoorEvent, DoorOpened};
use jiff::{SignedDuration, Timestamp};
use store::db::Storage;
use store::leases::Leases;
use store::log::{Appended, Appender, Commit, Cursor, EventLog, NewEvent, StreamAppend, StreamId};
use store::subscriptions::{Checkpoints, Status, Subscriptions};
use store::testing::eventually;
use store::{on_the_former_version, with_reader};
use tokio_util::sync::CancellationToken;

use super::{DoorRow, DoorsView};
use crate::serving::Serving;
use crate::table::Row;
use crate::{View, verify};

/// The process that blocks the new table in a test.
const OTHER: &str = "another process";
const PATIENCE: Duration = Duration::from_secs(60);

fn view() -> View {
    View::of::<DoorsView>()
}

async fn follow(storage: &Storage, log: &EventLog) -> (Subscriptions, CancellationToken) {
    let stop = CancellationToken::new();
    let subscriptions = Subscriptions::new(log.clone(), storage.clone(), stop.clone());
    let started = view().start(&subscriptions).await;
    started.unwrap();
    (subscriptions, stop)
}

/// Appends an event to a door that has `expected`.
async fn append(log: &EventLog, door: &str, expected: u64, event: NewEvent) -> Cursor {
    let appends = vec![StreamAppend {
        stream: StreamId {
            aggregate_type: DoorEvent::AGGREGATE,
            aggregate_id: door.to_owned(),
        },
        expected,
        continues: None,
        events: vec![event],
        head: None,
    }];
    let commit = Commit {
        appends,
        command: None,
        guard: None,
    };
    let stored = Appender::start(log.clone()).append(commit).await.unwrap();
    let Appended::Stored { cursor } = stored else {
        panic!("nothing is repeated here")
    };
    cursor
}

fn stored(event: &DoorEvent) -> NewEvent {
    NewEvent {
        event_type: event.name(),
        event_version: event.version(),
        payload: event.encode(),
        metadata: "{}".into(),
    }
}

fn opened(last: &str) -> NewEvent {
    let (first, last) = ("Cleo".into(), last.into());
    stored(&DoorOpened { first, last }.into())
}

/// What the view answers.
async fn doors(storage: &Storage) -> Vec<DoorRow> {
    let rows = Serving::<DoorRow>::new(storage.views.clone());
    let sql = format!("{} ORDER BY door_id", rows.select().await.unwrap());
    with_reader!(rows.db(), pool => sqlx::query_as(&sql).fetch_all(pool).await).unwrap()
}

fn door(door_id: &str, opened: u32, opener: Option<&str>, locked: bool) -> DoorRow {
    DoorRow {
        door_id: door_id.to_owned(),
        opened,
        opener: opener.map(str::to_owned),
        locked,
    }
}

/// What the table of version 1 says.
fn formerly() -> [DoorRow; 2] {
    [door("back", 1, None, false), door("front", 1, None, true)]
}

async fn assert_as_rebuilt(storage: &Storage, log: &EventLog) {
    let never = CancellationToken::new();
    let differences = verify(&view(), storage, log, &never, &|_| {}).await;
    let differences = differences.unwrap();
    assert_eq!((differences.rows, differences.keys), (2, Vec::new()));
}

on_the_former_version! {
    // ES-03, ES-05
    async fn es_03_the_table_of_the_version_before_answers_until_the_new_one_has_caught_up(former) {
        let storage = &former.storage;
        let log = EventLog::new(storage);
        let leases = Leases::new(storage.log.clone());
        let hour = Duration::from_secs(3_600);
        let held = leases.acquire("doors_v2_shadow", OTHER, hour).await.unwrap();
        assert!(held.is_some());
        let (following, stop) = follow(storage, &log).await;

        // As the former version left it; new events are not shown yet.
        let last = append(&log, "front", 2, opened("Rand")).await;
        assert!(!following.wait_for(&[DoorRow::TABLE], last, Duration::from_millis(600)).await);
        assert_eq!(view().answered_by(&storage.views).await.unwrap(), Some(1));
        assert_eq!(doors(storage).await, formerly());

        leases.release("doors_v2_shadow", OTHER).await.unwrap();
        assert!(following.wait_for(&[DoorRow::TABLE], last, PATIENCE).await);
        assert_eq!(view().answered_by(&storage.views).await.unwrap(), None);
        let now = [door("back", 1, Some("Moss"), false), door("front", 2, Some("Rand"), false)];
        assert_eq!(doors(storage).await, now);
        assert_as_rebuilt(storage, &log).await;
        // And it follows the log from there.
        let last = append(&log, "back", 1, stored(&DoorClosed {}.into())).await;
        assert!(following.wait_for(&[DoorRow::TABLE], last, PATIENCE).await);
        assert!(doors(storage).await[0].locked);
        assert_as_rebuilt(storage, &log).await;
        stop.cancel();
        following.ended().await;
    }

    // ES-03
    async fn es_03_two_processes_that_find_an_old_table_build_the_new_one_once_and_both_follow_it(former) {
        let storage = &former.storage;
        let other = former.reopen().await;
        let (log, other_log) = (EventLog::new(storage), EventLog::new(&other));
        let (one, stop_one) = follow(storage, &log).await;
        let (two, stop_two) = follow(&other, &other_log).await;
        let last = append(&log, "front", 2, opened("Rand")).await;
        for following in [&one, &two] {
            assert!(following.wait_for(&[DoorRow::TABLE], last, PATIENCE).await);
        }
        assert_eq!(doors(&other).await[1], door("front", 2, Some("Rand"), false));
        assert_as_rebuilt(storage, &log).await;
        stop_one.cancel();
        stop_two.cancel();
    }

    // ES-02
    async fn es_02_an_event_that_cannot_be_projected_leaves_the_old_table_answering(former) {
        let storage = &former.storage;
        let log = EventLog::new(storage);
        let poison = NewEvent { event_type: "DoorTeleported", ..opened("Rand") };
        append(&log, "front", 2, poison).await;
        let (following, stop) = follow(storage, &log).await;
        let checkpoints = Checkpoints::new(storage.views.clone());
        eventually("the new version's building pauses", async || {
            checkpoints.load(DoorRow::TABLE).await.unwrap().status == Status::Paused
        }).await;
        let paused = checkpoints.load(DoorRow::TABLE).await.unwrap();
        assert!(paused.failure.unwrap().contains("DoorTeleported"));
        assert_eq!(view().answered_by(&storage.views).await.unwrap(), Some(1));
        assert_eq!(doors(storage).await, formerly());
        stop.cancel();
        following.ended().await;
    }

    async fn an_old_table_is_dropped_once_nobody_has_followed_it_for_an_hour(former) {
        let storage = &former.storage;
        let log = EventLog::new(storage);
        let (following, stop) = follow(storage, &log).await;
        assert!(following.wait_for(&[DoorRow::TABLE], log.head().await.unwrap(), PATIENCE).await);
        let later = Timestamp::now().checked_add(SignedDuration::from_hours(2)).unwrap();
        let left = async |now| view().drop_abandoned(storage, &log, now).await.unwrap();
        // An old binary next to this one would have nothing to do either.
        assert_eq!(left(later).await, 1);

        let last = append(&log, "front", 2, opened("Rand")).await;
        assert!(following.wait_for(&[DoorRow::TABLE], last, PATIENCE).await);
        assert_eq!(left(Timestamp::now()).await, 1);
        assert_eq!(left(later).await, 0);
        assert!(storage.views.run_script("SELECT 1 FROM doors_v1").await.is_err());
        let checkpoint = Checkpoints::new(storage.views.clone()).load("doors_v1").await.unwrap();
        assert_eq!(checkpoint.cursor, Cursor::START);
        assert_as_rebuilt(storage, &log).await;
        stop.cancel();
    }
}
