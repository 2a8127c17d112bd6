//! Why OpenStreetMap's server has no answer.

use crate::service::ServiceError;

/// Why OpenStreetMap's server has no answer.
#[derive(Debug, thiserror::Error)]
pub enum OverpassError {
    /// No answer, or none that can be used.
    #[error(transparent)]
    Service(#[from] ServiceError),
    /// The server says that it did not finish, even where its HTTP status is 200.
    #[error(
        "OpenStreetMap could not run the search: {remark}. What was found so far is kept, and you are not charged for the rest."
    )]
    Unfinished {
        /// What it said.
        remark: String,
    },
}
