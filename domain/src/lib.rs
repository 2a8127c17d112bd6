//! The rules of `DemandAtlas`: aggregates, their commands, events and refusals, and the value types
//! they are made of.
//!
//! Everything here is synchronous and pure: no IO, no clock, no randomness. Time and looked-up
//! values come in with a command. Deciding may refuse; applying an event never fails.
//!
//! An aggregate is one folder: `commands` (imperative), `events` (past tense, self-contained),
//! `error` (refusals), `aggregate` (decide and apply), `tests` (given / when / then).

pub mod account_record;
pub mod codec;
pub mod company_list;
pub mod coupon;
pub mod credit_account;
pub mod ids;
pub mod metadata;
pub mod monitor;
pub mod personal;
pub mod pricing;
pub mod registry;
pub mod scrape_job;
pub mod state_code;
#[cfg(feature = "testing")]
pub mod testing;
mod text_enum;
pub mod tier;

/// Credits are whole numbers; signed so that a ledger's differences are plain arithmetic.
pub type Credits = i64;
