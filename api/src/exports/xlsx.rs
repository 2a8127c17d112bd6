//! As an Excel workbook: numbers as numbers, texts never as formulas, and a sheet with the sources.
//!
//! A workbook is a ZIP archive whose parts name each other, so it cannot be streamed while rows are read. It
//! is written, row by row, to a file that no directory names, and sent from there.

use std::fs::File;
use std::io::{self, Seek as _};
use std::path::Path;
use std::pin::pin;

use axum::body::Body;
use enrichment::fields::{ColumnOf, FieldKind, Format as FieldFormat};
use futures::{Stream, TryStreamExt as _};
use projections::jobs::Job;
use rust_xlsxwriter::{DocProperties, Format, Workbook, Worksheet, XlsxError};
use serde_json::{Map, Value};
use tokio::sync::mpsc;
use tokio_util::io::ReaderStream;

use super::about::About;
use super::cell::{text, unit};
use super::filled::{filled_columns, value_of};
use super::listings::Listings;
use crate::http::error::ApiError;
use crate::sessions::row::StoredRow;
use crate::sessions::rows::pages;
use crate::sessions::sources::SourceBook;
use crate::state::AppState;

/// Cells of a workbook: the files that it is written to stay below 200 MB.
const MOST_CELLS: usize = 3_000_000;

/// Rows of a sheet below its head, as Excel has it.
const MOST_ROWS: usize = 1_048_575;

/// Characters of a cell, as Excel has it.
const MOST_CELL_CHARS: usize = 32_767;

/// Pages of rows that wait for the writer.
const PAGES_AHEAD: usize = 2;

/// What the writer is handed.
enum Part {
    Rows(Vec<SheetRow>),
    /// All rows were read. Without it nobody waits for the workbook any more.
    End,
}

/// A row of the sheet: a business, and what stands in columns that are none of a business's.
pub(super) struct SheetRow {
    pub(super) stored: StoredRow,
    pub(super) more: Map<String, Value>,
}

/// A column of the sheet.
#[derive(Debug, Clone, Copy)]
pub(super) enum SheetColumn {
    /// Of a business.
    Of(ColumnOf),
    /// Texts: their key and their head.
    More(&'static str, &'static str),
}

impl SheetColumn {
    fn name(self) -> &'static str {
        match self {
            Self::Of(of) => of.name(),
            Self::More(name, _) => name,
        }
    }

    fn label(self) -> &'static str {
        match self {
            Self::Of(of) => of.label(),
            Self::More(_, label) => label,
        }
    }

    fn format(self) -> FieldFormat {
        match self {
            Self::Of(of) => of.format(),
            Self::More(..) => FieldFormat::Text,
        }
    }
}

/// A job's rows as a workbook. They are read twice: first for the columns that any of them fills.
pub(crate) async fn workbook(state: &AppState, job: &Job) -> Result<Body, ApiError> {
    let rows = || pages(state.clone(), job.clone(), 0..job.delivered, true);
    let columns = filled_columns(rows()).await?.into_iter();
    let columns = columns.map(SheetColumn::Of).collect();
    let rows = rows().map_ok(|page| {
        let page = page.into_iter();
        page.map(|stored| SheetRow {
            stored,
            more: Map::new(),
        })
        .collect()
    });
    let about = About::of(job);
    write_out(state, about.title, job.delivered as usize, columns, rows).await
}

/// A workbook of `count` rows.
pub(super) async fn write_out(
    state: &AppState,
    title: String,
    count: usize,
    columns: Vec<SheetColumn>,
    pages: impl Stream<Item = Result<Vec<SheetRow>, ApiError>>,
) -> Result<Body, ApiError> {
    let workbooks = &state.services.workbooks;
    let room = workbooks.room()?;
    let folder = workbooks.folder().to_owned();
    must_fit(count, columns.len())?;
    let (parts, received) = mpsc::channel(PAGES_AHEAD);
    let writing = tokio::task::spawn_blocking(move || {
        let file = write(&folder, &title, &columns, received);
        // Whoever downloads slowly keeps nobody else from writing.
        drop(room);
        file
    });
    let mut pages = pin!(pages);
    while let Some(rows) = pages.try_next().await? {
        // A writer that has failed says so itself.
        if parts.send(Part::Rows(rows)).await.is_err() {
            break;
        }
    }
    parts.send(Part::End).await.ok();
    let written = writing.await.map_err(|panic| unwritten(&panic))?;
    let file = written.map_err(|error| unwritten(&error))?;
    let chunks = ReaderStream::new(tokio::fs::File::from_std(file));
    Ok(Body::from_stream(chunks))
}

