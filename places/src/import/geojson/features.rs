//! Reads features one by one, with only one in memory.
//!
//! The `geojson` crate's own reader takes the first `[` of the file as the list of features, and so fails on
//! a `bbox` or `crs` before it; this one follows the structure.

use std::fmt;
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};

use serde::Deserialize;
use serde::de::{DeserializeSeed, Error as _, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Value};

use crate::import::error::ImportError;
use crate::import::format::Format;
use crate::import::listing::rows::{Meter, Metered, is_too_long};
use crate::outline::{Corner, largest};

/// The longest feature accepted, in bytes.
const LONGEST_FEATURE: u64 = 16 << 20;

const BUFFER: usize = 1 << 16;

/// The deepest nesting of collections that is read.
const DEEPEST_COLLECTION: usize = 8;

#[derive(Debug, Default, Deserialize)]
pub(super) struct Feature {
    #[serde(default)]
    pub(super) id: Option<Value>,
    #[serde(default)]
    geometry: Option<Value>,
    #[serde(default, deserialize_with = "or_empty")]
    pub(super) properties: Map<String, Value>,
}

fn or_empty<'de, D: serde::Deserializer<'de>>(from: D) -> Result<Map<String, Value>, D::Error> {
    Ok(Option::deserialize(from)?.unwrap_or_default())
}

impl Feature {
    /// Latitude and longitude of a point, or of the middle of another shape's box.
    pub(super) fn centre(&self) -> Option<(f64, f64)> {
        let mut bounds = Bounds::default();
        bounds.take_geometry(self.geometry.as_ref()?, 0);
        bounds.middle()
    }

    /// The outline of a polygon, or of the largest of several.
    pub(super) fn outline(&self) -> Vec<Corner> {
        let mut rings = Vec::new();
        if let Some(geometry) = &self.geometry {
            outer_rings(geometry, 0, &mut rings);
        }
        largest(rings)
    }
}

/// The outer rings of polygons.
fn outer_rings(geometry: &Value, depth: usize, rings: &mut Vec<Vec<Corner>>) {
    let coordinates = geometry.get("coordinates").and_then(Value::as_array);
    let coordinates = coordinates.map_or(&[][..], Vec::as_slice);
    match geometry.get("type").and_then(Value::as_str) {
        Some("Polygon") => rings.extend(coordinates.first().and_then(ring)),
        Some("MultiPolygon") => {
            let outer = coordinates.iter().filter_map(|polygon| polygon.get(0));
            rings.extend(outer.filter_map(ring));
        }
        Some("GeometryCollection") if depth < DEEPEST_COLLECTION => {
            let parts = geometry.get("geometries").and_then(Value::as_array);
            for part in parts.into_iter().flatten() {
                outer_rings(part, depth + 1, rings);
            }
        }
        _ => {}
    }
}

fn ring(positions: &Value) -> Option<Vec<Corner>> {
    let corner = |position: &Value| Some([position.get(1)?.as_f64()?, position.get(0)?.as_f64()?]);
    positions.as_array()?.iter().map(corner).collect()
}

/// The box around positions.
#[derive(Default)]
struct Bounds(Option<[f64; 4]>);

impl Bounds {
    fn take_geometry(&mut self, geometry: &Value, depth: usize) {
        if let Some(coordinates) = geometry.get("coordinates") {
            self.take(coordinates);
        }
        let parts = geometry.get("geometries").and_then(Value::as_array);
        // Collections may be nested; deep nesting is an attack.
        for part in parts
            .into_iter()
            .flatten()
            .filter(|_| depth < DEEPEST_COLLECTION)
        {
            self.take_geometry(part, depth + 1);
        }
    }

    fn take(&mut self, coordinates: &Value) {
        let Some(list) = coordinates.as_array() else {
            return;
        };
        match list.as_slice() {
            [Value::Number(x), Value::Number(y), ..] => {
                if let (Some(x), Some(y)) = (x.as_f64(), y.as_f64()) {
                    let [west, south, east, north] = self.0.unwrap_or([x, y, x, y]);
                    self.0 = Some([west.min(x), south.min(y), east.max(x), north.max(y)]);
                }
            }
            parts => parts.iter().for_each(|part| self.take(part)),
        }
    }

    fn middle(&self) -> Option<(f64, f64)> {
        let [west, south, east, north] = self.0?;
        Some((f64::midpoint(south, north), f64::midpoint(west, east)))
    }
}

/// Takes a feature; `false` ends the reading.
pub(super) type Take<'a> = &'a mut dyn FnMut(Feature) -> Result<bool, ImportError>;

pub(super) struct FeatureReader {
    path: PathBuf,
    meter: Meter,
    reader: BufReader<Metered>,
}

impl FeatureReader {
    pub(super) fn open(path: &Path, meter: &Meter) -> Result<Self, ImportError> {
        let file = File::open(path).map_err(|error| ImportError::Unreadable {
            file: path.to_owned(),
            reason: error.to_string(),
        })?;
        Ok(Self {
            path: path.to_owned(),
            meter: meter.clone(),
            reader: BufReader::with_capacity(BUFFER, meter.measure(file)),
        })
    }

