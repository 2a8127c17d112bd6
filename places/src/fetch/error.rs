//! Why something was not fetched. What came is kept in every case.

use std::path::{Path, PathBuf};

/// Why something was not fetched. Every message says what to do.
#[derive(Debug, thiserror::Error)]
pub enum FetchError {
    /// The configured address is none.
    #[error("'{0}' is not a web address. Write one such as https://mirror.example/overture/.")]
    Address(String),
    /// The server cannot be reached, or breaks off again and again.
    #[error(
        "{server} {reason}. Check the network connection, then run the command again: what was downloaded is kept."
    )]
    Unreachable {
        /// Its name.
        server: String,
        /// What went wrong.
        reason: String,
    },
    /// The server says no.
    #[error(
        "{server} answered {status} to a request for {what}. Check the address, or try again later."
    )]
    Refused {
        /// Its name.
        server: String,
        /// The HTTP status.
        status: u16,
        /// What was asked for.
        what: String,
    },
    /// The server answers, and not as it should.
    #[error(
        "{server} {reason}. Try again later; if that does not help, download the file some other way and import it."
    )]
    Unusable {
        /// Its name.
        server: String,
        /// What is wrong.
        reason: String,
    },
    /// The publisher has changed the file in the middle.
    #[error(
        "{file} was changed by its publisher during the download. Run the command again to fetch it afresh."
    )]
    Changed {
        /// Its name.
        file: String,
    },
    /// There is no release, or not the one that was asked for.
    #[error("{server} has no release {wanted}. It has: {there}.")]
    NoRelease {
        /// The server.
        server: String,
        /// What was looked for.
        wanted: String,
        /// What there is.
        there: String,
    },
    /// Nobody publishes an extract of that state.
    #[error(
        "There is no extract of {0} alone. Fetch it from Overture ('places fetch overture'), or import a file that has it."
    )]
    NoExtract(&'static str),
    /// The area holds nothing.
    #[error("{release} has nothing in {area}. Check the area.")]
    NothingThere {
        /// The release.
        release: String,
        /// The area, in words.
        area: String,
    },
    /// The folder cannot be written.
    #[error("{path} cannot be written: {reason}.")]
    Write {
        /// The file.
        path: PathBuf,
        /// What the system said.
        reason: String,
    },
    /// It was stopped from outside.
    #[error("Stopped. What was downloaded is kept. Run the same command again to resume.")]
    Stopped,
}

impl FetchError {
    /// Of a file that cannot be written.
    pub(super) fn write(path: &Path) -> impl Fn(std::io::Error) -> Self + '_ {
        |error| Self::Write {
            path: path.to_owned(),
            reason: error.to_string(),
        }
    }
}
