//! ES-05: every event version ever stored must decode for ever. One file each in `golden/`, never
//! changed once released; a new event or version adds a file.

#![allow(clippy::unwrap_used, reason = "test code")]

mod monitor_events;

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;

use domain::account_record::{
    AccountRecordEvent, ContactStatus, CrmDetailsRecorded, CrmField, CrmStatusChanged,
    FollowUpDateSet,
};
use domain::codec::{DecodeError, StoredEvent};
use domain::company_list::{
    CompanyChanged, CompanyErased, CompanyListEvent, CompanyMet, CompanyRefreshed, CompanyRemoved,
    CompanyRestored, CompanySaved, CompanyTagged, PersonalDataErased,
};
use domain::coupon::{CouponEvent, CouponIssued, CouponRedeemed, CouponRevoked};
use domain::credit_account::{
    AccountOpened, AccountResumed, AccountSuspended, AllowanceGranted, AllowanceLapsed,
    CouponCredited, CreditEvent, CreditEventType, CreditsAdjusted, CreditsDebited, CreditsHeld,
    HoldReleased, ReleaseReason, SessionsEnded, TierChangeReason, TierChanged,
};
use domain::ids::{CompanyId, CouponId, HoldId, SessionKey, UserId};
use domain::metadata::Actor;
use domain::personal::{Closed, Mark, Noted};
use domain::pricing::DebitKind;
use domain::registry::{self, AggregateType};
use domain::scrape_job::{
    CityScraped, CompletionReason, EnrichmentCancelled, EnrichmentCompleted, EnrichmentFailed,
    EnrichmentReason, EnrichmentStarted, JobCancelled, JobCompleted, JobFailed, JobKind, JobQueued,
    JobStarted, RowsDelivered, RowsEnriched, ScrapeJobEvent, Search, WebsitesRead,
};
use domain::testing::{DoorClosed, DoorEvent, DoorOpened};
use domain::tier::Tier;
use jiff::Timestamp;
use jiff::civil::date;

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/golden")
}

fn at() -> Timestamp {
    "2026-01-31T09:30:00.123456Z".parse().unwrap()
}

fn session() -> SessionKey {
    "7f1c0e0a-6d0b-4e0e-9a53-0d7c3e1a2b3c".parse().unwrap()
}

fn hold() -> HoldId {
    HoldId::for_slice(session(), 40, 0)
}

/// One of each, as today's code writes it.
fn credit_events() -> Vec<CreditEvent> {
    vec![
        AccountOpened {
            tier: Tier::Basic,
            opened_at: at(),
        }
        .into(),
        AllowanceGranted {
            period: 3,
            starts_at: at(),
            credits: 100,
        }
        .into(),
        AllowanceLapsed {
            period: 3,
            credits: 25,
        }
        .into(),
        TierChanged {
            from: Tier::Basic,
            to: Tier::Business,
            reason: TierChangeReason::SignInClaim,
            effective: at(),
        }
        .into(),
        CreditsHeld {
            hold: hold(),
            session: session(),
            amount: 20,
            expires_at: at(),
        }
        .into(),
        CreditsDebited {
            hold: hold(),
            session: session(),
            amount: 7,
            from_monthly: 5,
            results: 7,
            kind: DebitKind::Standard,
        }
        .into(),
        HoldReleased {
            hold: hold(),
            amount: 13,
            reason: ReleaseReason::Unused,
        }
        .into(),
        CouponCredited {
            coupon: CouponId::from_hash("9f86d081884c7d65"),
            label: "spring fair".into(),
            credits: 50,
        }
        .into(),
        CreditsAdjusted {
            credits: -45,
            from_monthly: -15,
            by: "operator".into(),
            reason: "charged twice by hand".into(),
        }
        .into(),
        AccountSuspended {
            reason: "ticket 4711".into(),
        }
        .into(),
        AccountResumed {}.into(),
        SessionsEnded { not_before: at() }.into(),
    ]
}

fn coupon_events() -> Vec<CouponEvent> {
    vec![
        CouponIssued {
            label: "spring fair".into(),
            credits: 50,
            tier: Some(Tier::Pro),
            max_redemptions: 100,
            expires_at: Some(at()),
        }
        .into(),
        CouponRedeemed {
            user: UserId::new("auth0|u1").unwrap(),
            credits: 50,
            tier: Some(Tier::Pro),
        }
        .into(),
        CouponRevoked {}.into(),
    ]
}

