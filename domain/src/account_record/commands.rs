//! What can be asked of a record.

use std::collections::BTreeMap;

use super::fields::CrmField;
use super::status::ContactStatus;
use crate::personal::Noted;
use jiff::Timestamp;
use jiff::civil::Date;

/// A command to one record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AccountRecordCommand {
    /// Writes what the form says.
    Record(Written),
    /// Sets the day on which to ask again, or none.
    FollowUp(Option<Date>),
}

/// What a form says; what it leaves out stays.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Written {
    /// The status.
    pub status: Option<ContactStatus>,
    /// The texts; none stands for an empty one.
    pub details: BTreeMap<CrmField, Option<Noted>>,
    /// When the state was saved that the form was filled from, where it says so.
    pub based_on: Option<BasedOn>,
    /// Time of the command.
    pub now: Timestamp,
}

/// The state that a form was filled from: when it was saved, or nothing where it was none.
pub type BasedOn = Option<Timestamp>;
