//! The commands to a record.

use std::collections::BTreeMap;

use super::fields::CrmField;
use super::status::ContactStatus;
use crate::codec::named_commands;
use crate::personal::Noted;
use jiff::Timestamp;
use jiff::civil::Date;

/// A command to one record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AccountRecordCommand {
    /// Saves the form.
    Record(Written),
    /// Sets or clears the day of the follow-up.
    FollowUp(Option<Date>),
}

named_commands!(AccountRecordCommand: Record, FollowUp);

/// The contents of a form. Fields that it omits stay unchanged.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Written {
    pub status: Option<ContactStatus>,
    /// `None` clears the field.
    pub details: BTreeMap<CrmField, Option<Noted>>,
    /// The state that the form was filled from, if it says so.
    pub based_on: Option<BasedOn>,
    pub now: Timestamp,
}

/// The state that a form was filled from: when it was saved, or `None` if nothing had been saved.
pub type BasedOn = Option<Timestamp>;
