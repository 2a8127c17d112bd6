//! What happened to a record. Names, versions and shapes are frozen once released.

use std::collections::BTreeMap;

use jiff::Timestamp;
use jiff::civil::Date;
use serde::{Deserialize, Serialize};

use super::fields::CrmField;
use super::status::ContactStatus;
use crate::codec::event_enum;
use crate::personal::Noted;

event_enum! {
    /// Everything that can happen to a record.
    pub enum AccountRecordEvent, types AccountRecordEventType, of "AccountRecord" {
        /// Texts were written.
        CrmDetailsRecorded: "1.0.0",
        /// The company stands elsewhere.
        CrmStatusChanged: "1.0.0",
        /// The user is to ask again on another day.
        FollowUpDateSet: "1.0.0",
    }
}

/// Texts were written.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CrmDetailsRecorded {
    /// Those that changed; none where one was emptied.
    pub changed: BTreeMap<CrmField, Option<Noted>>,
    /// When; the version of the state.
    pub saved_at: Timestamp,
}

/// The company stands elsewhere.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CrmStatusChanged {
    /// Where it stood.
    pub from: ContactStatus,
    /// Where it stands.
    pub to: ContactStatus,
    /// When; the version of the state.
    pub saved_at: Timestamp,
}

/// The user is to ask again on another day. No version of the form: it has no field for it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FollowUpDateSet {
    /// The day before.
    pub from: Option<Date>,
    /// The day; none where it is not to be asked again.
    pub to: Option<Date>,
}
