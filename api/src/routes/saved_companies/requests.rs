//! Bodies of calls that change companies.

use serde::Deserialize;
use utoipa::ToSchema;

/// Companies by their ids.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(example = json!({"company_ids": ["a-company-id"]}))]
pub(super) struct CompanyIds {
    /// At most 1,000.
    #[schema(min_items = 1, max_items = 1000)]
    pub(super) company_ids: Vec<String>,
}

/// Companies and their new statuses.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(example = json!({"changes": [{"company_id": "a-company-id", "status": "follow_up"}]}))]
pub(super) struct StatusChanges {
    /// At most 1,000.
    #[schema(min_items = 1, max_items = 1000)]
    pub(super) changes: Vec<StatusChange>,
}

/// A company's new status.
#[derive(Debug, Deserialize, ToSchema)]
pub(super) struct StatusChange {
    pub(super) company_id: String,
    /// The status, as in lists.
    #[schema(
        example = "follow_up",
        pattern = "^(not_contacted|contacted|follow_up|qualified|proposal_sent|customer|converted|not_interested)$"
    )]
    pub(super) status: String,
}

/// Companies and their new follow-up dates.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(example = json!({"changes": [{"company_id": "a-company-id", "date": "2026-05-04"}]}))]
pub(super) struct FollowUpChanges {
    /// At most 1,000.
    #[schema(min_items = 1, max_items = 1000)]
    pub(super) changes: Vec<FollowUpChange>,
}

/// A company's new follow-up date.
#[derive(Debug, Deserialize, ToSchema)]
pub(super) struct FollowUpChange {
    pub(super) company_id: String,
    /// The date; null to clear it.
    #[schema(example = "2026-05-04", format = Date)]
    pub(super) date: Option<String>,
}

/// Companies and their tags.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(example = json!({"company_ids": ["a-company-id"], "add": ["spring"], "remove": ["winter"]}))]
pub(super) struct TagChanges {
    /// At most 1,000.
    #[schema(min_items = 1, max_items = 1000)]
    pub(super) company_ids: Vec<String>,
    /// Tags to add: 1 to 40 characters each, at most 20 per company. Tags that only differ in case are the same.
    #[serde(default)]
    #[schema(max_items = 20)]
    pub(super) add: Vec<String>,
    /// Tags to remove.
    #[serde(default)]
    #[schema(max_items = 20)]
    pub(super) remove: Vec<String>,
}
