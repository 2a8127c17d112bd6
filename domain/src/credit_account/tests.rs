//! Given / when / then, and the ledger's invariants over random command sequences.

use cqrs_es::test::TestFramework;
use jiff::{SignedDuration, Timestamp};
use proptest::prelude::*;
use uuid::Uuid;

use super::*;
use crate::Credits;
use crate::ids::{CouponId, HoldId, SessionKey};
use crate::tier::Tier;

type Accounts = TestFramework<CreditAccount>;

fn start() -> Timestamp {
    "2026-01-31T09:00:00Z".parse().unwrap()
}

fn session(n: u128) -> SessionKey {
    SessionKey::new(Uuid::from_u128(n))
}

fn hold_id(first_row: u32) -> HoldId {
    HoldId::for_slice(session(1), first_row, 0)
}

fn opened(tier: Tier) -> Vec<CreditEvent> {
    vec![
        AccountOpened {
            tier,
            opened_at: start(),
        }
        .into(),
        AllowanceGranted {
            period: 0,
            starts_at: start(),
            credits: tier.monthly_allowance(),
        }
        .into(),
    ]
}

fn held(first_row: u32, amount: Credits) -> CreditEvent {
    CreditsHeld {
        hold: hold_id(first_row),
        session: session(1),
        amount,
        expires_at: start(),
    }
    .into()
}

fn hold(first_row: u32, wanted: Credits) -> CreditCommand {
    CreditCommand::HoldCredits {
        hold: hold_id(first_row),
        session: session(1),
        wanted,
        expires_at: start(),
        now: start(),
    }
}

fn settle(first_row: u32, results: u32) -> CreditCommand {
    CreditCommand::SettleHold {
        hold: hold_id(first_row),
        results,
        kind: DebitKind::Standard,
        now: start(),
    }
}

fn debited(first_row: u32, amount: Credits) -> CreditEvent {
    CreditsDebited {
        hold: hold_id(first_row),
        session: session(1),
        amount,
        from_monthly: amount,
        results: u32::try_from(amount).unwrap(),
        kind: DebitKind::Standard,
    }
    .into()
}

fn released(first_row: u32, amount: Credits, reason: ReleaseReason) -> CreditEvent {
    HoldReleased {
        hold: hold_id(first_row),
        amount,
        reason,
    }
    .into()
}

#[test]
// CRED-10
fn cred_10_opening_grants_the_first_allowance_once() {
    let open = CreditCommand::OpenAccount {
        tier: Tier::Pro,
        now: start(),
    };
    Accounts::with(())
        .given_no_previous_events()
        .when(open.clone())
        .then_expect_events(opened(Tier::Pro));
    Accounts::with(())
        .given(opened(Tier::Basic))
        .when(open)
        .then_expect_events(vec![]);
}

#[test]
fn every_command_but_opening_needs_an_open_account() {
    Accounts::with(())
        .given_no_previous_events()
        .when(hold(0, 20))
        .then_expect_error(CreditRefusal::NotOpened);
}

#[test]
// CRED-11
fn cred_11_a_hold_takes_what_is_there_and_never_more() {
    Accounts::with(())
        .given(opened(Tier::Basic))
        .when(hold(0, 20))
        .then_expect_events(vec![held(0, 20)]);
    Accounts::with(())
        .given([opened(Tier::Basic), vec![held(0, 95)]].concat())
        .when(hold(95, 20))
        .then_expect_events(vec![held(95, 5)]);
    Accounts::with(())
        .given([opened(Tier::Basic), vec![held(0, 100)]].concat())
        .when(hold(100, 20))
        .then_expect_error(CreditRefusal::InsufficientCredits { available: 0 });
    Accounts::with(())
        .given(opened(Tier::Basic))
        .when(hold(0, 0))
        .then_expect_error(CreditRefusal::EmptyHold);
}

#[test]
fn a_repeated_hold_is_the_same_hold() {
    Accounts::with(())
        .given([opened(Tier::Basic), vec![held(0, 20)]].concat())
        .when(hold(0, 20))
        .then_expect_events(vec![]);
}

