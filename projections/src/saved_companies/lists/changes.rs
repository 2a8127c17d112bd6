//! The changes of a list since it was read.

use super::company::ListedCompany;

/// How far a list has followed the view.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Seen {
    /// The version of the table that was read; 0 before the first read.
    pub(super) version: u32,
    /// The position of the last change.
    pub(super) changed: u64,
}

/// Changes since a list was read.
pub(super) struct Changes {
    pub(super) changes: Vec<Change>,
    /// Whether this is the whole list, not only what changed.
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
    /// No longer on the list, or never was.
    Gone(String),
}
