//! What the tests of views share: a history to project, and how views are followed and compared.

use std::collections::HashMap;

use domain::account_record::{
    AccountRecordEvent, ContactStatus, CrmDetailsRecorded, CrmField, CrmStatusChanged,
    FollowUpDateSet,
};
use domain::codec::StoredEvent;
use domain::company_list::{
    CompanyChanged, CompanyListEvent, CompanyMet, CompanyRefreshed, CompanyRemoved,
    CompanyRestored, CompanySaved, CompanyTagged, FieldChange, ListingChange,
};
use domain::credit_account::{
    AccountOpened, AllowanceGranted, CreditEvent, CreditsDebited, CreditsHeld, HoldReleased,
    ReleaseReason,
};
use domain::ids::{CompanyId, HoldId, MonitorId, RecordId, SessionKey, UserId};
use domain::metadata::{Actor, Metadata};
use domain::monitor::{
    Days, MonitorCreated, MonitorEvent, RunEnded, RunOutcome, RunSkipped, RunStarted, Schedule,
    SkipReason, Terms, Zone,
};
use domain::personal::Noted;
use domain::pricing::DebitKind;
use domain::scrape_job::{
    CityScraped, CompletionReason, First, JobCompleted, JobKind, JobQueued, JobStarted,
    RowsDelivered, ScrapeJobEvent, Search, WatchedField,
};
use domain::tier::Tier;
use jiff::Timestamp;
use jiff::civil::date;
use projections::{RebuildError, RebuildProgress, View, all, verify};
use rand::Rng;
use rand::rngs::StdRng;
use store::db::Storage;
use store::log::{Appended, Appender, Commit, Cursor, EventLog, NewEvent, StreamAppend, StreamId};
use store::subscriptions::Subscriptions;
use store::user_keys::{UserKey, UserKeys, WrappingKey};
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

pub(crate) fn at(micros: i64) -> Timestamp {
    Timestamp::from_microsecond(1_780_000_000_000_000 + micros).unwrap()
}

pub(crate) fn stored<E: StoredEvent>(event: &E, tick: i64) -> NewEvent {
    let metadata = Metadata {
        command_id: "c".into(),
        correlation_id: "j".into(),
        causation_id: None,
        actor: Actor::System,
        at: at(tick),
    };
    NewEvent {
        event_type: event.name(),
        event_version: event.version(),
        payload: event.encode(),
        metadata: serde_json::to_string(&metadata).unwrap(),
    }
}

/// How a listing differs from what was saved, as JSON.
fn another_phone() -> String {
    let phone = FieldChange {
        field: WatchedField::Phone,
        before: None,
        after: Some("541-555-0199".to_owned()),
    };
    let change = ListingChange {
        fields: vec![phone],
        at: at(1),
    };
    serde_json::to_string(&change).unwrap()
}

/// The users' keys of a log.
fn keys(storage: &Storage) -> UserKeys {
    UserKeys::new(storage.log.clone(), WrappingKey::new(&[1; 32]))
}

/// A log that is read with its users' keys.
pub(crate) fn log_of(storage: &Storage) -> EventLog {
    EventLog::new(storage).with_keys(keys(storage))
}

/// A history of several users' jobs, appended as workers do: job and account in one commit.
pub(crate) struct History {
    appender: Appender,
    keys: UserKeys,
    sequences: HashMap<(&'static str, String), u64>,
    tick: i64,
    pub(crate) last: Cursor,
}

/// A hold of twenty credits, what `rows` rows take of it, and the rest given back.
fn paid_slice(session: SessionKey, slice: u32, rows: u32) -> Vec<CreditEvent> {
    let hold = HoldId::for_slice(session, slice, 0);
    let amount = i64::from(rows);
    let mut events: Vec<CreditEvent> = vec![
        CreditsHeld {
            hold: hold.clone(),
            session,
            amount: 20,
            expires_at: at(0),
        }
        .into(),
        CreditsDebited {
            hold: hold.clone(),
            session,
            amount,
            from_monthly: amount,
            results: rows,
            kind: DebitKind::Standard,
        }
        .into(),
    ];
    if amount < 20 {
        events.push(
            HoldReleased {
                hold,
                amount: 20 - amount,
                reason: ReleaseReason::Unused,
            }
            .into(),
        );
    }
    events
}

impl History {
    pub(crate) fn new(storage: &Storage, log: &EventLog) -> Self {
        Self {
            keys: keys(storage),
            appender: Appender::start(log.clone()),
            sequences: HashMap::new(),
            tick: 0,
            last: Cursor::START,
        }
    }