fn websites_read() -> ScrapeJobEvent {
    let read = WebsitesRead {
        first_row: 20,
        rows: 20,
        with_news: 7,
    };
    read.into()
}

fn job_events() -> Vec<ScrapeJobEvent> {
    let cities = ["Portland".to_owned(), "Bend".to_owned()];
    let search = Search::new("brewery", "OR", &cities, Some(50), Some("catalogue".into())).unwrap();
    let user = UserId::new("auth0|u1").unwrap();
    vec![
        JobQueued {
            user: user.clone(),
            search,
            kind: JobKind::GoogleMaps,
            enrich: true,
        }
        .into(),
        websites_read(),
        monitor_events::changes_delivered(),
        JobStarted {
            source: "catalogue".into(),
            sample: false,
        }
        .into(),
        RowsDelivered {
            first_row: 20,
            rows: 20,
        }
        .into(),
        CityScraped {
            city: "Portland".into(),
            found: 71,
            delivered: 70,
        }
        .into(),
        JobCompleted::new(90, CompletionReason::AllFound).into(),
        JobFailed {
            results: 20,
            reason: "The maps service did not answer.".into(),
        }
        .into(),
        JobCancelled {
            results: 20,
            by: Actor::User(user.clone()),
        }
        .into(),
        EnrichmentStarted {
            first_row: 20,
            rows: 70,
        }
        .into(),
        RowsEnriched {
            first_row: 20,
            rows: 50,
            with_facts: 49,
        }
        .into(),
        EnrichmentCompleted {
            enriched: 90,
            reason: EnrichmentReason::AllEnriched,
        }
        .into(),
        EnrichmentFailed {
            enriched: 70,
            reason: "The reference data cannot be read.".into(),
        }
        .into(),
        EnrichmentCancelled {
            enriched: 70,
            by: Actor::User(user),
        }
        .into(),
    ]
}

fn company_events() -> Vec<CompanyListEvent> {
    let company = CompanyId::new(session().uuid());
    vec![
        CompanyMet {
            company,
            marks: vec![Mark::new("3q2-7wAAAAAAAAAAAAAAAA")],
        }
        .into(),
        CompanySaved {
            company,
            session: session(),
            row_idx: 7,
            business: Closed::new("c2VhbGVkIGJ1c2luZXNz"),
        }
        .into(),
        CompanyRemoved { company }.into(),
        CompanyRestored { company }.into(),
        CompanyTagged {
            company,
            added: vec![noted()],
            removed: vec![Mark::new("4q2-7wAAAAAAAAAAAAAAAA")],
        }
        .into(),
        CompanyRefreshed {
            company,
            business: noted(),
        }
        .into(),
        CompanyChanged {
            company,
            change: noted(),
        }
        .into(),
        CompanyErased { company }.into(),
        PersonalDataErased {}.into(),
    ]
}

/// Of the made-up aggregate, whose older version is in `golden` too.
fn door_events() -> Vec<DoorEvent> {
    vec![ada_opened(), DoorClosed {}.into()]
}

fn ada_opened() -> DoorEvent {
    let (first, last) = ("Ada".into(), "King".into());
    DoorOpened { first, last }.into()
}

fn noted() -> Noted {
    Noted {
        mark: Mark::new("3q2-7wAAAAAAAAAAAAAAAA"),
        text: Closed::new("c2VhbGVkIHRleHQ"),
    }
}

fn record_events() -> Vec<AccountRecordEvent> {
    vec![
        CrmDetailsRecorded {
            changed: [(CrmField::MainPoc, Some(noted())), (CrmField::Notes, None)].into(),
            saved_at: at(),
        }
        .into(),
        CrmStatusChanged {
            from: ContactStatus::NotContacted,
            to: ContactStatus::ProposalSent,
            saved_at: at(),
        }
        .into(),
        FollowUpDateSet {
            from: None,
            to: Some(date(2026, 5, 4)),
        }
        .into(),
    ]
}

fn check<E: StoredEvent>(events: &[E], seen: &mut BTreeSet<String>) {
    for event in events {
        let name = format!("{}.{}-{}.json", E::AGGREGATE, event.name(), event.version());
        let file = folder().join(&name);
        let written = event.encode();
        if std::env::var_os("DEMANDATLAS_GENERATE").is_some() && !file.exists() {
            fs::write(&file, format!("{written}\n")).unwrap();
        }
        let golden = fs::read_to_string(&file).unwrap_or_else(|_| {
            panic!("{name} is missing: run make generate and commit the new file")
        });
        let decoded = E::decode(event.name(), event.version(), &golden).unwrap();
        assert_eq!(&decoded, event, "{name} is read as another event");
        assert_eq!(
            written,
            golden.trim(),
            "{name}: the shape changed; it needs a new version"
        );
        seen.insert(name);
    }
}

