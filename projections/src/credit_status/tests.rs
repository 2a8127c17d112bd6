//! Events in, balance out.

use domain::codec::StoredEvent;
use domain::credit_account::balance::Balance;
use domain::credit_account::{
    AccountOpened, AllowanceGranted, CouponCredited, CreditEvent, CreditsAdjusted, CreditsDebited,
    CreditsHeld, HoldReleased, ReleaseReason, TierChangeReason, TierChanged,
};
use domain::ids::{CouponId, HoldId, SessionKey};
use domain::pricing::DebitKind;
use domain::tier::Tier;
use jiff::Timestamp;
use store::log::{Cursor, RecordedEvent};

use super::project::CreditStatusView;
use super::query::percentage_used;
use super::row::CreditStatusRow;
use crate::fold::Fold;

fn at(text: &str) -> Timestamp {
    text.parse().unwrap()
}

fn recorded(event: &CreditEvent) -> RecordedEvent {
    RecordedEvent {
        cursor: Cursor::START,
        aggregate_type: "CreditAccount".into(),
        aggregate_id: "u1".into(),
        sequence: 1,
        event_type: event.name().into(),
        event_version: event.version().into(),
        payload: event.encode(),
        metadata: "{}".into(),
        recorded_at: 0,
    }
}

fn hold() -> HoldId {
    HoldId::for_slice(SessionKey::default(), 0, 0)
}

fn folded(events: &[CreditEvent]) -> CreditStatusRow {
    let mut row = None;
    for event in events {
        CreditStatusView::apply(&mut row, &recorded(event).into()).unwrap();
    }
    row.unwrap()
}

fn status(row: &CreditStatusRow, now: Timestamp) -> Balance {
    row.balance.at(now)
}

fn opened() -> Vec<CreditEvent> {
    let start = at("2026-01-31T00:00:00Z");
    vec![
        AccountOpened {
            tier: Tier::Basic,
            opened_at: start,
        }
        .into(),
        AllowanceGranted {
            period: 0,
            starts_at: start,
            credits: 100,
        }
        .into(),
    ]
}

fn held(amount: i64) -> CreditEvent {
    CreditsHeld {
        hold: hold(),
        session: SessionKey::default(),
        amount,
        expires_at: at("2026-02-01T00:00:00Z"),
    }
    .into()
}

fn debited(amount: i64) -> CreditEvent {
    CreditsDebited {
        hold: hold(),
        session: SessionKey::default(),
        amount,
        from_monthly: amount,
        results: 7,
        kind: DebitKind::Standard,
    }
    .into()
}

#[test]
// CRED-01
fn cred_01_available_is_total_less_used_and_held() {
    let released = HoldReleased {
        hold: hold(),
        amount: 3,
        reason: ReleaseReason::Unused,
    };
    let now = at("2026-02-10T00:00:00Z");
    let mut events = [opened(), vec![held(20)]].concat();
    assert_eq!(status(&folded(&events), now).available(), 80);
    events.extend([debited(7), released.into()]);
    let balance = status(&folded(&events), now);
    assert_eq!(
        (balance.available(), balance.total, balance.used),
        (83, 100, 7)
    );
    assert_eq!(balance.period_starts_at, at("2026-01-31T00:00:00Z"));
    assert!((percentage_used(&balance) - 7.0).abs() < 1e-9);
}

#[test]
// CRED-10
fn cred_10_a_read_after_the_anniversary_counts_the_new_period() {
    let events = [opened(), vec![held(40), debited(40)]].concat();
    let balance = status(&folded(&events), at("2026-02-28T00:00:00Z"));
    assert_eq!(
        (balance.available(), balance.total, balance.used),
        (160, 160, 0)
    );
    assert_eq!(balance.period_starts_at, at("2026-02-28T00:00:00Z"));
}

#[test]
// CRED-10
fn cred_10_a_waiting_plan_change_is_counted_from_the_next_period_on() {
    let change = TierChanged {
        from: Tier::Basic,
        to: Tier::Pro,
        reason: TierChangeReason::PlanChange,
        effective: at("2026-02-28T00:00:00Z"),
    };
    let row = folded(&[opened(), vec![change.into()]].concat());
    let before = status(&row, at("2026-02-27T00:00:00Z"));
    assert_eq!((before.tier, before.available()), (Tier::Basic, 100));
    let after = status(&row, at("2026-02-28T00:00:00Z"));
    assert_eq!(
        (after.tier, after.available(), after.total),
        (Tier::Pro, 350, 350)
    );
}

#[test]
// COUP-03
fn coup_03_coupon_credits_and_adjustments_count_to_the_total() {
    let credited = CouponCredited {
        coupon: CouponId::from_hash("c1"),
        label: "spring fair".into(),
        credits: 50,
    };
    let taken = CreditsAdjusted {
        credits: -60,
        from_monthly: -10,
        by: "operator".into(),
        reason: "test".into(),
    };
    let now = at("2026-02-10T00:00:00Z");
    let mut events = [opened(), vec![credited.into()]].concat();
    let balance = status(&folded(&events), now);
    assert_eq!((balance.available(), balance.total), (150, 150));
    events.push(taken.into());
    let balance = status(&folded(&events), now);
    assert_eq!((balance.available(), balance.total), (90, 90));
}

#[test]
fn a_balance_of_nothing_is_zero_percent_used() {
    let mut balance = Balance::opened(&AccountOpened {
        tier: Tier::Basic,
        opened_at: Timestamp::UNIX_EPOCH,
    });
    assert!(percentage_used(&balance).abs() < f64::EPSILON);
    (balance.total, balance.used) = (300, 100);
    assert!((percentage_used(&balance) - 33.33).abs() < 1e-9);
}

#[test]
// ES-02
fn es_02_an_event_before_the_opening_stops_the_projection() {
    assert!(CreditStatusView::apply(&mut None, &recorded(&held(1)).into()).is_err());
}
