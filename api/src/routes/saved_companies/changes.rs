//! Changes to saved companies, many at a time: remove, restore, status, follow-up date, tags.

use std::collections::{BTreeMap, BTreeSet};

use axum::Json;
use axum::extract::State;
use commands::companies::{Changes, Companies, Failed, TagChange};
use domain::account_record::ContactStatus;
use domain::company_list::MOST_TAGS;
use domain::ids::CompanyId;
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::named::{FailedBody, Named, UNKNOWN, company_id};
use super::query::day;
use super::requests::{CompanyIds, FollowUpChanges, StatusChanges, TagChanges};
use crate::http::caller::{BulkCaller, Caller};
use crate::http::error::{ApiError, ErrorBody};
use crate::http::extract::{ApiJson, ApiPath};
use crate::http::idempotency::{IdempotencyHeader, Kept, Repeatable, Repeated};
use crate::http::read_your_writes::Written;
use crate::sessions::companies::no_room;
use crate::state::AppState;

/// The routes of this subject.
pub(super) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(remove_company))
        .routes(routes!(restore_company))
        .routes(routes!(remove_companies))
        .routes(routes!(restore_companies))
        .routes(routes!(set_statuses))
        .routes(routes!(set_follow_ups))
        .routes(routes!(tag_companies))
}

/// Longest tag, in characters.
const LONGEST_TAG: usize = 40;
/// Separates tags in filters.
const SEPARATOR: char = '|';

/// The outcome of changes to companies.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = CompanyChanges)]
pub(super) struct ChangesBody {
    /// Are all of them changed, now or before?
    success: bool,
    /// The companies changed now.
    changed: Vec<String>,
    /// Number of companies that already were as requested.
    unchanged: usize,
    /// The companies that cannot be changed.
    failed: Vec<FailedBody>,
    /// Former statuses or dates, by the ids of the companies changed now.
    #[serde(skip_serializing_if = "Option::is_none")]
    former: Option<BTreeMap<String, Option<String>>>,
}

/// Success.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct DoneBody {
    /// Always true.
    success: bool,
}

/// Removes a company from the list. Its CRM data are kept.
#[utoipa::path(
    delete, path = "/api/saved-companies/{companyId}", operation_id = "removeSavedCompany", tag = "companies",
    params(("companyId" = String, Path, description = "The company")),
    responses(
        (status = 200, description = "Removed", body = DoneBody),
        (status = 401, description = "No valid token", body = ErrorBody),
        (status = 404, description = "No such company of this user", body = ErrorBody)
    )
)]
async fn remove_company(
    State(companies): State<Companies>,
    caller: Caller,
    ApiPath(company): ApiPath<String>,
) -> Result<Written<Json<DoneBody>>, ApiError> {
    let changes = companies.remove(&caller.0, one(&company)?, None).await?;
    done(&changes)
}

/// Restores a removed company to the list.
#[utoipa::path(
    post, path = "/api/saved-companies/{companyId}/restore", operation_id = "restoreSavedCompany", tag = "companies",
    params(("companyId" = String, Path, description = "The company"), IdempotencyHeader),
    responses(
        (status = 200, description = "Restored", body = DoneBody),
        (status = 400, description = "The Idempotency-Key is invalid", body = ErrorBody),
        (status = 401, description = "No valid token", body = ErrorBody),
        (status = 403, description = "The plan does not include My Companies", body = ErrorBody),
        (status = 404, description = "No such company of this user", body = ErrorBody),
        (status = 409, description = "The plan's limit of saved companies is reached", body = ErrorBody),
        (status = 422, description = "The key was used for another request", body = ErrorBody)
    )
)]
async fn restore_company(
    State(companies): State<Companies>,
    BulkCaller(caller, _permit): BulkCaller,
    Repeatable(record): Repeatable,
    ApiPath(company): ApiPath<String>,
) -> Repeated<Written<Json<DoneBody>>> {
    let restoring = companies.restore(&caller.0, one(&company)?, record);
    Ok(Kept(done(&restoring.await?)?))
}

