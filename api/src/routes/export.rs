//! A session's rows as a file.

use axum::body::Body;
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use projections::jobs::Job;
use serde::Deserialize;
use utoipa::IntoParams;

use crate::http::caller::Caller;
use crate::http::csv::csv_text;
use crate::http::error::{ApiError, ErrorBody};
use crate::http::extract::ApiQuery;
use crate::sessions::owned_job;
use crate::sessions::row::ResultRow;
use crate::sessions::rows::{json_members, stream_rows};
use crate::state::AppState;

/// Tells spreadsheets that the file is UTF-8.
const BYTE_ORDER_MARK: &str = "\u{feff}";

/// What to export.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(rename_all = "camelCase")]
pub(super) struct ExportQuery {
    /// The session key, which is the job's id.
    session_key: Option<String>,
    /// `json` (the default) or `csv`.
    #[param(default = "json")]
    format: Option<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Format {
    Json,
    Csv,
}

/// A session's rows, as far as they are delivered.
#[utoipa::path(
    get, path = "/export", operation_id = "exportRows", tag = "export",
    params(ExportQuery),
    responses(
        (status = 200, description = "The rows", content(
            (Vec<ResultRow> = "application/json"),
            (String = "text/csv")
        )),
        (status = 400, description = "No session key, or an unknown format", body = ErrorBody),
        (status = 401, description = "No valid token", body = ErrorBody),
        (status = 404, description = "No such session of this user", body = ErrorBody)
    )
)]
pub(super) async fn export(
    State(state): State<AppState>,
    caller: Caller,
    ApiQuery(query): ApiQuery<ExportQuery>,
) -> Result<Response, ApiError> {
    let format = match query.format.as_deref().unwrap_or("json") {
        "json" => Format::Json,
        "csv" => Format::Csv,
        other => {
            let shown: String = other.chars().take(20).collect();
            return Err(ApiError::invalid(format!(
                "'{shown}' is not an export format: use json or csv."
            )));
        }
    };
    let key = query
        .session_key
        .ok_or_else(|| ApiError::invalid("Name the session: sessionKey=…"))?;
    let job = owned_job(&state, &caller, &key).await?;
    let (kind, extension) = match format {
        Format::Json => ("application/json", "json"),
        Format::Csv => ("text/csv; charset=utf-8", "csv"),
    };
    let sample = if job.sample { "sample-data-" } else { "" };
    let short = &job.job_id.to_string()[..8];
    let name = format!("attachment; filename=\"demandatlas-{sample}{short}.{extension}\"");
    let headers = [
        (header::CONTENT_TYPE, kind.to_owned()),
        (header::CONTENT_DISPOSITION, name),
        (header::CACHE_CONTROL, "no-store".to_owned()),
    ];
    let body = match format {
        Format::Json => stream_rows(state, job, "[".to_owned(), json_members, "]"),
        Format::Csv => csv(state, job),
    };
    Ok((headers, body).into_response())
}

/// Enriched sessions have the facts in columns of their own.
fn csv(state: AppState, job: Job) -> Body {
    let enriched = job.enrichment.enriched > 0;
    let mut columns: Vec<String> = ResultRow::COLUMNS.map(str::to_owned).into();
    if enriched {
        columns.extend(ResultRow::fact_columns());
    }
    let head = format!("{BYTE_ORDER_MARK}{}", csv_text([columns]));
    let text = move |rows: &[ResultRow], _first: bool| {
        csv_text(rows.iter().map(|row| {
            let facts = enriched.then(|| row.fact_cells());
            row.cells().into_iter().chain(facts.into_iter().flatten())
        }))
    };
    stream_rows(state, job, head, text, "")
}
