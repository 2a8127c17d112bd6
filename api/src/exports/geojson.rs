//! GeoJSON (RFC 7946) for maps: a feature per business, with its outline if known, else a point.

use serde::Serialize;
use serde_json::{Map, Value};

use crate::sessions::facts::Naming;
use crate::sessions::row::{ResultRow, StoredRow};
use crate::sessions::rows::{Writer, json, members_of};
use crate::sessions::sources::SourceBook;

/// Businesses as features, followed by the sources of their facts.
#[derive(Default)]
pub(crate) struct GeoJsonRows {
    book: SourceBook,
    begun: bool,
}

#[derive(Serialize)]
struct Feature {
    r#type: &'static str,
    /// `None` if the location is unknown.
    geometry: Option<Geometry>,
    properties: Properties,
}

#[derive(Serialize)]
struct Properties {
    #[serde(flatten)]
    row: ResultRow,
    /// Further properties.
    #[serde(flatten)]
    more: Map<String, Value>,
}

/// Longitude comes first.
#[derive(Debug, Serialize, PartialEq)]
#[serde(tag = "type", content = "coordinates")]
enum Geometry {
    Point([f64; 2]),
    Polygon([Vec<[f64; 2]>; 1]),
}

impl Writer for GeoJsonRows {
    fn head(&mut self) -> String {
        "{\"type\":\"FeatureCollection\",\"features\":[".to_owned()
    }

    fn page(&mut self, rows: Vec<StoredRow>) -> String {
        let features = rows.into_iter().map(|row| self.feature(row, Map::new()));
        features.collect()
    }

    fn tail(&mut self) -> String {
        format!(
            "],{}}}",
            members_of(&std::mem::take(&mut self.book).finish())
        )
    }
}

impl GeoJsonRows {
    /// A business as a feature, preceded by a comma unless it is the first.
    pub(super) fn feature(&mut self, stored: StoredRow, more: Map<String, Value>) -> String {
        let comma = if std::mem::replace(&mut self.begun, true) {
            ","
        } else {
            ""
        };
        let mut row = ResultRow::new(stored, Naming::Names, &mut self.book);
        let outline = std::mem::take(&mut row.polygon_coords);
        let feature = Feature {
            r#type: "Feature",
            geometry: geometry(&outline, row.latitude.zip(row.longitude)),
            properties: Properties { row, more },
        };
        format!("{comma}{}", json(&feature))
    }
}

fn geometry(outline: &[[f64; 2]], at: Option<(f64, f64)>) -> Option<Geometry> {
    let mut ring: Vec<[f64; 2]> = outline.iter().map(|[lat, lon]| [*lon, *lat]).collect();
    if ring.len() > 1 && ring.first() == ring.last() {
        ring.pop();
    }
    if ring.len() < 3 {
        return at.map(|(latitude, longitude)| Geometry::Point([longitude, latitude]));
    }
    if doubled_area(&ring) < 0.0 {
        ring.reverse();
    }
    ring.push(ring[0]);
    Some(Geometry::Polygon([ring]))
}

/// Positive if the corners are in counterclockwise order, as required of an outer ring.
fn doubled_area(ring: &[[f64; 2]]) -> f64 {
    let next = ring.iter().cycle().skip(1);
    ring.iter()
        .zip(next)
        .map(|([x, y], [next_x, next_y])| x * next_y - next_x * y)
        .sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    // RES-03, JOB-15
    fn res_03_an_outline_is_a_closed_counterclockwise_ring_else_there_is_a_point() {
        let square = [
            [44.0, -121.0],
            [44.1, -121.0],
            [44.1, -120.9],
            [44.0, -120.9],
        ];
        let ring = vec![
            [-120.9, 44.0],
            [-120.9, 44.1],
            [-121.0, 44.1],
            [-121.0, 44.0],
            [-120.9, 44.0],
        ];
        let at = Some((44.05, -120.95));
        assert_eq!(
            geometry(&square, at),
            Some(Geometry::Polygon([ring.clone()]))
        );
        let mut closed = square.to_vec();
        closed.push(square[0]);
        assert_eq!(geometry(&closed, None), Some(Geometry::Polygon([ring])));
        assert_eq!(
            geometry(&square[..2], at),
            Some(Geometry::Point([-120.95, 44.05]))
        );
        assert_eq!(geometry(&[], None), None);
    }
}
