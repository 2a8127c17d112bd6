//! The businesses that a user knows already: never delivered, never charged.

use std::sync::Arc;

use axum::extract::{DefaultBodyLimit, State};
use axum::{Json, middleware};
use commands::known::{KnownCounts, KnownUploads, MOST_BYTES, Uploaded};
use serde::Serialize;
use tower_http::limit::RequestBodyLimitLayer;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::http::caller::{BulkCaller, Caller};
use crate::http::error::{ApiError, ErrorBody};
use crate::http::extract::ApiCsv;
use crate::http::layers::to_its_end;
use crate::state::AppState;

/// The routes of this subject.
pub(super) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(
            known_businesses,
            save_known_businesses,
            remove_known_businesses
        ))
        .layer(RequestBodyLimitLayer::new(MOST_BYTES))
        .layer(DefaultBodyLimit::max(MOST_BYTES))
        .layer(middleware::from_fn(to_its_end))
}

/// The numbers of the caller's list.
#[derive(Debug, Serialize, ToSchema)]
#[schema(example = json!({"businesses": 1204, "found": 873, "uploaded_at": "2026-03-10T12:00:00Z"}))]
pub(super) struct KnownBusinessesBody {
    /// Its businesses; null if there is no list.
    #[schema(required = true, example = 1204)]
    businesses: Option<u32>,
    /// How many of them are in the imported listings; null while that is not known.
    #[schema(required = true, example = 873)]
    found: Option<u32>,
    /// When it was uploaded (UTC).
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "2026-03-10T12:00:00Z")]
    uploaded_at: Option<String>,
}

impl From<Option<KnownCounts>> for KnownBusinessesBody {
    fn from(counts: Option<KnownCounts>) -> Self {
        Self {
            businesses: counts.map(|counts| counts.businesses),
            found: counts.and_then(|counts| counts.found),
            uploaded_at: counts.map(|counts| counts.uploaded_at.to_string()),
        }
    }
}

/// What an upload came to.
#[derive(Debug, Serialize, ToSchema)]
#[schema(example = json!({
    "businesses": 1204, "found": null, "uploaded_at": "2026-03-10T12:00:00Z",
    "refused": [{"line": 17, "reason": "no name"}], "refused_count": 1,
}))]
pub(super) struct UploadedBody {
    #[serde(flatten)]
    list: KnownBusinessesBody,
    /// The first rows that cannot be used.
    refused: Vec<RefusedRowBody>,
    /// How many cannot.
    refused_count: u64,
}

/// A row that cannot be used.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct RefusedRowBody {
    /// Its line, from 1.
    #[schema(example = 17)]
    line: u64,
    /// What is wrong with it.
    #[schema(example = "no name")]
    reason: String,
}

impl From<Uploaded> for UploadedBody {
    fn from(uploaded: Uploaded) -> Self {
        let refused = uploaded.refused.iter().map(|row| RefusedRowBody {
            line: row.line,
            reason: row.why.to_string(),
        });
        Self {
            list: Some(uploaded.counts).into(),
            refused: refused.collect(),
            refused_count: uploaded.refused_count,
        }
    }
}

/// How many businesses the caller knows.
#[utoipa::path(
    get, path = "/api/known-businesses", operation_id = "getKnownBusinesses", tag = "companies",
    responses(
        (status = 200, description = "The list's numbers, or that there is none", body = KnownBusinessesBody),
        (status = 401, description = "No valid token", body = ErrorBody)
    )
)]
async fn known_businesses(
    State(uploads): State<KnownUploads>,
    caller: Caller,
) -> Result<Json<KnownBusinessesBody>, ApiError> {
    let counts = uploads.counts(&caller.0).await?;
    Ok(Json(counts.into()))
}

/// Uploads the businesses that the caller knows, customers for instance, in place of the former list: searches leave them
/// out, at no cost. The file has a line of column names; a business is recognized by its name or phone number with its
/// street and ZIP code, by name, phone number and city, or by its name within 100 m. It is kept encrypted.
#[utoipa::path(
    put, path = "/api/known-businesses", operation_id = "saveKnownBusinesses", tag = "companies",
    request_body(
        content = String, content_type = "text/csv",
        description = "A CSV file of at most 5 MB and 50,000 rows",
        example = "Company,Street,City,State,ZIP,Phone\nCopper Kettle Brewing,11 Main St,Bend,OR,97701,541-555-0101\n"
    ),
    responses(
        (status = 200, description = "Stored, without the rows that cannot be used", body = UploadedBody),
        (status = 400, description = "No CSV file, or none of its rows can be used: the former list stays", body = ErrorBody),
        (status = 401, description = "No valid token", body = ErrorBody),
        (status = 409, description = "The caller's data is being erased", body = ErrorBody),
        (status = 413, description = "The file is too large", body = ErrorBody)
    )
)]
async fn save_known_businesses(
    State(uploads): State<KnownUploads>,
    BulkCaller(caller, _permit): BulkCaller,
    ApiCsv(file): ApiCsv,
) -> Result<Json<UploadedBody>, ApiError> {
    let uploaded = uploads.upload(&caller.0, Arc::from(&*file)).await?;
    let uploaded = uploaded.map_err(|refusal| ApiError::invalid(refusal.to_string()))?;
    Ok(Json(uploaded.into()))
}

/// Removes the caller's list. Searches deliver these businesses again.
#[utoipa::path(
    delete, path = "/api/known-businesses", operation_id = "removeKnownBusinesses", tag = "companies",
    responses(
        (status = 200, description = "There is none any more", body = KnownBusinessesBody),
        (status = 401, description = "No valid token", body = ErrorBody)
    )
)]
async fn remove_known_businesses(
    State(uploads): State<KnownUploads>,
    caller: Caller,
) -> Result<Json<KnownBusinessesBody>, ApiError> {
    uploads.remove(&caller.0).await?;
    Ok(Json(None.into()))
}
