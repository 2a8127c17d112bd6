//! What happened to a record. Names, versions and shapes are frozen once released.

use std::collections::BTreeMap;

use jiff::Timestamp;
use jiff::civil::Date;
use serde::{Deserialize, Serialize};

use super::status::ContactStatus;
use crate::codec::event_enum;
use crate::personal::Noted;
use crate::text_enum::text_enum;

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

text_enum! {
    /// A text of the CRM form.
    #[derive(PartialOrd, Ord)]
    pub enum CrmField {
        /// Prospect, customer, partner or lead.
        AccountType = "account_type",
        /// The day of the last contact.
        LastContactDate = "last_contact_date",
        /// The main point of contact.
        MainPoc = "main_poc",
        /// The contact's e-mail address.
        Email = "email",
        /// Whatever else.
        Notes = "notes",
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
