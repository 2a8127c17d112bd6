//! GeoJSON (RFC 7946).

use std::io::Write;

use csv::StringRecord;
use serde_json::{Map, Value as Json, json};

use super::columns::{OutputColumns, RowWriter, sources_of};
use crate::row::Enriched;

pub(super) struct GeoJson<W> {
    writer: W,
    columns: OutputColumns,
    first: bool,
}

impl<W: Write> GeoJson<W> {
    pub(super) fn new(mut writer: W, columns: OutputColumns) -> std::io::Result<Self> {
        writer.write_all(b"{\"type\":\"FeatureCollection\",\"features\":[")?;
        Ok(Self {
            writer,
            columns,
            first: true,
        })
    }
}

impl<W: Write> RowWriter<W> for GeoJson<W> {
    fn row(
        &mut self,
        record: &StringRecord,
        coordinates: Option<(f64, f64)>,
        row: &Enriched<'_>,
    ) -> std::io::Result<()> {
        let mut properties = Map::new();
        for (header, cell) in self.columns.input.iter().zip(record) {
            properties.insert(header.clone(), cell.into());
        }
        for entry in row.entries() {
            let columns = &self.columns.fields[entry.field as usize];
            properties.insert(columns.value.clone(), json!(entry.fact()));
            if let Some([source, vintage]) = &columns.source {
                properties.insert(source.clone(), entry.source.name().into());
                properties.insert(vintage.clone(), entry.source.vintage().into());
            }
        }
        if let Some(name) = &self.columns.sources {
            let sources = sources_of(row);
            properties.extend(sources.map(|sources| (name.clone(), sources.into())));
        }
        let geometry = coordinates.map_or(
            Json::Null,
            |(latitude, longitude)| json!({"type": "Point", "coordinates": [longitude, latitude]}),
        );
        let feature = json!({"type": "Feature", "geometry": geometry, "properties": properties});
        self.writer
            .write_all(if self.first { b"\n" } else { b",\n" })?;
        self.first = false;
        serde_json::to_writer(&mut self.writer, &feature)?;
        Ok(())
    }

    fn finish(mut self: Box<Self>) -> std::io::Result<W> {
        self.writer.write_all(b"\n]}\n")?;
        Ok(self.writer)
    }
}
