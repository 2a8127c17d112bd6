//! How listings of saved companies differ, on the wire.

use domain::company_list::ListingChange;
use serde::Serialize;
use utoipa::ToSchema;

/// How a listing differs from what was saved.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ChangedSinceSaved)]
pub(super) struct ChangedBody {
    /// `name`, `street`, `phone` or `website`.
    #[schema(example = "phone")]
    field: &'static str,
    /// As it was saved.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "541-555-0101")]
    before: Option<String>,
    /// As it is listed.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "541-555-0199")]
    after: Option<String>,
    /// When that was found (UTC).
    at: String,
}

impl ChangedBody {
    pub(super) fn all(change: &ListingChange) -> Vec<Self> {
        let fields = change.fields.iter().map(|field| Self {
            field: field.field.as_str(),
            before: field.before.clone(),
            after: field.after.clone(),
            at: change.at.to_string(),
        });
        fields.collect()
    }
}
