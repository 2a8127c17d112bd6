//! The refusals of a list.

/// A refusal; nothing was recorded.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum CompanyListRefusal {
    /// Another call has refreshed the facts meanwhile, or the company was removed from the list.
    #[error("These companies were changed in the meantime. Please try again.")]
    KnownAlready,
}
