//! Why Google has no answer.

use crate::service::ServiceError;

/// Why Google has no answer.
#[derive(Debug, thiserror::Error)]
pub enum GoogleError {
    #[error(transparent)]
    Service(#[from] ServiceError),
    /// A limit of the operator's contract or settings is reached.
    #[error(
        "The Google Places search quota is used up for now ({reason}). What was found so far is kept, and you are not charged for the rest. Try again later, or choose another source."
    )]
    Quota { reason: String },
}
