//! The commands to a coupon.

use jiff::Timestamp;

use super::events::CouponIssued;
use crate::codec::named_commands;
use crate::ids::UserId;

/// A command to one coupon.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CouponCommand {
    Issue(CouponIssued),
    Redeem {
        user: UserId,
        now: Timestamp,
    },
    /// Does nothing if it is already revoked.
    Revoke,
}

named_commands!(CouponCommand: Issue, Redeem, Revoke);
