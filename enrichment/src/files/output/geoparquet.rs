//! GeoParquet 1.1: the input's columns as text, one typed column per field, the points as WKB.

use std::collections::HashSet;
use std::io::{Error, Write};
use std::sync::Arc;

use arrow_array::builder::{BinaryBuilder, BooleanBuilder, Float64Builder, StringBuilder};
use arrow_array::{ArrayRef, RecordBatch};
use csv::StringRecord;
use parquet::arrow::ArrowWriter;
use parquet::basic::{Compression, ZstdLevel};
use parquet::file::metadata::KeyValue;
use parquet::file::properties::WriterProperties;
use serde_json::json;

use super::columns::{OutputColumns, RowWriter, sources_of};
use crate::fact::FactValue;
use crate::fields::{FIELDS, FieldKind};
use crate::row::{Enriched, Entry};

/// Rows gathered before they are encoded.
const BATCH: usize = 8192;
const GEOMETRY: &str = "geometry";
/// The header of a point in little-endian WKB.
const WKB_POINT: [u8; 5] = [1, 1, 0, 0, 0];

pub(super) struct GeoParquet<W: Write + Send> {
    writer: ArrowWriter<W>,
    names: Vec<String>,
    input: Vec<StringBuilder>,
    fields: Vec<Column>,
    sources: Option<StringBuilder>,
    geometry: BinaryBuilder,
    gathered: usize,
}

/// A field's column, with those of its source.
struct Column {
    values: Values,
    sources: Option<(StringBuilder, StringBuilder)>,
}

enum Values {
    Number(Float64Builder),
    Flag(BooleanBuilder),
    Text(StringBuilder),
}

impl Column {
    fn new(kind: FieldKind, sources: bool) -> Self {
        Self {
            values: match kind {
                FieldKind::Number => Values::Number(Float64Builder::new()),
                FieldKind::Flag => Values::Flag(BooleanBuilder::new()),
                _ => Values::Text(StringBuilder::new()),
            },
            sources: sources.then(Default::default),
        }
    }

    fn push(&mut self, entry: Option<&Entry<'_>>) {
        let value = entry.map(Entry::fact);
        match &mut self.values {
            Values::Number(column) => column.append_option(match value {
                Some(FactValue::Number(number)) => Some(number),
                _ => None,
            }),
            Values::Flag(column) => column.append_option(match value {
                Some(FactValue::Bool(flag)) => Some(flag),
                _ => None,
            }),
            Values::Text(column) => column.append_option(value.map(|value| value.to_string())),
        }
        if let Some((source, vintage)) = &mut self.sources {
            source.append_option(entry.map(|entry| entry.source.name()));
            vintage.append_option(entry.map(|entry| entry.source.vintage()));
        }
    }

    fn finish(&mut self) -> impl Iterator<Item = ArrayRef> {
        let values: ArrayRef = match &mut self.values {
            Values::Number(column) => Arc::new(column.finish()),
            Values::Flag(column) => Arc::new(column.finish()),
            Values::Text(column) => Arc::new(column.finish()),
        };
        let sources = self.sources.as_mut().map(|(source, vintage)| {
            let each: [ArrayRef; 2] = [Arc::new(source.finish()), Arc::new(vintage.finish())];
            each
        });
        std::iter::once(values).chain(sources.into_iter().flatten())
    }
}

