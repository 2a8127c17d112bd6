//! The refusals of a list.

/// A refusal; nothing was recorded.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum CompanyListRefusal {
    /// Another call has refreshed the facts meanwhile, or the company was removed from the list.
    #[error("These companies were changed in the meantime. Please try again.")]
    KnownAlready,
    /// The list was erased meanwhile, and the key destroyed that the command's texts are encrypted with; or another call
    /// has met the company. The caller tries again with what holds now.
    #[error("Your companies were changed in the meantime. Please try again.")]
    Overtaken,
}
