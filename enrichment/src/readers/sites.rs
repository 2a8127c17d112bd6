//! Superfund sites and units of the National Park System.

use super::cells::text;
use super::geometry::Feature;
use super::reading::{FileName, ReadError, Reading, Tally};
use super::sheet::Sheet;
use crate::geo::Position;
use crate::pack::{Site, SiteKind, SiteTable, TableData, TableSpec, table};
use crate::vintage::Vintage;

const SUPERFUND: &TableSpec = table("superfund");
const PARKS: &TableSpec = table("parks");
const NATURAL_EARTH: &TableSpec = table("parks-natural-earth");

pub(super) fn is_superfund(sheet: &Sheet<'_>) -> bool {
    sheet.has(&[
        "Site Name",
        "Site EPA ID",
        "Status",
        "Latitude",
        "Longitude",
    ])
}

/// Reads the sites on the list, not those deleted or only proposed. The newest date in the file gives its
/// vintage.
pub(super) fn read_superfund(
    sheet: &mut Sheet<'_>,
    name: FileName<'_>,
) -> Result<Reading, ReadError> {
    let [site, id, status, latitude, longitude] = [
        sheet.need("Site Name")?,
        sheet.need("Site EPA ID")?,
        sheet.need("Status")?,
        sheet.need("Latitude")?,
        sheet.need("Longitude")?,
    ];
    let state = sheet.column("State");
    let dates = ["Proposed Date", "Listing Date", "Deletion Date"].map(|name| sheet.column(name));
    let mut sites = Vec::new();
    let mut left = Tally::default();
    let mut newest: Option<(u16, u8)> = None;
    while let Some(row) = sheet.next()? {
        newest = dates
            .iter()
            .filter_map(|date| month(&row.maybe(*date)))
            .max()
            .max(newest);
        let status = text(&row.get(status)).unwrap_or_default();
        if status != "NPL Site" && status != "Final" && status != "Currently on the Final NPL" {
            left.add(&format!("not on the list: {status}"));
            continue;
        }
        let at = degrees(&row.get(latitude)).zip(degrees(&row.get(longitude)));
        match at.and_then(|(lat, lon)| Position::from_degrees(lat, lon)) {
            Some(at) => sites.push(Site {
                kind: SiteKind::Superfund,
                at,
                name: text(&row.get(site)).unwrap_or_default(),
                code: text(&row.get(id)),
                state: text(&row.maybe(state)),
            }),
            None => left.add("no coordinates"),
        }
    }
    let of_dates =
        newest.map(|(year, month)| Vintage::release(&format!("{year}-{month:02}"), year));
    let vintage = of_dates.or_else(|| name.year().map(Vintage::year));
    finish(SUPERFUND, sites, vintage, left)
}

fn degrees(cell: &str) -> Option<f64> {
    text(cell)?.parse().ok()
}

/// Year and month of `6/10/1986`.
fn month(cell: &str) -> Option<(u16, u8)> {
    let mut parts = cell.trim().split('/');
    let (month, _, year) = (parts.next()?, parts.next()?, parts.next()?);
    Some((
        year.get(..4)?.parse().ok()?,
        month.parse().ok().filter(|m| (1..=12).contains(m))?,
    ))
}

/// A list of park units with coordinates.
pub(super) fn is_parks(sheet: &Sheet<'_>) -> bool {
    sheet.has(&["UNIT_NAME", "UNIT_TYPE", "STATE", "Latitude", "Longitude"])
}

pub(super) fn read_parks(sheet: &mut Sheet<'_>, name: FileName<'_>) -> Result<Reading, ReadError> {
    let [unit, kind, state, latitude, longitude] = [
        sheet.need("UNIT_NAME")?,
        sheet.need("UNIT_TYPE")?,
        sheet.need("STATE")?,
        sheet.need("Latitude")?,
        sheet.need("Longitude")?,
    ];
    let mut sites = Vec::new();
    let mut left = Tally::default();
    while let Some(row) = sheet.next()? {
        let at = degrees(&row.get(latitude)).zip(degrees(&row.get(longitude)));
        match at.and_then(|(lat, lon)| Position::from_degrees(lat, lon)) {
            Some(at) => sites.push(park(at, &row.get(unit), &row.get(kind), &row.get(state))),
            None => left.add("no coordinates"),
        }
    }
    finish(PARKS, sites, name.year().map(Vintage::year), left)
}

fn park(at: Position, name: &str, kind: &str, state: &str) -> Site {
    let kind = text(kind).unwrap_or_default().to_ascii_lowercase();
    Site {
        kind: if kind.starts_with("national park") && !kind.contains("parkway") {
            SiteKind::NationalPark
        } else {
            SiteKind::ParkUnit
        },
        at,
        name: text(name).unwrap_or_default(),
        code: None,
        state: text(state),
    }
}

/// The park boundaries or centroids of the National Park Service, or Natural Earth's version.
pub(super) fn is_park_features(features: &[Feature]) -> bool {
    features.first().is_some_and(|f| {
        let has = |name: &str| f.text(name).is_some();
        has("UNIT_TYPE") && has("UNIT_NAME") || is_natural_earth(f)
    })
}

fn is_natural_earth(feature: &Feature) -> bool {
    ["unit_type", "unit_name", "scalerank"]
        .iter()
        .all(|name| feature.text(name).is_some())
}

/// Boundaries are reduced to their middle: distances are to the park's center.
pub(super) fn read_park_features(
    features: &[Feature],
    name: FileName<'_>,
) -> Result<Reading, ReadError> {
    let mut left = Tally::default();
    let mut sites = Vec::new();
    let natural_earth = features.first().is_some_and(is_natural_earth);
    let table = if natural_earth { NATURAL_EARTH } else { PARKS };
    for feature in features {
        let cell = |field: &str| {
            let lower = || feature.text(&field.to_ascii_lowercase());
            feature.text(field).or_else(lower).unwrap_or_default()
        };
        // Natural Earth's unit_name is abbreviated ("Great Basin NP").
        let unit = if natural_earth { "NAME" } else { "UNIT_NAME" };
        let Some(at) = feature.middle() else {
            left.add("no coordinates");
            continue;
        };
        let mut park = park(at, &cell(unit), &cell("UNIT_TYPE"), &cell("STATE"));
        park.code = text(&cell("UNIT_CODE"));
        sites.push(park);
    }
    let year = name.year().map_or_else(Vintage::undated, Vintage::year);
    finish(table, sites, Some(year), left)
}

fn finish(
    table: &'static TableSpec,
    sites: Vec<Site>,
    vintage: Option<Vintage>,
    left: Tally,
) -> Result<Reading, ReadError> {
    if sites.is_empty() {
        return Err(ReadError::Empty(table.id, left.first()));
    }
    let vintage = vintage.ok_or(ReadError::NoVintage(table.id))?;
    let rows = sites.len() as u64;
    let data = TableData::Sites(SiteTable { sites });
    Ok(Reading::table(table, vintage, data, rows).leaving(left))
}
