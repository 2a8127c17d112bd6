//! What can be asked of a record.

use std::collections::BTreeMap;

use super::events::{CrmField, Noted};
use super::status::ContactStatus;
use jiff::Timestamp;

/// A command to one record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AccountRecordCommand {
    /// Writes what the form says; what is left out stays.
    Record {
        /// The status.
        status: Option<ContactStatus>,
        /// The texts; none stands for an empty one.
        details: BTreeMap<CrmField, Option<Noted>>,
        /// When the state was saved that the form was filled from, where it says so.
        based_on: Option<BasedOn>,
        /// Time of the command.
        now: Timestamp,
    },
}

/// The state that a form was filled from: when it was saved, or nothing where it was none.
pub type BasedOn = Option<Timestamp>;
