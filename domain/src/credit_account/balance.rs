//! The balance of an account after its events, as kept by read models and replayed by auditors.
//!
//! Deliberately apart from the aggregate, which decides: the two are compared after every step of the simulation, and
//! by `ledger verify`.

use jiff::Timestamp;

use super::events::{AccountOpened, CreditEvent, TierChangeReason, TierChanged};
use super::period::{PeriodState, period_start};
use crate::Credits;
use crate::tier::Tier;

/// A balance.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Balance {
    /// The plan in force.
    pub tier: Tier,
    /// The plan from the next period on, if a change is pending.
    pub next_tier: Option<Tier>,
    /// The moment that determines the anniversaries.
    pub opened_at: Timestamp,
    /// The latest period granted.
    pub period: u32,
    /// When that period started.
    pub period_starts_at: Timestamp,
    /// Credits in the monthly bucket, held ones included.
    pub monthly: Credits,
    /// Bought credits (coupons, adjustments), held ones included.
    pub bought: Credits,
    /// Credits reserved by open holds.
    pub held: Credits,
    /// This period's allowance, the roll-over, and credits bought before or during it.
    pub total: Credits,
    /// Debited in this period.
    pub used: Credits,
}

impl Balance {
    /// When the next period starts.
    pub fn next_period_starts_at(&self) -> Timestamp {
        period_start(self.opened_at, self.period + 1)
    }

    /// The balance of a new account.
    pub const fn opened(event: &AccountOpened) -> Self {
        Self {
            tier: event.tier,
            next_tier: None,
            opened_at: event.opened_at,
            period: 0,
            period_starts_at: event.opened_at,
            monthly: 0,
            bought: 0,
            held: 0,
            total: 0,
            used: 0,
        }
    }

    /// The credits that can be reserved, without periods that are due.
    pub const fn available(&self) -> Credits {
        self.monthly + self.bought - self.held
    }

    /// Applies one event.
    pub fn apply(&mut self, event: &CreditEvent) {
        match event {
            CreditEvent::AccountOpened(_)
            | CreditEvent::AccountSuspended(_)
            | CreditEvent::AccountResumed(_)
            | CreditEvent::SessionsEnded(_) => {}
            CreditEvent::AllowanceLapsed(lapsed) => self.monthly -= lapsed.credits,
            CreditEvent::AllowanceGranted(granted) => {
                self.period = granted.period;
                self.period_starts_at = granted.starts_at;
                self.monthly += granted.credits;
                self.total = self.monthly + self.bought;
                self.used = 0;
                self.tier = self.next_tier.take().unwrap_or(self.tier);
            }
            CreditEvent::TierChanged(changed) => self.change_tier(changed),
            CreditEvent::CreditsHeld(held) => self.held += held.amount,
            CreditEvent::CreditsDebited(debit) => {
                self.monthly -= debit.from_monthly;
                self.bought -= debit.amount - debit.from_monthly;
                self.held -= debit.amount;
                self.used += debit.amount;
            }
            CreditEvent::HoldReleased(released) => self.held -= released.amount,
            CreditEvent::CouponCredited(credited) => {
                self.bought += credited.credits;
                self.total += credited.credits;
            }
            CreditEvent::CreditsAdjusted(adjusted) => {
                self.monthly += adjusted.from_monthly;
                self.bought += adjusted.credits - adjusted.from_monthly;
                self.total += adjusted.credits;
            }
        }
    }

    fn change_tier(&mut self, changed: &TierChanged) {
        match changed.reason {
            TierChangeReason::PlanChange | TierChangeReason::ClaimedPlan => {
                self.next_tier = (changed.to != self.tier).then_some(changed.to);
            }
            TierChangeReason::SignInClaim | TierChangeReason::Coupon => {
                self.tier = changed.to;
                self.next_tier = self.next_tier.filter(|&waiting| waiting > changed.to);
            }
        }
    }

    /// Whether more periods are due at `now` than are granted without an operator.
    pub fn waits_for_operator(&self, now: Timestamp) -> bool {
        self.period_state().waits_for_operator(now)
    }

    /// When the next period starts.
    pub fn next_period_at(&self) -> Timestamp {
        period_start(self.opened_at, self.period.saturating_add(1))
    }

    const fn period_state(&self) -> PeriodState {
        PeriodState {
            opened_at: self.opened_at,
            tier: self.tier,
            next_tier: self.next_tier,
            period: self.period,
            monthly: self.monthly,
            held: self.held,
        }
    }

    /// The balance at `now`. Periods that have begun count as granted, since the next command will grant them.
    #[must_use]
    pub fn at(&self, now: Timestamp) -> Self {
        let mut state = self.period_state();
        let mut balance = self.clone();
        if state.waits_for_operator(now) {
            return balance;
        }
        while let Some(step) = state.next_due(now) {
            balance.tier = state.tier;
            balance.next_tier = state.next_tier;
            balance.period = state.period;
            balance.period_starts_at = step.granted.starts_at;
            balance.monthly = state.monthly;
            balance.total = state.monthly + self.bought;
            balance.used = 0;
        }
        balance
    }
}
