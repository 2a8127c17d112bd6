//! A business of a session, for its account page.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use commands::enricher::Enricher;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::exports::{report, report_stem};
use crate::http::attachment::{CSV, attachment};
use crate::http::caller::Caller;
use crate::http::error::{ApiError, ErrorBody};
use crate::http::extract::{ApiPath, ApiQuery};
use crate::sessions::companies::current_company_row;
use crate::sessions::facts::{Naming, reference};
use crate::sessions::row::ResultRow;
use crate::sessions::sources::{SourceBook, Sources};
use crate::sessions::terms::row_may_leave;
use crate::sessions::website_says::WebsiteBody;
use crate::state::{AppState, Sessions};

/// The routes of this subject.
pub(super) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(business_data))
        .routes(routes!(business_report))
}

/// The note on a business whose content may not be kept.
const NOT_KEPT: &str = "Google's terms allow keeping only the id of this business. What you wrote about it is kept too.";

/// Options.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct BusinessQuery {
    /// The signed-in user's subject id; may be left out.
    user_id: Option<String>,
    /// `true`: facts under the specification's labels instead of their canonical names.
    #[serde(default)]
    #[param(default = false)]
    labels: bool,
}

/// A business.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct BusinessData {
    /// Always true.
    success: bool,
    /// Why the row has less data than before; absent if it is complete.
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<&'static str>,
    /// Were its facts refreshed after it was saved? Then they differ from those of the session's row. Absent if not.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    looked_up_anew: bool,
    /// Do its source's terms allow a list only: no map, file or print? Absent if not.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    list_only: bool,
    data: ResultRow,
    /// What its website says, if you had it read.
    #[serde(skip_serializing_if = "Option::is_none")]
    website: Option<WebsiteBody>,
    #[serde(flatten)]
    sources: Sources,
}

/// There is no such business.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct NoBusinessData {
    /// Always false.
    success: bool,
    /// The reason.
    error: String,
}

/// A business of a session, with facts about its surroundings.
#[utoipa::path(
    get, path = "/api/business-data/{sessionKey}/{rowIdx}", operation_id = "getBusinessData", tag = "companies",
    params(
        ("sessionKey" = String, Path, description = "The session"),
        ("rowIdx" = u32, Path, description = "The row, from 0"),
        BusinessQuery
    ),
    responses(
        (status = 200, description = "The business", body = BusinessData),
        (status = 400, description = "No row number", body = ErrorBody),
        (status = 401, description = "No valid token", body = ErrorBody),
        (status = 403, description = "Another user's id", body = ErrorBody),
        (status = 404, description = "No such row of this user", body = NoBusinessData)
    )
)]
async fn business_data(
    State(sessions): State<Arc<Sessions>>,
    caller: Caller,
    ApiPath((session_key, row_idx)): ApiPath<(String, u32)>,
    ApiQuery(query): ApiQuery<BusinessQuery>,
) -> Result<Response, ApiError> {
    if let Some(user_id) = &query.user_id {
        caller.must_be(user_id)?;
    }
    let (row, looked_up_anew) =
        match current_company_row(&sessions, &caller, &session_key, row_idx).await {
            Ok(row) => row,
            // The page shows this text.
            Err(error) if error.status() == StatusCode::NOT_FOUND => {
                let body = NoBusinessData {
                    success: false,
                    error: error.message().to_owned(),
                };
                return Ok((StatusCode::NOT_FOUND, Json(body)).into_response());
            }
            Err(error) => return Err(error),
        };
    let mut book = SourceBook::default();
    let list_only = !row.stored.place.provenance.storable;
    let website = row.stored.website.as_deref().map(WebsiteBody::of);
    let known = sessions.known.of(&caller.0).await?;
    let yours = known.is_some_and(|known| known.knows(&row.stored.place));
    let mut data = ResultRow::new(row.stored, Naming::of(query.labels), &mut book);
    data.yours = yours;
    let body = BusinessData {
        success: true,
        note: (!row.is_whole).then_some(NOT_KEPT),
        looked_up_anew,
        list_only,
        data,
        website,
        sources: book.finish(),
    };
    Ok(Json(body).into_response())
}

/// A business's facts as CSV: one per line, with unit, national average and source.
#[utoipa::path(
    get, path = "/api/business-data/{sessionKey}/{rowIdx}/report", operation_id = "getBusinessReport", tag = "companies",
    params(
        ("sessionKey" = String, Path, description = "The session"),
        ("rowIdx" = u32, Path, description = "The row, from 0")
    ),
    responses(
        (status = 200, description = "The report", body = String, content_type = "text/csv"),
        (status = 400, description = "No row number", body = ErrorBody),
        (status = 401, description = "No valid token", body = ErrorBody),
        (status = 403, description = "Its source's terms allow a list only", body = ErrorBody),
        (status = 404, description = "No such row of this user", body = ErrorBody),
        (status = 503, description = "The reference data are unavailable at the moment", body = ErrorBody)
    )
)]
async fn business_report(
    State(sessions): State<Arc<Sessions>>,
    State(enricher): State<Arc<Enricher>>,
    caller: Caller,
    ApiPath((session_key, row_idx)): ApiPath<(String, u32)>,
) -> Result<Response, ApiError> {
    let (row, _) = current_company_row(&sessions, &caller, &session_key, row_idx).await?;
    row_may_leave(&row.stored.place.provenance)?;
    let known = reference(&enricher).await?;
    let file = format!("{}.csv", report_stem(&row.stored.place.name));
    let body = report(row.stored, &known.reference);
    Ok((attachment(CSV, &file), body).into_response())
}
