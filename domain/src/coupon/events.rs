//! What happened to a coupon. Names, versions and shapes are frozen once released.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use crate::Credits;
use crate::codec::event_enum;
use crate::ids::UserId;
use crate::tier::Tier;

event_enum! {
    /// The events of a coupon.
    pub enum CouponEvent, types CouponEventType, of "Coupon" {
        CouponIssued: "1.0.0",
        CouponRedeemed: "1.0.0",
        CouponRevoked: "1.0.0",
    }
}

/// An operator issued a coupon.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CouponIssued {
    /// The name that operators gave it; never the code.
    pub label: String,
    /// Credits for each redemption.
    pub credits: Credits,
    /// The tier that it raises redeemers to, if any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tier: Option<Tier>,
    /// The maximum number of redemptions, each by another user.
    pub max_redemptions: u32,
    /// The last moment at which it can be redeemed, if limited.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expires_at: Option<Timestamp>,
}

/// A user redeemed the coupon. The event has all that the account needs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CouponRedeemed {
    /// The redeemer.
    pub user: UserId,
    pub credits: Credits,
    /// The tier offered, if any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tier: Option<Tier>,
}

/// An operator revoked the coupon. Earlier redemptions stay.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CouponRevoked {}
