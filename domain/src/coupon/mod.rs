//! A coupon: credits, and possibly a tier, for those who know its code.
//!
//! Invariants: redeemed at most `max_redemptions` times, once per user, not after its expiry or revocation. The
//! stream's id is a keyed hash of the code; the code itself is never stored.

mod aggregate;
mod commands;
mod error;
mod events;
#[cfg(test)]
mod tests;

pub use aggregate::Coupon;
pub use commands::CouponCommand;
pub use error::CouponRefusal;
pub use events::{CouponEvent, CouponEventType, CouponIssued, CouponRedeemed, CouponRevoked};
