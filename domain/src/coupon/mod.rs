//! A coupon: credits, and perhaps a tier, for whoever knows its code.
//!
//! Invariants: redeemed at most `max_redemptions` times, once per user, not after its expiry, not after
//! it was revoked. The stream's id is a keyed hash of the code; the code itself is never stored.

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
