//! The companies that a user has met: which rows are the same one, and which of them are saved.
//!
//! A company has a random id, made when the user first saves it or writes something about it. The list keeps
//! the identities that were seen of it, as marks: a row that has one of them is that company, whatever
//! session it comes from. Everything else about a company hangs on its id, so the rules of what makes two rows
//! one company can change without moving anything.
//!
//! Invariants: a company is saved once; never more are saved than the user's plan allows, whoever saves at the
//! same moment; an identity leads to one company for ever; only what was removed can be put back.

mod aggregate;
mod commands;
mod error;
mod events;
#[cfg(test)]
mod tests;

pub use aggregate::{CompanyList, MOST_TAGS};
pub use commands::{Candidate, CompanyListCommand, Row};
pub use error::CompanyListRefusal;
pub use events::{
    CompanyErased, CompanyListEvent, CompanyListEventType, CompanyMet, CompanyRefreshed,
    CompanyRemoved, CompanyRestored, CompanySaved, CompanyTagged, PersonalDataErased,
};
