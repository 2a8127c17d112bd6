//! A change's row: what it wrote, and which rows have what it overwrote.

use std::collections::BTreeMap;

use domain::account_record::{ContactStatus, CrmField};
use domain::ids::RecordId;
use domain::metadata::Metadata;
use domain::personal::Noted;
use jiff::Timestamp;
use jiff::civil::Date;

use crate::table::view;

view! {
    /// One row per event of a record, and per change of a saved company's listing.
    pub(crate) struct TimelineRow: "timeline" version 2 {
        entry_id: String,
        user_id: String,
        company_id: String,
        sequence: u64,
        at: Timestamp,
        actor: String,
        /// The status before and after, if it changed.
        status_from: Option<ContactStatus>,
        status_to: Option<ContactStatus>,
        /// The texts it wrote; `None` for a cleared one.
        texts: BTreeMap<CrmField, Option<Noted>>,
        /// The entry that last wrote each text, as of this one.
        written: BTreeMap<CrmField, u64>,
        /// Whether it changes the day of the follow-up.
        follow_up: bool,
        follow_up_from: Option<Date>,
        follow_up_to: Option<Date>,
        /// How the listing differs from what was saved. Such a row is none of the record's, and its number counts the
        /// events of the user's list.
        #[since(2)]
        listing: Option<Noted>,
    }
    index by_company(user_id, company_id, sequence DESC)
}

impl TimelineRow {
    /// An entry without changes so far.
    pub(super) fn new(
        entry_id: String,
        record: &RecordId,
        sequence: u64,
        metadata: &Metadata,
    ) -> Self {
        Self {
            entry_id,
            user_id: record.user.as_str().to_owned(),
            company_id: record.company.to_string(),
            sequence,
            at: metadata.at,
            actor: metadata.actor.to_string(),
            status_from: None,
            status_to: None,
            texts: BTreeMap::new(),
            written: BTreeMap::new(),
            follow_up: false,
            follow_up_from: None,
            follow_up_to: None,
            listing: None,
        }
    }
}
