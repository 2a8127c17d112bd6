//! A company's CRM form and timeline.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use commands::companies::{Companies, CrmRecord, SessionRow};
use commands::{CommandError, Refusal};
use domain::account_record::{AccountRecordRefusal, CRM_FIELDS, ContactStatus, CrmFieldSpec};
use domain::metadata::Actor;
use jiff::Timestamp;
use projections::timeline::{Change, Changed, ChangedBy, TimelineQuery};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::http::address::Anybody;
use crate::http::caller::Caller;
use crate::http::error::{ApiError, ErrorBody};
use crate::http::extract::{ApiJson, ApiPath, ApiQuery};
use crate::http::idempotency::{IdempotencyHeader, Repeatable};
use crate::http::paged::{Paged, page_size};
use crate::http::read_your_writes::Written;
use crate::http::request_id::RequestId;
use crate::sessions::companies::company_row;
use crate::sessions::crm_form::{CrmData, CrmForm, STATUS};
use crate::state::{AppState, Sessions};
use crate::wire;

/// Default number of saves in a timeline.
const DEFAULT_PAGE: u32 = 100;
/// Maximum number of saves in a timeline.
const MAX_PAGE: u32 = 500;

/// The routes of this subject.
pub(super) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(crm_fields))
        .routes(routes!(crm_data, write_crm_data))
        .routes(routes!(timeline))
}

/// The fields of the CRM form.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct CrmFieldsBody {
    /// In order: the status, then the texts.
    fields: Vec<CrmFieldBody>,
}

/// A field of the CRM form.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = CrmField)]
pub(super) struct CrmFieldBody {
    /// Its key in `crmData`, and its name in timelines.
    #[schema(example = "accountType")]
    key: &'static str,
    /// Its label.
    #[schema(example = "Account Type")]
    label: &'static str,
    kind: wire::CrmFieldKind,
    /// The options of a choice; the first one is the default.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    choices: Vec<&'static str>,
    /// Maximum number of characters.
    longest: usize,
}

impl CrmFieldBody {
    fn status() -> Self {
        let choices = ContactStatus::ON_FORM.map(ContactStatus::crm_text);
        Self {
            key: STATUS.0,
            label: STATUS.1,
            kind: wire::CrmFieldKind::Choice,
            longest: choices.map(str::len).into_iter().max().unwrap_or_default(),
            choices: choices.to_vec(),
        }
    }
}

impl From<&CrmFieldSpec> for CrmFieldBody {
    fn from(spec: &CrmFieldSpec) -> Self {
        Self {
            key: spec.key,
            label: spec.label,
            kind: spec.kind.into(),
            choices: spec.choices.to_vec(),
            longest: spec.longest,
        }
    }
}

/// The fields of the CRM form. Needs no token. Cacheable.
#[utoipa::path(
    get, path = "/api/crm-fields", operation_id = "listCrmFields", tag = "companies", security(()),
    responses((status = 200, description = "The fields", body = CrmFieldsBody))
)]
async fn crm_fields(_: Anybody) -> Response {
    let texts = CRM_FIELDS.iter().map(CrmFieldBody::from);
    let fields = std::iter::once(CrmFieldBody::status()).chain(texts);
    let body = CrmFieldsBody {
        fields: fields.collect(),
    };
    let kept = [(header::CACHE_CONTROL, "public, max-age=60, must-revalidate")];
    (kept, Json(body)).into_response()
}

/// The company.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(rename_all = "camelCase")]
pub(super) struct CrmQuery {
    /// Its session.
    session_key: String,
    /// Its row in the session, from 0.
    row_idx: u32,
}

/// A company's CRM data.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct CrmBody {
    /// Always true.
    success: bool,
    crm_data: CrmData,
    /// Its status, as in lists.
    contact_status: wire::ContactStatus,
    /// When the form was last saved (UTC); null if never.
    last_saved: Option<String>,
    /// The follow-up date, which is set in My Companies; null if there is none.
    #[schema(example = "2026-05-04")]
    follow_up_date: Option<String>,
    /// Its id in My Companies; null if it is not saved.
    company_id: Option<String>,
    /// Its id across all sessions, saved or not; null if it was never saved and nothing was ever written about it.
    business_id: Option<String>,
}

