//! Writing enriched rows.

use std::io::Write;
use std::path::Path;

use csv::StringRecord;
use serde_json::{Map, Value as Json, json};

use crate::enrich::{Enriched, Entry, Value};
use crate::fields::{FIELDS, FieldSpec};

/// The output's format.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OutputFormat {
    /// A column a field.
    Csv,
    /// A feature a row.
    GeoJson,
}

impl OutputFormat {
    /// By the ending of a file's name.
    #[must_use]
    pub fn of(path: &Path) -> Option<Self> {
        match path.extension()?.to_str()?.to_ascii_lowercase().as_str() {
            "csv" => Some(Self::Csv),
            "geojson" | "json" => Some(Self::GeoJson),
            _ => None,
        }
    }
}

/// Fields that the input has as columns too keep the input's column; ours is called so.
const OURS: &str = "_enriched";

pub(super) enum Writer<W: Write> {
    Csv {
        writer: Box<csv::Writer<W>>,
        sources: bool,
        width: usize,
    },
    GeoJson {
        writer: W,
        headers: Vec<String>,
        names: Vec<String>,
        sources: bool,
        first: bool,
    },
}

impl<W: Write> Writer<W> {
    pub(super) fn new(
        format: OutputFormat,
        mut writer: W,
        headers: &StringRecord,
        sources: bool,
    ) -> std::io::Result<Self> {
        let own = |spec: &FieldSpec| {
            let taken = headers.iter().any(|header| header == spec.name);
            format!("{}{}", spec.name, if taken { OURS } else { "" })
        };
        let names: Vec<String> = FIELDS.iter().map(own).collect();
        match format {
            OutputFormat::Csv => {
                let mut writer = csv::Writer::from_writer(writer);
                for header in headers {
                    writer.write_field(header)?;
                }
                for name in &names {
                    writer.write_field(name)?;
                    if sources {
                        writer.write_field(format!("{name}_source"))?;
                        writer.write_field(format!("{name}_vintage"))?;
                    }
                }
                writer.write_record(None::<&[u8]>)?;
                let (writer, width) = (Box::new(writer), headers.len());
                Ok(Self::Csv {
                    writer,
                    sources,
                    width,
                })
            }
            OutputFormat::GeoJson => {
                writer.write_all(b"{\"type\":\"FeatureCollection\",\"features\":[")?;
                let headers = headers.iter().map(ToOwned::to_owned).collect();
                Ok(Self::GeoJson {
                    writer,
                    headers,
                    names,
                    sources,
                    first: true,
                })
            }
        }
    }

    pub(super) fn row(
        &mut self,
        record: &StringRecord,
        coordinates: Option<(f64, f64)>,
        row: &Enriched<'_>,
    ) -> std::io::Result<()> {
        match self {
            Self::Csv {
                writer,
                sources,
                width,
            } => {
                for place in 0..*width {
                    writer.write_field(record.get(place).unwrap_or_default())?;
                }
                let mut entries = row.entries().iter().peekable();
                for spec in FIELDS {
                    let entry = entries.next_if(|entry| entry.field == spec.field);
                    writer.write_field(entry.map(cell).unwrap_or_default())?;
                    if *sources {
                        writer.write_field(&*entry.map(|e| e.source.name()).unwrap_or_default())?;
                        writer
                            .write_field(&*entry.map(|e| e.source.vintage()).unwrap_or_default())?;
                    }
                }
                writer.write_record(None::<&[u8]>)?;
                Ok(())
            }
            Self::GeoJson {
                writer,
                headers,
                names,
                sources,
                first,
            } => {
                let mut properties = Map::new();
                for (header, cell) in headers.iter().zip(record) {
                    properties.insert(header.clone(), cell.into());
                }
                for entry in row.entries() {
                    let name = &names[entry.field as usize];
                    let fact = entry.fact();
                    properties.insert(name.clone(), json!(fact.value));
                    if *sources {
                        properties.insert(format!("{name}_source"), fact.source.table.into());
                        properties.insert(format!("{name}_vintage"), fact.source.vintage.into());
                    }
                }
                let geometry = coordinates.map_or(Json::Null, |(latitude, longitude)| {
                    json!({"type": "Point", "coordinates": [longitude, latitude]})
                });
                let feature =
                    json!({"type": "Feature", "geometry": geometry, "properties": properties});
                writer.write_all(if *first { b"\n" } else { b",\n" })?;
                *first = false;
                serde_json::to_writer(&mut *writer, &feature)?;
                Ok(())
            }
        }
    }

    pub(super) fn finish(self) -> std::io::Result<W> {
        match self {
            Self::Csv { writer, .. } => writer.into_inner().map_err(|error| error.into_error()),
            Self::GeoJson { mut writer, .. } => {
                writer.write_all(b"\n]}\n")?;
                Ok(writer)
            }
        }
    }
}

/// A cell of a CSV file; lists as JSON.
fn cell(entry: &Entry<'_>) -> String {
    match &entry.value {
        Value::Bool(flag) => flag.to_string(),
        Value::Number(number) => number.to_string(),
        Value::Text(text) => text.clone().into_owned(),
        Value::Competitors(list) => json!(list).to_string(),
        Value::Factors(list) => json!(list).to_string(),
    }
}
