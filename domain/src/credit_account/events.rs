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
    /// The events of a credit account.
    pub enum CreditEvent, types CreditEventType, of "CreditAccount" {
        AccountOpened: "1.0.0",
        AllowanceGranted: "1.0.0",
        AllowanceLapsed: "1.0.0",
        TierChanged: "1.0.0",
        CreditsHeld: "1.0.0",
        CreditsDebited: "1.3.0" from {
            "1.0.0" => debited_1_0_0, "1.1.0" => debited_1_1_0, "1.2.0" => debited_1_2_0,
        },
        HoldReleased: "1.0.0",
        CouponCredited: "1.0.0",
        CreditsAdjusted: "1.0.0",
        AccountSuspended: "1.0.0",
        AccountResumed: "1.0.0",
        SessionsEnded: "1.0.0",
    }
}

/// The account was opened. Its periods start at each monthly anniversary of `opened_at`, in UTC.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AccountOpened {
    /// The plan at the start.
    pub tier: Tier,
    /// The moment that determines the anniversaries.
    pub opened_at: Timestamp,
}

/// The allowance of a period was added to the monthly bucket.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AllowanceGranted {
    /// 0 for the first period, then counting up.
    pub period: u32,
    /// When the period starts.
    pub starts_at: Timestamp,
    /// The plan's monthly allowance.
    pub credits: Credits,
}

/// Unused monthly credits beyond the roll-over limit lapsed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AllowanceLapsed {
    /// The period that begins.
    pub period: u32,
    /// The number of credits.
    pub credits: Credits,
}

text_enum! {
    /// Why the tier changed.
    pub enum TierChangeReason {
        SignInClaim = "sign_in_claim",
        Coupon = "coupon",
        PlanChange = "plan_change",
        /// A sign-in claim that the operator trusts names another plan.
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
    /// From when it applies: the command's time, or the start of the next period.
    pub effective: Timestamp,
}

/// Credits were reserved for a slice of work.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CreditsHeld {
    /// Its name.
    pub hold: HoldId,
    /// The job.
    pub session: SessionKey,
    /// Credits reserved.
    pub amount: Credits,
    /// When it may be released if it is not settled.
    pub expires_at: Timestamp,
}

/// Delivered results were paid.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CreditsDebited {
    /// The hold that this event settles.
    pub hold: HoldId,
    /// The job.
    pub session: SessionKey,
    /// Credits paid.
    pub amount: Credits,
    /// The part of `amount` taken from the monthly bucket; the rest was bought.
    pub from_monthly: Credits,
    /// Results delivered.
    pub results: u32,
    /// What the results are.
    pub kind: DebitKind,
}

/// Version 1.1.0 adds the kind `refresh`.
const fn debited_1_0_0(payload: serde_json::Value) -> serde_json::Value {
    payload
}

/// Version 1.2.0 adds the kind `website`.
const fn debited_1_1_0(payload: serde_json::Value) -> serde_json::Value {
    payload
}

/// Version 1.3.0 adds the kind `monitor`.
const fn debited_1_2_0(payload: serde_json::Value) -> serde_json::Value {
    payload
}

text_enum! {
    /// Why a hold was released.
    pub enum ReleaseReason {
        /// The slice cost less than the hold.
        Unused = "unused",
        JobCompleted = "job_completed",
        JobFailed = "job_failed",
        JobCancelled = "job_cancelled",
        Expired = "expired",
        /// The run that held it died, or waits: the next one holds anew.
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

/// Reserved credits were released.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct HoldReleased {
    /// The hold that this event ends.
    pub hold: HoldId,
    /// Credits released.
    pub amount: Credits,
    /// Why.
    pub reason: ReleaseReason,
}

/// A redeemed coupon gave credits, which never lapse.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CouponCredited {
    /// The coupon's id, a keyed hash of its code.
    pub coupon: CouponId,
    /// The name that operators gave it.
    pub label: String,
    pub credits: Credits,
}

/// An operator gave or took credits. Given credits never lapse.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CreditsAdjusted {
    /// Credits given, or taken if negative.
    pub credits: Credits,
    /// The part taken from the monthly bucket; 0 or negative.
    pub from_monthly: Credits,
    /// Who did it.
    pub by: String,
    /// Why.
    pub reason: String,
}

/// An operator suspended the user: calls are refused, and nothing more is reserved.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AccountSuspended {
    /// The operator's note, which the user does not see.
    pub reason: String,
}

/// An operator lets a suspended user in again.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AccountResumed {}

/// An operator ended the user's sessions.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SessionsEnded {
    /// Access tokens issued before are refused.
    pub not_before: Timestamp,
}
