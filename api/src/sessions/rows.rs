//! The rows of a session: read in pages and streamed, so that memory does not grow with the session.

use axum::body::{Body, Bytes};
use futures::{StreamExt, stream};
use places::Place;
use projections::jobs::Job;
use serde::Serialize;
use store::StoreError;

use super::facts::Naming;
use super::row::{ResultRow, StoredRow};
use super::sources::{SourceBook, Sources};
use crate::http::error::ApiError;
use crate::state::AppState;

/// Rows read at once.
const PAGE: u32 = 500;

/// Rows `first..first + limit` of a job, as far as they are delivered.
async fn read(
    state: &AppState,
    job: &Job,
    first: u32,
    limit: u32,
) -> Result<Vec<StoredRow>, ApiError> {
    let documents = &state.services.documents;
    let rows = documents
        .read(job.job_id, first, limit, job.delivered)
        .await?;
    let facts = documents
        .read_facts(job.job_id, first, limit, job.enrichment.enriched)
        .await?;
    let mut facts = facts.into_iter().peekable();
    let damaged = |row_idx: u32, error: serde_json::Error| {
        StoreError::Damaged(format!("row {row_idx} of {}: {error}", job.job_id))
    };
    rows.into_iter()
        .map(|(row_idx, document)| {
            let place: Place =
                serde_json::from_str(&document).map_err(|error| damaged(row_idx, error))?;
            let known = facts
                .next_if(|(of, _)| *of == row_idx)
                .map(|(_, document)| serde_json::from_str(&document))
                .transpose()
                .map_err(|error| damaged(row_idx, error))?;
            Ok(StoredRow {
                row_idx,
                place,
                known,
            })
        })
        .collect()
}

/// All rows of a job with the sources of their facts.
pub(crate) async fn read_rows(
    state: &AppState,
    job: &Job,
    naming: Naming,
) -> Result<(Vec<ResultRow>, Sources), ApiError> {
    let mut book = SourceBook::default();
    let rows = read(state, job, 0, job.delivered).await?.into_iter();
    let rows = rows.map(|row| ResultRow::new(row, naming, &mut book));
    Ok((rows.collect(), book.finish()))
}

/// Writes a session's rows as text, page by page.
pub(crate) trait Writer: Send + 'static {
    /// What stands before the rows.
    fn head(&mut self) -> String;

    /// A page of rows.
    fn page(&mut self, rows: Vec<StoredRow>) -> String;

    /// What stands after them.
    fn tail(self) -> String;
}

/// All rows of a session, as the writer writes them.
pub(crate) fn stream_rows(state: AppState, job: Job, mut writer: impl Writer) -> Body {
    let head = Bytes::from(writer.head());
    let begun = (Some(writer), 0);
    let rest = stream::try_unfold(begun, move |(writer, first)| {
        let (state, job) = (state.clone(), job.clone());
        async move {
            let Some(mut writer) = writer else {
                return Ok(None);
            };
            if first >= job.delivered {
                return Ok(Some((Bytes::from(writer.tail()), (None, first))));
            }
            let rows = read(&state, &job, first, PAGE).await;
            // The status is sent already: breaking the connection off is what tells the client.
            let rows = rows.map_err(|_| std::io::Error::other("the rows could not be read"))?;
            let page = Bytes::from(writer.page(rows));
            Ok(Some((page, (Some(writer), first + PAGE))))
        }
    });
    let head = stream::iter([Ok::<_, std::io::Error>(head)]);
    Body::from_stream(head.chain(rest))
}

/// Rows as the members of a JSON array, and after it the sources of their facts.
pub(crate) struct JsonRows {
    head: String,
    naming: Naming,
    /// The sources, where the answer has room for them.
    book: Option<SourceBook>,
    tail: &'static str,
    first: bool,
}

impl JsonRows {
    /// A plain array.
    pub(crate) fn array(naming: Naming) -> Self {
        Self {
            head: "[".to_owned(),
            naming,
            book: None,
            tail: "]",
            first: true,
        }
    }

    /// An object with `results` and the sources beside what `head` begins: `{…,"results":[`.
    pub(crate) fn object(head: String, naming: Naming, tail: &'static str) -> Self {
        Self {
            head,
            naming,
            book: Some(SourceBook::default()),
            tail,
            first: true,
        }
    }
}

impl Writer for JsonRows {
    fn head(&mut self) -> String {
        std::mem::take(&mut self.head)
    }

    fn page(&mut self, rows: Vec<StoredRow>) -> String {
        let mut text = String::new();
        for stored in rows {
            if !std::mem::take(&mut self.first) {
                text.push(',');
            }
            let mut nowhere = SourceBook::default();
            let book = self.book.as_mut().unwrap_or(&mut nowhere);
            let mut row = ResultRow::new(stored, self.naming, book);
            if self.book.is_none() {
                row.source_set = None;
            }
            text.push_str(&json(&row));
        }
        text
    }

    fn tail(self) -> String {
        let Some(book) = self.book else {
            return self.tail.to_owned();
        };
        let sources = json(&book.finish());
        // Of the object of sources the members only: they stand beside the rows.
        let members = &sources[1..sources.len() - 1];
        format!("],{members}{}", self.tail)
    }
}

/// Plain structs of ours as JSON.
pub(crate) fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("strings and finite numbers: always JSON")
}
