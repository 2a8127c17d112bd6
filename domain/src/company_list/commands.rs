//! The commands to a list.

use std::collections::{BTreeMap, BTreeSet};

use crate::codec::named_commands;
use crate::ids::{CompanyId, SessionKey};
use crate::personal::{Closed, Mark, Noted};

/// A row of a session, by what identifies its company.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    /// Its identities, the surest first: looked up and remembered.
    pub sure: Vec<Mark>,
    /// Further identities, only remembered: less detailed rows look them up.
    pub kept: Vec<Mark>,
    /// Identities that are looked up but not remembered.
    pub sought: Vec<Mark>,
    /// The id of its company if that is new.
    pub new_id: CompanyId,
}

/// A row to save.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Candidate {
    pub row: Row,
    pub session: SessionKey,
    pub row_idx: u32,
    /// The business with its facts, encrypted.
    pub business: Closed,
}

/// A command to one user's list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CompanyListCommand {
    /// Ensures that the row's company has this id, so that something can be written about it in the same commit.
    Meet {
        row: Row,
        company: CompanyId,
        /// See `Save`.
        erasures: u64,
    },
    /// Saves the companies of rows in their order, up to the plan's limit. Does nothing for saved ones.
    Save {
        candidates: Vec<Candidate>,
        /// The limit of the user's plan.
        max_saves: u32,
        /// How often the list had been erased before the user's key was looked up. Another erasure has destroyed the
        /// key that the candidates are encrypted with.
        erasures: u64,
    },
    /// Removes companies from the list. Does nothing for those not on it.
    Remove(BTreeSet<CompanyId>),
    /// Restores removed companies, up to the plan's limit.
    Restore {
        companies: BTreeSet<CompanyId>,
        /// The limit of the user's plan.
        max_saves: u32,
    },
    /// Tags saved companies. A company that would get too many tags stays unchanged.
    Tag {
        companies: BTreeSet<CompanyId>,
        add: Vec<Noted>,
        remove: Vec<Mark>,
    },
    /// Stores refreshed facts of saved companies: of all, since all are paid for, or of none.
    Refresh(BTreeMap<CompanyId, Noted>),
    /// Notes how listings of saved companies differ from what was saved. Does nothing for what is noted already.
    NoteChanges {
        changes: BTreeMap<CompanyId, Noted>,
        /// See `Save`.
        erasures: u64,
    },
    /// Forgets all companies, and names the first of them to the views.
    Erase {
        /// The user had a key, so that something encrypted with it may be about to be saved: that is refused from now on.
        had_key: bool,
    },
    /// Names the next ones. Does nothing once all are named.
    EraseNext,
}

named_commands!(
    CompanyListCommand: Meet, Save, Remove, Restore, Tag, Refresh, NoteChanges, Erase, EraseNext
);
