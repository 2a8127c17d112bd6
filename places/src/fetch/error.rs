//! Why a download failed. What was downloaded is kept in every case.

use std::path::{Path, PathBuf};

/// Why a download failed. Every message says what to do.
#[derive(Debug, thiserror::Error)]
pub enum FetchError {
    #[error("'{0}' is not a web address. Write one such as https://mirror.example/overture/.")]
    Address(String),
    /// The server cannot be reached, or keeps dropping the connection.
    #[error(
        "{server} {reason}. Check the network connection, then run the command again: what was downloaded is kept."
    )]
    Unreachable { server: String, reason: String },
    #[error(
        "{server} answered {status} to a request for {what}. Check the address, or try again later."
    )]
    Refused {
        server: String,
        status: u16,
        what: String,
    },
    /// The server answers, but not as it should.
    #[error(
        "{server} {reason}. Try again later; if that does not help, download the file some other way and import it."
    )]
    Unusable { server: String, reason: String },
    /// The publisher replaced the file during the download.
    #[error(
        "{file} was changed by its publisher during the download. Run the command again to download the new version."
    )]
    Changed { file: String },
    /// There is no release, or not the requested one.
    #[error("{server} has no release {wanted}. It has: {there}.")]
    NoRelease {
        server: String,
        wanted: String,
        there: String,
    },
    /// Nobody publishes an extract of this state.
    #[error(
        "There is no extract of {0} alone. Fetch it from Overture ('places fetch overture'), or import a file that has it."
    )]
    NoExtract(&'static str),
    #[error("{release} has nothing in {area}. Check the area.")]
    NothingThere { release: String, area: String },
    #[error("{path} cannot be written: {reason}.")]
    Write { path: PathBuf, reason: String },
    /// The caller stopped it.
    #[error("Stopped. What was downloaded is kept. Run the same command again to resume.")]
    Stopped,
}

impl FetchError {
    /// An error for a file that cannot be written.
    pub(super) fn write(path: &Path) -> impl Fn(std::io::Error) -> Self + '_ {
        |error| Self::Write {
            path: path.to_owned(),
            reason: error.to_string(),
        }
    }
}