impl CrmBody {
    async fn new(
        companies: &Companies,
        caller: &Caller,
        row: &SessionRow,
        record: &CrmRecord,
    ) -> Result<Self, ApiError> {
        let saved = companies.saved(&caller.0, row).await?;
        let met = companies.find_record(&caller.0, row).await?;
        Ok(Self {
            success: true,
            crm_data: CrmData::new(record.status, &record.texts),
            contact_status: record.status.into(),
            last_saved: record.saved_at.map(|at| at.to_string()),
            follow_up_date: record.follow_up.map(|day| day.to_string()),
            company_id: saved.map(|company| company.to_string()),
            business_id: met.map(|(_, id)| id.company.to_string()),
        })
    }
}

/// The caller's CRM data about a company, whatever session its row is from.
#[utoipa::path(
    get, path = "/api/crm-data", operation_id = "getCrmData", tag = "companies",
    params(CrmQuery),
    responses(
        (status = 200, description = "The form", body = CrmBody),
        (status = 400, description = "No row number", body = ErrorBody),
        (status = 401, description = "No valid token", body = ErrorBody),
        (status = 404, description = "No such row of this user", body = ErrorBody)
    )
)]
async fn crm_data(
    State(sessions): State<Arc<Sessions>>,
    State(companies): State<Companies>,
    caller: Caller,
    ApiQuery(query): ApiQuery<CrmQuery>,
) -> Result<Json<CrmBody>, ApiError> {
    let company = company_row(&sessions, &caller, &query.session_key, query.row_idx).await?;
    let record = companies.record(&caller.0, &company.row).await?;
    let body = CrmBody::new(&companies, &caller, &company.row, &record).await?;
    Ok(Json(body))
}

/// A form to save.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(example = json!({"sessionKey": "7f1c0e0a-6d0b-4e0e-9a53-0d7c3e1a2b3c", "rowIdx": 0, "crmData": {"status": "Contacted", "notes": "Call again in May"}}))]
pub(super) struct WriteCrm {
    /// The company's session.
    session_key: String,
    /// Its row in the session, from 0.
    row_idx: u32,
    crm_data: CrmForm,
    /// The business's name; ignored, since the server has it.
    #[expect(dead_code, reason = "part of the specification's payload")]
    business_name: Option<String>,
    /// `lastSaved` of the version that was edited, null if it was never saved. The call is refused if the form has been
    /// saved since, unless this is left out.
    #[serde(default, deserialize_with = "named")]
    #[schema(value_type = Option<String>, format = DateTime, min_length = 1)]
    last_saved: Option<Option<Timestamp>>,
}

/// Distinguishes null from absent.
fn named<'de, D: serde::Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<Option<Timestamp>>, D::Error> {
    Option::deserialize(deserializer).map(Some)
}

/// Both versions of a form that was saved elsewhere.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct CrmConflict {
    #[serde(flatten)]
    error: ErrorBody,
    stored: CrmBody,
    sent: CrmForm,
}

/// Saves the CRM form of a company. Only changes are recorded.
#[utoipa::path(
    post, path = "/api/crm-data", operation_id = "saveCrmData", tag = "companies",
    params(IdempotencyHeader),
    request_body = WriteCrm,
    responses(
        (status = 200, description = "Saved", body = CrmBody),
        (status = 400, description = "A field is invalid", body = ErrorBody),
        (status = 401, description = "No valid token", body = ErrorBody),
        (status = 404, description = "No such row of this user", body = ErrorBody),
        (status = 409, description = "Saved elsewhere since: both versions", body = CrmConflict),
        (status = 413, description = "The body is too large", body = ErrorBody),
        (status = 422, description = "The key was used for another request", body = ErrorBody)
    )
)]
async fn write_crm_data(
    State(sessions): State<Arc<Sessions>>,
    State(companies): State<Companies>,
    caller: Caller,
    Repeatable(record): Repeatable,
    RequestId(request_id): RequestId,
    ApiJson(body): ApiJson<WriteCrm>,
) -> Result<Response, ApiError> {
    let entry = body.crm_data.entry(body.last_saved)?;
    let company = company_row(&sessions, &caller, &body.session_key, body.row_idx).await?;
    let written = companies
        .write(&caller.0, &company.row, entry, record)
        .await;
    match written {
        Ok(version) => {
            let body = CrmBody::new(&companies, &caller, &company.row, &version.record).await?;
            let (cursor, answer) = (version.cursor, Json(body));
            Ok(Written { cursor, answer }.into_response())
        }
        Err(CommandError::Refused(Refusal::AccountRecord(
            stale @ AccountRecordRefusal::Stale { .. },
        ))) => {
            let stored = companies.record(&caller.0, &company.row).await?;
            let conflict = CrmConflict {
                error: ApiError::stale(stale.to_string()).body(Some(&request_id)),
                stored: CrmBody::new(&companies, &caller, &company.row, &stored).await?,
                sent: body.crm_data,
            };
            Ok((StatusCode::CONFLICT, Json(conflict)).into_response())
        }
        Err(error) => Err(error.into()),
    }
}

