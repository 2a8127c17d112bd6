//! What happened to a user's companies. Names, versions and shapes are frozen once released.

use serde::{Deserialize, Serialize};

use crate::codec::event_enum;
use crate::ids::{CompanyId, SessionKey};
use crate::personal::{Closed, Mark};

event_enum! {
    /// Everything that can happen to a user's companies.
    pub enum CompanyListEvent, types CompanyListEventType, of "CompanyList" {
        /// A row was found to be that company.
        CompanyMet: "1.0.0",
        /// The user saved it.
        CompanySaved: "1.0.0",
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
