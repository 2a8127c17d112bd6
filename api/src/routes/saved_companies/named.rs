//! The companies that a call names, and those that cannot be changed.

use std::collections::BTreeSet;

use domain::ids::CompanyId;
use serde::Serialize;
use utoipa::ToSchema;

use crate::http::error::ApiError;

/// Maximum number of companies per call.
const MOST: usize = 1_000;
/// Refusal of an id that is not a saved company's.
pub(super) const UNKNOWN: &str = "There is no such company in My Companies.";

/// A company that cannot be changed.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = FailedCompany)]
pub(super) struct FailedBody {
    pub(super) company_id: String,
    /// The reason.
    #[schema(example = "There is no such company in My Companies.")]
    pub(super) message: String,
}

/// The companies of a call: valid ids, and anything else.
pub(super) struct Named {
    pub(super) known: BTreeSet<CompanyId>,
    pub(super) unknown: Vec<String>,
}

impl Named {
    pub(super) fn of(ids: Vec<String>) -> Result<Self, ApiError> {
        match ids.len() {
            0 => return Err(ApiError::invalid("Name the companies.")),
            1..=MOST => {}
            _ => {
                let message = format!("Change at most {MOST} companies at once.");
                return Err(ApiError::too_large(message));
            }
        }
        let mut named = Self {
            known: BTreeSet::new(),
            unknown: Vec::new(),
        };
        for id in ids {
            match company_id(&id) {
                Some(company) => drop(named.known.insert(company)),
                None => named.unknown.push(id),
            }
        }
        Ok(named)
    }
}

pub(super) fn company_id(text: &str) -> Option<CompanyId> {
    text.parse().ok()
}
