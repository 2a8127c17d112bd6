//! A user who saves and writes while an erasure runs, and calls that are repeated.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use domain::account_record::CrmField;
use domain::codec::StoredEvent;
use domain::company_list::{CompanyList, CompanyListEvent};
use domain::ids::{SessionKey, UserId};
use domain::metadata::Actor;
use store::db::{Db, Storage};
use store::log::{CommandRecord, Fault};
use store::{on_both_engines, with_writer};
use tokio::sync::Notify;
use uuid::Uuid;

use super::super::changes::TagChange;
use super::super::crm::CrmEntry;
use super::super::outcomes::Outcome;
use super::super::shared::row;
use super::{Process, business};
use crate::error::CommandError;
use crate::testing::dispatcher_with_faults;

/// Stops a process before a commit.
#[derive(Clone, Default)]
struct Gate(Arc<GateState>);

#[derive(Default)]
struct GateState {
    closed: AtomicBool,
    reached: Notify,
}

impl Gate {
    fn pass(&self) {
        if !self.0.closed.load(Ordering::SeqCst) {
            return;
        }
        self.0.reached.notify_one();
        tokio::task::block_in_place(|| {
            while self.0.closed.load(Ordering::SeqCst) {
                std::thread::sleep(Duration::from_millis(1));
            }
        });
    }

    fn close(&self) {
        self.0.closed.store(true, Ordering::SeqCst);
    }

    fn open(&self) {
        self.0.closed.store(false, Ordering::SeqCst);
    }
}

fn process_behind(storage: &Storage, gate: &Gate) -> Process {
    let gate = gate.clone();
    let dispatcher = dispatcher_with_faults(storage, move |_| {
        gate.pass();
        Fault::None
    });
    Process::over(storage, dispatcher)
}

/// How many companies the user has saved, and how many of these no key opens any more.
async fn saved_and_lost(process: &Process, user: &UserId) -> (usize, usize) {
    let companies = &process.companies;
    let store = companies.dispatcher.store();
    let list = store.refresh::<CompanyList>(user.as_str()).await.unwrap();
    let key = companies.keys.find(user).await.unwrap();
    let log = store.log().read_stream::<CompanyList>(user.as_str(), 0);
    let mut lost = 0;
    for event in log.await.unwrap() {
        let payload = event.payload.to_string();
        let (name, version) = (&event.event_type, &event.event_version);
        let event = CompanyListEvent::decode(name, version, &payload).unwrap();
        if let CompanyListEvent::CompanySaved(saved) = event
            && list.aggregate().is_saved(saved.company)
        {
            let opened = key.as_ref().and_then(|key| key.open(&saved.business));
            lost += usize::from(opened.is_none());
        }
    }
    (list.aggregate().saved(), lost)
}

fn crm(text: &str) -> CrmEntry {
    CrmEntry {
        texts: [(CrmField::Notes, text.to_owned())].into(),
        ..CrmEntry::default()
    }
}

pub(super) fn keyed(key: &str) -> CommandRecord {
    CommandRecord {
        key: key.to_owned(),
        body_hash: "the same".to_owned(),
        answer: String::new(),
    }
}

