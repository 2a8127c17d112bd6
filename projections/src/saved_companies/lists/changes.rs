//! What happened to a list since it was read.

use super::company::ListedCompany;

/// How far a list has followed the view.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Seen {
    /// The version of the table that was read; 0 where none was.
    pub(super) version: u32,
    /// The last change.
    pub(super) changed: u64,
}

/// What changed since a list was read.
pub(super) struct Changes {
    pub(super) changes: Vec<Change>,
    /// Is this all that there is, and not only what changed?
    pub(super) whole: bool,
    pub(super) seen: Seen,
}

impl Changes {
    pub(super) fn is_empty(&self) -> bool {
        self.changes.is_empty() && !self.whole
    }
}

pub(super) enum Change {
    Saved(Box<ListedCompany>),
    /// It is not on the list (any more).
    Gone(String),
}
