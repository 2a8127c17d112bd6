//! A session's rows as a file.

use std::sync::Arc;

use axum::extract::State;
use axum::response::{IntoResponse, Response};
use commands::limits::{Limited, Limits};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::exports::{About, GeoJsonRows, SourceForm, csv, page, workbook};
use crate::http::attachment::{CSV, attachment};
use crate::http::caller::Caller;
use crate::http::error::{ApiError, ErrorBody};
use crate::http::extract::ApiQuery;
use crate::http::streamed::hold_while_sent;
use crate::sessions::facts::Naming;
use crate::sessions::owned_search;
use crate::sessions::row::ResultRow;
use crate::sessions::rows::{JsonRows, stream_rows};
use crate::sessions::sources::Sources;
use crate::sessions::terms::rows_may_leave;
use crate::sessions::window::Wanted;
use crate::state::{AppState, Sessions, Workbooks};

/// The routes of this subject.
pub(super) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(export))
}

/// What to export.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(rename_all = "camelCase")]
pub(super) struct ExportQuery {
    /// The session key: the job's id.
    #[param(required = true)]
    session_key: Option<String>,
    /// `json` (the default), `csv`, `html` (a page to read, sort and print), `xlsx` (an Excel workbook) or
    /// `geojson`.
    #[param(default = "json", pattern = "^(json|csv|html|xlsx|geojson)$")]
    format: Option<String>,
    /// In JSON, `true`: facts under the specification's labels instead of their canonical names.
    #[serde(default)]
    #[param(default = false)]
    labels: bool,
    /// In JSON, `true`: an object with the rows and the sources of their facts instead of only the rows. In CSV, HTML and
    /// Excel, `columns`: columns with source and vintage next to each fact, instead of one last column with the sources of
    /// the row.
    #[serde(default)]
    #[param(inline)]
    sources: Told,
}

/// How sources are given.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
enum Told {
    #[default]
    False,
    True,
    Columns,
}

/// A session's rows with the sources of their facts.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct ExportedRows {
    /// The rows.
    results: Vec<ResultRow>,
    #[serde(flatten)]
    sources: Sources,
}

/// The rows, with `sources=true` together with the sources of their facts.
#[derive(Debug, Serialize, ToSchema)]
#[serde(untagged)]
#[expect(dead_code, reason = "only its shape is used")]
pub(super) enum Exported {
    Rows(Vec<ResultRow>),
    WithSources(ExportedRows),
}

/// The format, named in the query by its file name extension.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Format {
    Json,
    Csv,
    Html,
    Xlsx,
    GeoJson,
}

impl Format {
    const ALL: [Self; 5] = [Self::Json, Self::Csv, Self::Html, Self::Xlsx, Self::GeoJson];

    fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|format| format.ending() == text)
    }

    fn ending(self) -> &'static str {
        match self {
            Self::Json => "json",
            Self::Csv => "csv",
            Self::Html => "html",
            Self::Xlsx => "xlsx",
            Self::GeoJson => "geojson",
        }
    }

    fn media_type(self) -> &'static str {
        match self {
            Self::Json => "application/json",
            Self::Csv => CSV,
            Self::Html => "text/html; charset=utf-8",
            Self::Xlsx => "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
            Self::GeoJson => "application/geo+json",
        }
    }
}

/// A session's rows, as far as they have been delivered.
#[utoipa::path(
    get, path = "/export", operation_id = "exportRows", tag = "export",
    params(ExportQuery),
    responses(
        (status = 200, description = "The rows", content(
            (Exported = "application/json"),
            (String = "text/csv"),
            (String = "text/html"),
            (Vec<u8> = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"),
            (serde_json::Value = "application/geo+json")
        )),
        (status = 400, description = "No session key, or an unknown format", body = ErrorBody),
        (status = 401, description = "No valid token", body = ErrorBody),
        (status = 403, description = "Its source's terms allow a list only", body = ErrorBody),
        (status = 404, description = "No such session of this user", body = ErrorBody),
        (status = 413, description = "Too much for an Excel file", body = ErrorBody),
        (status = 429, description = "Too many long answers or Excel files at once", body = ErrorBody),
        (status = 503, description = "The Excel file could not be written", body = ErrorBody)
    )
)]
async fn export(
    State(sessions): State<Arc<Sessions>>,
    State(workbooks): State<Arc<Workbooks>>,
    State(limits): State<Limits>,
    caller: Caller,
    ApiQuery(query): ApiQuery<ExportQuery>,
) -> Result<Response, ApiError> {
    let format = query.format.as_deref().unwrap_or("json");
    let Some(format) = Format::parse(format) else {
        let shown: String = format.chars().take(20).collect();
        let known = Format::ALL.map(Format::ending).join(", ");
        return Err(ApiError::invalid(format!(
            "'{shown}' is not an export format: use one of {known}."
        )));
    };
    let key = query
        .session_key
        .as_deref()
        .ok_or_else(|| ApiError::invalid("Name the session: sessionKey=…"))?;
    let job = owned_search(&sessions, &caller, key).await?;
    rows_may_leave(&job)?;
    let stem = About::of(&job).file_stem();
    let file = format!("{stem}.{}", format.ending());
    let headers = attachment(format.media_type(), &file);
    let form = match query.sources {
        Told::Columns => SourceForm::Columns,
        Told::False | Told::True => SourceForm::Row,
    };
    let permit = limits.permit(Limited::Downloads, caller.0.as_str()).await?;
    let body = match format {
        Format::Json => stream_rows(sessions, job, permit, json_rows(&query)),
        Format::Csv => csv(sessions, job, permit, form).await?,
        Format::Html => page(sessions, job, permit, form).await?,
        // The file exists until it has been sent.
        Format::Xlsx => hold_while_sent(
            permit,
            workbook(&workbooks, &sessions, &caller.0, &job, form).await?,
        ),
        Format::GeoJson => stream_rows(sessions, job, permit, GeoJsonRows::default()),
    };
    Ok((headers, body).into_response())
}

fn json_rows(query: &ExportQuery) -> JsonRows {
    let naming = Naming::of(query.labels);
    if query.sources != Told::False {
        // `enriched` only matters for packed rows.
        JsonRows::object("{".to_owned(), Wanted::all(naming), false, "}")
    } else {
        JsonRows::array(naming)
    }
}
