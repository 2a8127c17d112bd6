//! The refusals of a coupon. Users get one answer for the first four, so that guessing reveals nothing.

/// A refusal; nothing was recorded.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum CouponRefusal {
    #[error("There is no coupon with this code.")]
    Unknown,
    #[error("The coupon has expired.")]
    Expired,
    #[error("The coupon was revoked.")]
    Revoked,
    #[error("The coupon has been used up.")]
    UsedUp,
    #[error("You have already redeemed this coupon")]
    AlreadyRedeemed,
    #[error("A coupon with this code already exists. Choose another code.")]
    AlreadyIssued,
    #[error("A coupon gives at least one credit and can be redeemed at least once.")]
    GivesNothing,
}