/// A company's timeline.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct TimelineBody {
    /// Always true.
    success: bool,
    /// The changes, newest first.
    timeline: Vec<TimelineEntry>,
    /// The `before` of older changes; null if there are none.
    next_before: Option<u64>,
}

impl TimelineBody {
    fn new(saves: Vec<ChangedBy>, next_before: Option<u64>) -> Self {
        let timeline = saves.into_iter().flat_map(|save| {
            let ChangedBy {
                by, at, changes, ..
            } = save;
            let entries = changes.into_iter();
            entries.map(move |change| TimelineEntry::new(&by, at, change))
        });
        Self {
            success: true,
            timeline: timeline.collect(),
            next_before,
        }
    }
}

/// The part of a timeline to return.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct TimelineParams {
    /// Only saves before this one, as named in `next_before`.
    #[param(minimum = 1)]
    before: Option<u64>,
    /// Maximum number of saves, 100 by default; a save may change several fields.
    #[param(minimum = 1, maximum = 500)]
    limit: Option<u32>,
}

/// A change.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct TimelineEntry {
    /// Time of the change (UTC).
    at: String,
    /// `you`, `operator` or `system`.
    by: &'static str,
    /// `listing` if not the record has changed but the company's listing; absent otherwise.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "listing")]
    what: Option<&'static str>,
    /// `status`, `followUpDate`, or a field of the form; of a listing, `name`, `street`, `phone` or `website`.
    #[schema(example = "status")]
    field: &'static str,
    /// The former value; null if it was empty.
    #[schema(example = "Account Untouched")]
    from: Option<String>,
    /// The new value; null if it is empty.
    #[schema(example = "Contacted")]
    to: Option<String>,
}

impl TimelineEntry {
    fn new(by: &Actor, at: Timestamp, change: Change) -> Self {
        Self {
            at: at.to_string(),
            by: match by {
                Actor::User(_) => "you",
                Actor::Operator => "operator",
                Actor::System => "system",
            },
            what: matches!(change.what, Changed::Listing(_)).then_some("listing"),
            field: match change.what {
                Changed::Listing(field) => field.as_str(),
                Changed::Status => STATUS.0,
                Changed::Text(field) => field.spec().key,
                Changed::FollowUp => "followUpDate",
            },
            from: change.from,
            to: change.to,
        }
    }
}

/// The changes to a company's CRM data, with author and time, and how the listing of a saved company came to differ from
/// what was saved.
#[utoipa::path(
    get, path = "/api/timeline/{sessionKey}/{rowIdx}", operation_id = "getTimeline", tag = "companies",
    params(
        ("sessionKey" = String, Path, description = "The company's session"),
        ("rowIdx" = u32, Path, description = "Its row there, from 0"),
        TimelineParams
    ),
    responses(
        (status = 200, description = "The changes", body = TimelineBody),
        (status = 400, description = "No row number, or a limit outside 1 to 500", body = ErrorBody),
        (status = 401, description = "No valid token", body = ErrorBody),
        (status = 404, description = "No such row of this user", body = ErrorBody)
    )
)]
async fn timeline(
    State(sessions): State<Arc<Sessions>>,
    State(companies): State<Companies>,
    State(timelines): State<TimelineQuery>,
    caller: Caller,
    ApiPath((session_key, row_idx)): ApiPath<(String, u32)>,
    ApiQuery(params): ApiQuery<TimelineParams>,
) -> Result<Json<TimelineBody>, ApiError> {
    let size = page_size(params.limit, DEFAULT_PAGE, MAX_PAGE)?;
    let company = company_row(&sessions, &caller, &session_key, row_idx).await?;
    let known = companies.find_record(&caller.0, &company.row);
    let Some((key, record)) = known.await? else {
        return Ok(Json(TimelineBody::new(Vec::new(), None)));
    };
    let saves = Paged::short(size, |most| {
        timelines.newest(&record, &key, params.before, most)
    });
    let saves = saves.await?;
    let next_before = saves.next(|save| save.sequence);
    let (before, more) = (params.before, next_before.is_some());
    let all = timelines.with_listing(&record, &key, saves.rows, before, more);
    Ok(Json(TimelineBody::new(all.await?, next_before)))
}
