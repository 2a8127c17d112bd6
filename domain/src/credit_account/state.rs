//! The state of an account and its queries.

use std::collections::{BTreeMap, BTreeSet};

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::due::swept_from;
use super::period::{PeriodState, period_start};
use crate::Credits;
use crate::ids::{CouponId, HoldId, SessionKey};
use crate::tier::Tier;

/// The state needed for decisions.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CreditAccount {
    pub(super) opened_at: Option<Timestamp>,
    pub(super) tier: Tier,
    /// The tier that the issuer claimed last. The actual tier may have changed since.
    pub(super) claim: Tier,
    /// The plan from the next period on, if a change is pending.
    pub(super) next_tier: Option<Tier>,
    pub(super) max_saves: u32,
    pub(super) period: u32,
    pub(super) monthly: Credits,
    pub(super) bought: Credits,
    pub(super) holds: BTreeMap<HoldId, Hold>,
    pub(super) coupons: BTreeSet<CouponId>,
    /// The operator's note on the suspension in force.
    pub(super) suspended: Option<String>,
    pub(super) not_before: Option<Timestamp>,
}

/// An open reservation.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Hold {
    pub session: SessionKey,
    /// Credits reserved.
    pub amount: Credits,
    /// When it may be released.
    pub expires_at: Timestamp,
}

impl CreditAccount {
    /// Whether the account is open, which it is from the user's first sign-in on.
    pub const fn is_open(&self) -> bool {
        self.opened_at.is_some()
    }

    /// The plan in force.
    pub const fn tier(&self) -> Tier {
        self.tier
    }

    /// The tier that the issuer claimed last.
    pub const fn claim(&self) -> Tier {
        self.claim
    }

    /// Whether an operator keeps the user out.
    pub const fn is_suspended(&self) -> bool {
        self.suspended.is_some()
    }

    /// The operator's note on the suspension in force, which the user does not see.
    pub fn suspended(&self) -> Option<&str> {
        self.suspended.as_deref()
    }

    /// Access tokens that were issued before are refused.
    pub const fn not_before(&self) -> Option<Timestamp> {
        self.not_before
    }

    /// Credits reserved by open holds.
    pub fn held(&self) -> Credits {
        self.holds.values().map(|hold| hold.amount).sum()
    }

    /// The credits that can be reserved, without periods that are due.
    pub fn available(&self) -> Credits {
        self.monthly + self.bought - self.held()
    }

    /// The plan from the next period on, if a change is pending.
    pub const fn next_tier(&self) -> Option<Tier> {
        self.next_tier
    }

    /// How many companies the user may save.
    pub const fn max_saves(&self) -> u32 {
        self.max_saves
    }

    /// When the next period starts; the end of time if the account is not open.
    pub fn next_period_at(&self) -> Timestamp {
        self.opened_at.map_or(Timestamp::MAX, |opened| {
            period_start(opened, self.period.saturating_add(1))
        })
    }

    /// Whether more periods are due at `now` than are granted without an operator.
    pub fn waits_for_operator(&self, now: Timestamp) -> bool {
        self.period_state()
            .is_some_and(|state| state.waits_for_operator(now))
    }

    /// The part changed by periods; `None` if the account is not open.
    pub(super) fn period_state(&self) -> Option<PeriodState> {
        Some(PeriodState {
            opened_at: self.opened_at?,
            tier: self.tier,
            next_tier: self.next_tier,
            period: self.period,
            monthly: self.monthly,
            held: self.held(),
        })
    }

    /// The open holds.
    pub const fn holds(&self) -> &BTreeMap<HoldId, Hold> {
        &self.holds
    }

    /// The open hold with that id.
    pub fn hold(&self, id: &HoldId) -> Option<&Hold> {
        self.holds.get(id)
    }

    /// When the next period starts or the next hold is released, whichever comes first.
    pub fn next_due(&self) -> Timestamp {
        let holds = self.holds.values().map(|hold| swept_from(hold.expires_at));
        holds.fold(self.next_period_at(), Timestamp::min)
    }
}
