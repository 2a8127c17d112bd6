//! What happened to a coupon. Names, versions and shapes are frozen once released.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use crate::Credits;
use crate::codec::event_enum;
use crate::ids::UserId;
use crate::tier::Tier;

event_enum! {
    /// Everything that can happen to a coupon.
    pub enum CouponEvent, types CouponEventType, of "Coupon" {
        /// An operator made it.
        CouponIssued: "1.0.0",
        /// A user redeemed it.
        CouponRedeemed: "1.0.0",
        /// An operator ended it.
        CouponRevoked: "1.0.0",
    }
}

/// An operator made a coupon.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CouponIssued {
    /// What operators know it by; never the code.
    pub label: String,
    /// Credits for each redemption.
    pub credits: Credits,
    /// The tier that it raises its redeemers to, if it does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tier: Option<Tier>,
    /// How often it can be redeemed, by different users.
    pub max_redemptions: u32,
    /// The last moment at which it can be redeemed, if it has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expires_at: Option<Timestamp>,
}

/// A user redeemed the coupon. What it gave is in it, so that the account needs nobody else.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CouponRedeemed {
    /// The redeemer.
    pub user: UserId,
    /// Credits given.
    pub credits: Credits,
    /// The tier offered, if one was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tier: Option<Tier>,
}

/// An operator ended the coupon; what was redeemed stays.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CouponRevoked {}
