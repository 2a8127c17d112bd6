//! CSV for spreadsheets.

use std::sync::Arc;

use axum::body::Body;
use commands::limits::Permit;
use projections::jobs::Job;

use super::cell::plain;
use super::table::{SourceForm, Table, TableRow, rows_of};
use crate::http::csv_writer::csv_text;
use crate::http::error::ApiError;
use crate::sessions::row::StoredRow;
use crate::sessions::rows::{Writer, stream_rows};
use crate::sessions::sources::SourceBook;
use crate::state::Sessions;

/// Tells spreadsheets that the file is UTF-8.
pub(super) fn with_byte_order_mark(text: &str) -> String {
    format!("\u{feff}{text}")
}

/// A job's rows as CSV.
pub(crate) async fn csv(
    sessions: Arc<Sessions>,
    job: Job,
    permit: Permit,
    form: SourceForm,
) -> Result<Body, ApiError> {
    let table = Table::of(rows_of(&sessions, &job), &[], form).await?;
    Ok(stream_rows(sessions, job, permit, CsvRows::new(table)))
}

/// A file being written.
pub(super) struct CsvRows {
    table: Table,
    book: SourceBook,
}

impl CsvRows {
    pub(super) fn new(table: Table) -> Self {
        Self {
            table,
            book: SourceBook::default(),
        }
    }

    /// The line with the columns' heads.
    pub(super) fn head(&self) -> String {
        let heads = self.table.columns.iter().map(|column| column.head());
        with_byte_order_mark(&csv_text([heads]))
    }

    pub(super) fn lines(&mut self, rows: impl IntoIterator<Item = TableRow>) -> String {
        let Self { table, book } = self;
        csv_text(rows.into_iter().map(|row| {
            let cells = table.cells(row, book).into_iter();
            let cells = cells.zip(&table.columns);
            cells
                .map(|(cell, column)| plain(column.format(), cell.as_ref()))
                .collect::<Vec<_>>()
        }))
    }
}

impl Writer for CsvRows {
    fn head(&mut self) -> String {
        Self::head(self)
    }

    fn page(&mut self, rows: Vec<StoredRow>) -> String {
        self.lines(rows.into_iter().map(TableRow::from))
    }

    fn tail(&mut self) -> String {
        String::new()
    }
}
