//! What happened to a user's companies. Names, versions and shapes are frozen once released.

use serde::{Deserialize, Serialize};

use crate::codec::event_enum;
use crate::ids::{CompanyId, SessionKey};
use crate::personal::{Closed, Mark, Noted};

event_enum! {
    /// Everything that can happen to a user's companies.
    pub enum CompanyListEvent, types CompanyListEventType, of "CompanyList" {
        /// A row was found to be that company.
        CompanyMet: "1.0.0",
        /// The user saved it.
        CompanySaved: "1.0.0",
        /// The user took it off the list.
        CompanyRemoved: "1.0.0",
        /// The user put it back.
        CompanyRestored: "1.0.0",
        /// The user tagged it.
        CompanyTagged: "1.0.0",
        /// Its facts were looked up anew.
        CompanyRefreshed: "1.0.0",
        /// What is known and written of it was erased.
        CompanyErased: "1.0.0",
        /// Everything that is personal was erased.
        PersonalDataErased: "1.0.0",
    }
}

/// A row was found to be a company, new or known, by identities that were not known of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CompanyMet {
    /// The company.
    pub company: CompanyId,
    /// Marks of the identities.
    pub marks: Vec<Mark>,
}

/// The user saved a company.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CompanySaved {
    /// The company.
    pub company: CompanyId,
    /// The session that it was saved from.
    pub session: SessionKey,
    /// The row there.
    pub row_idx: u32,
    /// What was known of the business: JSON, closed with the user's key.
    pub business: Closed,
}

/// The user took a saved company off the list. What is written about it stays.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CompanyRemoved {
    /// The company.
    pub company: CompanyId,
}

/// The user put a company back that had been removed, as it was.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CompanyRestored {
    /// The company.
    pub company: CompanyId,
}

/// The user tagged a saved company, or took tags from it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CompanyTagged {
    /// The company.
    pub company: CompanyId,
    /// New tags.
    pub added: Vec<Noted>,
    /// Marks of the tags that are gone.
    pub removed: Vec<Mark>,
}

/// The facts of a saved company were looked up anew, and are others now.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CompanyRefreshed {
    /// The company.
    pub company: CompanyId,
    /// What is known of the business now: JSON, closed with the user's key; its mark tells it from what was
    /// known at another time.
    pub business: Noted,
}

/// What is known and written of a company was erased, with everything else that is personal: the user's key is
/// destroyed, and whoever shows it in the clear forgets it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CompanyErased {
    /// The company.
    pub company: CompanyId,
}

/// Everything that is personal was erased, after its companies one by one. The list begins anew.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PersonalDataErased {}
