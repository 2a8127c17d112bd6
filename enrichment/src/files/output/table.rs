//! CSV that is safe to open in spreadsheets: a listing's cells are written by strangers.
//!
//! Which fields need a column is known only after all rows; until then they are kept in an unnamed temporary
//! file.

use std::fs::File;
use std::io::{BufReader, BufWriter, Error, Seek as _, Write};

use csv::{ByteRecord, ReaderBuilder, StringRecord, Writer};
use formula_escaping::escaped;

use super::columns::{OutputColumns, RowWriter, sources_of};
use crate::fields::FIELDS;
use crate::row::Enriched;

pub(super) struct Csv<W: Write> {
    to: W,
    columns: OutputColumns,
    rows: Writer<BufWriter<File>>,
    /// Which columns have a nonempty cell; the input's columns all stay.
    filled: Vec<bool>,
    cells: StringRecord,
}

impl<W: Write> Csv<W> {
    pub(super) fn new(to: W, columns: OutputColumns) -> std::io::Result<Self> {
        let rows = BufWriter::new(tempfile::tempfile()?);
        Ok(Self {
            to,
            filled: vec![true; columns.input.len()],
            columns,
            rows: Writer::from_writer(rows),
            cells: StringRecord::new(),
        })
    }

    fn heads(&self) -> impl Iterator<Item = &str> {
        let fields = self.columns.fields.iter();
        let fields = fields
            .flat_map(|field| std::iter::once(&field.value).chain(field.source.iter().flatten()));
        let input = self.columns.input.iter();
        let all = input.chain(fields).chain(&self.columns.sources);
        all.map(String::as_str)
    }
}

impl<W: Write> RowWriter<W> for Csv<W> {
    fn row(
        &mut self,
        record: &StringRecord,
        _: Option<(f64, f64)>,
        row: &Enriched<'_>,
    ) -> std::io::Result<()> {
        let cells = &mut self.cells;
        cells.clear();
        let mut push = |text: &str| cells.push_field(&escaped(text));
        for place in 0..self.columns.input.len() {
            push(record.get(place).unwrap_or_default());
        }
        let mut entries = row.entries().iter().peekable();
        for (spec, columns) in FIELDS.iter().zip(&self.columns.fields) {
            let entry = entries.next_if(|entry| entry.field == spec.field);
            push(&entry.map(|e| e.fact().to_string()).unwrap_or_default());
            if columns.source.is_some() {
                push(&entry.map(|e| e.source.name()).unwrap_or_default());
                push(&entry.map(|e| e.source.vintage()).unwrap_or_default());
            }
        }
        if self.columns.sources.is_some() {
            push(&sources_of(row).unwrap_or_default());
        }
        self.filled.resize(cells.len(), false);
        for (filled, cell) in self.filled.iter_mut().zip(cells.iter()) {
            *filled |= !cell.is_empty();
        }
        Ok(self.rows.write_record(&self.cells)?)
    }

    fn finish(self: Box<Self>) -> std::io::Result<W> {
        let kept: Vec<String> = (self.heads().zip(&self.filled))
            .filter(|(_, filled)| **filled)
            .map(|(head, _)| escaped(head).into_owned())
            .collect();
        let mut out = Writer::from_writer(self.to);
        out.write_record(&kept)?;
        let rows = self
            .rows
            .into_inner()
            .map_err(csv::IntoInnerError::into_error)?;
        let mut rows = rows.into_inner().map_err(Error::from)?;
        rows.rewind()?;
        let mut rows = ReaderBuilder::new()
            .has_headers(false)
            .from_reader(BufReader::new(rows));
        let mut row = ByteRecord::new();
        while rows.read_byte_record(&mut row)? {
            let cells = row.iter().zip(&self.filled);
            out.write_record(cells.filter(|(_, filled)| **filled).map(|(cell, _)| cell))?;
        }
        out.into_inner().map_err(csv::IntoInnerError::into_error)
    }
}
