//! How results are printed: as a table for people, as CSV or JSON for programs.

use api::http::csv_writer::csv_text;
use clap::ValueEnum;
use comfy_table::presets::NOTHING;
use comfy_table::{CellAlignment, ContentArrangement, Table};
use serde_json::{Map, Value};

use super::terminal::say;

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Format {
    /// A table for people
    Table,
    /// For spreadsheets
    Csv,
    /// For programs: an array of objects
    Json,
}

/// Rows under named columns.
pub(super) struct Report<'a> {
    pub(super) columns: &'a [&'a str],
    /// The columns that hold numbers.
    pub(super) numbers: &'a [&'a str],
    pub(super) rows: Vec<Vec<String>>,
    /// Printed if there are no rows.
    pub(super) empty: &'a str,
}

impl Report<'_> {
    pub(super) fn print(&self, format: Format) {
        match format {
            Format::Table if self.rows.is_empty() => say(self.empty),
            Format::Table => say(self.table()),
            Format::Csv => {
                let head = self.columns.iter().map(|&name| name.to_owned()).collect();
                let rows = std::iter::once(&head).chain(&self.rows);
                say(csv_text(rows).trim_end());
            }
            Format::Json => say(serde_json::to_string_pretty(&self.objects())
                .expect("strings and numbers: always JSON")),
        }
    }

    fn table(&self) -> Table {
        let mut table = Table::new();
        table
            .load_style(NOTHING)
            .set_content_arrangement(ContentArrangement::Disabled)
            .set_header(self.columns)
            .add_rows(&self.rows);
        for (index, column) in table.column_iter_mut().enumerate() {
            if self.is_number(index) {
                column.set_cell_alignment(CellAlignment::Right);
            }
        }
        table
    }

    fn objects(&self) -> Vec<Value> {
        self.rows
            .iter()
            .map(|row| {
                let members = row.iter().enumerate().map(|(index, cell)| {
                    let number = cell.parse::<i64>().ok().filter(|_| self.is_number(index));
                    let value = match number {
                        Some(number) => Value::from(number),
                        None if cell.is_empty() => Value::Null,
                        None => Value::from(cell.as_str()),
                    };
                    (self.columns[index].to_owned(), value)
                });
                Value::Object(members.collect::<Map<_, _>>())
            })
            .collect()
    }

    fn is_number(&self, column: usize) -> bool {
        self.numbers.contains(&self.columns[column])
    }
}
