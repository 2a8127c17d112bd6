//! One process over shared storage: its own caches, appender and faults.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

use commands::accounts::Accounts;
use commands::coupons::{CodeKey, CouponCode, Coupons};
use commands::{Clock, CommandError, Context, Dispatcher};
use domain::coupon::CouponIssued;
use domain::credit_account::{CreditAccount, CreditCommand};
use domain::metadata::Actor;
use domain::tier::Tier;
use jiff::{SignedDuration, Timestamp};
use store::aggregates::AggregateStore;
use store::db::Storage;
use store::log::{Appender, EventLog, Fault};
use store::seals::{SealKey, SealKeys};
use store::snapshots::Snapshots;
use testkit::Dice;

pub(crate) fn seal_key() -> SealKey {
    SealKey::new(b"the simulation's key")
}

pub(crate) fn seal_keys() -> SealKeys {
    SealKeys::new(seal_key(), [])
}

/// A clock that only the history moves.
pub(crate) struct SimulatedClock(AtomicI64);

impl SimulatedClock {
    /// The end of a month that has no counterpart in the next.
    pub(crate) fn new() -> Arc<Self> {
        let start: Timestamp = "2027-12-31T23:59:00Z".parse().unwrap();
        Arc::new(Self(AtomicI64::new(start.as_microsecond())))
    }

    pub(crate) fn advance(&self, by: SignedDuration) {
        let micros = i64::try_from(by.as_micros()).unwrap();
        self.0.fetch_add(micros, Ordering::SeqCst);
    }
}

impl Clock for SimulatedClock {
    fn now(&self) -> Timestamp {
        Timestamp::from_microsecond(self.0.load(Ordering::SeqCst)).unwrap()
    }
}

/// A process's own clock: those of two machines differ.
struct SkewedClock {
    clock: Arc<SimulatedClock>,
    ahead: SignedDuration,
}

impl Clock for SkewedClock {
    fn now(&self) -> Timestamp {
        self.clock.now() + self.ahead
    }
}

/// How late a commit comes at most that was given up.
pub(crate) const LATE: Duration = Duration::from_millis(20);

pub(crate) struct Process {
    pub(crate) clock: Arc<dyn Clock>,
    pub(crate) dispatcher: Dispatcher,
    pub(crate) accounts: Accounts,
    pub(crate) coupons: Coupons,
}

impl Process {
    /// Over a database that now and then goes away; `seed` 0 means never.
    pub(crate) fn start(storage: &Storage, clock: &Arc<SimulatedClock>, seed: u64) -> Self {
        let log = EventLog::new(storage).with_seals(seal_key());
        let mut dice = Dice::from_seed(seed);
        let skews = [0, 0, 1, -1, 90, -90, 24 * 3_600];
        let ahead = match seed {
            0 => 0,
            _ => skews[usize::try_from(dice.below(7)).unwrap()],
        };
        let appender = Appender::start_with_faults(log.clone(), move |_| match dice.below(20) {
            0 if seed > 0 => Fault::LostBefore,
            1 if seed > 0 => Fault::LostAfter,
            2 if seed > 0 => Fault::Late(dice.within(LATE)),
            _ => Fault::None,
        });
        let snapshots = Snapshots::new(storage.log.clone(), seal_key());
        let store = AggregateStore::new(log, appender, snapshots, seal_key());
        let dispatcher = Dispatcher::new(store);
        let clock: Arc<dyn Clock> = Arc::new(SkewedClock {
            clock: Arc::clone(clock),
            ahead: SignedDuration::from_secs(ahead),
        });
        Self {
            clock: Arc::clone(&clock),
            accounts: Accounts::new(dispatcher.clone(), Arc::clone(&clock)),
            coupons: Coupons::new(dispatcher.clone(), clock, CodeKey::new(b"codes")),
            dispatcher,
        }
    }

    pub(crate) async fn issue(&self, code: &str, max_redemptions: u32) {
        let tier = match max_redemptions {
            3 => Some(Tier::Pro),
            5 => Some(Tier::Business),
            _ => None,
        };
        let coupon = CouponIssued {
            label: format!("coupon of {max_redemptions} uses"),
            credits: i64::from(max_redemptions) * 10,
            tier,
            max_redemptions,
            expires_at: None,
        };
        let code = CouponCode::parse(code).unwrap();
        self.coupons.issue(&code, coupon).await.unwrap();
    }

    pub(crate) async fn execute(
        &self,
        user: &str,
        command: CreditCommand,
    ) -> Result<(), CommandError> {
        let context = Context::new(Actor::System, "simulation", command.now());
        let done = self
            .dispatcher
            .execute::<CreditAccount>(user, command, &context);
        done.await.map(drop)
    }
}
