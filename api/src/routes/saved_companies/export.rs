//! The list as a file.

use std::sync::Arc;

use axum::extract::State;
use axum::response::{IntoResponse, Response};
use commands::Clock;
use commands::enricher::Enricher;
use commands::limits::Limited;
use jiff::tz::TimeZone;
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::query::CompaniesQuery;
use crate::exports::{SavedExport, SavedFormat, SourceForm};
use crate::http::attachment::{CSV, attachment};
use crate::http::caller::Caller;
use crate::http::error::{ApiError, ErrorBody};
use crate::http::extract::ApiQuery;
use crate::http::streamed::hold_while_sent;
use crate::sessions::company_lists;
use crate::state::{AppState, CompanyLists, Workbooks};

/// The routes of this subject.
pub(super) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(export))
}

/// The form of the file.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct FormatQuery {
    /// `csv`, `xlsx` (an Excel workbook) or `geojson`.
    #[param(inline)]
    format: FileFormat,
    /// In CSV and Excel, `columns`: columns with source and vintage next to each fact, instead of one last column with the
    /// sources of the company.
    #[param(inline)]
    sources: Option<Told>,
}

/// How sources are given.
#[derive(Debug, Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
enum Told {
    Columns,
}

#[derive(Debug, Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
enum FileFormat {
    Csv,
    Xlsx,
    GeoJson,
}

/// The companies of the list, in its order, with row, facts and CRM data.
#[utoipa::path(
    get, path = "/api/saved-companies/export", operation_id = "exportSavedCompanies", tag = "companies",
    params(CompaniesQuery, FormatQuery),
    responses(
        (status = 200, description = "The companies", content(
            (String = "text/csv"),
            (Vec<u8> = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"),
            (serde_json::Value = "application/geo+json")
        )),
        (status = 400, description = "A parameter is invalid", body = ErrorBody),
        (status = 401, description = "No valid token", body = ErrorBody),
        (status = 403, description = "Another user's id", body = ErrorBody),
        (status = 413, description = "Too much for an Excel file, or too much text for this search", body = ErrorBody),
        (status = 429, description = "Too many searches, long answers or Excel files at once", body = ErrorBody),
        (status = 503, description = "The Excel file could not be written", body = ErrorBody)
    )
)]
async fn export(
    State(lists): State<Arc<CompanyLists>>,
    State(enricher): State<Arc<Enricher>>,
    State(workbooks): State<Arc<Workbooks>>,
    State(clock): State<Arc<dyn Clock>>,
    caller: Caller,
    ApiQuery(query): ApiQuery<CompaniesQuery>,
    ApiQuery(FormatQuery { format, sources }): ApiQuery<FormatQuery>,
) -> Result<Response, ApiError> {
    if let Some(user_id) = &query.user_id {
        caller.must_be(user_id)?;
    }
    let permit = lists.limits.permit(Limited::Downloads, caller.0.as_str());
    let permit = permit.await?;
    let mut asked = query.of_list(&enricher).await?;
    asked.filters.contact = query.contact(&lists, &caller).await?;
    let found = company_lists::find(&lists, &caller.0, asked).await?;
    let (format, ending, media_type) = match format {
        FileFormat::Csv => (SavedFormat::Csv, "csv", CSV),
        FileFormat::Xlsx => (
            SavedFormat::Xlsx,
            "xlsx",
            "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
        ),
        FileFormat::GeoJson => (SavedFormat::GeoJson, "geojson", "application/geo+json"),
    };
    let day = clock.now().to_zoned(TimeZone::UTC).date();
    let headers = attachment(media_type, &format!("my-companies-{day}.{ending}"));
    let export = SavedExport {
        lists,
        user: caller.0,
        companies: found.companies,
        form: match sources {
            Some(Told::Columns) => SourceForm::Columns,
            None => SourceForm::Row,
        },
    };
    let body = export.body(format, &workbooks).await?;
    Ok((headers, hold_while_sent(permit, body)).into_response())
}
