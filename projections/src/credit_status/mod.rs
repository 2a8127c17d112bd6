//! A user's balance: available, used and total credits of the current period.

mod project;
mod query;
#[cfg(test)]
mod tests;

pub(crate) use project::{CreditStatusRow, CreditStatusView};
pub(crate) use query::select;
pub use query::{Account, CreditStatusQuery, percentage_used};

/// The view's checkpoint.
pub const CHECKPOINT: &str = "credit_status_v1";
