//! Copies a form to My Companies, after it was saved on a company's page.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use commands::companies::Companies;
use commands::{CommandError, Refusal};
use domain::account_record::AccountRecordRefusal;
use jiff::Timestamp;
use projections::saved_companies::ListedCompany;
use serde::{Deserialize, Serialize};
use store::log::Cursor;
use strsim::jaro_winkler;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::http::caller::BulkCaller;
use crate::http::error::{ApiError, ErrorBody};
use crate::http::extract::ApiJson;
use crate::http::idempotency::{IdempotencyHeader, Repeatable};
use crate::http::read_your_writes::Written;
use crate::sessions::companies::company_row;
use crate::sessions::crm_form::CrmForm;
use crate::state::{AppState, CompanyLists, Sessions};

/// The routes of this subject.
pub(super) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(sync_company_crm))
}

/// Number of companies offered if the named one is not saved.
const MOST_OFFERED: usize = 20;
/// Characters of a name that are compared.
const LONGEST_COMPARED: usize = 100;

/// A form to copy.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(example = json!({"session_id": "7f1c0e0a-6d0b-4e0e-9a53-0d7c3e1a2b3c", "row_idx": 0, "crm_data": {"status": "Contacted", "notes": "Call again in May"}}))]
pub(super) struct SyncCrm {
    /// The signed-in user's subject id; may be left out.
    user_id: Option<String>,
    /// The company's session.
    session_id: String,
    /// Its row in the session, from 0.
    row_idx: u32,
    crm_data: SyncedForm,
    /// `lastSaved` of the copied save: a later save is not overwritten, unless this is left out.
    #[serde(rename = "lastSaved")]
    #[schema(value_type = Option<String>, format = DateTime, min_length = 1)]
    last_saved: Option<Timestamp>,
}

/// The form with the business's name.
#[derive(Debug, Deserialize, ToSchema)]
pub(super) struct SyncedForm {
    #[serde(flatten)]
    form: CrmForm,
    /// The business's name; ignored, since the server has it.
    #[expect(dead_code, reason = "part of the specification's payload")]
    business_name: Option<String>,
}

/// Whether My Companies shows the form.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct SyncedCrm {
    /// Is the company saved, so that My Companies shows the form?
    success: bool,
    /// For people.
    #[schema(example = "My Companies shows these details")]
    message: &'static str,
    /// If it is not saved: the user's companies with the most similar names.
    available_companies: Vec<AvailableCompany>,
}

/// A saved company.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct AvailableCompany {
    /// The session that it was saved from.
    session_id: String,
    /// Its row in the session.
    row_idx: u32,
    /// Its name.
    name: String,
}

/// Copies a form, including the status, to My Companies, if the company is saved.
#[utoipa::path(
    post, path = "/api/sync-company-crm", operation_id = "syncCompanyCrm", tag = "companies",
    params(IdempotencyHeader),
    request_body = SyncCrm,
    responses(
        (status = 200, description = "Whether My Companies shows the form", body = SyncedCrm),
        (status = 400, description = "A field is invalid", body = ErrorBody),
        (status = 401, description = "No valid token", body = ErrorBody),
        (status = 403, description = "Another user's id", body = ErrorBody),
        (status = 404, description = "No such row of this user", body = ErrorBody),
        (status = 413, description = "The body is too large", body = ErrorBody),
        (status = 422, description = "The key was used for another request", body = ErrorBody)
    )
)]
async fn sync_company_crm(
    State(sessions): State<Arc<Sessions>>,
    State(companies): State<Companies>,
    State(lists): State<Arc<CompanyLists>>,
    // The names of the user's list may be many.
    BulkCaller(caller, _permit): BulkCaller,
    Repeatable(record): Repeatable,
    ApiJson(body): ApiJson<SyncCrm>,
) -> Result<Written<Json<SyncedCrm>>, ApiError> {
    if let Some(user_id) = &body.user_id {
        caller.must_be(user_id)?;
    }
    let entry = body.crm_data.form.entry(body.last_saved.map(Some))?;
    let company = company_row(&sessions, &caller, &body.session_id, body.row_idx).await?;
    let saved = companies.saved(&caller.0, &company.row).await?;
    let mut cursor = Cursor::START;
    let synced = if saved.is_some() {
        let written = companies
            .write(&caller.0, &company.row, entry, record)
            .await;
        let message = match written {
            Ok(version) => {
                cursor = version.cursor;
                "My Companies shows these details"
            }
            Err(CommandError::Refused(Refusal::AccountRecord(AccountRecordRefusal::Stale {
                ..
            }))) => "My Companies shows what was saved after these details",
            Err(error) => return Err(error.into()),
        };
        SyncedCrm {
            success: true,
            message,
            available_companies: Vec::new(),
        }
    } else {
        let likeness = likeness_to(&company.stored.place.name);
        let views = &lists.company_lists;
        let nearest = views.nearest(caller.0.as_str(), MOST_OFFERED, likeness);
        let nearest = nearest.await?;
        SyncedCrm {
            success: false,
            message: "This company is not saved in My Companies",
            available_companies: nearest.iter().map(|company| offered(company)).collect(),
        }
    };
    let answer = Json(synced);
    Ok(Written { cursor, answer })
}

/// How similar names are to `name`, by their beginnings if they are long.
fn likeness_to(name: &str) -> impl Fn(&str) -> f64 + Send + 'static {
    let compared = |name: &str| -> String {
        let beginning = name.chars().take(LONGEST_COMPARED);
        beginning.flat_map(char::to_lowercase).collect()
    };
    let name = compared(name);
    move |other| jaro_winkler(&compared(other), &name)
}

fn offered(company: &ListedCompany) -> AvailableCompany {
    AvailableCompany {
        session_id: company.session_id.to_string(),
        row_idx: company.row_idx,
        name: company.summary.name.to_string(),
    }
}
