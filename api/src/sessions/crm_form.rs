//! The CRM form as calls bring it, and what it must be like.

use commands::companies::{CrmEntry, CrmTexts};
use domain::account_record::{ContactStatus, CrmField};
use jiff::Timestamp;
use jiff::civil::Date;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::http::error::ApiError;

/// What an account is, as the form offers it; the first one where nothing is chosen.
pub(crate) const ACCOUNT_TYPES: [&str; 4] = ["Prospect", "Customer", "Partner", "Lead"];
/// Longest notes.
const LONGEST_NOTES: usize = 20_000;
/// Longest other text.
const LONGEST: usize = 500;

/// The form as it comes in.
#[derive(Debug, Clone, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct CrmForm {
    /// A status of the form.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(
        pattern = r"^\s*(Account Untouched|Contacted|Follow Up|Qualified|Proposal Sent|Customer|Converted|Not Interested)?\s*$"
    )]
    status: Option<String>,
    /// Prospect, Customer, Partner or Lead.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(pattern = r"^\s*(Prospect|Customer|Partner|Lead)?\s*$")]
    account_type: Option<String>,
    /// The day of the last contact, as in 2026-03-01.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(pattern = r"^\s*(\d{4}-\d{2}-\d{2})?\s*$")]
    last_contact_date: Option<String>,
    /// The main point of contact.
    #[serde(rename = "mainPOC", skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 500)]
    main_poc: Option<String>,
    /// The contact's e-mail address.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 500, pattern = r"^\s*([^\s@]+@[^\s@]+)?\s*$")]
    email: Option<String>,
    /// Whatever else.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 20000)]
    notes: Option<String>,
}

impl CrmForm {
    /// What it says, checked.
    pub(crate) fn entry(&self, based_on: Option<Option<Timestamp>>) -> Result<CrmEntry, ApiError> {
        let status = match self.status.as_deref().map(str::trim) {
            None | Some("") => None,
            Some(text) => Some(ContactStatus::from_crm_text(text).ok_or_else(|| {
                let known = ContactStatus::ALL.map(ContactStatus::crm_text).join(", ");
                ApiError::invalid(format!("The status is one of: {known}."))
            })?),
        };
        let fields = [
            (CrmField::AccountType, &self.account_type),
            (CrmField::LastContactDate, &self.last_contact_date),
            (CrmField::MainPoc, &self.main_poc),
            (CrmField::Email, &self.email),
            (CrmField::Notes, &self.notes),
        ];
        let mut texts = CrmTexts::new();
        for (field, text) in fields {
            if let Some(text) = text {
                texts.insert(field, checked(field, text)?);
            }
        }
        Ok(CrmEntry {
            status,
            texts,
            based_on,
        })
    }
}

/// A field's text, as it is kept.
fn checked(field: CrmField, text: &str) -> Result<String, ApiError> {
    let text = match field {
        CrmField::Notes => text,
        _ => text.trim(),
    };
    let longest = match field {
        CrmField::Notes => LONGEST_NOTES,
        _ => LONGEST,
    };
    if text.chars().count() > longest || text.contains('\0') {
        let message = format!("Use at most {longest} characters.");
        return Err(ApiError::invalid(message));
    }
    let wrong = match field {
        _ if text.is_empty() => None,
        CrmField::AccountType if !ACCOUNT_TYPES.contains(&text) => Some(format!(
            "The account type is one of: {}.",
            ACCOUNT_TYPES.join(", ")
        )),
        CrmField::LastContactDate if text.parse::<Date>().is_err() => {
            Some("The last contact date is a day such as 2026-03-01.".to_owned())
        }
        CrmField::Email if !is_address(text) => {
            Some("The e-mail address looks like name@example.com.".to_owned())
        }
        _ => None,
    };
    match wrong {
        Some(message) => Err(ApiError::invalid(message)),
        // The first type is what stands where none was chosen.
        None if field == CrmField::AccountType && text == ACCOUNT_TYPES[0] => Ok(String::new()),
        None => Ok(text.to_owned()),
    }
}

/// Something before and after one @, without spaces.
fn is_address(text: &str) -> bool {
    let whole = !text.contains(char::is_whitespace) && text.matches('@').count() == 1;
    whole && !text.starts_with('@') && !text.ends_with('@')
}