    /// Passes every feature to `take`.
    pub(super) fn each(mut self, take: Take<'_>) -> Result<(), ImportError> {
        let mut state = State {
            meter: self.meter.clone(),
            take,
            features: 0,
            ended: false,
            refused: None,
        };
        while !state.ended && self.skip_space(state.features)? {
            state.allow();
            let mut json = serde_json::Deserializer::from_reader(&mut self.reader);
            let read = Document(&mut state).deserialize(&mut json);
            if let Some(error) = state.refused.take() {
                return Err(error);
            }
            if let Err(error) = read
                && !state.ended
            {
                return Err(self.damaged(error, state.features));
            }
        }
        Ok(())
    }

    /// Moves to the next document; `false` at the end.
    fn skip_space(&mut self, features: u64) -> Result<bool, ImportError> {
        self.meter.allow(LONGEST_FEATURE);
        loop {
            let buffer = match self.reader.fill_buf() {
                Ok(buffer) => buffer,
                Err(error) => return Err(self.damaged(serde_json::Error::io(error), features)),
            };
            // Also a byte-order mark, and the record separators of text sequences.
            let is_space =
                |byte: &u8| byte.is_ascii_whitespace() || b"\x1e\xef\xbb\xbf".contains(byte);
            let length = buffer.len();
            let skipped = buffer.iter().take_while(|byte| is_space(byte)).count();
            self.reader.consume(skipped);
            if skipped < length || length == 0 {
                return Ok(length > 0);
            }
        }
    }

    fn damaged(&self, error: serde_json::Error, features: u64) -> ImportError {
        let after = format!("after feature {features}");
        let reason = if error.is_eof() {
            format!("it ends in the middle, {after}")
        } else if error.is_io() {
            let io = std::io::Error::from(error);
            if is_too_long(&io) {
                format!(
                    "the text {after} is longer than {} MiB",
                    LONGEST_FEATURE >> 20
                )
            } else {
                return ImportError::Unreadable {
                    file: self.path.clone(),
                    reason: io.to_string(),
                };
            }
        } else {
            format!("{after}: {error}")
        };
        ImportError::Damaged {
            file: self.path.clone(),
            format: Format::GeoJson,
            reason,
        }
    }
}

struct State<'a> {
    meter: Meter,
    take: Take<'a>,
    features: u64,
    /// Whether the taker wants no more.
    ended: bool,
    /// The taker's own error, which serde cannot carry.
    refused: Option<ImportError>,
}

impl State<'_> {
    fn allow(&self) {
        self.meter.allow(LONGEST_FEATURE + BUFFER as u64);
    }

    fn give<E: serde::de::Error>(&mut self, feature: Feature) -> Result<(), E> {
        self.features += 1;
        self.allow();
        match (self.take)(feature) {
            Ok(true) => return Ok(()),
            Ok(false) => self.ended = true,
            Err(error) => {
                self.ended = true;
                self.refused = Some(error);
            }
        }
        Err(E::custom("no more is wanted"))
    }
}

/// A FeatureCollection or a single feature.
struct Document<'a, 'b>(&'a mut State<'b>);

impl<'de> DeserializeSeed<'de> for Document<'_, '_> {
    type Value = ();

    fn deserialize<D: serde::Deserializer<'de>>(self, from: D) -> Result<(), D::Error> {
        from.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for Document<'_, '_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a FeatureCollection or a Feature")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        let mut own = Feature::default();
        let mut is_feature = false;
        let mut has_features = false;
        while let Some(key) = map.next_key::<String>()? {
            match key.as_str() {
                "features" => {
                    has_features = true;
                    map.next_value_seed(Features(self.0))?;
                }
                "geometry" => (is_feature, own.geometry) = (true, map.next_value()?),
                "properties" => {
                    let properties: Option<Map<String, Value>> = map.next_value()?;
                    (is_feature, own.properties) = (true, properties.unwrap_or_default());
                }
                "id" => own.id = map.next_value()?,
                _ => {
                    map.next_value::<IgnoredAny>()?;
                }
            }
        }
        if has_features {
            return Ok(());
        }
        if !is_feature {
            return Err(A::Error::custom(
                "an object that is neither a FeatureCollection nor a Feature",
            ));
        }
        self.0.give(own)
    }
}

struct Features<'a, 'b>(&'a mut State<'b>);

impl<'de> DeserializeSeed<'de> for Features<'_, '_> {
    type Value = ();

    fn deserialize<D: serde::Deserializer<'de>>(self, from: D) -> Result<(), D::Error> {
        from.deserialize_seq(self)
    }
}

impl<'de> Visitor<'de> for Features<'_, '_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list of features")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<(), A::Error> {
        while let Some(feature) = list.next_element()? {
            self.0.give(feature)?;
        }
        Ok(())
    }
}
