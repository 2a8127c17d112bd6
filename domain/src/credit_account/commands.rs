//! What can be asked of a credit account. Every command carries the time, because periods roll
//! forward inside the first command after an anniversary, unless they are too many.

use jiff::Timestamp;

use super::events::{ReleaseReason, TierChangeReason};
use crate::Credits;
use crate::ids::{CouponId, HoldId, SessionKey};
use crate::pricing::DebitKind;
use crate::tier::Tier;

/// A command to one user's account.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CreditCommand {
    /// Opens the account with its first allowance; does nothing where it is open.
    OpenAccount {
        /// The plan to start with.
        tier: Tier,
        /// Time of the command.
        now: Timestamp,
    },
    /// Changes the tier at once; the allowance follows at the next period.
    ChangeTier {
        /// The new plan.
        to: Tier,
        /// Why.
        reason: TierChangeReason,
        /// Time of the command.
        now: Timestamp,
    },
    /// Changes the plan from the next period on; another change before then takes its place.
    ChangePlan {
        /// The new plan.
        to: Tier,
        /// Time of the command.
        now: Timestamp,
    },
    /// Changes the plan to what a trusted sign-in claim says, from the next period on; the same claim again
    /// does nothing, whatever coupons and operators gave since.
    ClaimPlan {
        /// The plan that is claimed.
        to: Tier,
        /// Time of the command.
        now: Timestamp,
    },
    /// Credits a redeemed coupon; does nothing where it was credited before.
    CreditCoupon {
        /// The coupon's id.
        coupon: CouponId,
        /// What operators know it by.
        label: String,
        /// Credits given.
        credits: Credits,
        /// The tier offered: taken at once where it is higher.
        tier: Option<Tier>,
        /// Time of the command.
        now: Timestamp,
    },
    /// Gives credits, or takes them where negative: never more than are available.
    Adjust {
        /// How many.
        credits: Credits,
        /// Who does it.
        by: String,
        /// Why.
        reason: String,
        /// Time of the command.
        now: Timestamp,
    },
    /// Gives back every hold that ran out before `now`; does nothing where there is none.
    SweepHolds {
        /// Time of the command.
        now: Timestamp,
    },
    /// Grants the periods that have begun, however many: an operator says that the time is right. Does nothing where
    /// none has.
    GrantDue {
        /// Time of the command.
        now: Timestamp,
    },
    /// Reserves up to `wanted` credits: as many as are available, at least one.
    HoldCredits {
        /// Names the reservation.
        hold: HoldId,
        /// The job it is for.
        session: SessionKey,
        /// How many to reserve at most.
        wanted: Credits,
        /// When an abandoned reservation may be swept away.
        expires_at: Timestamp,
        /// Time of the command.
        now: Timestamp,
    },
    /// Debits one delivered slice and gives back what the hold has left.
    SettleHold {
        /// The reservation to settle.
        hold: HoldId,
        /// Results delivered; zero only gives back.
        results: u32,
        /// What the results are, which sets the price.
        kind: DebitKind,
        /// Time of the command.
        now: Timestamp,
    },
    /// Gives back every open hold of a job; does nothing where there is none.
    ReleaseSession {
        /// The job whose holds end.
        session: SessionKey,
        /// Why.
        reason: ReleaseReason,
        /// Time of the command.
        now: Timestamp,
    },
}

impl CreditCommand {
    /// The time that came in with the command.
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
            | Self::ReleaseSession { now, .. } => *now,
        }
    }
}
