//! A session's rows as a file.

use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::http::caller::Caller;
use crate::http::csv_writer::csv_text;
use crate::http::error::{ApiError, ErrorBody};
use crate::http::extract::ApiQuery;
use crate::sessions::facts::{Naming, fact_cells, fact_columns};
use crate::sessions::owned_job;
use crate::sessions::row::{ResultRow, StoredRow};
use crate::sessions::rows::{JsonRows, Writer, stream_rows};
use crate::sessions::sources::Sources;
use crate::sessions::window::Wanted;
use crate::state::AppState;

/// The routes of this subject.
pub(super) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(export))
}

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
    /// In JSON, `true`: facts under the specification's labels instead of their canonical names.
    #[serde(default)]
    #[param(default = false)]
    labels: bool,
    /// In JSON, `true`: an object with the rows and the sources of their facts instead of the rows alone.
    #[serde(default)]
    #[param(default = false)]
    sources: bool,
}

/// A session's rows with the sources of their facts; only its shape is used, since the rows are streamed.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct ExportedRows {
    /// The rows.
    results: Vec<ResultRow>,
    #[serde(flatten)]
    sources: Sources,
}

/// The rows alone, or with the sources of their facts where `sources=true` asks for them.
#[derive(Debug, Serialize, ToSchema)]
#[serde(untagged)]
#[expect(dead_code, reason = "only its shape is used")]
pub(super) enum Exported {
    /// The rows.
    Rows(Vec<ResultRow>),
    /// With `sources=true`.
    WithSources(ExportedRows),
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
            (Exported = "application/json"),
            (String = "text/csv")
        )),
        (status = 400, description = "No session key, or an unknown format", body = ErrorBody),
        (status = 401, description = "No valid token", body = ErrorBody),
        (status = 404, description = "No such session of this user", body = ErrorBody)
    )
)]
async fn export(
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
        .as_deref()
        .ok_or_else(|| ApiError::invalid("Name the session: sessionKey=…"))?;
    let job = owned_job(&state, &caller, key).await?;
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
    ];
    let body = match format {
        Format::Json => stream_rows(state, job, json_rows(&query)),
        Format::Csv => {
            let enriched = job.enrichment.enriched > 0;
            stream_rows(state, job, CsvRows { enriched })
        }
    };
    Ok((headers, body).into_response())
}

fn json_rows(query: &ExportQuery) -> JsonRows {
    let naming = Naming::of(query.labels);
    if query.sources {
        // `enriched` matters to packed rows alone.
        JsonRows::object("{".to_owned(), Wanted::all(naming), false, "}")
    } else {
        JsonRows::array(naming)
    }
}

/// Enriched sessions have the facts in columns of their own.
struct CsvRows {
    enriched: bool,
}

impl Writer for CsvRows {
    fn head(&mut self) -> String {
        let mut columns: Vec<String> = ResultRow::columns().map(str::to_owned).collect();
        if self.enriched {
            columns.extend(fact_columns());
        }
        format!("{BYTE_ORDER_MARK}{}", csv_text([columns]))
    }

    fn page(&mut self, rows: Vec<StoredRow>) -> String {
        let enriched = self.enriched;
        csv_text(rows.into_iter().map(|stored| {
            let known = stored.known;
            let geocoded = known.as_ref().and_then(|known| known.geocoded.clone());
            let row = ResultRow::of_place(stored.row_idx, stored.place, geocoded);
            let mut cells = row.cells();
            if enriched {
                cells.extend(fact_cells(known.as_ref()));
            }
            cells
        }))
    }

    fn tail(self) -> String {
        String::new()
    }
}
