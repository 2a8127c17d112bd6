//! Why events cannot be exported or imported.

use super::format::Summary;
use crate::error::StoreError;
use crate::log::Cursor;

/// Why events cannot be exported or imported; nothing was written to a store, but for events on a server of their own.
#[derive(Debug, thiserror::Error)]
pub enum TransferError {
    /// The first line does not name the format.
    #[error(
        "this is not a file that events export of a release wrote; files from before the first release cannot be \
         imported: start with an empty installation"
    )]
    Format,
    /// A line is not what an export writes.
    #[error("line {line}: {what}")]
    Line {
        /// Counted from 1.
        line: u64,
        /// What is wrong.
        what: String,
    },
    /// The file ends without its last line.
    #[error("the file was cut off: its last line, with the count and the checksum, is missing")]
    CutOff,
    /// The last line does not fit the lines before it.
    #[error("the file was changed: it should hold {expected:?} and holds {found:?}")]
    Changed {
        /// What the last line says.
        expected: Summary,
        /// What there is.
        found: Summary,
    },
    /// The last line fits, but was not written with the installation's key.
    #[error(
        "the closing line has no seal of this installation's secret key: the file was changed, or it comes \
         from another installation, whose secret.key must be copied first (or set DEMANDATLAS_SECRET_KEY \
         to it)"
    )]
    Unsealed,
    /// There are events already.
    #[error("the store is not empty: events can only be imported into an empty store")]
    NotEmpty,
    /// A stored event cannot be written as a line.
    #[error("event {0} has a payload or metadata that is not JSON on one line")]
    Unwritable(Cursor),
    /// What was read back is not what was imported.
    #[error("the imported events differ from the file's; the import was undone")]
    ReadBack,
    /// The same on a server of the events' own.
    #[error(
        "the events on the server differ from the file's, since something else writes into these streams: import into \
         an empty database, with another streamPrefix"
    )]
    ReadBackElsewhere,
    /// The file cannot be read or written.
    #[error(transparent)]
    Io(#[from] std::io::Error),
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl From<sqlx::Error> for TransferError {
    fn from(error: sqlx::Error) -> Self {
        Self::Store(error.into())
    }
}