/// Removes companies from the list. Their CRM data are kept.
#[utoipa::path(
    post, path = "/api/saved-companies/remove", operation_id = "removeSavedCompanies", tag = "companies",
    params(IdempotencyHeader),
    request_body = CompanyIds,
    responses(
        (status = 200, description = "The outcome of each", body = ChangesBody),
        (status = 400, description = "No companies", body = ErrorBody),
        (status = 401, description = "No valid token", body = ErrorBody),
        (status = 413, description = "Too many companies at once", body = ErrorBody),
        (status = 422, description = "The key was used for another request", body = ErrorBody)
    )
)]
async fn remove_companies(
    State(companies): State<Companies>,
    BulkCaller(caller, _permit): BulkCaller,
    Repeatable(record): Repeatable,
    ApiJson(body): ApiJson<CompanyIds>,
) -> Result<Written<Json<ChangesBody>>, ApiError> {
    let named = Named::of(body.company_ids)?;
    let changes = companies.remove(&caller.0, named.known.clone(), record);
    Ok(answer(named, changes.await?, |()| None))
}

/// Restores removed companies to the list, as far as the plan's limit allows.
#[utoipa::path(
    post, path = "/api/saved-companies/restore", operation_id = "restoreSavedCompanies", tag = "companies",
    params(IdempotencyHeader),
    request_body = CompanyIds,
    responses(
        (status = 200, description = "The outcome of each", body = ChangesBody),
        (status = 400, description = "No companies", body = ErrorBody),
        (status = 401, description = "No valid token", body = ErrorBody),
        (status = 403, description = "The plan does not include My Companies", body = ErrorBody),
        (status = 413, description = "Too many companies at once", body = ErrorBody),
        (status = 422, description = "The key was used for another request", body = ErrorBody)
    )
)]
async fn restore_companies(
    State(companies): State<Companies>,
    BulkCaller(caller, _permit): BulkCaller,
    Repeatable(record): Repeatable,
    ApiJson(body): ApiJson<CompanyIds>,
) -> Result<Written<Json<ChangesBody>>, ApiError> {
    let named = Named::of(body.company_ids)?;
    let changes = companies.restore(&caller.0, named.known.clone(), record);
    Ok(answer(named, changes.await?, |()| None))
}

/// Sets the statuses of companies. Returns the former ones.
#[utoipa::path(
    post, path = "/api/saved-companies/status", operation_id = "setCompanyStatuses", tag = "companies",
    params(IdempotencyHeader),
    request_body = StatusChanges,
    responses(
        (status = 200, description = "The outcome of each", body = ChangesBody),
        (status = 400, description = "No companies, or an unknown status", body = ErrorBody),
        (status = 401, description = "No valid token", body = ErrorBody),
        (status = 413, description = "Too many companies at once", body = ErrorBody),
        (status = 422, description = "The key was used for another request", body = ErrorBody)
    )
)]
async fn set_statuses(
    State(companies): State<Companies>,
    BulkCaller(caller, _permit): BulkCaller,
    Repeatable(record): Repeatable,
    ApiJson(body): ApiJson<StatusChanges>,
) -> Result<Written<Json<ChangesBody>>, ApiError> {
    let mut statuses = BTreeMap::new();
    for change in &body.changes {
        let status = ContactStatus::from_text(&change.status);
        let status = status.ok_or_else(|| {
            let shown: String = change.status.chars().take(LONGEST_TAG).collect();
            ApiError::invalid(format!("'{shown}' is not a status."))
        })?;
        if let Some(company) = company_id(&change.company_id) {
            statuses.insert(company, status);
        }
    }
    let named = body.changes.into_iter().map(|change| change.company_id);
    let named = Named::of(named.collect())?;
    let changes = companies.set_statuses(&caller.0, &statuses, record);
    let former = |status: ContactStatus| Some(Some(status.as_str().to_owned()));
    Ok(answer(named, changes.await?, former))
}

/// Sets the follow-up dates of companies. Returns the former ones.
#[utoipa::path(
    post, path = "/api/saved-companies/follow-up", operation_id = "setFollowUps", tag = "companies",
    params(IdempotencyHeader),
    request_body = FollowUpChanges,
    responses(
        (status = 200, description = "The outcome of each", body = ChangesBody),
        (status = 400, description = "No companies, or an invalid date", body = ErrorBody),
        (status = 401, description = "No valid token", body = ErrorBody),
        (status = 413, description = "Too many companies at once", body = ErrorBody),
        (status = 422, description = "The key was used for another request", body = ErrorBody)
    )
)]
async fn set_follow_ups(
    State(companies): State<Companies>,
    BulkCaller(caller, _permit): BulkCaller,
    Repeatable(record): Repeatable,
    ApiJson(body): ApiJson<FollowUpChanges>,
) -> Result<Written<Json<ChangesBody>>, ApiError> {
    let mut days = BTreeMap::new();
    for change in &body.changes {
        let to = change.date.as_deref().map(day).transpose()?;
        if let Some(company) = company_id(&change.company_id) {
            days.insert(company, to);
        }
    }
    let named = body.changes.into_iter().map(|change| change.company_id);
    let named = Named::of(named.collect())?;
    let changes = companies.set_follow_ups(&caller.0, &days, record);
    let former = |day: Option<jiff::civil::Date>| Some(day.map(|day| day.to_string()));
    Ok(answer(named, changes.await?, former))
}

