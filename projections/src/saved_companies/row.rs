//! A company's row. What is closed in the log stands here in the clear, and is absent once it was erased.

use std::collections::BTreeMap;

use domain::account_record::{ContactStatus, CrmField};
use domain::ids::SessionKey;
use jiff::Timestamp;

use crate::table::view;

view! {
    /// One row a company.
    pub(crate) struct SavedCompanyRow: "saved_companies" version 1 {
        company_id: String,
        user_id: String,
        /// Absent while the company is not saved.
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
    }
    index by_user(user_id, saved_at DESC)
    index by_row(user_id, session_id, row_idx)
}
