//! What can be asked of a coupon.

use jiff::Timestamp;

use super::events::CouponIssued;
use crate::ids::UserId;

/// A command to one coupon.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CouponCommand {
    /// Makes the coupon.
    Issue(CouponIssued),
    /// Uses it for a user.
    Redeem {
        /// Who redeems it.
        user: UserId,
        /// Time of the command.
        now: Timestamp,
    },
    /// Ends it; does nothing where it has been ended.
    Revoke,
}
