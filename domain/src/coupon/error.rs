//! Why a coupon refuses a command. To users the first four are one answer, so that guessing tells
//! nothing.

/// A refusal; nothing was recorded.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum CouponRefusal {
    /// No coupon has this code.
    #[error("There is no coupon with this code.")]
    Unknown,
    /// It can no longer be redeemed.
    #[error("The coupon has expired.")]
    Expired,
    /// An operator ended it.
    #[error("The coupon was revoked.")]
    Revoked,
    /// It was redeemed as often as it was issued for.
    #[error("The coupon has been used up.")]
    UsedUp,
    /// By this user.
    #[error("You have already redeemed this coupon")]
    AlreadyRedeemed,
    /// The code is taken.
    #[error("A coupon with this code already exists. Choose another code.")]
    AlreadyIssued,
    /// It would give nothing.
    #[error("A coupon gives at least one credit and can be redeemed at least once.")]
    GivesNothing,
}
