//! OurAirports' list of airports, as CSV or as records with the same names.

use super::cells::text;
use super::reading::{FileName, ReadError, Reading, Tally};
use super::sheet::Sheet;
use crate::geo::Position;
use crate::pack::{Site, SiteKind, SiteTable, TableData, TableSpec, table};
use crate::vintage::Vintage;

const AIRPORTS: &TableSpec = table("airports");

pub(crate) const FIELDS: [&str; 10] = [
    "type",
    "name",
    "latitude_deg",
    "longitude_deg",
    "iso_country",
    "scheduled_service",
    "iata_code",
    "local_code",
    "gps_code",
    "ident",
];

pub(super) fn is_airports(sheet: &Sheet<'_>) -> bool {
    sheet.has(&FIELDS[..6])
}

pub(super) fn read(sheet: &mut Sheet<'_>, name: FileName<'_>) -> Result<Reading, ReadError> {
    let columns = FIELDS.map(|field| sheet.column(field));
    let mut sites = Vec::new();
    let mut left = Tally::default();
    while let Some(row) = sheet.next()? {
        match site(&columns.map(|column| row.maybe(column).into_owned())) {
            Ok(site) => sites.push(site),
            Err(reason) => left.add(reason),
        }
    }
    // The list changes daily and has no date of its own.
    let vintage = name
        .year()
        .map(Vintage::year)
        .ok_or(ReadError::NoVintage(AIRPORTS.id))?;
    finish(sites, vintage, left)
}

/// The airports of records with `FIELDS` in that order.
pub(crate) fn from_records(
    records: impl Iterator<Item = [String; 10]>,
    vintage: Vintage,
) -> Result<Reading, ReadError> {
    let mut left = Tally::default();
    let mut sites = Vec::new();
    for record in records {
        match site(&record) {
            Ok(site) => sites.push(site),
            Err(reason) => left.add(reason),
        }
    }
    finish(sites, vintage, left)
}

fn finish(sites: Vec<Site>, vintage: Vintage, left: Tally) -> Result<Reading, ReadError> {
    if sites.is_empty() {
        return Err(ReadError::Empty(AIRPORTS.id, left.first()));
    }
    let rows = sites.len() as u64;
    let data = TableData::Sites(SiteTable { sites });
    Ok(Reading::table(AIRPORTS, vintage, data, rows).leaving(left))
}

fn site(record: &[String; 10]) -> Result<Site, &'static str> {
    let [
        kind,
        name,
        latitude,
        longitude,
        country,
        scheduled,
        codes @ ..,
    ] = record;
    if !matches!(country.trim(), "US" | "PR") {
        return Err("in another country");
    }
    if !matches!(
        kind.trim(),
        "small_airport" | "medium_airport" | "large_airport"
    ) {
        return Err("a heliport, a seaplane base or closed");
    }
    let at = latitude
        .trim()
        .parse()
        .ok()
        .zip(longitude.trim().parse().ok());
    let at = at
        .and_then(|(lat, lon)| Position::from_degrees(lat, lon))
        .ok_or("no coordinates")?;
    let kind = if scheduled.trim() == "yes" {
        SiteKind::CommercialAirport
    } else {
        SiteKind::GeneralAviationAirport
    };
    Ok(Site {
        kind,
        at,
        name: text(name).ok_or("no name")?,
        code: codes.iter().find_map(|code| text(code)),
        state: None,
    })
}
