//! What falls due on accounts by itself: the allowance of a period that has begun, and reservations that
//! nobody settled in time.
//!
//! A reactor notes in the agenda when an account is to be looked at next; the keeper looks at those that
//! are due, and notes the next time. Both are safe with several processes: looking at an account is a
//! command that does nothing where nothing is due, and every command of the account does the same first,
//! so that a late or absent keeper harms nobody.
//!
//! A second keeper deletes rows that their source's terms forbid to keep, once their session is unused.

mod keeper;
mod passing;
mod table;
#[cfg(test)]
mod tests;

pub use keeper::AccountKeeper;
pub use passing::{KEPT_FOR, PassingKeeper};
pub use table::{Agenda, KEEP_AGENDA, KeepAgenda};
