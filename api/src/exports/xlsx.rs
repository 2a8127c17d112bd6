//! Excel workbooks: numbers as numbers, texts never as formulas, and a sheet with the sources.
//!
//! A workbook is a ZIP archive whose parts refer to each other, so it cannot be streamed while rows are read. It is
//! written row by row to an unnamed temporary file, and sent from there.

use std::fs::File;
use std::io::Seek as _;
use std::path::PathBuf;
use std::pin::pin;
use std::sync::Arc;

use axum::body::Body;
use commands::limits::{Limited, Limits, Permit};
use domain::ids::UserId;
use enrichment::fields::{ColumnOf, FieldKind};
use futures::{Stream, TryStreamExt as _};
use projections::jobs::Job;
use rust_xlsxwriter::{DocProperties, Format, Workbook, Worksheet, XlsxError};
use serde_json::Value;
use tokio_util::io::ReaderStream;

use super::about::About;
use super::cell::text;
use super::listings::Listings;
use super::table::{SourceForm, Table, TableColumn, TableRow, rows_of};
use crate::http::error::ApiError;
use crate::sessions::sources::SourceBook;
use crate::state::{Sessions, Workbooks};

/// Maximum number of cells of a workbook, so that its temporary files stay below 200 MB.
const MOST_CELLS: usize = 3_000_000;

/// Excel's maximum number of rows in a sheet, below its head.
const MOST_ROWS: usize = 1_048_575;

/// Excel's maximum number of characters in a cell.
const MOST_CELL_CHARS: usize = 32_767;

/// All files share the steps.
const EVERYBODY: &str = "";

/// A job's rows as a workbook. They are read twice: first to find the columns that are not empty.
pub(crate) async fn workbook(
    workbooks: &Workbooks,
    sessions: &Arc<Sessions>,
    user: &UserId,
    job: &Job,
    form: SourceForm,
) -> Result<Body, ApiError> {
    let _turn = turn_of(workbooks, user).await?;
    let table = Table::of(rows_of(sessions, job), &[], form).await?;
    let about = About::of(job);
    let rows = rows_of(sessions, job);
    write_out(workbooks, about.title, job.delivered as usize, table, rows).await
}

/// A user's files are written one after the other. A slow download keeps no other file from being written.
pub(super) async fn turn_of(workbooks: &Workbooks, user: &UserId) -> Result<Permit, ApiError> {
    let limits = &workbooks.limits;
    Ok(limits.permit(Limited::Workbooks, user.as_str()).await?)
}

/// A workbook of `count` rows.
pub(super) async fn write_out(
    workbooks: &Workbooks,
    title: String,
    count: usize,
    table: Table,
    pages: impl Stream<Item = Result<Vec<TableRow>, ApiError>>,
) -> Result<Body, ApiError> {
    let Workbooks { limits, data_dir } = workbooks;
    must_fit(count, table.columns.len())?;
    let folder = data_dir.clone();
    let begin = move || Writing::begin(folder, &title, table);
    let mut writing = in_turn(limits, begin).await?;
    let mut pages = pin!(pages);
    while let Some(rows) = pages.try_next().await? {
        writing = in_turn(limits, move || writing.with(rows)).await?;
    }
    let file = in_turn(limits, move || writing.end()).await?;
    let chunks = ReaderStream::new(tokio::fs::File::from_std(file));
    Ok(Body::from_stream(chunks))
}

/// Runs a step of a file on a blocking thread. Few run at a time, and each file waits for its next turn, so that a long
/// one does not keep short ones waiting for its end.
async fn in_turn<T: Send + 'static>(
    limits: &Limits,
    step: impl FnOnce() -> Result<T, XlsxError> + Send + 'static,
) -> Result<T, ApiError> {
    let turn = limits.permit(Limited::WorkbookSteps, EVERYBODY).await?;
    let done = tokio::task::spawn_blocking(move || {
        let done = step();
        drop(turn);
        done
    });
    let done = done.await.map_err(|panic| unwritten(&panic))?;
    done.map_err(|error| unwritten(&error))
}

/// 413 if there are more rows or cells than fit into a workbook.
fn must_fit(rows: usize, columns: usize) -> Result<(), ApiError> {
    if rows > MOST_ROWS || rows.saturating_mul(columns) > MOST_CELLS {
        return Err(ApiError::too_large(
            "These results are too many for an Excel file. Download them as CSV.",
        ));
    }
    Ok(())
}

fn unwritten(error: &dyn std::fmt::Display) -> ApiError {
    tracing::error!(%error, "an Excel file could not be written");
    ApiError::unavailable(
        "The Excel file could not be written. Your rows are safe. Try again, or download CSV.",
    )
}

/// A workbook whose rows are being written.
struct Writing {
    workbook: Workbook,
    rows: Rows,
    folder: PathBuf,
}

impl Writing {
    fn begin(folder: PathBuf, title: &str, table: Table) -> Result<Self, XlsxError> {
        let mut workbook = Workbook::new();
        workbook.set_tempdir(&folder)?;
        let properties = DocProperties::new().set_title(title);
        workbook.set_properties(&properties);
        let rows = Rows {
            formats: table.columns.iter().copied().map(number_format).collect(),
            table,
            book: SourceBook::default(),
            listings: Listings::default(),
            next: 1,
        };
        rows.head(workbook.add_worksheet_with_constant_memory()?)?;
        Ok(Self {
            workbook,
            rows,
            folder,
        })
    }

    fn with(mut self, page: Vec<TableRow>) -> Result<Self, XlsxError> {
        let sheet = self.workbook.worksheet_from_index(0)?;
        self.rows.add(sheet, page)?;
        Ok(self)
    }

