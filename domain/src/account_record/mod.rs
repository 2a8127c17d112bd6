//! What a user notes about a company: the one owner of the company's status.
//!
//! Any status may follow any other, no order is enforced. What did not change is not recorded. A save that was
//! based on an older state than the stored one is refused, so that two open forms do not overwrite each other
//! unseen; a save that names no state is taken as it is.
//!
//! A record's id names its company and its user ([`crate::ids::RecordId`]). The texts are closed with the
//! user's key; deciding needs their marks alone.

mod aggregate;
mod commands;
mod error;
mod events;
mod fields;
mod status;
#[cfg(test)]
mod tests;

pub use aggregate::AccountRecord;
pub use commands::{AccountRecordCommand, BasedOn, Written};
pub use error::AccountRecordRefusal;
pub use events::{
    AccountRecordEvent, AccountRecordEventType, CrmDetailsRecorded, CrmStatusChanged,
    FollowUpDateSet,
};
pub use fields::{CRM_FIELDS, CrmField, CrmFieldSpec, CrmKind};
pub use status::ContactStatus;
