//! Why events cannot be exported or imported.

use super::format::Summary;
use crate::error::StoreError;
use crate::log::Cursor;

/// Why events cannot be exported or imported; nothing was stored, except for events on their own server.
#[derive(Debug, thiserror::Error)]
pub enum TransferError {
    #[error(
        "this is not a file that events export of a release wrote; files from before the first release cannot be \
         imported: start with an empty installation"
    )]
    Format,
    #[error("line {line}: {what}")]
    Line {
        /// Counted from 1.
        line: u64,
        what: String,
    },
    /// The file ends without its last line.
    #[error("the file was cut off: its last line, with the count and the checksum, is missing")]
    CutOff,
    /// The last line does not match the lines before it.
    #[error("the file was changed: it should hold {expected:?} and holds {found:?}")]
    Changed { expected: Summary, found: Summary },
    /// The last line matches, but was not written with the installation's key.
    #[error(
        "the closing line has no seal of this installation's secret key: the file was changed, or it comes \
         from another installation, whose secret.key must be copied first (or set DEMANDATLAS_SECRET_KEY \
         to it)"
    )]
    Unsealed,
    #[error("the store is not empty: events can only be imported into an empty store")]
    NotEmpty,
    #[error("event {0} has a payload or metadata that is not JSON on one line")]
    Unwritable(Cursor),
    /// What was read back is not what was imported.
    #[error("the imported events differ from the file's; the import was undone")]
    ReadBack,
    /// The same with the events on their own server.
    #[error(
        "the events on the server differ from the file's, since something else writes into these streams: import into \
         an empty database, with another streamPrefix"
    )]
    ReadBackElsewhere,
    #[error(transparent)]
    Io(#[from] std::io::Error),
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl From<sqlx::Error> for TransferError {
    fn from(error: sqlx::Error) -> Self {
        Self::Store(error.into())
    }
}