#[test]
// CRED-11
fn cred_11_settling_debits_the_delivered_rows_and_gives_back_the_rest() {
    let open_hold = [opened(Tier::Basic), vec![held(0, 20)]].concat();
    Accounts::with(())
        .given(open_hold.clone())
        .when(settle(0, 20))
        .then_expect_events(vec![debited(0, 20)]);
    Accounts::with(())
        .given(open_hold.clone())
        .when(settle(0, 7))
        .then_expect_events(vec![debited(0, 7), released(0, 13, ReleaseReason::Unused)]);
    Accounts::with(())
        .given(open_hold.clone())
        .when(settle(0, 0))
        .then_expect_events(vec![released(0, 20, ReleaseReason::Unused)]);
    Accounts::with(())
        .given(open_hold)
        .when(settle(0, 21))
        .then_expect_error(CreditRefusal::HoldExceeded {
            hold: hold_id(0),
            held: 20,
            needed: 21,
        });
}

#[test]
fn a_hold_settles_once() {
    let settled = [
        opened(Tier::Basic),
        vec![
            held(0, 20),
            debited(0, 7),
            released(0, 13, ReleaseReason::Unused),
        ],
    ]
    .concat();
    Accounts::with(())
        .given(settled)
        .when(settle(0, 7))
        .then_expect_error(CreditRefusal::HoldNotOpen(hold_id(0)));
}

#[test]
fn ending_a_job_releases_its_holds_and_no_others() {
    let other = CreditsHeld {
        hold: HoldId::for_slice(session(2), 0, 0),
        session: session(2),
        amount: 5,
        expires_at: start(),
    };
    Accounts::with(())
        .given([opened(Tier::Basic), vec![held(0, 20), other.into()]].concat())
        .when(CreditCommand::ReleaseSession {
            session: session(1),
            reason: ReleaseReason::JobCancelled,
            now: start(),
        })
        .then_expect_events(vec![released(0, 20, ReleaseReason::JobCancelled)]);
}

#[test]
// CRED-10
fn cred_10_the_first_command_after_an_anniversary_grants_the_period_first() {
    let now = "2026-02-28T09:00:00Z".parse().unwrap();
    Accounts::with(())
        .given([opened(Tier::Basic), vec![held(0, 100), debited(0, 100)]].concat())
        .when(CreditCommand::HoldCredits {
            hold: hold_id(100),
            session: session(1),
            wanted: 20,
            expires_at: now,
            now,
        })
        .then_expect_events(vec![
            AllowanceGranted {
                period: 1,
                starts_at: now,
                credits: 100,
            }
            .into(),
            held(100, 20).with_expiry(now),
        ]);
}

#[test]
fn a_claimed_tier_changes_at_once_and_the_same_tier_changes_nothing() {
    let change = |to| CreditCommand::ChangeTier {
        to,
        reason: TierChangeReason::SignInClaim,
        now: start(),
    };
    Accounts::with(())
        .given(opened(Tier::Basic))
        .when(change(Tier::Business))
        .then_expect_events(vec![
            TierChanged {
                from: Tier::Basic,
                to: Tier::Business,
                reason: TierChangeReason::SignInClaim,
                effective: start(),
            }
            .into(),
        ]);
    Accounts::with(())
        .given(opened(Tier::Basic))
        .when(change(Tier::Basic))
        .then_expect_events(vec![]);
}

fn credit_coupon(tier: Option<Tier>) -> CreditCommand {
    CreditCommand::CreditCoupon {
        coupon: CouponId::from_hash("c1"),
        label: "spring fair".into(),
        credits: 50,
        tier,
        now: start(),
    }
}

fn coupon_credited() -> CreditEvent {
    CouponCredited {
        coupon: CouponId::from_hash("c1"),
        label: "spring fair".into(),
        credits: 50,
    }
    .into()
}

fn tier_changed(to: Tier, reason: TierChangeReason, effective: &str) -> CreditEvent {
    TierChanged {
        from: Tier::Basic,
        to,
        reason,
        effective: effective.parse().unwrap(),
    }
    .into()
}

#[test]
// COUP-07
fn coup_07_a_coupon_credits_once_and_raises_the_tier_but_never_lowers_it() {
    Accounts::with(())
        .given(opened(Tier::Basic))
        .when(credit_coupon(Some(Tier::Pro)))
        .then_expect_events(vec![
            coupon_credited(),
            tier_changed(Tier::Pro, TierChangeReason::Coupon, "2026-01-31T09:00:00Z"),
        ]);
    for offered in [None, Some(Tier::Basic), Some(Tier::Pro)] {
        Accounts::with(())
            .given(opened(Tier::Business))
            .when(credit_coupon(offered))
            .then_expect_events(vec![coupon_credited()]);
    }
    Accounts::with(())
        .given([opened(Tier::Basic), vec![coupon_credited()]].concat())
        .when(credit_coupon(Some(Tier::Pro)))
        .then_expect_events(vec![]);
}

