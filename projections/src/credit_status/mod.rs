//! A user's balance: available, used and total credits of the current period.

mod project;
mod query;
#[cfg(test)]
mod tests;

pub(crate) use project::CreditStatusView;
pub use query::{CreditStatus, CreditStatusQuery};

/// The view's checkpoint.
pub const CHECKPOINT: &str = "credit_status_v1";