#[test]
// ES-05
fn es_05_every_stored_event_version_is_read_and_written_as_it_was() {
    let mut seen = BTreeSet::new();
    check(&credit_events(), &mut seen);
    check(&coupon_events(), &mut seen);
    check(&job_events(), &mut seen);
    check(&company_events(), &mut seen);
    check(&record_events(), &mut seen);
    check(&monitor_events::all(at()), &mut seen);
    check(&door_events(), &mut seen);
    let files: BTreeSet<String> = fs::read_dir(folder())
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    assert!(files.is_superset(&seen));
    for older in files.difference(&seen) {
        let payload = fs::read_to_string(folder().join(older)).unwrap();
        let (aggregate, rest) = older.split_once('.').unwrap();
        let (name, version) = rest.split_once('-').unwrap();
        let version = version.trim_end_matches(".json");
        let read = if aggregate == DoorEvent::AGGREGATE {
            DoorEvent::decode(name, version, &payload).map(drop)
        } else {
            registry::decode(aggregate, name, version, &payload).map(drop)
        };
        read.unwrap_or_else(|error| panic!("{older} was stored once and must be read: {error}"));
    }
    for aggregate in AggregateType::ALL {
        for name in aggregate.event_names() {
            let prefix = format!("{}.{name}-", aggregate.name());
            assert!(
                seen.iter().any(|file| file.starts_with(&prefix)),
                "{prefix}: this test makes no such event: give it one and run make generate"
            );
        }
    }
}

#[test]
// ES-05
fn es_05_payloads_of_every_older_version_are_read_as_the_current_one() {
    let stored = fs::read_to_string(folder().join("Door.DoorOpened-1.0.0.json")).unwrap();
    let read = DoorEvent::decode("DoorOpened", "1.0.0", &stored).unwrap();
    assert_eq!(read, ada_opened());
    assert_eq!(read.version(), "1.1.0");
}

#[test]
// ES-05
fn es_05_a_debit_from_before_refreshes_had_a_kind_is_read_as_it_was() {
    let stored = fs::read_to_string(folder().join("CreditAccount.CreditsDebited-1.0.0.json"));
    let read = CreditEvent::decode("CreditsDebited", "1.0.0", &stored.unwrap()).unwrap();
    assert!(credit_events().contains(&read), "{read:?}");
    assert_eq!(read.version(), "1.3.0");
}

#[test]
// ES-05
fn es_05_an_older_payload_that_is_damaged_or_a_newer_version_is_an_error() {
    let damaged = DoorEvent::decode("DoorOpened", "1.0.0", r#"{"who":7}"#).unwrap_err();
    assert!(matches!(damaged, DecodeError::Payload { .. }), "{damaged}");
    let newer = DoorEvent::decode("DoorOpened", "1.2.0", "{}").unwrap_err();
    assert!(
        matches!(newer, DecodeError::UnknownVersion { .. }),
        "{newer}"
    );
}

#[test]
fn the_made_up_aggregate_is_not_in_the_registry() {
    assert_eq!(AggregateType::from_name(DoorEvent::AGGREGATE), None);
}

#[test]
fn the_names_of_events_that_make_something_fall_due_are_those_of_events_that_do() {
    for event in credit_events() {
        let named = CreditEventType::from_name(event.name()).unwrap();
        assert_eq!(
            named.falls_due(),
            event.falls_due_at().is_some(),
            "{named:?}"
        );
    }
}

#[test]
// ES-05
fn es_05_an_unknown_event_or_version_is_an_error_and_never_skipped() {
    let unknown = CreditEvent::decode("CreditsTeleported", "1.0.0", "{}");
    assert!(
        unknown
            .unwrap_err()
            .to_string()
            .contains("CreditsTeleported")
    );
    let newer = CreditEvent::decode("AccountOpened", "7.0.0", "{}");
    assert!(newer.unwrap_err().to_string().contains("7.0.0"));
    let damaged = CreditEvent::decode("AccountOpened", "1.0.0", "{");
    assert!(damaged.unwrap_err().to_string().contains("damaged"));
}
