//! What can be asked of a list.

use std::collections::{BTreeMap, BTreeSet};

use crate::ids::{CompanyId, SessionKey};
use crate::personal::{Closed, Mark, Noted};

/// A row of a session, by what makes it a company.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    /// Its identities, the surest first: remembered, and looked for.
    pub sure: Vec<Mark>,
    /// Further ones, only remembered: rows that say less look for them.
    pub kept: Vec<Mark>,
    /// Those that it is found by and that are not its own.
    pub sought: Vec<Mark>,
    /// Its company's id, where it has none yet.
    pub new_id: CompanyId,
}

/// A row to save.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Candidate {
    /// Which company it is.
    pub row: Row,
    /// The session that it comes from.
    pub session: SessionKey,
    /// Its index there.
    pub row_idx: u32,
    /// What is known of the business, closed.
    pub business: Closed,
}

/// A command to one user's list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CompanyListCommand {
    /// Makes sure that the row's company has an id.
    Meet(Row),
    /// Saves the companies of rows, in their order, as far as there is room; those that are saved stay so.
    Save {
        /// The rows.
        candidates: Vec<Candidate>,
        /// How many companies the user's plan allows.
        max_saves: u32,
    },
    /// Takes companies off the list; those that are not on it stay so.
    Remove(BTreeSet<CompanyId>),
    /// Puts removed companies back, as far as there is room.
    Restore {
        /// The companies.
        companies: BTreeSet<CompanyId>,
        /// How many companies the user's plan allows.
        max_saves: u32,
    },
    /// Tags saved companies; one that would have too many stays as it is.
    Tag {
        /// The companies.
        companies: BTreeSet<CompanyId>,
        /// Tags that they get.
        add: Vec<Noted>,
        /// Tags that they lose.
        remove: Vec<Mark>,
    },
    /// Keeps what is known anew of saved companies: of all of them, since all are paid for, or of none.
    Refresh(BTreeMap<CompanyId, Noted>),
    /// Forgets every company that the user has met.
    Erase,
}