impl<W: Write + Send> GeoParquet<W> {
    pub(super) fn new(to: W, columns: OutputColumns) -> std::io::Result<Self> {
        let mut names = columns.input;
        let mut input: Vec<StringBuilder> = Vec::new();
        input.resize_with(names.len(), StringBuilder::new);
        let kinds = FIELDS.iter().map(|spec| spec.kind());
        let mut fields = Vec::with_capacity(FIELDS.len());
        for (kind, of_field) in kinds.zip(columns.fields) {
            fields.push(Column::new(kind, of_field.source.is_some()));
            names.push(of_field.value);
            names.extend(of_field.source.into_iter().flatten());
        }
        let mut sources = columns.sources.is_some().then(StringBuilder::new);
        names.extend(columns.sources);
        names.push(GEOMETRY.to_owned());
        let names = distinct(names);
        let mut geometry = BinaryBuilder::new();
        let empty = batch(&names, &mut input, &mut fields, &mut sources, &mut geometry)?;
        let about = json!({
            "version": "1.1.0",
            "primary_column": names.last(),
            "columns": {names.last().map(String::as_str).unwrap_or(GEOMETRY): {
                "encoding": "WKB", "geometry_types": ["Point"]
            }},
        });
        let properties = WriterProperties::builder()
            .set_compression(Compression::ZSTD(ZstdLevel::default()))
            .set_key_value_metadata(Some(vec![KeyValue::new("geo".into(), about.to_string())]))
            .build();
        let writer = ArrowWriter::try_new(to, empty.schema(), Some(properties));
        Ok(Self {
            writer: writer.map_err(Error::other)?,
            names,
            input,
            fields,
            sources,
            geometry,
            gathered: 0,
        })
    }

    fn write(&mut self) -> std::io::Result<()> {
        let batch = batch(
            &self.names,
            &mut self.input,
            &mut self.fields,
            &mut self.sources,
            &mut self.geometry,
        )?;
        self.gathered = 0;
        self.writer.write(&batch).map_err(Error::other)
    }
}

impl<W: Write + Send> RowWriter<W> for GeoParquet<W> {
    fn row(
        &mut self,
        record: &StringRecord,
        coordinates: Option<(f64, f64)>,
        row: &Enriched<'_>,
    ) -> std::io::Result<()> {
        for (place, column) in self.input.iter_mut().enumerate() {
            column.append_option(record.get(place));
        }
        let mut entries = row.entries().iter().peekable();
        for (spec, column) in FIELDS.iter().zip(&mut self.fields) {
            column.push(entries.next_if(|entry| entry.field == spec.field));
        }
        if let Some(column) = &mut self.sources {
            column.append_option(sources_of(row));
        }
        self.geometry.append_option(coordinates.map(wkb));
        self.gathered += 1;
        if self.gathered >= BATCH {
            self.write()?;
        }
        Ok(())
    }

    fn finish(mut self: Box<Self>) -> std::io::Result<W> {
        if self.gathered > 0 {
            self.write()?;
        }
        self.writer.into_inner().map_err(Error::other)
    }
}

fn batch(
    names: &[String],
    input: &mut [StringBuilder],
    fields: &mut [Column],
    sources: &mut Option<StringBuilder>,
    geometry: &mut BinaryBuilder,
) -> std::io::Result<RecordBatch> {
    let input = input
        .iter_mut()
        .map(|column| Arc::new(column.finish()) as ArrayRef);
    let fields = fields.iter_mut().flat_map(Column::finish);
    let sources = sources.as_mut();
    let sources = sources.map(|column| Arc::new(column.finish()) as ArrayRef);
    let points: ArrayRef = Arc::new(geometry.finish());
    let columns = input.chain(fields).chain(sources).chain([points]);
    let named = names
        .iter()
        .zip(columns)
        .map(|(name, column)| (name, column, true));
    RecordBatch::try_from_iter_with_nullable(named).map_err(Error::other)
}

/// Makes names distinct by numbering repeated ones, because readers find columns by name.
fn distinct(names: Vec<String>) -> Vec<String> {
    let mut seen = HashSet::new();
    let number = |name: String| {
        let mut numbered = name.clone();
        let mut count = 1;
        while !seen.insert(numbered.clone()) {
            count += 1;
            numbered = format!("{name}_{count}");
        }
        numbered
    };
    names.into_iter().map(number).collect()
}

fn wkb((latitude, longitude): (f64, f64)) -> Vec<u8> {
    let mut point = WKB_POINT.to_vec();
    point.extend(longitude.to_le_bytes());
    point.extend(latitude.to_le_bytes());
    point
}
