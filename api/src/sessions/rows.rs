//! The rows of a session, read in pages and streamed, so that memory does not grow with the session.

use std::borrow::Cow;
use std::collections::HashSet;
use std::io;
use std::ops::Range;
use std::sync::Arc;

use axum::body::Body;
use commands::limits::Permit;
use futures::{Stream, StreamExt, TryStreamExt, stream};
use places::Place;
use projections::jobs::Job;
use serde::Serialize;
use serde_json::Value;
use store::StoreError;

use super::facts::Naming;
use super::packed::Packer;
use super::row::{ResultRow, StoredRow};
use super::sources::{SourceBook, Sources};
use super::websites_of_rows;
use super::window::{Form, Wanted};
use crate::http::error::ApiError;
use crate::http::streamed::hold_while_sent;
use crate::state::Sessions;

/// Rows read at once.
pub(crate) const PAGE: u32 = 500;

/// Rows of a job, as far as they have been delivered.
pub(crate) async fn read(
    sessions: &Sessions,
    job: &Job,
    Range { start, end }: Range<u32>,
    with_facts: bool,
) -> Result<Vec<StoredRow>, ApiError> {
    let documents = &sessions.documents;
    let limit = end - start;
    let rows = documents
        .read(job.job_id, start, limit, job.delivered)
        .await?;
    let enriched = if with_facts {
        job.enrichment.enriched
    } else {
        0
    };
    let facts = documents
        .read_facts(job.job_id, start, limit, enriched)
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
                website: None,
            })
        })
        .collect()
}

/// All rows of a job with the sources of their facts.
pub(crate) async fn read_rows(
    sessions: &Sessions,
    job: &Job,
    naming: Naming,
) -> Result<(Vec<ResultRow>, Sources), ApiError> {
    let mut book = SourceBook::default();
    let mut rows = read(sessions, job, 0..job.delivered, true).await?;
    websites_of_rows::add_to(&sessions.website_reads, &job.user, &mut rows).await?;
    let rows = rows
        .into_iter()
        .map(|row| ResultRow::new(row, naming, &mut book));
    Ok((rows.collect(), book.finish()))
}

/// Writes a session's rows as text, page by page.
pub(crate) trait Writer: Send + 'static {
    /// The rows that it writes.
    fn rows(&self, job: &Job) -> Range<u32> {
        0..job.delivered
    }

    /// Does it write anything that comes from enrichment?
    fn with_facts(&self) -> bool {
        true
    }

    /// The text before the rows.
    fn head(&mut self) -> String;

    /// The text of a page of rows.
    fn page(&mut self, rows: Vec<StoredRow>) -> String;

    /// The text after them.
    fn tail(&mut self) -> String;
}

/// Rows of a session, page by page.
pub(crate) fn pages(
    sessions: Arc<Sessions>,
    job: Job,
    Range { start, end }: Range<u32>,
    with_facts: bool,
) -> impl Stream<Item = Result<Vec<StoredRow>, ApiError>> + Send {
    stream::try_unfold(
        (sessions, job, start),
        move |(sessions, job, first)| async move {
            if first >= end {
                return Ok(None);
            }
            let next = end.min(first.saturating_add(PAGE));
            let mut rows = read(&sessions, &job, first..next, with_facts).await?;
            websites_of_rows::add_to(&sessions.website_reads, &job.user, &mut rows).await?;
            Ok(Some((rows, (sessions, job, next))))
        },
    )
}

/// Streams the rows of a session.
pub(crate) fn stream_rows(
    sessions: Arc<Sessions>,
    job: Job,
    permit: Permit,
    mut writer: impl Writer,
) -> Body {
    let head = stream::iter([Ok(writer.head())]);
    let rows = writer.rows(&job);
    let pages = pages(sessions, job, rows, writer.with_facts()).map_ok(Some);
    let rest = pages
        .chain(stream::iter([Ok(None)]))
        .map(move |page| match page {
            Ok(Some(rows)) => Ok(writer.page(rows)),
            Ok(None) => Ok(writer.tail()),
            // The status has been sent already: closing the connection is the only way to tell the client.
            Err(_) => Err(io::Error::other("the rows could not be read")),
        });
    hold_while_sent(permit, Body::from_stream(head.chain(rest)))
}

