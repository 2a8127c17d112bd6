//! A company's row. What is closed in the log stands here in the clear, and is absent once it was erased.

use std::collections::BTreeMap;

use domain::account_record::{ContactStatus, CrmField};
use domain::ids::SessionKey;
use jiff::Timestamp;
use jiff::civil::Date;

use super::summary::Summary;
use crate::table::view;

view! {
    /// One row a company.
    pub(crate) struct SavedCompanyRow: "saved_companies" version 1 {
        company_id: String,
        user_id: String,
        /// Absent where the company was never saved.
        saved_at: Option<Timestamp>,
        session_id: Option<SessionKey>,
        row_idx: Option<u32>,
        name: Option<String>,
        /// The row as it was saved, JSON text.
        business: Option<String>,
        status: ContactStatus,
        /// The texts that are not empty.
        crm: BTreeMap<CrmField, String>,
        crm_saved_at: Option<Timestamp>,
        /// When it was taken off the list, while it is.
        removed_at: Option<Timestamp>,
        /// What lists show of the business.
        summary: Option<Summary>,
        /// Texts of the tags, by their marks.
        tags: BTreeMap<String, String>,
        /// The day on which to ask again.
        follow_up: Option<Date>,
        /// The last event that changed the row: whoever has seen it has seen the row.
        changed: u64,
    }
    index by_user(user_id, saved_at DESC)
    index by_row(user_id, session_id, row_idx)
    index by_change(user_id, changed)
}
