//! As a table that spreadsheets open, with the source and vintage of each fact beside it.

use crate::http::csv_writer::csv_text;
use crate::sessions::facts::{fact_cells, fact_columns};
use crate::sessions::row::{ResultRow, StoredRow};
use crate::sessions::rows::Writer;

/// Tells spreadsheets that the file is UTF-8.
const BYTE_ORDER_MARK: &str = "\u{feff}";

/// Enriched sessions have the facts in columns of their own.
pub(crate) struct CsvRows {
    pub(crate) enriched: bool,
}

impl Writer for CsvRows {
    fn head(&mut self) -> String {
        head(columns(self.enriched))
    }

    fn page(&mut self, rows: Vec<StoredRow>) -> String {
        let enriched = self.enriched;
        csv_text(rows.into_iter().map(|stored| cells(stored, enriched)))
    }

    fn tail(self) -> String {
        String::new()
    }
}

/// The line of the columns.
pub(super) fn head(columns: Vec<String>) -> String {
    format!("{BYTE_ORDER_MARK}{}", csv_text([columns]))
}

/// The columns of a business, and those of its facts.
pub(super) fn columns(enriched: bool) -> Vec<String> {
    let mut columns: Vec<String> = ResultRow::columns().map(str::to_owned).collect();
    if enriched {
        columns.extend(fact_columns());
    }
    columns
}

/// What stands in them.
pub(super) fn cells(stored: StoredRow, enriched: bool) -> Vec<String> {
    let known = stored.known;
    let geocoded = known.as_ref().and_then(|known| known.geocoded.clone());
    let row = ResultRow::of_place(stored.row_idx, stored.place, geocoded);
    let mut cells = row.cells();
    if enriched {
        cells.extend(fact_cells(known.as_ref()));
    }
    cells
}
