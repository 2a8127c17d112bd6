//! CSV that spreadsheets may open without harm: a listing's cells are other people's words.

use std::io::Write;

use csv::StringRecord;
use formula_escaping::escaped;

use super::columns::{OutputColumns, RowWriter, source_column, vintage_column};
use crate::fields::FIELDS;
use crate::row::Enriched;

pub(super) struct Csv<W: Write> {
    writer: csv::Writer<W>,
    sources: bool,
    width: usize,
}

impl<W: Write> Csv<W> {
    pub(super) fn new(to: W, columns: &OutputColumns) -> std::io::Result<Self> {
        let mut writer = csv::Writer::from_writer(to);
        for header in &columns.input {
            writer.write_field(&*escaped(header))?;
        }
        for name in &columns.fields {
            writer.write_field(name)?;
            if columns.sources {
                writer.write_field(source_column(name))?;
                writer.write_field(vintage_column(name))?;
            }
        }
        writer.write_record(None::<&[u8]>)?;
        Ok(Self {
            writer,
            sources: columns.sources,
            width: columns.input.len(),
        })
    }
}

impl<W: Write> RowWriter<W> for Csv<W> {
    fn row(
        &mut self,
        record: &StringRecord,
        _: Option<(f64, f64)>,
        row: &Enriched<'_>,
    ) -> std::io::Result<()> {
        let writer = &mut self.writer;
        for place in 0..self.width {
            writer.write_field(&*escaped(record.get(place).unwrap_or_default()))?;
        }
        let mut entries = row.entries().iter().peekable();
        for spec in FIELDS {
            let entry = entries.next_if(|entry| entry.field == spec.field);
            let mut cell = |text: &str| writer.write_field(&*escaped(text));
            cell(&entry.map(|e| e.fact().to_string()).unwrap_or_default())?;
            if self.sources {
                cell(&entry.map(|e| e.source.name()).unwrap_or_default())?;
                cell(&entry.map(|e| e.source.vintage()).unwrap_or_default())?;
            }
        }
        writer.write_record(None::<&[u8]>)?;
        Ok(())
    }

    fn finish(self: Box<Self>) -> std::io::Result<W> {
        self.writer
            .into_inner()
            .map_err(csv::IntoInnerError::into_error)
    }
}
