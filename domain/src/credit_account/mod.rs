//! A user's credits: a monthly allowance, holds for work in progress, debits for delivered results.
//!
//! Invariants: available = granted - lapsed - debited - held, never below zero; a hold settles once; a period is
//! granted once. The stream's id is the user's subject id.

mod aggregate;
pub mod balance;
mod commands;
mod decide;
mod due;
mod error;
mod events;
pub mod ledger;
pub mod period;
mod saves;
mod state;
#[cfg(test)]
mod tests;

pub use commands::CreditCommand;
pub use error::{CreditRefusal, MAX_ADJUSTMENT};
pub use events::{
    AccountOpened, AccountResumed, AccountSuspended, AllowanceGranted, AllowanceLapsed,
    CouponCredited, CreditEvent, CreditEventType, CreditsAdjusted, CreditsDebited, CreditsHeld,
    HoldReleased, ReleaseReason, SessionsEnded, TierChangeReason, TierChanged,
};
pub use saves::max_saves_after;
pub use state::{CreditAccount, Hold};
