//! The chain over the whole log, on every engine.

use store::db::Storage;
use store::installation;
use store::links::{Broken, Kind, LinkCheck, Links};
use store::log::{AppendError, Appender, Cursor, EventLog};
use store::on_every_log;
use store::rotation::{Secret, rotate};
use store::sealer::Sealer;
use store::seals::{SealKey, SealKeys};
use store::testing::counted;
use store::user_keys::WrappingKey;
use tokio_util::sync::CancellationToken;

fn key() -> SealKey {
    SealKey::new(b"a key of 32 bytes, but for tests")
}

fn sealer(log: &EventLog, storage: &Storage) -> Sealer {
    Sealer::new(log.clone(), Links::new(storage.log.clone()), &key())
}

/// What the chain says about the log: what is broken, how many links there are, and how many events are in none.
async fn judged(log: &EventLog, storage: &Storage) -> (Vec<Broken>, u64, u64) {
    judged_with(SealKeys::new(key(), []), log, storage).await
}

async fn judged_with(keys: SealKeys, log: &EventLog, storage: &Storage) -> (Vec<Broken>, u64, u64) {
    let links = Links::new(storage.log.clone());
    let links = links.after(0, usize::MAX).await.unwrap();
    let events = log.read_many_after(Cursor::START, 100_000).await.unwrap();
    let mut check = LinkCheck::new(keys);
    let mut broken = Vec::new();
    let mut left = links.as_slice();
    for event in &events {
        check.event(event);
        while let [link, rest @ ..] = left
            && link.ends_at <= event.cursor
        {
            broken.extend(check.link(link).err());
            left = rest;
        }
    }
    broken.extend(check.cut_off(left));
    (broken, check.links(), check.unlinked())
}

