//! Features with geometry, from GeoJSON and shapefiles alike.

use std::collections::BTreeMap;
use std::io::Cursor;

use serde::Deserialize;
use serde_json::Value;
use serde_json::value::RawValue;

use super::reading::ReadError;
use crate::geo::Position;

/// A feature: its properties as text, and its parts. The kind of geometry decides what a part is (a ring, a
/// line, a point).
#[derive(Debug, Clone)]
pub(super) struct Feature {
    properties: BTreeMap<String, String>,
    id: Option<String>,
    pub(super) shape: Shape,
}

#[derive(Debug, Clone)]
pub(super) enum Shape {
    /// Rings of one or more polygons, including holes.
    Area(Vec<Vec<Position>>),
    Lines(Vec<Vec<Position>>),
    Points(Vec<Position>),
    /// No usable geometry.
    None,
}

impl Feature {
    /// A property; `None` if empty.
    pub(super) fn text(&self, name: &str) -> Option<String> {
        let found = self.properties.get(name).map(|text| text.trim().to_owned());
        found.filter(|text| !text.is_empty())
    }

    pub(super) fn id(&self) -> Option<&str> {
        self.id.as_deref()
    }

    pub(super) fn has(&self, name: &str) -> bool {
        self.properties.contains_key(name)
    }

    /// The middle of its bounding box, or the point itself.
    pub(super) fn middle(&self) -> Option<Position> {
        let points: Vec<Position> = match &self.shape {
            Shape::Area(parts) | Shape::Lines(parts) => parts.iter().flatten().copied().collect(),
            Shape::Points(points) => points.clone(),
            Shape::None => return None,
        };
        let xs = || points.iter().map(|p| p.x);
        let ys = || points.iter().map(|p| p.y);
        Some(Position {
            x: i32::midpoint(xs().min()?, xs().max()?),
            y: i32::midpoint(ys().min()?, ys().max()?),
        })
    }
}

/// The kind of a JSON file, detected from its beginning.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Kind {
    FeatureCollection,
    Topology,
    Array,
    Other,
}

pub(super) fn kind_of(bytes: &[u8]) -> Kind {
    let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
    let head = String::from_utf8_lossy(&bytes[..bytes.len().min(4096)]);
    if head.trim_start().starts_with('[') {
        Kind::Array
    } else if head.contains("FeatureCollection") {
        Kind::FeatureCollection
    } else if head.contains("\"Topology\"") {
        Kind::Topology
    } else {
        Kind::Other
    }
}

#[derive(Deserialize)]
struct Collection<'a> {
    #[serde(borrow)]
    features: Vec<&'a RawValue>,
}

#[derive(Deserialize)]
struct RawFeature {
    #[serde(default)]
    properties: Option<BTreeMap<String, Value>>,
    #[serde(default)]
    id: Option<Value>,
    geometry: Option<Geometry>,
}

#[derive(Deserialize)]
#[serde(tag = "type", content = "coordinates")]
enum Geometry {
    Point(Coordinates),
    MultiPoint(Vec<Coordinates>),
    LineString(Vec<Coordinates>),
    MultiLineString(Vec<Vec<Coordinates>>),
    Polygon(Vec<Vec<Coordinates>>),
    MultiPolygon(Vec<Vec<Vec<Coordinates>>>),
}

/// Longitude, latitude and optionally a height.
type Coordinates = Vec<f64>;

/// The features of a GeoJSON collection.
pub(super) fn features(bytes: &[u8]) -> Result<Vec<Feature>, ReadError> {
    let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
    let collection: Collection<'_> = serde_json::from_slice(bytes)?;
    collection
        .features
        .into_iter()
        .map(|raw| {
            let feature: RawFeature = serde_json::from_str(raw.get())?;
            let properties = feature.properties.unwrap_or_default();
            Ok(Feature {
                properties: properties
                    .into_iter()
                    .filter_map(|(k, v)| Some((k, plain(&v)?)))
                    .collect(),
                id: feature.id.as_ref().and_then(plain),
                shape: feature.geometry.map_or(Shape::None, shape),
            })
        })
        .collect()
}

fn plain(value: &Value) -> Option<String> {
    match value {
        Value::Null => None,
        Value::String(text) => Some(text.clone()),
        other => Some(other.to_string()),
    }
}

fn shape(geometry: Geometry) -> Shape {
    let line = |line: Vec<Coordinates>| line.iter().filter_map(position).collect::<Vec<_>>();
    match geometry {
        Geometry::Point(point) => Shape::Points(position(&point).into_iter().collect()),
        Geometry::MultiPoint(points) => Shape::Points(line(points)),
        Geometry::LineString(l) => Shape::Lines(vec![line(l)]),
        Geometry::MultiLineString(lines) => Shape::Lines(lines.into_iter().map(line).collect()),
        Geometry::Polygon(rings) => Shape::Area(rings.into_iter().map(line).collect()),
        Geometry::MultiPolygon(polygons) => {
            Shape::Area(polygons.into_iter().flatten().map(line).collect())
        }
    }
}

fn position(coordinates: &Coordinates) -> Option<Position> {
    let [longitude, latitude, ..] = coordinates.as_slice() else {
        return None;
    };
    Position::from_degrees(*latitude, *longitude)
}

/// The features of a shapefile, from its two files.
pub(super) fn shapefile(shp: &[u8], dbf: &[u8]) -> Result<Vec<Feature>, ReadError> {
    let broken = |error: &dyn std::fmt::Display| ReadError::Broken(error.to_string());
    let shapes = shapefile::ShapeReader::new(Cursor::new(shp)).map_err(|e| broken(&e))?;
    let records = shapefile::dbase::Reader::new(Cursor::new(dbf)).map_err(|e| broken(&e))?;
    let mut reader = shapefile::Reader::new(shapes, records);
    reader
        .iter_shapes_and_records()
        .map(|pair| {
            let (shape, record) = pair.map_err(|e| broken(&e))?;
            let text = |(name, value): (String, _)| Some((name, field(&value)?));
            Ok(Feature {
                properties: record.into_iter().filter_map(text).collect(),
                id: None,
                shape: of_shapefile(shape),
            })
        })
        .collect()
}

fn field(value: &shapefile::dbase::FieldValue) -> Option<String> {
    use shapefile::dbase::FieldValue;
    match value {
        FieldValue::Character(text) => text.clone(),
        FieldValue::Numeric(number) => number.map(|n| n.to_string()),
        FieldValue::Float(number) => number.map(|n| n.to_string()),
        FieldValue::Integer(number) => Some(number.to_string()),
        FieldValue::Double(number) => Some(number.to_string()),
        _ => None,
    }
}

fn of_shapefile(shape: shapefile::Shape) -> Shape {
    use shapefile::Shape as S;
    let at = |x: f64, y: f64| Position::from_degrees(y, x);
    match shape {
        S::Polygon(polygon) => Shape::Area(
            polygon
                .rings()
                .iter()
                .map(|ring| ring.points().iter().filter_map(|p| at(p.x, p.y)).collect())
                .collect(),
        ),
        S::Polyline(line) => Shape::Lines(
            line.parts()
                .iter()
                .map(|part| part.iter().filter_map(|p| at(p.x, p.y)).collect())
                .collect(),
        ),
        S::Point(point) => Shape::Points(at(point.x, point.y).into_iter().collect()),
        _ => Shape::None,
    }
}
