//! Why OpenStreetMap's server has no answer.

use crate::service::ServiceError;

/// Why OpenStreetMap's server has no answer.
#[derive(Debug, thiserror::Error)]
pub enum OverpassError {
    #[error(transparent)]
    Service(#[from] ServiceError),
    /// The server did not finish, even though its HTTP status may be 200.
    #[error(
        "OpenStreetMap could not run the search: {remark}. What was found so far is kept, and you are not charged for the rest."
    )]
    Unfinished { remark: String },
}