on_every_log! {
    async fn what_is_appended_is_linked_and_what_is_not_yet_is_named(test) {
        let log = EventLog::new(&test.storage);
        let appender = Appender::start(log.clone());
        let mut sealer = sealer(&log, &test.storage);
        assert!(sealer.link_all().await.unwrap());
        assert_eq!(judged(&log, &test.storage).await, (vec![], 0, 0), "an empty log");
        for n in 0..3 {
            appender.append(counted(n)).await.unwrap();
        }
        assert!(sealer.link_all().await.unwrap());
        appender.append(counted(3)).await.unwrap();
        assert_eq!(judged(&log, &test.storage).await, (vec![], 1, 1));
        // A process that starts later goes on where the chain ends.
        let mut later = Sealer::new(log.clone(), Links::new(test.storage.log.clone()), &key());
        assert!(!later.link_all().await.unwrap(), "the first one makes the links");
        assert!(sealer.link_all().await.unwrap());
        let note = sealer.note(Kind::Restored, "a note").await.unwrap().unwrap();
        assert_eq!((note.number, note.events), (3, 4));
        appender.append(counted(4)).await.unwrap();
        assert!(sealer.link_all().await.unwrap());
        assert_eq!(judged(&log, &test.storage).await, (vec![], 4, 0));
    }

    async fn two_processes_under_load_make_one_chain(test) {
        let stop = CancellationToken::new();
        let log = EventLog::new(&test.storage);
        let processes = [log.clone(), EventLog::new(&test.storage)];
        let running = processes.map(|log| tokio::spawn(sealer(&log, &test.storage).run(stop.clone())));
        let appender = Appender::start(log.clone());
        for n in 0..300 {
            appender.append(counted(n)).await.unwrap();
            if n % 50 == 0 {
                tokio::time::sleep(std::time::Duration::from_millis(300)).await;
            }
        }
        stop.cancel();
        for running in running {
            running.await.unwrap();
        }
        // On a busy machine the last moment of both may not have been enough.
        let mut next = sealer(&log, &test.storage);
        store::testing::eventually("the rest is linked", async || next.link_all().await.unwrap()).await;
        let (broken, links, unlinked) = judged(&log, &test.storage).await;
        assert_eq!((broken, unlinked), (vec![], 0));
        assert!(links > 1, "{links}");
        assert_eq!(log.problems().all(), Vec::<String>::new());
    }

    async fn links_that_are_taken_away_under_a_running_server_are_told(test) {
        let log = EventLog::new(&test.storage);
        let appender = Appender::start(log.clone());
        let mut sealer = sealer(&log, &test.storage);
        let mut events = 0;
        // Where a connection was opened meanwhile, the database may have been put back in all honesty: once more.
        store::testing::eventually("the change is told", async || {
            for take_away in [false, true] {
                if take_away {
                    let sql = "DELETE FROM chain_links WHERE number = (SELECT MAX(number) FROM chain_links)";
                    test.storage.log.run_script(sql).await.unwrap();
                }
                appender.append(counted(events)).await.unwrap();
                events += 1;
                store::testing::knows_its_end(&log).await;
                assert!(sealer.link_all().await.unwrap());
            }
            !log.problems().all().is_empty()
        })
        .await;
        let told = log.problems().all();
        assert!(told.len() == 1 && told[0].contains("was changed outside the server"), "{told:?}");
        // What is there is linked all the same.
        let (broken, _, unlinked) = judged(&log, &test.storage).await;
        assert_eq!((broken, unlinked), (vec![], 0));
    }

    async fn a_log_that_ends_before_its_chain_is_found(test) {
        let log = EventLog::new(&test.storage);
        let appender = Appender::start(log.clone());
        let mut sealer = sealer(&log, &test.storage);
        for n in 0..2 {
            appender.append(counted(n)).await.unwrap();
        }
        assert!(sealer.link_all().await.unwrap());
        let sql = "UPDATE chain_links SET events = 5, ends_at = ends_at + 1000000000";
        test.storage.log.run_script(sql).await.unwrap();
        let (broken, ..) = judged(&log, &test.storage).await;
        assert_eq!(broken, [Broken::CutOff { missing: 3, linked: 5 }]);
    }

    async fn events_from_before_the_chain_are_linked_as_such(test) {
        let log = EventLog::new(&test.storage);
        let appender = Appender::start(log.clone());
        for n in 0..5 {
            appender.append(counted(n)).await.unwrap();
        }
        // As the migration does where the events are in the database.
        let sql = "UPDATE installation SET value = '3' WHERE name = 'chain_adopts'";
        test.storage.log.run_script(sql).await.unwrap();
        assert!(sealer(&log, &test.storage).link_all().await.unwrap());
        let links = Links::new(test.storage.log.clone()).after(0, 10).await.unwrap();
        let links: Vec<_> = links.iter().map(|link| (link.kind, link.events)).collect();
        assert_eq!(links, [(Kind::Adopted, 3), (Kind::Events, 5)]);
        assert_eq!(judged(&log, &test.storage).await, (vec![], 2, 0));
    }

    async fn a_key_is_replaced_and_who_has_the_former_one_records_nothing_more(test) {
        let secret = |name: &str, seals: SealKey, byte: u8| Secret {
            fingerprint: name.to_owned(),
            seals,
            wrapping: WrappingKey::new(&[byte; 32]),
        };
        let former = secret("former", key(), 1);
        let next = secret("next", SealKey::new(b"the next key, for tests alone"), 2);
        let storage = &test.storage;
        let owner = installation::claim(&storage.log, "former").await.unwrap();
        let log = EventLog::new(storage).owned_by(owner);
        let appender = Appender::start(log.clone());
        for n in 0..3 {
            appender.append(counted(n)).await.unwrap();
        }
        let rotated = rotate(storage, &log, &former, &next).await.unwrap();
        assert_eq!(rotated.events, 3);
        let late = appender.append(counted(3)).await;
        assert!(matches!(late, Err(AppendError::Store(_))), "{late:?}");
        let mut late = sealer(&log, storage);
        let again = rotate(storage, &log, &former, &next).await;
        assert!(again.unwrap_err().to_string().contains("replaced by somebody else"));

        let owner = installation::claim(&storage.log, "next").await.unwrap();
        let log = EventLog::new(storage).owned_by(owner);
        Appender::start(log.clone()).append(counted(3)).await.unwrap();
        assert!(late.link_all().await.is_err(), "it links nothing with the former key");
        let links = Links::new(storage.log.clone());
        // The lease of the late one runs out.
        store::testing::eventually("the event is linked", async || {
            Sealer::new(log.clone(), links.clone(), &next.seals).link_all().await.unwrap()
        })
        .await;
        let keys = SealKeys::new(next.seals.clone(), [key()]);
        assert_eq!(judged_with(keys, &log, storage).await, (vec![], 4, 0));
    }
}
