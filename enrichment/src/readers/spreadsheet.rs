//! Spreadsheets: the first sheet's cells as a table of text, starting at the line with the column names.

use std::io::Cursor;

use calamine::{Data, Reader as _};

use super::laus;
use super::reading::{FileName, ReadError, Reading};
use super::recognise::{is_known, read_text};
use super::sheet::Sheet;

/// The most lines of title and notes that publishers put above the column names.
const MOST_LINES_ABOVE: usize = 15;

/// Reads a table from a spreadsheet (.xlsx, .xls).
pub(crate) fn read(bytes: &[u8], name: FileName<'_>) -> Result<Reading, ReadError> {
    let broken = |error: &dyn std::fmt::Display| ReadError::Broken(error.to_string());
    let mut book =
        calamine::open_workbook_auto_from_rs(Cursor::new(bytes)).map_err(|e| broken(&e))?;
    let first = book.worksheet_range_at(0);
    let cells = first
        .ok_or_else(|| ReadError::Broken("it has no sheet".to_owned()))?
        .map_err(|e| broken(&e))?;
    let rows: Vec<Vec<String>> = cells
        .rows()
        .map(|row| row.iter().map(text).collect())
        .collect();
    let lines = |from: usize, delimiter: &str| -> String {
        rows[from..]
            .iter()
            .map(|row| row.join(delimiter) + "\n")
            .collect()
    };
    // LAUS spreads its column names over three lines; its rows identify it.
    if rows
        .iter()
        .take(MOST_LINES_ABOVE)
        .any(|row| laus::is_row(row))
    {
        return laus::read_fixed_width(lines(0, " ").as_bytes(), name);
    }
    for (from, row) in rows.iter().enumerate().take(MOST_LINES_ABOVE) {
        let header = row.join("\t");
        let is_table = Sheet::open(header.as_bytes()).is_ok_and(|sheet| is_known(&sheet));
        if is_table {
            return read_text(lines(from, "\t").as_bytes(), name);
        }
    }
    Err(ReadError::NotRecognised)
}

/// A cell on one line, as in a text file.
fn text(cell: &Data) -> String {
    let text = cell.to_string();
    let words: Vec<&str> = text.split_whitespace().collect();
    words.join(" ").replace('"', "'")
}