#[test]
// CRED-10
fn cred_10_a_plan_change_waits_for_the_next_period() {
    let change = |to| CreditCommand::ChangePlan { to, now: start() };
    let waiting = tier_changed(
        Tier::Pro,
        TierChangeReason::PlanChange,
        "2026-02-28T09:00:00Z",
    );
    Accounts::with(())
        .given(opened(Tier::Basic))
        .when(change(Tier::Pro))
        .then_expect_events(vec![waiting.clone()]);
    let changed = [opened(Tier::Basic), vec![waiting]].concat();
    Accounts::with(())
        .given(changed.clone())
        .when(change(Tier::Pro))
        .then_expect_events(vec![]);
    let taken_back = tier_changed(
        Tier::Basic,
        TierChangeReason::PlanChange,
        "2026-02-28T09:00:00Z",
    );
    Accounts::with(())
        .given(changed.clone())
        .when(change(Tier::Basic))
        .then_expect_events(vec![taken_back]);
    let now = "2026-02-28T09:00:00Z".parse().unwrap();
    Accounts::with(())
        .given(changed)
        .when(CreditCommand::GrantDue { now })
        .then_expect_events(vec![
            AllowanceGranted {
                period: 1,
                starts_at: now,
                credits: 250,
            }
            .into(),
        ]);
}

#[test]
fn an_adjustment_takes_bought_credits_first_and_never_more_than_there_are() {
    let adjust = |credits| CreditCommand::Adjust {
        credits,
        by: "operator".into(),
        reason: "goodwill".into(),
        now: start(),
    };
    let adjusted = |credits, from_monthly| {
        CreditEvent::from(CreditsAdjusted {
            credits,
            from_monthly,
            by: "operator".into(),
            reason: "goodwill".into(),
        })
    };
    let given = [opened(Tier::Basic), vec![adjusted(30, 0)]].concat();
    for (credits, from_monthly) in [(10, 0), (-30, 0), (-45, -15), (-130, -100)] {
        Accounts::with(())
            .given(given.clone())
            .when(adjust(credits))
            .then_expect_events(vec![adjusted(credits, from_monthly)]);
    }
    Accounts::with(())
        .given(given.clone())
        .when(adjust(-131))
        .then_expect_error(CreditRefusal::TakesTooMuch {
            wanted: 131,
            available: 130,
        });
    for nonsense in [0, MAX_ADJUSTMENT + 1, -MAX_ADJUSTMENT - 1] {
        Accounts::with(())
            .given(given.clone())
            .when(adjust(nonsense))
            .then_expect_error(CreditRefusal::AdjustmentRange);
    }
}

#[test]
fn a_hold_that_ran_out_is_swept_and_no_other() {
    let later: Timestamp = "2026-01-31T09:30:00Z".parse().unwrap();
    let given = [
        opened(Tier::Basic),
        vec![held(0, 20), held(20, 20).with_expiry(later)],
    ]
    .concat();
    let sweep = |now| CreditCommand::SweepHolds { now };
    Accounts::with(())
        .given(given.clone())
        .when(sweep("2026-01-31T09:15:00Z".parse().unwrap()))
        .then_expect_events(vec![released(0, 20, ReleaseReason::Expired)]);
    Accounts::with(())
        .given(given)
        .when(sweep(start()))
        .then_expect_events(vec![]);
}

impl CreditEvent {
    fn with_expiry(self, at: Timestamp) -> Self {
        match self {
            Self::CreditsHeld(held) => CreditsHeld {
                expires_at: at,
                ..held
            }
            .into(),
            other => other,
        }
    }
}

/// The auditor's arithmetic: sums over the events alone, without the aggregate.
#[derive(Default)]
struct Ledger {
    granted: Credits,
    lapsed: Credits,
    debited: Credits,
    held: Credits,
    settled: Credits,
    released: Credits,
}

impl Ledger {
    fn record(&mut self, event: &CreditEvent) {
        match event {
            CreditEvent::AllowanceGranted(e) => self.granted += e.credits,
            CreditEvent::AllowanceLapsed(e) => self.lapsed += e.credits,
            CreditEvent::CreditsHeld(e) => self.held += e.amount,
            CreditEvent::CreditsDebited(e) => {
                self.debited += e.amount;
                self.settled += e.amount;
            }
            CreditEvent::HoldReleased(e) => self.released += e.amount,
            CreditEvent::CouponCredited(e) => self.granted += e.credits,
            CreditEvent::CreditsAdjusted(e) => self.granted += e.credits,
            CreditEvent::AccountOpened(_) | CreditEvent::TierChanged(_) => {}
        }
    }

