//! Interstates and US highways: TIGER/Line roads, and OpenStreetMap ways as GeoJSON.

use super::geometry::{Feature, Shape};
use super::reading::{FileName, ReadError, Reading, Tally};
use crate::geo::Position;
use crate::pack::{
    Road, RoadClass, RoadTable, Site, SiteKind, SiteTable, TableData, TableSpec, table,
};
use crate::vintage::Vintage;

const TIGER: &TableSpec = table("tiger-roads");
const OPEN_STREET_MAP: &TableSpec = table("osm-roads");
const INTERCHANGES: &TableSpec = table("osm-interchanges");

/// TIGER's class of primary roads; secondary ones are S1200.
const PRIMARY: &str = "S1100";

pub(super) fn is_roads(features: &[Feature]) -> bool {
    let lines = |f: &&Feature| matches!(f.shape, Shape::Lines(_));
    features
        .iter()
        .find(lines)
        .is_some_and(|f| is_tiger(f) || f.has("highway"))
}

fn is_tiger(feature: &Feature) -> bool {
    feature.has("RTTYP") && feature.has("MTFCC")
}

/// TIGER's national file covers the whole country; any other file covers its bounding box.
pub(super) fn read(features: &[Feature], name: FileName<'_>) -> Result<Reading, ReadError> {
    let tiger = features.iter().any(is_tiger);
    let table = if tiger { TIGER } else { OPEN_STREET_MAP };
    let national = tiger && name.stem.contains("us_primary");
    // A file of primary roads has only limited-access US highways, not enough for distances.
    let only_primary = tiger
        && features
            .iter()
            .all(|feature| feature.text("MTFCC").as_deref() == Some(PRIMARY));
    let mut left = Tally::default();
    let mut roads = Vec::new();
    let mut extent: Option<(Position, Position)> = None;
    for feature in features {
        let Shape::Lines(lines) = &feature.shape else {
            left.add("no line");
            continue;
        };
        for at in lines.iter().flatten() {
            let (low, high) = extent.unwrap_or((*at, *at));
            extent = Some((
                Position {
                    x: low.x.min(at.x),
                    y: low.y.min(at.y),
                },
                Position {
                    x: high.x.max(at.x),
                    y: high.y.max(at.y),
                },
            ));
        }
        let Some((class, name)) = signed(feature, tiger) else {
            left.add("neither an interstate nor a US highway");
            continue;
        };
        if only_primary && class == RoadClass::UsHighway {
            left.add("a US highway (the file has only the limited-access ones)");
            continue;
        }
        for line in lines.iter().filter(|line| line.len() > 1) {
            let (name, course) = (name.clone(), line.clone());
            roads.push(Road {
                class,
                name,
                course,
            });
        }
    }
    if roads.is_empty() {
        return Err(ReadError::Empty(table.id, left.first()));
    }
    let vintage = name.year().map_or_else(Vintage::undated, Vintage::year);
    let rows = roads.len() as u64;
    let extents = if national {
        Vec::new()
    } else {
        extent.into_iter().collect()
    };
    let data = TableData::Roads(RoadTable { roads, extents });
    Ok(Reading::table(table, vintage, data, rows).leaving(left))
}

/// How a road is signed: in TIGER by its route type, in OpenStreetMap by the first interstate or US highway
/// in its `ref`.
fn signed(feature: &Feature, tiger: bool) -> Option<(RoadClass, String)> {
    if tiger {
        let class = match feature.text("RTTYP")?.as_str() {
            "I" => RoadClass::Interstate,
            "U" => RoadClass::UsHighway,
            _ => return None,
        };
        let name = feature.text("FULLNAME").unwrap_or_default();
        return Some((class, name.replace("- ", " ")));
    }
    let refs = feature.text("ref")?;
    let of = |prefix: &str| {
        refs.split(';')
            .map(str::trim)
            .find(|r| r.starts_with(prefix))
            .map(ToOwned::to_owned)
    };
    of("I ")
        .map(|name| (RoadClass::Interstate, name))
        .or_else(|| of("US ").map(|name| (RoadClass::UsHighway, name)))
}

pub(super) fn is_interchanges(features: &[Feature]) -> bool {
    features
        .iter()
        .any(|f| f.text("highway").as_deref() == Some("motorway_junction"))
}

pub(super) fn read_interchanges(
    features: &[Feature],
    name: FileName<'_>,
) -> Result<Reading, ReadError> {
    let mut left = Tally::default();
    let mut sites = Vec::new();
    for feature in features {
        let junction = feature.text("highway").as_deref() == Some("motorway_junction");
        match &feature.shape {
            Shape::Points(points) if junction => sites.extend(points.iter().map(|at| Site {
                kind: SiteKind::Interchange,
                at: *at,
                name: feature.text("name").unwrap_or_default(),
                code: feature.text("ref"),
                state: None,
            })),
            _ => left.add("no junction"),
        }
    }
    let vintage = name.year().map_or_else(Vintage::undated, Vintage::year);
    let rows = sites.len() as u64;
    let data = TableData::Sites(SiteTable { sites });
    Ok(Reading::table(INTERCHANGES, vintage, data, rows).leaving(left))
}
