//! What happened to a user's companies. Names, versions and shapes are frozen once released.

use serde::{Deserialize, Serialize};

use crate::codec::event_enum;
use crate::ids::{CompanyId, SessionKey};
use crate::personal::{Closed, Mark, Noted};

event_enum! {
    /// The events of a user's companies.
    pub enum CompanyListEvent, types CompanyListEventType, of "CompanyList" {
        CompanyMet: "1.0.0",
        CompanySaved: "1.0.0",
        CompanyRemoved: "1.0.0",
        CompanyRestored: "1.0.0",
        CompanyTagged: "1.0.0",
        CompanyRefreshed: "1.0.0",
        CompanyChanged: "1.0.0",
        CompanyErased: "1.0.0",
        PersonalDataErased: "1.0.0",
    }
}

/// A row was recognized as a company, new or known, which got new identities.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CompanyMet {
    pub company: CompanyId,
    /// Marks of the identities.
    pub marks: Vec<Mark>,
}

/// The user saved a company.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CompanySaved {
    pub company: CompanyId,
    /// The session it was saved from.
    pub session: SessionKey,
    /// The row's index in the session.
    pub row_idx: u32,
    /// The business with its facts: JSON, encrypted with the user's key.
    pub business: Closed,
}

/// The user removed a saved company from the list. Notes about it stay.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CompanyRemoved {
    pub company: CompanyId,
}

/// The user restored a removed company.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CompanyRestored {
    pub company: CompanyId,
}

/// The user added tags to a saved company or removed some.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CompanyTagged {
    pub company: CompanyId,
    /// New tags.
    pub added: Vec<Noted>,
    /// Marks of the removed tags.
    pub removed: Vec<Mark>,
}

/// The facts of a saved company were refreshed and have changed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CompanyRefreshed {
    pub company: CompanyId,
    /// The business with its current facts: JSON, encrypted with the user's key. Its mark differs from that of other
    /// facts.
    pub business: Noted,
}

/// The listing of a saved company was met, and differs otherwise than before from what was saved, or no longer does.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CompanyChanged {
    pub company: CompanyId,
    /// What differs, as a [`ListingChange`](super::ListingChange): JSON, encrypted with the user's key. Its mark tells
    /// other differences apart, whenever they were met.
    pub change: Noted,
}

/// The business and the notes of a company were erased with all personal data: the user's key is destroyed, and views
/// delete the plain text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CompanyErased {
    pub company: CompanyId,
}

/// All personal data was erased. The list starts over; the companies are named one by one by the events that follow.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PersonalDataErased {}
