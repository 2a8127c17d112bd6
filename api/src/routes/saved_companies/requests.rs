//! What calls that change companies bring.

use serde::Deserialize;
use utoipa::ToSchema;

/// Companies by their ids.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(example = json!({"company_ids": ["a-company-id"]}))]
pub(super) struct CompanyIds {
    /// The ids, 1,000 at most.
    #[schema(min_items = 1, max_items = 1000)]
    pub(super) company_ids: Vec<String>,
}

/// Companies and where they are to stand.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(example = json!({"changes": [{"company_id": "a-company-id", "status": "follow_up"}]}))]
pub(super) struct StatusChanges {
    /// Company by company, 1,000 at most.
    #[schema(min_items = 1, max_items = 1000)]
    pub(super) changes: Vec<StatusChange>,
}

/// Where a company is to stand.
#[derive(Debug, Deserialize, ToSchema)]
pub(super) struct StatusChange {
    /// The company.
    pub(super) company_id: String,
    /// Its status, as lists write it.
    #[schema(
        example = "follow_up",
        pattern = "^(not_contacted|contacted|follow_up|qualified|proposal_sent|customer|converted|not_interested)$"
    )]
    pub(super) status: String,
}

/// Companies and when to ask again.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(example = json!({"changes": [{"company_id": "a-company-id", "date": "2026-05-04"}]}))]
pub(super) struct FollowUpChanges {
    /// Company by company, 1,000 at most.
    #[schema(min_items = 1, max_items = 1000)]
    pub(super) changes: Vec<FollowUpChange>,
}

/// When to ask a company again.
#[derive(Debug, Deserialize, ToSchema)]
pub(super) struct FollowUpChange {
    /// The company.
    pub(super) company_id: String,
    /// The day; null to ask no more.
    #[schema(example = "2026-05-04", format = Date)]
    pub(super) date: Option<String>,
}

/// Companies and their tags.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(example = json!({"company_ids": ["a-company-id"], "add": ["spring"], "remove": ["winter"]}))]
pub(super) struct TagChanges {
    /// The companies, 1,000 at most.
    #[schema(min_items = 1, max_items = 1000)]
    pub(super) company_ids: Vec<String>,
    /// Tags that they get: 1 to 40 characters each, 20 a company at most. Tags that differ in case alone are one.
    #[serde(default)]
    #[schema(max_items = 20)]
    pub(super) add: Vec<String>,
    /// Tags that they lose.
    #[serde(default)]
    #[schema(max_items = 20)]
    pub(super) remove: Vec<String>,
}
