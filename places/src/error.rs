//! What can go wrong with a maps service, in words for the person who searches or imports.

use std::path::PathBuf;

/// Why a search or an import failed. Every message says what to do next.
#[derive(Debug, thiserror::Error)]
pub enum PlacesError {
    /// The catalogue's folder cannot be made, opened or read.
    #[error(
        "The catalogue in {folder} cannot be opened: {reason}. Check that the folder exists on a working disk and may be read and written."
    )]
    CatalogueUnavailable {
        /// The catalogue's folder.
        folder: PathBuf,
        /// What the system said.
        reason: String,
    },
    /// The catalogue was written by a version whose index this one does not read.
    #[error(
        "The catalogue in {folder} was written by another version of this program. Move that folder away and import your files again."
    )]
    CatalogueVersion {
        /// The catalogue's folder.
        folder: PathBuf,
    },
    /// Another import holds the catalogue.
    #[error(
        "The catalogue is being written by another import. Wait until it has finished, then start this one again; nothing was changed."
    )]
    CatalogueBusy,
    /// The catalogue could not be written.
    #[error(
        "The catalogue could not be written: {reason}. It is as it was before; put that right and import again."
    )]
    CatalogueWrite {
        /// What the system said.
        reason: String,
    },
    /// No room is left for the catalogue.
    #[error(
        "The disk of the catalogue is full. The catalogue is as it was before; make room and import again."
    )]
    DiskFull,
    /// The search could not read the catalogue.
    #[error(
        "The catalogue could not be searched: {reason}. Try again; if it stays so, import your files again."
    )]
    CatalogueRead {
        /// What the index said.
        reason: String,
    },
    /// A live service cannot be reached.
    #[error(
        "{service} cannot be reached ({reason}). What was found before is kept, and nothing is charged for the rest. Try again later, or choose another source."
    )]
    SourceUnreachable {
        /// What people call it.
        service: &'static str,
        /// What the system said.
        reason: String,
    },
    /// A live service does not answer.
    #[error(
        "{service} has not answered within {seconds} seconds. What was found before is kept, and nothing is charged for the rest. Try again later, or search for fewer cities."
    )]
    SourceTimeout {
        /// What people call it.
        service: &'static str,
        /// How long was waited.
        seconds: u64,
    },
    /// A live service asks to come back later.
    #[error(
        "{service} is too busy (status {status}). What was found before is kept, and nothing is charged for the rest. Try again in a few minutes."
    )]
    SourceBusy {
        /// What people call it.
        service: &'static str,
        /// The HTTP status.
        status: u16,
    },
    /// A live service's answer makes no sense.
    #[error(
        "The answer of {service} cannot be read: {reason}. What was found before is kept, and nothing is charged for the rest. Try again later."
    )]
    SourceGarbled {
        /// What people call it.
        service: &'static str,
        /// What is wrong with it.
        reason: String,
    },
    /// A live service did not carry the search out.
    #[error(
        "{service} did not carry the search out: {reason}. What was found before is kept, and nothing is charged for the rest."
    )]
    SourceRefused {
        /// What people call it.
        service: &'static str,
        /// What it said.
        reason: String,
    },
    /// What the operator's contract allows is used up.
    #[error(
        "The searches that {service} allows are used up for now ({reason}). What was found before is kept, and nothing is charged for the rest. Try again later, or choose another source."
    )]
    SourceQuota {
        /// What people call it.
        service: &'static str,
        /// Which limit.
        reason: String,
    },
    /// The work was stopped from outside: the program is ending, or the caller asked for it.
    #[error("Stopped before the end; nothing was changed.")]
    Stopped,
}
