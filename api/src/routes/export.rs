//! A session's rows as a file: streamed page by page, so that memory does not grow with the session.

use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use futures::{Stream, StreamExt, stream};
use projections::jobs::Job;
use serde::Deserialize;
use utoipa::IntoParams;

use super::jobs::{owned_job, read_rows};
use crate::http::caller::Caller;
use crate::http::csv::csv_text;
use crate::http::error::{ApiError, ErrorBody};
use crate::http::extract::ApiQuery;
use crate::rows::ResultRow;
use crate::state::AppState;

/// Rows read at once.
pub(super) const PAGE: u32 = 500;
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
    Ok((headers, Body::from_stream(body(state, job, format))).into_response())
}

fn body(
    state: AppState,
    job: Job,
    format: Format,
) -> impl Stream<Item = Result<Bytes, std::io::Error>> {
    let enriched = job.enrichment.enriched > 0;
    let (head, tail) = match format {
        Format::Json => ("[".to_owned(), "]"),
        Format::Csv => {
            let mut columns: Vec<String> = ResultRow::COLUMNS.map(str::to_owned).into();
            if enriched {
                columns.extend(ResultRow::fact_columns());
            }
            (format!("{BYTE_ORDER_MARK}{}", csv_text([columns])), "")
        }
    };
    let pages = stream::iter((0..job.delivered).step_by(PAGE as usize)).then(move |first| {
        let (state, job) = (state.clone(), job.clone());
        async move {
            let rows = read_rows(&state, &job, first, PAGE).await.map_err(|_| {
                // The status is sent already: breaking the connection off is what tells the client.
                std::io::Error::other("the rows could not be read")
            })?;
            Ok(Bytes::from(match format {
                Format::Json => json_text(&rows, first == 0),
                Format::Csv => csv_text(rows.iter().map(|row| {
                    let facts = enriched.then(|| row.fact_cells());
                    row.cells().into_iter().chain(facts.into_iter().flatten())
                })),
            }))
        }
    });
    stream::iter([Ok(Bytes::from(head))])
        .chain(pages)
        .chain(stream::iter([Ok(Bytes::from_static(tail.as_bytes()))]))
}

pub(super) fn json_text(rows: &[ResultRow], first_page: bool) -> String {
    let mut text = String::new();
    for (index, row) in rows.iter().enumerate() {
        if index > 0 || !first_page {
            text.push(',');
        }
        text.push_str(
            &serde_json::to_string(row).expect("a row is strings and numbers: always JSON"),
        );
    }
    text
}
