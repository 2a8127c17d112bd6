//! The rows of a session: read in pages and streamed, so that memory does not grow with the session.

use axum::body::{Body, Bytes};
use futures::{StreamExt, TryStreamExt, stream};
use places::Place;
use projections::jobs::Job;
use store::StoreError;

use super::row::ResultRow;
use crate::http::error::ApiError;
use crate::state::AppState;

/// Rows read at once.
const PAGE: u32 = 500;

/// Rows `first..first + limit` of a job, as far as they are delivered.
pub(crate) async fn read_rows(
    state: &AppState,
    job: &Job,
    first: u32,
    limit: u32,
) -> Result<Vec<ResultRow>, ApiError> {
    let documents = state
        .services
        .documents
        .read(job.job_id, first, limit, job.delivered)
        .await?;
    let facts = state
        .services
        .documents
        .read_facts(job.job_id, first, limit, job.enrichment.enriched)
        .await?;
    let mut facts = facts.into_iter().peekable();
    let damaged = |row_idx: u32, error: serde_json::Error| {
        StoreError::Damaged(format!("row {row_idx} of {}: {error}", job.job_id))
    };
    documents
        .into_iter()
        .map(|(row_idx, document)| {
            let place: Place =
                serde_json::from_str(&document).map_err(|error| damaged(row_idx, error))?;
            let known = facts
                .next_if(|(of, _)| *of == row_idx)
                .map(|(_, document)| serde_json::from_str(&document))
                .transpose()
                .map_err(|error| damaged(row_idx, error))?;
            Ok(ResultRow::new(row_idx, place, known))
        })
        .collect()
}

/// All rows of a session between `head` and `tail`, each page written by `text`, which is told whether it
/// is the first.
pub(crate) fn stream_rows(
    state: AppState,
    job: Job,
    head: String,
    text: impl Fn(&[ResultRow], bool) -> String + Clone + Send + 'static,
    tail: &'static str,
) -> Body {
    let pages = stream::iter((0..job.delivered).step_by(PAGE as usize)).then(move |first| {
        let (state, job, text) = (state.clone(), job.clone(), text.clone());
        async move {
            let rows = read_rows(&state, &job, first, PAGE).await;
            rows.map(|rows| Bytes::from(text(&rows, first == 0)))
        }
    });
    let whole = stream::iter([Ok(Bytes::from(head))])
        .chain(pages)
        .chain(stream::iter([Ok(Bytes::from_static(tail.as_bytes()))]))
        // The status is sent already: breaking the connection off is what tells the client.
        .map_err(|_| std::io::Error::other("the rows could not be read"));
    Body::from_stream(whole)
}

/// A page as members of a JSON array.
pub(crate) fn json_members(rows: &[ResultRow], first_page: bool) -> String {
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
