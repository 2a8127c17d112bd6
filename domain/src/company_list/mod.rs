//! The companies of a user: which rows are the same company, and which companies are saved.
//!
//! A company gets a random id when the user first saves it or writes about it. The list keeps the identities seen of it
//! as marks: a row with one of them is that company, in any session. Everything else refers to the id, so the rules
//! that recognize a company can change without migrating anything.
//!
//! Invariants: a company is saved once; never more are saved than the user's plan allows, even by concurrent calls; an
//! identity leads to one company forever; only a removed company can be restored.

mod aggregate;
mod change;
mod commands;
mod company;
mod error;
mod events;
mod packed;
#[cfg(test)]
mod packing_tests;
mod state;
#[cfg(test)]
mod tests;

pub use aggregate::{MOST_TAGS, NAMED_AT_ONCE};
pub use change::{FieldChange, ListingChange};
pub use commands::{Candidate, CompanyListCommand, Row};
pub use error::CompanyListRefusal;
pub use events::{
    CompanyChanged, CompanyErased, CompanyListEvent, CompanyListEventType, CompanyMet,
    CompanyRefreshed, CompanyRemoved, CompanyRestored, CompanySaved, CompanyTagged,
    PersonalDataErased,
};
pub use state::CompanyList;