/// Adds tags to companies, or removes them.
#[utoipa::path(
    post, path = "/api/saved-companies/tags", operation_id = "tagCompanies", tag = "companies",
    params(IdempotencyHeader),
    request_body = TagChanges,
    responses(
        (status = 200, description = "The outcome of each", body = ChangesBody),
        (status = 400, description = "No companies, or invalid tags", body = ErrorBody),
        (status = 401, description = "No valid token", body = ErrorBody),
        (status = 413, description = "Too many companies at once", body = ErrorBody),
        (status = 422, description = "The key was used for another request", body = ErrorBody)
    )
)]
async fn tag_companies(
    State(companies): State<Companies>,
    BulkCaller(caller, _permit): BulkCaller,
    Repeatable(record): Repeatable,
    ApiJson(body): ApiJson<TagChanges>,
) -> Result<Written<Json<ChangesBody>>, ApiError> {
    let change = TagChange {
        add: tags(&body.add)?,
        remove: tags(&body.remove)?,
    };
    let named = Named::of(body.company_ids)?;
    let changes = companies.tag(&caller.0, named.known.clone(), &change, record);
    Ok(answer(named, changes.await?, |()| None))
}

/// Tags as they are stored.
fn tags(texts: &[String]) -> Result<Vec<String>, ApiError> {
    if texts.len() > MOST_TAGS {
        return Err(ApiError::invalid(format!(
            "Set at most {MOST_TAGS} tags at once."
        )));
    }
    let tags = texts.iter().map(|text| {
        let tag = text.trim();
        let fits = (1..=LONGEST_TAG).contains(&tag.chars().count());
        let is_plain = !tag.contains(|letter: char| letter == SEPARATOR || letter.is_control());
        if fits && is_plain {
            Ok(tag.to_owned())
        } else {
            Err(ApiError::invalid(format!(
                "A tag has 1 to {LONGEST_TAG} characters, and no '{SEPARATOR}'."
            )))
        }
    });
    tags.collect()
}

fn one(text: &str) -> Result<BTreeSet<CompanyId>, ApiError> {
    let company = company_id(text).ok_or_else(|| ApiError::not_found(UNKNOWN))?;
    Ok([company].into())
}

fn done(changes: &Changes) -> Result<Written<Json<DoneBody>>, ApiError> {
    match changes.failed.first() {
        None => Ok(Written {
            cursor: changes.cursor,
            answer: Json(DoneBody { success: true }),
        }),
        Some((_, Failed::Full { max_saves })) => Err(ApiError::full(no_room(*max_saves))),
        Some((_, Failed::Unknown | Failed::Tags)) => Err(ApiError::not_found(UNKNOWN)),
    }
}

/// `former` writes the former value, if the answer contains it.
fn answer<F>(
    named: Named,
    changes: Changes<F>,
    former: impl Fn(F) -> Option<Option<String>>,
) -> Written<Json<ChangesBody>> {
    let failed = changes
        .failed
        .iter()
        .map(|(company, why)| (company.to_string(), why_not(*why)));
    let unknown = named.unknown.into_iter().map(|id| (id, UNKNOWN.to_owned()));
    let failed = failed
        .chain(unknown)
        .map(|(company_id, message)| FailedBody {
            company_id,
            message,
        });
    let failed: Vec<FailedBody> = failed.collect();
    let changed = changes.changed.keys().map(CompanyId::to_string).collect();
    let changed_from = changes.changed.into_iter();
    let changed_from =
        changed_from.filter_map(|(company, was)| Some((company.to_string(), former(was)?)));
    let changed_from: BTreeMap<_, _> = changed_from.collect();
    let body = ChangesBody {
        success: failed.is_empty(),
        changed,
        unchanged: changes.unchanged,
        failed,
        former: (!changed_from.is_empty()).then_some(changed_from),
    };
    Written {
        cursor: changes.cursor,
        answer: Json(body),
    }
}

fn why_not(why: Failed) -> String {
    match why {
        Failed::Unknown => UNKNOWN.to_owned(),
        Failed::Full { max_saves } => no_room(max_saves),
        Failed::Tags => format!("A company has at most {MOST_TAGS} tags."),
    }
}
