//! What a user notes about a company. It alone owns the company's status.
//!
//! Any status may follow any other. Unchanged fields are not recorded. A save based on an older state than the stored
//! one is refused, so that two open forms do not silently overwrite each other; a save that names no state is accepted.
//!
//! A record's id names its company and its user ([`crate::ids::RecordId`]). The texts are encrypted with the user's
//! key; deciding needs only their marks.

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
