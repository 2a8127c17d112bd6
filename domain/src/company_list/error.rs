//! Why a list refuses a command.

/// A refusal; nothing was recorded.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum CompanyListRefusal {
    /// Another call has looked the facts up meanwhile, or the company was taken off the list.
    #[error("These companies were changed in the meantime. Please try again.")]
    KnownAlready,
}