    fn part(&mut self, kind: &'static str, id: &str, events: Vec<NewEvent>) -> StreamAppend {
        let sequence = self.sequences.entry((kind, id.to_owned())).or_insert(0);
        let expected = *sequence;
        *sequence += events.len() as u64;
        StreamAppend {
            stream: StreamId {
                aggregate_type: kind,
                aggregate_id: id.to_owned(),
            },
            expected,
            continues: None,
            events,
            head: None,
        }
    }

    pub(crate) async fn append(&mut self, parts: Vec<(&'static str, String, Vec<NewEvent>)>) {
        let appends = parts
            .into_iter()
            .map(|(kind, id, events)| self.part(kind, &id, events))
            .collect();
        let stored = self
            .appender
            .append(Commit {
                appends,
                command: None,
                guard: None,
            })
            .await
            .unwrap();
        let Appended::Stored { cursor } = stored else {
            panic!("nothing is repeated here")
        };
        self.last = cursor;
    }

    pub(crate) async fn open(&mut self, user: &str) {
        let events: [CreditEvent; 2] = [
            AccountOpened {
                tier: Tier::Enterprise,
                opened_at: at(0),
            }
            .into(),
            AllowanceGranted {
                period: 0,
                starts_at: at(0),
                credits: 2_000,
            }
            .into(),
        ];
        let events = events.iter().map(|event| stored(event, 0)).collect();
        self.append(vec![("CreditAccount", user.to_owned(), events)])
            .await;
        self.company(user).await;
        self.monitor(user).await;
    }

    /// A schedule of the user's, with a run and a slot that was skipped.
    async fn monitor(&mut self, user: &str) {
        let id = MonitorId::new(Uuid::new_v4());
        let zone = Zone::named("America/Los_Angeles").unwrap();
        let schedule = Schedule::new(
            Days::Days {
                days: 3,
                from: date(2026, 1, 31),
            },
            "06:00".parse().unwrap(),
            zone,
        );
        let (slot, session) = (at(1), id.run_at(at(1)));
        let created = MonitorCreated {
            user: UserId::new(user).unwrap(),
            search: Search::new("brewery", "OR", &["Bend".into()], None, None).unwrap(),
            terms: Terms {
                schedule: schedule.unwrap(),
                budget: 50,
                watch_hours: false,
                enrich: false,
            },
            first: First::All,
            known_from: None,
            from: at(0),
        };
        let started = RunStarted {
            slot,
            session,
            by_hand: false,
            first: Some(First::All),
        };
        let ended = RunEnded {
            slot,
            session,
            outcome: RunOutcome::Completed,
            new: 3,
            changed: 1,
            gone: 1,
            unchanged: 94,
            paid: 3,
            pending: 2,
            left_out: 4,
            by_publisher: vec![],
            month: date(2026, 1, 1),
            spent: 3,
            budget: 50,
            reason: None,
        };
        let skipped = RunSkipped {
            slot: at(2),
            reason: SkipReason::Unchanged,
            slots: 1,
        };
        let events: [MonitorEvent; 4] =
            [created.into(), started.into(), ended.into(), skipped.into()];
        let events = events.iter().map(|event| stored(event, 3)).collect();
        self.append(vec![("Monitor", id.to_string(), events)]).await;
    }

    /// What closes a user's texts.
    pub(crate) async fn key(&self, user: &str) -> UserKey {
        let user = UserId::new(user).unwrap();
        self.keys.find_or_make(&user).await.unwrap().unwrap()
    }

    /// A company that the user saves and writes about.
    async fn company(&mut self, user: &str) {
        let key = self.key(user).await;
        let user = UserId::new(user).unwrap();
        let company = CompanyId::new(Uuid::new_v4());
        let noted = |kind: &str, text: &str| Noted {
            mark: key.mark(kind, text),
            text: key.close(text),
        };
        let business = |name: &str| key.close(&format!("{{\"place\":{{\"name\":\"{name}\"}}}}"));
        let listed: [CompanyListEvent; 7] = [
            CompanyMet {
                company,
                marks: vec![key.mark("source", "made up")],
            }
            .into(),
            CompanySaved {
                company,
                session: SessionKey::default(),
                row_idx: 3,
                business: business("Made Up"),
            }
            .into(),
            CompanyTagged {
                company,
                added: vec![noted("tag", "spring"), noted("tag", "fair")],
                removed: vec![],
            }
            .into(),
            CompanyRemoved { company }.into(),
            CompanyRestored { company }.into(),
            CompanyRefreshed {
                company,
                business: Noted {
                    mark: key.mark("business", "Made Up Anew"),
                    text: business("Made Up Anew"),
                },
            }
            .into(),
            CompanyChanged {
                company,
                change: noted("listing", &another_phone()),
            }
            .into(),
        ];
        let written: [AccountRecordEvent; 3] = [
            CrmDetailsRecorded {
                changed: [(CrmField::Notes, Some(noted("notes", "big")))].into(),
                saved_at: at(1),
            }
            .into(),
            CrmStatusChanged {
                from: ContactStatus::NotContacted,
                to: ContactStatus::Customer,
                saved_at: at(2),
            }
            .into(),
            FollowUpDateSet {
                from: None,
                to: Some(date(2026, 5, 4)),
            }
            .into(),
        ];
        let listed = listed.iter().map(|event| stored(event, 1)).collect();
        let written = written.iter().map(|event| stored(event, 2)).collect();
        let record = RecordId { company, user };
        let listed = ("CompanyList", record.user.to_string(), listed);
        let written = ("AccountRecord", record.to_string(), written);
        self.append(vec![listed, written]).await;
    }

    pub(crate) async fn job(&mut self, user: &str, slices: u32, rng: &mut StdRng) -> SessionKey {
        let session = SessionKey::new(Uuid::from_u128(rng.random()));
        let search = Search::new("brewery", "OR", &["Bend".into()], None, None).unwrap();
        let queued: ScrapeJobEvent = JobQueued {
            user: UserId::new(user).unwrap(),
            search,
            kind: JobKind::GoogleMaps,
            enrich: false,
        }
        .into();
        let started: ScrapeJobEvent = JobStarted {
            source: "catalogue".into(),
            sample: false,
        }
        .into();
        self.tick += 1;
        let events = vec![stored(&queued, self.tick), stored(&started, self.tick)];
        self.append(vec![("ScrapeJob", session.to_string(), events)])
            .await;
        let mut delivered = 0;
        for slice in 0..slices {
            let rows = rng.random_range(1..=20_u32);
            let counted: ScrapeJobEvent = RowsDelivered {
                first_row: delivered,
                rows,
            }
            .into();
            delivered += rows;
            self.tick += 1;
            let account = paid_slice(session, slice, rows)
                .iter()
                .map(|event| stored(event, self.tick))
                .collect();
            let job = vec![stored(&counted, self.tick)];
            self.append(vec![
                ("CreditAccount", user.to_owned(), account),
                ("ScrapeJob", session.to_string(), job),
            ])
            .await;
        }
        let city: ScrapeJobEvent = CityScraped {
            city: "Bend".into(),
            found: delivered,
            delivered,
        }
        .into();
        let done: ScrapeJobEvent = JobCompleted::new(delivered, CompletionReason::AllFound).into();
        let events = vec![stored(&city, self.tick), stored(&done, self.tick)];
        self.append(vec![("ScrapeJob", session.to_string(), events)])
            .await;
        session
    }
}

pub(crate) async fn subscriptions(
    storage: &Storage,
    log: &EventLog,
) -> (Subscriptions, CancellationToken) {
    let stop = CancellationToken::new();
    let subscriptions = Subscriptions::new(log.clone(), storage.clone(), stop.clone());
    projections::start(&subscriptions).await.unwrap();
    (subscriptions, stop)
}

pub(crate) async fn differing(
    storage: &Storage,
    log: &EventLog,
) -> Vec<(&'static str, Vec<String>)> {
    let mut found = Vec::new();
    for view in all() {
        let differences = verify(&view, storage, log, &CancellationToken::new(), &|_| {})
            .await
            .unwrap();
        assert!(differences.rows > 0, "{} has rows", view.name());
        if !differences.keys.is_empty() {
            found.push((view.name(), differences.keys));
        }
    }
    found
}

pub(crate) fn view(name: &str) -> View {
    all().into_iter().find(|view| view.name() == name).unwrap()
}

/// Rebuilds one view.
pub(crate) async fn rebuild(
    name: &str,
    storage: &Storage,
    log: &EventLog,
    progress: &(dyn Fn(RebuildProgress) + Sync),
) -> Result<RebuildProgress, RebuildError> {
    projections::rebuild(
        &[view(name)],
        storage,
        log,
        &CancellationToken::new(),
        progress,
    )
    .await
}
