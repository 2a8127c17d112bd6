//! The businesses that a user knows already, their customers: never delivered, never charged.
//!
//! A user uploads them as a CSV file. Invariants: a list is replaced as a whole, or stays as it was; what it says is
//! closed with the user's key, what recognizes its businesses is hashed with it, and nothing of it is in an event. A
//! row of a search is known if it is recognized as one of the businesses, by the rules for saved companies
//! ([`places::identities`]).

mod counting;
mod document;
mod lists;
mod matching;
#[cfg(test)]
mod tests;

pub use counting::LocatedBusiness;
pub use document::KnownBusiness;
pub use lists::{KnownCounts, KnownUploads, MOST_BYTES, MOST_ROWS, Uploaded};
pub use matching::{KnownBusinesses, KnownIndex};
