//! A user's credits: an allowance each month, reservations (holds) for work under way, debits for
//! what was delivered.
//!
//! Invariants, kept by every command: available = granted - lapsed - debited - held, and it is never
//! below zero; a hold settles once; a period is granted once. The stream's id is the user's subject id.

mod aggregate;
pub mod balance;
mod commands;
mod decide;
mod due;
mod error;
mod events;
pub mod ledger;
pub mod period;
mod state;
#[cfg(test)]
mod tests;

pub use commands::CreditCommand;
pub use error::{CreditRefusal, MAX_ADJUSTMENT};
pub use events::{
    AccountOpened, AllowanceGranted, AllowanceLapsed, CouponCredited, CreditEvent, CreditEventType,
    CreditsAdjusted, CreditsDebited, CreditsHeld, HoldReleased, ReleaseReason, TierChangeReason,
    TierChanged,
};
pub use state::{CreditAccount, Hold};
