//! A company of a list.

use std::collections::BTreeMap;

use domain::account_record::{ContactStatus, CrmField};
use domain::ids::SessionKey;
use jiff::Timestamp;
use jiff::civil::Date;

use super::super::summary::Summary;

/// A saved company.
#[derive(Debug, Clone)]
pub struct ListedCompany {
    /// Its id.
    pub company_id: String,
    /// The session it was saved from.
    pub session_id: SessionKey,
    pub row_idx: u32,
    pub saved_at: Timestamp,
    pub status: ContactStatus,
    pub crm: BTreeMap<CrmField, String>,
    /// In alphabetical order.
    pub tags: Vec<String>,
    /// The day of the follow-up.
    pub follow_up: Option<Date>,
    /// Without the vintages, which the list keeps.
    pub summary: Summary,
}

impl ListedCompany {
    /// The texts that searches cover: name, location, notes and tags.
    pub(super) fn searched(&self) -> impl Iterator<Item = &str> {
        let summary = &self.summary;
        let state = summary.state.as_deref();
        let state_name = state
            .and_then(us::UsState::from_code)
            .map(us::UsState::name);
        let notes = self.crm.get(&CrmField::Notes).map(String::as_str);
        [
            Some(summary.name.as_str()),
            summary.address.as_deref(),
            summary.city.as_deref(),
            state,
            state_name,
            summary.zip.as_deref(),
            notes,
        ]
        .into_iter()
        .flatten()
        .chain(self.tags.iter().map(String::as_str))
    }

    /// Its approximate size in memory, in bytes.
    pub(super) fn bytes(&self) -> usize {
        let texts = self.searched().map(str::len).sum::<usize>();
        let crm: usize = self.crm.values().map(String::len).sum();
        let categories: usize = self.summary.categories.iter().map(String::len).sum();
        size_of::<Self>() + texts * 2 + crm + categories + 200
    }
}