on_both_engines! {
    /// L-b: no company stays closed with a key that is gone, whether the list had any before or none.
    async fn myco_08_a_company_saved_beside_an_erasure_opens_with_the_key_that_is_left(test) {
        let gate = Gate::default();
        let (one, two) = (process_behind(&test.storage, &gate), Process::start(&test.storage));
        for before in [0, 3] {
            let user = two.with(&format!("auth0|{before}"), before).await;
            let saving = async {
                gate.close();
                one.save(&user, std::iter::once(before)).await
            };
            let erasing = async {
                gate.0.reached.notified().await;
                two.companies.erase(&user, Actor::System, false).await.unwrap();
                gate.open();
            };
            let (saved, ()) = tokio::join!(saving, erasing);
            assert_eq!(saved, 1, "{before} before");
            assert_eq!(saved_and_lost(&two, &user).await, (1, 0), "{before} before");
        }
    }

    /// L-a: what was written is there.
    async fn acc_10_what_is_written_beside_an_erasure_can_be_read(test) {
        let gate = Gate::default();
        let (one, two) = (process_behind(&test.storage, &gate), Process::start(&test.storage));
        for before in [0, 3] {
            let user = two.with(&format!("auth0|{before}"), before).await;
            let of = business(0).row;
            let writing = async {
                gate.close();
                one.companies.write(&user, &of, crm("call again"), None).await
            };
            let erasing = async {
                gate.0.reached.notified().await;
                two.companies.erase(&user, Actor::System, false).await.unwrap();
                gate.open();
            };
            let (written, ()) = tokio::join!(writing, erasing);
            let expected = crm("call again").texts;
            assert_eq!(written.unwrap().record.texts, expected, "{before} before");
            assert_eq!(two.companies.record(&user, &of).await.unwrap().texts, expected, "{before} before");
        }
    }

    /// A company's first note, sent twice at once with one key: both calls are answered with it.
    async fn acc_10_a_first_note_that_is_sent_twice_is_in_both_answers(test) {
        let gate = Gate::default();
        let (one, two) = (process_behind(&test.storage, &gate), Process::start(&test.storage));
        let user = two.with("auth0|ada", 0).await;
        let of = business(0).row;
        let write = |process: &Process| {
            let companies = process.companies.clone();
            let (user, of) = (user.clone(), of.clone());
            async move { companies.write(&user, &of, crm("call again"), Some(keyed("note"))).await }
        };
        let overtaken = async {
            gate.close();
            write(&one).await
        };
        let overtaking = async {
            gate.0.reached.notified().await;
            let written = write(&two).await;
            gate.open();
            written
        };
        let (overtaken, overtaking) = tokio::join!(overtaken, overtaking);
        let (overtaken, overtaking) = (overtaken.unwrap().record, overtaking.unwrap().record);
        assert_eq!(overtaking.texts, crm("call again").texts);
        assert_eq!(overtaken, overtaking);
    }

    /// L-a: who saves, writes and tags beside erasures is told to try again at worst.
    async fn es_01_calls_beside_erasures_are_never_told_of_damage(test) {
        let (one, two) = (Process::start(&test.storage), Process::start(&test.storage));
        let user = two.with("auth0|ada", 0).await;
        let (done, rounds) = (AtomicBool::new(false), 40);
        let erasing = async {
            for _ in 0..rounds {
                two.companies.erase(&user, Actor::System, false).await.unwrap();
                tokio::task::yield_now().await;
            }
            done.store(true, Ordering::SeqCst);
        };
        let calling = async |process: &Process, number: u32| {
            let mut index = number;
            while !done.load(Ordering::SeqCst) {
                index += 10;
                let session = SessionKey::new(Uuid::nil());
                let saved = process.companies.save(&user, session, vec![business(index)], None).await;
                let written = process.companies.write(&user, &business(index).row, crm("x"), None).await;
                let tags = TagChange { add: vec!["a".to_owned()], remove: Vec::new() };
                let tagged = process.companies.tag(&user, [].into(), &tags, None).await;
                for error in [saved.err(), written.err(), tagged.err()].into_iter().flatten() {
                    assert!(matches!(error, CommandError::Conflict), "{error:?}");
                }
            }
        };
        tokio::join!(erasing, calling(&one, 0), calling(&one, 1), calling(&two, 2), calling(&two, 3));
        assert_eq!(saved_and_lost(&one, &user).await.1, 0);
    }

    /// L-c: a repeated call reads what it recorded, and not the list's whole stream, whose beginning cannot be read here.
    async fn res_06_a_repeated_save_is_answered_from_its_own_events(test) {
        let process = Process::start(&test.storage);
        let user = process.with("auth0|ada", 30).await;
        let session = SessionKey::new(Uuid::nil());
        let save = || process.companies.save(&user, session, vec![business(29), business(30)], Some(keyed("save")));
        let tags = TagChange { add: vec!["a".to_owned()], remove: Vec::new() };
        let store = process.companies.dispatcher.store();
        let first = save().await.unwrap().outcomes;
        assert_eq!(first, [Outcome::Unchanged, Outcome::Changed]);
        let list = store.refresh::<CompanyList>(user.as_str()).await.unwrap();
        let key = process.companies.keys.find(&user).await.unwrap().unwrap();
        let company = list.aggregate().company(&row(&key, &business(3).row)).unwrap();
        let tag = || process.companies.tag(&user, [company].into(), &tags, Some(keyed("tag")));
        assert_eq!(tag().await.unwrap().changed.len(), 1);
        let forbidden = match &test.storage.log {
            Db::Sqlite { .. } => "DROP TRIGGER events_are_not_changed",
            Db::Postgres(_) => "ALTER TABLE events DISABLE TRIGGER USER",
        };
        test.storage.log.run_script(forbidden).await.unwrap();
        with_writer!(&test.storage.log, pool => sqlx::query(
            "UPDATE events SET event_version = '0', payload = '{}', metadata = '{\"command_id\": \"save\"}' \
             WHERE aggregate_type = 'CompanyList' AND aggregate_id = $1 AND sequence = 1",
        )
        .bind(user.as_str())
        .execute(pool)
        .await
        .map(drop))
        .unwrap();
        assert_eq!(save().await.unwrap().outcomes, first);
        assert_eq!(tag().await.unwrap().changed.len(), 1);
    }
}
