//! What happened to a credit account. Names, versions and shapes are frozen once released.

use std::fmt;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use crate::Credits;
use crate::codec::event_enum;
use crate::ids::{CouponId, HoldId, SessionKey};
use crate::pricing::DebitKind;
use crate::text_enum::text_enum;
use crate::tier::Tier;

event_enum! {
    /// Everything that can happen to a credit account.
    pub enum CreditEvent, types CreditEventType, of "CreditAccount" {
        /// The user's first sign-in.
        AccountOpened: "1.0.0",
        /// A period began.
        AllowanceGranted: "1.0.0",
        /// Unused monthly credits beyond the roll-over limit went away.
        AllowanceLapsed: "1.0.0",
        /// The plan changed.
        TierChanged: "1.0.0",
        /// Credits were reserved.
        CreditsHeld: "1.0.0",
        /// Delivered results were paid.
        CreditsDebited: "1.0.0",
        /// A reservation, or what was left of it, was given back.
        HoldReleased: "1.0.0",
        /// A redeemed coupon gave credits.
        CouponCredited: "1.0.0",
        /// An operator gave or took credits.
        CreditsAdjusted: "1.0.0",
    }
}

/// The account exists; its periods start at each monthly anniversary of `opened_at`, in UTC.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AccountOpened {
    /// The plan at the start.
    pub tier: Tier,
    /// The moment that sets the anniversaries.
    pub opened_at: Timestamp,
}

/// The allowance of one period went into the monthly bucket.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AllowanceGranted {
    /// 0 for the period of the opening, then counting up.
    pub period: u32,
    /// When the period starts.
    pub starts_at: Timestamp,
    /// The plan's monthly allowance.
    pub credits: Credits,
}

/// Monthly credits that did not roll over.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AllowanceLapsed {
    /// The period that begins.
    pub period: u32,
    /// How many went away.
    pub credits: Credits,
}

text_enum! {
    /// Why a tier changed.
    pub enum TierChangeReason {
        /// The development issuer's token claims another tier.
        SignInClaim = "sign_in_claim",
        /// A redeemed coupon raises it.
        Coupon = "coupon",
        /// An operator changed the plan, from the next period on.
        PlanChange = "plan_change",
        /// A sign-in claim that an operator trusts names another plan, from the next period on.
        ClaimedPlan = "claimed_plan",
    }
}

impl fmt::Display for TierChangeReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::SignInClaim => "sign-in claim",
            Self::Coupon => "coupon",
            Self::PlanChange => "plan change",
            Self::ClaimedPlan => "plan change by sign-in claim",
        })
    }
}

/// The plan changed, or will at the start of the next period.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TierChanged {
    /// The plan before.
    pub from: Tier,
    /// The plan from `effective` on.
    pub to: Tier,
    /// Why.
    pub reason: TierChangeReason,
    /// From when it holds: the command's time, or the start of the next period.
    pub effective: Timestamp,
}

/// A reservation for a slice of work.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CreditsHeld {
    /// Its name.
    pub hold: HoldId,
    /// The job.
    pub session: SessionKey,
    /// Credits reserved.
    pub amount: Credits,
    /// When it may be swept away if nobody settles it.
    pub expires_at: Timestamp,
}

/// Delivered results were paid.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CreditsDebited {
    /// The hold that this settles.
    pub hold: HoldId,
    /// The job.
    pub session: SessionKey,
    /// Credits paid.
    pub amount: Credits,
    /// The part of `amount` that came out of the monthly bucket; the rest was bought.
    pub from_monthly: Credits,
    /// Results delivered.
    pub results: u32,
    /// What the results are.
    pub kind: DebitKind,
}

text_enum! {
    /// Why a hold ended unspent.
    pub enum ReleaseReason {
        /// The slice was smaller than the reservation.
        Unused = "unused",
        /// The job completed.
        JobCompleted = "job_completed",
        /// The job failed.
        JobFailed = "job_failed",
        /// The job was cancelled.
        JobCancelled = "job_cancelled",
        /// Nobody settled it in time.
        Expired = "expired",
        /// A worker took the job over from the one that held them.
        TakenOver = "taken_over",
    }
}

impl fmt::Display for ReleaseReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Unused => "unused",
            Self::JobCompleted => "job completed",
            Self::JobFailed => "job failed",
            Self::JobCancelled => "job cancelled",
            Self::Expired => "expired",
            Self::TakenOver => "taken over",
        })
    }
}

/// Reserved credits were given back.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct HoldReleased {
    /// The hold that this ends.
    pub hold: HoldId,
    /// Credits given back.
    pub amount: Credits,
    /// Why.
    pub reason: ReleaseReason,
}

/// A redeemed coupon gave credits; they never lapse.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CouponCredited {
    /// The coupon's id, a keyed hash of its code.
    pub coupon: CouponId,
    /// What operators know it by.
    pub label: String,
    /// Credits given.
    pub credits: Credits,
}

/// An operator gave or took credits; given ones never lapse.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CreditsAdjusted {
    /// Credits given, or taken where negative.
    pub credits: Credits,
    /// The part of a taking that came out of the monthly bucket; zero or negative.
    pub from_monthly: Credits,
    /// Who did it.
    pub by: String,
    /// Why.
    pub reason: String,
}
