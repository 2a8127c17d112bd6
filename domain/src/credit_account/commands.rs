//! The commands to a credit account. Each carries the time, because the first command after an anniversary grants the
//! periods that are due, unless there are too many.

use jiff::Timestamp;

use super::events::{ReleaseReason, TierChangeReason};
use crate::Credits;
use crate::codec::named_commands;
use crate::ids::{CouponId, HoldId, SessionKey};
use crate::pricing::DebitKind;
use crate::tier::Tier;

/// A command to one user's account.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CreditCommand {
    /// Opens the account with its first allowance. Does nothing if it is open.
    OpenAccount { tier: Tier, now: Timestamp },
    /// Changes the tier at once; the allowance changes with the next period.
    ChangeTier {
        to: Tier,
        /// Why.
        reason: TierChangeReason,
        now: Timestamp,
    },
    /// Changes the plan from the next period on, unless another change replaces this one before.
    ChangePlan { to: Tier, now: Timestamp },
    /// Changes the plan to that of a trusted sign-in claim, from the next period on. The same claim again does nothing,
    /// even if coupons or operators have changed the tier since.
    ClaimPlan { to: Tier, now: Timestamp },
    /// Credits a redeemed coupon. Does nothing if it was credited before.
    CreditCoupon {
        coupon: CouponId,
        /// The name that operators gave it.
        label: String,
        credits: Credits,
        /// The tier offered; applied at once if it is higher.
        tier: Option<Tier>,
        now: Timestamp,
    },
    /// Gives credits, or takes them if negative, never more than are available.
    Adjust {
        credits: Credits,
        by: String,
        /// Why.
        reason: String,
        now: Timestamp,
    },
    /// Releases all holds that expired before `now`.
    SweepHolds { now: Timestamp },
    /// Grants all periods that have begun, since an operator has confirmed the clock.
    GrantDue { now: Timestamp },
    /// Reserves as many credits as are available, at least one and at most `wanted`.
    HoldCredits {
        hold: HoldId,
        session: SessionKey,
        wanted: Credits,
        /// When an abandoned hold may be released.
        expires_at: Timestamp,
        now: Timestamp,
    },
    /// Debits one delivered slice and releases the rest of the hold.
    SettleHold {
        hold: HoldId,
        /// Delivered results; 0 only releases.
        results: u32,
        kind: DebitKind,
        now: Timestamp,
    },
    /// Releases all open holds of a job.
    ReleaseSession {
        session: SessionKey,
        /// Why.
        reason: ReleaseReason,
        now: Timestamp,
    },
    /// Keeps the user out. Does nothing if the user is suspended.
    Suspend {
        /// The operator's note.
        reason: String,
        now: Timestamp,
    },
    /// Lets a suspended user in again.
    Resume { now: Timestamp },
    /// Has access tokens refused that were issued before `now`.
    EndSessions { now: Timestamp },
}

named_commands!(CreditCommand: OpenAccount, ChangeTier, ChangePlan, ClaimPlan, CreditCoupon, Adjust, SweepHolds, GrantDue, HoldCredits, SettleHold, ReleaseSession, Suspend, Resume, EndSessions);

impl CreditCommand {
    /// The time of the command.
    pub const fn now(&self) -> Timestamp {
        match self {
            Self::OpenAccount { now, .. }
            | Self::ChangeTier { now, .. }
            | Self::ChangePlan { now, .. }
            | Self::ClaimPlan { now, .. }
            | Self::CreditCoupon { now, .. }
            | Self::Adjust { now, .. }
            | Self::SweepHolds { now }
            | Self::GrantDue { now }
            | Self::HoldCredits { now, .. }
            | Self::SettleHold { now, .. }
            | Self::ReleaseSession { now, .. }
            | Self::Suspend { now, .. }
            | Self::Resume { now }
            | Self::EndSessions { now } => *now,
        }
    }
}