    fn open_holds(&self) -> Credits {
        self.held - self.settled - self.released
    }

    fn available(&self) -> Credits {
        self.granted - self.lapsed - self.debited - self.open_holds()
    }
}

#[derive(Debug, Clone)]
enum Step {
    Hold(u32, Credits),
    Settle(u32, u32),
    Release(u128),
    Tier(Tier),
    Plan(Tier),
    Coupon(u8),
    Adjust(Credits),
    Sweep,
    Grant,
    Wait(i64),
}

fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        (0..6_u32, -1..40_i64).prop_map(|(n, w)| Step::Hold(n, w)),
        (0..6_u32, 0..45_u32).prop_map(|(n, r)| Step::Settle(n, r)),
        (0..3_u128).prop_map(Step::Release),
        (0..4_usize).prop_map(|t| Step::Tier(Tier::ALL[t])),
        (0..4_usize).prop_map(|t| Step::Plan(Tier::ALL[t])),
        (0..4_u8).prop_map(Step::Coupon),
        (-80..80_i64).prop_map(Step::Adjust),
        Just(Step::Sweep),
        Just(Step::Grant),
        (0..70_i64).prop_map(Step::Wait),
    ]
}

fn command(step: &Step, now: Timestamp) -> Option<CreditCommand> {
    let hold = |n: u32| HoldId::for_slice(session(u128::from(n % 3)), n, 0);
    Some(match *step {
        Step::Hold(n, wanted) => CreditCommand::HoldCredits {
            hold: hold(n),
            session: session(u128::from(n % 3)),
            wanted,
            expires_at: now,
            now,
        },
        Step::Settle(n, results) => CreditCommand::SettleHold {
            hold: hold(n),
            results,
            kind: DebitKind::Standard,
            now,
        },
        Step::Release(n) => CreditCommand::ReleaseSession {
            session: session(n),
            reason: ReleaseReason::JobCompleted,
            now,
        },
        Step::Tier(to) => CreditCommand::ChangeTier {
            to,
            reason: TierChangeReason::SignInClaim,
            now,
        },
        Step::Plan(to) => CreditCommand::ChangePlan { to, now },
        Step::Coupon(n) => CreditCommand::CreditCoupon {
            coupon: CouponId::from_hash(n.to_string()),
            label: String::new(),
            credits: 10 * Credits::from(n) + 1,
            tier: Some(Tier::ALL[usize::from(n)]),
            now,
        },
        Step::Adjust(credits) => CreditCommand::Adjust {
            credits,
            by: "operator".into(),
            reason: String::new(),
            now,
        },
        Step::Sweep => CreditCommand::SweepHolds { now },
        Step::Grant => CreditCommand::GrantDue { now },
        Step::Wait(_) => return None,
    })
}

/// Runs one command as the store does: a refusal leaves the account as it was.
fn run(account: &mut CreditAccount, command: CreditCommand) -> Vec<CreditEvent> {
    use cqrs_es::Aggregate;
    let mut next = account.clone();
    let sink = cqrs_es::event_sink::EventSink::default();
    let runtime = tokio::runtime::Builder::new_current_thread()
        .build()
        .unwrap();
    if runtime.block_on(next.handle(command, &(), &sink)).is_err() {
        return Vec::new();
    }
    *account = next;
    runtime.block_on(sink.collect())
}

proptest! {
    #[test]
    // CRED-11
    fn cred_11_the_ledger_adds_up_after_every_step(steps in prop::collection::vec(step(), 1..60)) {
        use cqrs_es::Aggregate;
        let mut account = CreditAccount::default();
        let mut ledger = Ledger::default();
        let mut replayed = CreditAccount::default();
        let mut now = start();
        let open = CreditCommand::OpenAccount { tier: Tier::Basic, now };
        let mut pending = vec![open];
        for step in steps {
            if let Step::Wait(days) = step {
                now += SignedDuration::from_hours(24 * days);
            }
            pending.extend(command(&step, now));
            for command in pending.drain(..) {
                for event in run(&mut account, command) {
                    ledger.record(&event);
                    replayed.apply(event);
                    prop_assert!(ledger.available() >= 0);
                }
            }
            prop_assert_eq!(ledger.available(), account.available());
            prop_assert_eq!(ledger.open_holds(), account.held());
            prop_assert_eq!(&replayed, &account);
        }
    }
}