    fn end(mut self) -> Result<File, XlsxError> {
        let columns = self.rows.table.columns.len();
        let last_column = u16::try_from(columns.saturating_sub(1)).unwrap_or(u16::MAX);
        let sheet = self.workbook.worksheet_from_index(0)?;
        sheet.autofilter(0, 0, self.rows.next.saturating_sub(1), last_column)?;
        self.rows.sources(self.workbook.add_worksheet())?;
        let mut file = tempfile::tempfile_in(&self.folder)?;
        self.workbook.save_to_writer(&mut file)?;
        file.rewind()?;
        Ok(file)
    }
}

/// The sheet of rows being written, and the data for the sheet of sources.
struct Rows {
    table: Table,
    formats: Vec<Format>,
    book: SourceBook,
    listings: Listings,
    next: u32,
}

impl Rows {
    fn head(&self, sheet: &mut Worksheet) -> Result<(), XlsxError> {
        sheet.set_name("Results")?;
        sheet.set_freeze_panes(1, 1)?;
        let bold = Format::new().set_bold();
        for (place, column) in (0_u16..).zip(&self.table.columns) {
            sheet.set_column_width(place, width(*column))?;
            sheet.write_string_with_format(0, place, column.head(), &bold)?;
        }
        Ok(())
    }

    fn add(&mut self, sheet: &mut Worksheet, page: Vec<TableRow>) -> Result<(), XlsxError> {
        let columns = &self.table.columns;
        for row in page {
            self.listings.note(&row.stored.place);
            let cells = self.table.cells(row, &mut self.book);
            let cells = cells.iter().zip(columns).zip(&self.formats);
            for (place, ((cell, column), format)) in (0_u16..).zip(cells) {
                match cell {
                    None | Some(Value::Null) => {}
                    Some(Value::Bool(flag)) => {
                        sheet.write_boolean(self.next, place, *flag)?;
                    }
                    Some(Value::Number(number)) => {
                        let number = number.as_f64().unwrap_or_default();
                        sheet.write_number_with_format(self.next, place, number, format)?;
                    }
                    value => {
                        let text: String = text(column.format(), value.as_ref())
                            .chars()
                            .take(MOST_CELL_CHARS)
                            .collect();
                        sheet.write_string(self.next, place, text)?;
                    }
                }
            }
            self.next += 1;
        }
        Ok(())
    }

    /// The sources of the rows and their facts, with the columns that each one provides.
    fn sources(self, sheet: &mut Worksheet) -> Result<(), XlsxError> {
        sheet.set_name("Sources")?;
        sheet.set_freeze_panes(1, 0)?;
        let bold = Format::new().set_bold();
        let heads = [
            ("Source", 48),
            ("Publisher", 32),
            ("Vintage", 14),
            ("License", 32),
            ("Credit line", 32),
            ("Columns", 80),
        ];
        for (place, (head, width)) in (0_u16..).zip(heads) {
            sheet.set_column_width(place, width)?;
            sheet.write_string_with_format(0, place, head, &bold)?;
        }
        let own = self
            .table
            .columns
            .iter()
            .filter(|column| matches!(column, TableColumn::Of(ColumnOf::Business(_))));
        let own: Vec<_> = own.map(|column| column.head()).collect();
        let listings = self.listings.all().map(|(name, terms)| {
            [
                name.to_owned(),
                String::new(),
                terms.vintage.clone().unwrap_or_default(),
                terms.licence.clone().unwrap_or_default(),
                terms.attribution.clone().unwrap_or_default(),
                own.join(", "),
            ]
        });
        let facts = self.book.finish();
        let fed_by = |id: usize| {
            let sets = &facts.source_sets;
            let feeds = |name: &str| sets.iter().any(|set| set.get(name) == Some(&id));
            let columns = self.table.columns.iter();
            let fed = columns.filter(|column| column.name().is_some_and(feeds));
            let heads: Vec<_> = fed.map(|column| column.head()).collect();
            heads.join(", ")
        };
        let tables = facts.sources.iter().map(|source| {
            [
                source.title.clone(),
                source.publisher.clone().unwrap_or_default(),
                source.vintage.clone(),
                source.licence.clone().unwrap_or_default(),
                String::new(),
                fed_by(source.id),
            ]
        });
        for (row, cells) in (1_u32..).zip(listings.chain(tables)) {
            for (place, cell) in (0_u16..).zip(cells) {
                sheet.write_string(row, place, cell)?;
            }
        }
        Ok(())
    }
}

/// Numbers are shown as on screens, but stored in full.
fn number_format(column: TableColumn) -> Format {
    let decimals = usize::from(column.format().decimals().unwrap_or_default());
    let point = if decimals > 0 { "." } else { "" };
    let usual = format!("#,##0{point}{}", "0".repeat(decimals));
    let keeps_small = usize::from(column.format().decimals_of(0.0123)) > decimals;
    Format::new().set_num_format(if keeps_small {
        format!("[=0]0;[<0.1]0.00####;{usual}")
    } else {
        usual
    })
}

/// In characters.
fn width(column: TableColumn) -> u16 {
    match (column.name(), column.format().kind()) {
        (Some("name" | "address"), _) => 36,
        (_, FieldKind::Number | FieldKind::Flag) => 14,
        _ => 22,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    // RES-03
    fn res_03_what_is_too_large_for_excel_is_refused_before_it_is_written() {
        assert!(must_fit(10_000, 200).is_ok());
        assert!(must_fit(1_048_575, 2).is_ok());
        assert!(must_fit(1_048_576, 1).is_err());
        assert!(must_fit(100_000, 150).is_err());
    }
}
