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
    /// The events of a record.
    pub enum AccountRecordEvent, types AccountRecordEventType, of "AccountRecord" {
        CrmDetailsRecorded: "1.0.0",
        CrmStatusChanged: "1.0.0",
        FollowUpDateSet: "1.0.0",
    }
}

/// Texts were written.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CrmDetailsRecorded {
    /// The texts that changed; null if one was cleared.
    #[cfg_attr(
        feature = "schema",
        schemars(extend("propertyNames" = {"enum": CrmField::ALL}))
    )]
    pub changed: BTreeMap<CrmField, Option<Noted>>,
    /// When it was saved, which is also the version of the state.
    pub saved_at: Timestamp,
}

/// The company's status changed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CrmStatusChanged {
    /// The status before.
    pub from: ContactStatus,
    /// The status after.
    pub to: ContactStatus,
    /// When it was saved, which is also the version of the state.
    pub saved_at: Timestamp,
}

/// The day of the follow-up changed. This is not a version of the form, which has no field for it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FollowUpDateSet {
    /// The former day.
    pub from: Option<Date>,
    /// The new day; null if there is no follow-up.
    pub to: Option<Date>,
}