/// 413 where there are more rows or cells than a workbook takes.
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

fn write(
    folder: &Path,
    title: &str,
    columns: &[SheetColumn],
    mut parts: mpsc::Receiver<Part>,
) -> Result<File, XlsxError> {
    let mut workbook = Workbook::new();
    workbook.set_tempdir(folder)?;
    let properties = DocProperties::new().set_title(title);
    workbook.set_properties(&properties);
    let mut rows = Rows {
        columns,
        formats: columns.iter().map(|of| number_format(*of)).collect(),
        book: SourceBook::default(),
        listings: Listings::default(),
        next: 1,
    };
    let sheet = workbook.add_worksheet_with_constant_memory()?;
    rows.head(sheet)?;
    loop {
        match parts.blocking_recv() {
            Some(Part::Rows(page)) => rows.add(sheet, page)?,
            Some(Part::End) => break,
            None => return Err(io::Error::other("nobody waits for it any more").into()),
        }
    }
    let last_column = u16::try_from(columns.len().saturating_sub(1)).unwrap_or(u16::MAX);
    sheet.autofilter(0, 0, rows.next.saturating_sub(1), last_column)?;
    let sources = workbook.add_worksheet();
    rows.sources(sources)?;
    let mut file = tempfile::tempfile_in(folder)?;
    workbook.save_to_writer(&mut file)?;
    file.rewind()?;
    Ok(file)
}

/// The sheet of the rows while it is written, and what the sheet of the sources needs.
struct Rows<'a> {
    columns: &'a [SheetColumn],
    formats: Vec<Format>,
    book: SourceBook,
    listings: Listings,
    next: u32,
}

impl Rows<'_> {
    fn head(&self, sheet: &mut Worksheet) -> Result<(), XlsxError> {
        sheet.set_name("Results")?;
        sheet.set_freeze_panes(1, 1)?;
        let bold = Format::new().set_bold();
        for (place, of) in (0_u16..).zip(self.columns) {
            let label = of.label();
            let head = match unit(of.format()) {
                Some(unit) => format!("{label} ({unit})"),
                None => label.to_owned(),
            };
            sheet.set_column_width(place, width(*of))?;
            sheet.write_string_with_format(0, place, head, &bold)?;
        }
        Ok(())
    }

    fn add(&mut self, sheet: &mut Worksheet, page: Vec<SheetRow>) -> Result<(), XlsxError> {
        for SheetRow { stored, more } in page {
            self.listings.note(&stored.place);
            let row = value_of(stored, &mut self.book);
            for ((place, of), format) in (0_u16..).zip(self.columns).zip(&self.formats) {
                match more.get(of.name()).or_else(|| row.get(of.name())) {
                    None | Some(Value::Null) => {}
                    Some(Value::Bool(flag)) => {
                        sheet.write_boolean(self.next, place, *flag)?;
                    }
                    Some(Value::Number(number)) => {
                        let number = number.as_f64().unwrap_or_default();
                        sheet.write_number_with_format(self.next, place, number, format)?;
                    }
                    value => {
                        let text: String = text(of.format(), value)
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

    /// What the rows and their facts come from, and which columns each source feeds.
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
            .columns
            .iter()
            .filter(|of| matches!(of, SheetColumn::Of(ColumnOf::Business(_))));
        let own: Vec<&str> = own.map(|of| of.label()).collect();
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
            let fed = |of: &&SheetColumn| {
                let sets = &facts.source_sets;
                sets.iter().any(|set| set.get(of.name()) == Some(&id))
            };
            let labels: Vec<&str> = self
                .columns
                .iter()
                .filter(fed)
                .map(|of| of.label())
                .collect();
            labels.join(", ")
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

/// Numbers as screens show them; they are stored whole.
fn number_format(of: SheetColumn) -> Format {
    let decimals = usize::from(of.format().decimals().unwrap_or_default());
    let point = if decimals > 0 { "." } else { "" };
    Format::new().set_num_format(format!("#,##0{point}{}", "0".repeat(decimals)))
}

/// In characters.
fn width(of: SheetColumn) -> u16 {
    match (of.name(), of.format().kind()) {
        ("name" | "address", _) => 36,
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
