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
        "OpenStreetMap did not carry the search out: {remark}. What was found before is kept, and nothing is charged for the rest."
    )]
    Unfinished {
        /// What it said.
        remark: String,
    },
}
