//! A user's balance: available, used and total credits of the current period.

mod project;
mod query;
mod row;
#[cfg(test)]
mod tests;

pub(crate) use project::CreditStatusView;
pub use query::{Account, CreditStatusQuery, Status, percentage_used};
pub(crate) use row::CreditStatusRow;

use crate::table::Row;

/// The view's checkpoint.
pub const CHECKPOINT: &str = CreditStatusRow::TABLE;
