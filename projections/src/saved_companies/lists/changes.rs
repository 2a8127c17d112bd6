//! The changes of a list since it was read.

use domain::ids::CompanyId;

use super::company::StoredCompany;

/// How far a list has followed the view.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Seen {
    /// The version of the table that was read; 0 before the first read.
    pub(super) version: u32,
    /// The position of the last change, and whose it was: one commit may change several at one position.
    pub(super) changed: u64,
    pub(super) company: Option<CompanyId>,
}

/// The next changes of a list.
pub(super) struct Changes {
    pub(super) changes: Vec<Change>,
    /// How far the list is with them.
    pub(super) seen: Seen,
    /// Whether there may be more.
    pub(super) more: bool,
    /// The length of their texts.
    pub(super) bytes: usize,
}

pub(super) enum Change {
    Saved(Box<StoredCompany>),
    /// No longer on the list, or never was.
    Gone(CompanyId),
}
