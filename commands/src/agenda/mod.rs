//! What falls due on accounts over time: the allowance of a period that has begun, and holds that were not settled in
//! time.
//!
//! A reactor notes in the agenda when an account is next due; the keeper checks those that are due, and notes the
//! next time. Both are safe with several processes: the check is a command that does nothing when nothing is due, and
//! every command of the account does the same first, so a late or missing keeper does no harm.
//!
//! A second keeper deletes rows that their source's terms forbid to keep, once their session is unused.

mod keeper;
mod retention;
mod table;
#[cfg(test)]
mod tests;

pub use keeper::AccountKeeper;
pub use retention::{KEPT_FOR, RetentionKeeper};
pub use table::{Agenda, KEEP_AGENDA, KeepAgenda};