/// Rows as the members of a JSON array, followed by the sources of their facts.
pub(crate) struct JsonRows {
    head: String,
    wanted: Wanted,
    shape: Shape,
    /// The sources, if the answer has a place for them.
    book: Option<SourceBook>,
    tail: &'static str,
    first: bool,
}

/// How a row is written.
enum Shape {
    /// As an object, with all its members or with some.
    Object(Option<HashSet<Cow<'static, str>>>),
    /// As a list of values.
    List(Packer),
}

impl JsonRows {
    /// A plain array of all rows.
    pub(crate) fn array(naming: Naming) -> Self {
        Self {
            head: "[".to_owned(),
            wanted: Wanted::all(naming),
            shape: Shape::Object(None),
            book: None,
            tail: "]",
            first: true,
        }
    }

    /// An object with the rows and the sources, after what `head` begins (`{…,`). `enriched`: some rows have facts.
    pub(crate) fn object(
        mut head: String,
        wanted: Wanted,
        enriched: bool,
        tail: &'static str,
    ) -> Self {
        let shape = match wanted.form {
            Form::Rows => {
                head.push_str("\"results\":[");
                Shape::Object(wanted.members())
            }
            Form::Packed => {
                let packer = Packer::new(wanted.packed(enriched));
                head.push_str(&format!(
                    "\"columns\":{},\"rows\":[",
                    json(&packer.columns())
                ));
                Shape::List(packer)
            }
        };
        Self {
            head,
            wanted,
            shape,
            book: Some(SourceBook::default()),
            tail,
            first: true,
        }
    }

    /// A row in the answer.
    fn text(&mut self, mut stored: StoredRow) -> String {
        let any_fact = stored
            .known
            .as_mut()
            .is_some_and(|known| self.wanted.narrow(known));
        let mut nowhere = SourceBook::default();
        let book = self.book.as_mut().filter(|_| any_fact);
        let named = book.is_some();
        let book = book.unwrap_or(&mut nowhere);
        let known = self.wanted.known.as_ref();
        let yours = known.is_some_and(|known| known.knows(&stored.place));
        let mut row = ResultRow::new(stored, self.wanted.naming, book);
        if !named {
            row.source_set = None;
        }
        row.yours = yours;
        match &mut self.shape {
            Shape::Object(None) => json(&row),
            Shape::Object(Some(members)) => json(&with_members(&row, members)),
            Shape::List(packer) => json(&packer.pack(row)),
        }
    }
}

/// The members of an object without its braces.
pub(crate) fn members_of(object: &impl Serialize) -> String {
    let text = json(object);
    text[1..text.len() - 1].to_owned()
}

/// A row with some of its members.
fn with_members(row: &ResultRow, members: &HashSet<Cow<'static, str>>) -> Value {
    let mut row = serde_json::to_value(row).expect("strings and finite numbers: always JSON");
    if let Some(row) = row.as_object_mut() {
        row.retain(|name, _| members.contains(name.as_str()));
    }
    row
}

impl Writer for JsonRows {
    fn rows(&self, job: &Job) -> Range<u32> {
        self.wanted.rows(job)
    }

    fn with_facts(&self) -> bool {
        self.wanted.of_enrichment()
    }

    fn head(&mut self) -> String {
        std::mem::take(&mut self.head)
    }

    fn page(&mut self, rows: Vec<StoredRow>) -> String {
        let mut text = String::new();
        for stored in rows {
            if !std::mem::take(&mut self.first) {
                text.push(',');
            }
            let row = self.text(stored);
            text.push_str(&row);
        }
        text
    }

    fn tail(&mut self) -> String {
        let Some(book) = self.book.take() else {
            return self.tail.to_owned();
        };
        let mut members = vec![members_of(&book.finish())];
        if let Shape::List(packer) = &self.shape {
            members.push(members_of(packer.shared()));
        }
        let members = members.join(",");
        format!("],{members}{}", self.tail)
    }
}

/// Our plain structs as JSON.
pub(crate) fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("strings and finite numbers: always JSON")
}
