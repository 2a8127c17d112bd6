//! The ledger's invariants over random command sequences: the aggregate, the auditor's replay and plain sums
//! over the events agree.

use jiff::SignedDuration;
use proptest::prelude::*;

use super::*;
use crate::credit_account::ledger::Ledger;

/// The auditor's arithmetic: sums over the events alone, without the aggregate.
#[derive(Default)]
struct Sums {
    granted: Credits,
    lapsed: Credits,
    debited: Credits,
    held: Credits,
    settled: Credits,
    released: Credits,
}

impl Sums {
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
            CreditEvent::AccountOpened(_)
            | CreditEvent::TierChanged(_)
            | CreditEvent::AccountSuspended(_)
            | CreditEvent::AccountResumed(_)
            | CreditEvent::SessionsEnded(_) => {}
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
    Suspend,
    Resume,
    EndSessions,
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
        Just(Step::Suspend),
        Just(Step::Resume),
        Just(Step::EndSessions),
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
        Step::Suspend => CreditCommand::Suspend {
            reason: String::new(),
            now,
        },
        Step::Resume => CreditCommand::Resume { now },
        Step::EndSessions => CreditCommand::EndSessions { now },
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
        let mut sums = Sums::default();
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
                let was_suspended = account.is_suspended();
                for event in run(&mut account, command) {
                    prop_assert!(!was_suspended || !matches!(event, CreditEvent::CreditsHeld(_)));
                    sums.record(&event);
                    prop_assert!(ledger.take(&event).is_ok());
                    replayed.apply(event);
                    prop_assert!(sums.available() >= 0);
                }
            }
            prop_assert_eq!(sums.available(), account.available());
            prop_assert_eq!(sums.open_holds(), account.held());
            let balance = ledger.balance().unwrap();
            prop_assert_eq!(balance.available(), account.available());
            prop_assert_eq!(balance.held, account.held());
            prop_assert_eq!((balance.tier, balance.next_tier), (account.tier(), account.next_tier()));
            prop_assert_eq!(&replayed, &account);
        }
    }
}
