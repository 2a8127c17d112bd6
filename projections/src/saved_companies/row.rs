//! A company's row. It has the plain text of what is encrypted in the log, which is absent once erased.

use std::collections::BTreeMap;

use domain::account_record::{ContactStatus, CrmField};
use domain::company_list::ListingChange;
use domain::ids::SessionKey;
use jiff::Timestamp;
use jiff::civil::Date;

use super::summary::Summary;
use crate::table::view;

view! {
    /// One row per company.
    pub(crate) struct SavedCompanyRow: "saved_companies" version 4 {
        company_id: String,
        user_id: String,
        /// `None` if the company was never saved.
        saved_at: Option<Timestamp>,
        session_id: Option<SessionKey>,
        row_idx: Option<u32>,
        name: Option<String>,
        /// The row as it was saved, as JSON.
        business: Option<String>,
        status: ContactStatus,
        /// The texts that are not empty.
        crm: BTreeMap<CrmField, String>,
        crm_saved_at: Option<Timestamp>,
        /// When it was removed, unless it was restored.
        removed_at: Option<Timestamp>,
        /// What lists show.
        summary: Option<Summary>,
        /// The tags by their marks.
        tags: BTreeMap<String, String>,
        /// The day of the follow-up.
        follow_up: Option<Date>,
        /// The position of the last event that changed the row.
        changed: u64,
        /// How its listing differs from what was saved.
        #[since(4)]
        listing_change: Option<ListingChange>,
    }
    index by_user(user_id, saved_at DESC)
    index by_row(user_id, session_id, row_idx)
    index by_change(user_id, changed)
}
