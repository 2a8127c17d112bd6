//! ZIP codes: HUD's crosswalk to counties, older lists like it, and the Census Bureau's tabulation areas with
//! their center points.

use std::collections::BTreeMap;

use super::cells::number;
use super::reading::{FileName, ReadError, Reading, Tally};
use super::sheet::Sheet;
use crate::geo::Position;
use crate::geoid::CountyFips;
use crate::pack::{TableData, TableSpec, ZipEntry, ZipTable, parse_zip, table};
use crate::vintage::Vintage;

/// A file format: its table, and the columns of ZIP code and county.
struct Form {
    table: &'static TableSpec,
    zip: &'static str,
    county: &'static str,
    /// Further columns that identify it.
    also: &'static [&'static str],
}

const FORMS: [Form; 3] = [
    Form {
        table: table("zip-county"),
        zip: "ZIP",
        county: "COUNTY",
        also: &["TOT_RATIO"],
    },
    Form {
        table: table("zip-county-list"),
        zip: "zip",
        county: "stcountyfp",
        also: &["countyname"],
    },
    Form {
        table: table("zcta"),
        zip: "zcta",
        county: "primary_county",
        also: &["latitude", "longitude"],
    },
];

fn form(sheet: &Sheet<'_>) -> Option<&'static Form> {
    let fits = |form: &&Form| sheet.has(&[form.zip, form.county]) && sheet.has(form.also);
    FORMS.iter().find(fits)
}

pub(super) fn is_zips(sheet: &Sheet<'_>) -> bool {
    form(sheet).is_some()
}

#[derive(Default)]
struct Found {
    at: Option<Position>,
    /// Each with its share of the addresses; ties keep the file's order.
    counties: Vec<(CountyFips, f64)>,
}

impl Found {
    fn add(&mut self, county: CountyFips, share: f64) {
        if !self.counties.iter().any(|(there, _)| *there == county) {
            self.counties.push((county, share));
        }
    }
}

pub(super) fn read(sheet: &mut Sheet<'_>, name: FileName<'_>) -> Result<Reading, ReadError> {
    let form = form(sheet).ok_or(ReadError::NotRecognised)?;
    let (zip, county) = (sheet.need(form.zip)?, sheet.need(form.county)?);
    let share = sheet.column("TOT_RATIO");
    let others = sheet.column("all_counties");
    let (latitude, longitude) = (sheet.column("latitude"), sheet.column("longitude"));
    let mut zips: BTreeMap<u32, Found> = BTreeMap::new();
    let mut left = Tally::default();
    while let Some(row) = sheet.next()? {
        let Some(zip) = parse_zip(&row.get(zip)) else {
            left.add("no ZIP code");
            continue;
        };
        let county = CountyFips::parse(&row.get(county)).map(CountyFips::current);
        let degrees = number(&row.maybe(latitude)).zip(number(&row.maybe(longitude)));
        let at = degrees.and_then(|(lat, lon)| Position::from_degrees(lat, lon));
        if county.is_none() && at.is_none() {
            left.add("no county of the 50 states, DC or Puerto Rico");
            continue;
        }
        let found = zips.entry(zip).or_default();
        found.at = found.at.or(at);
        if let Some(county) = county {
            found.add(county, number(&row.maybe(share)).unwrap_or(0.0));
        }
        let others = row.maybe(others);
        let others = others.split(';').filter_map(CountyFips::parse);
        others.for_each(|other| found.add(other.current(), -1.0));
    }
    let entries = zips.into_iter().map(|(zip, mut found)| {
        found.counties.sort_by(|a, b| b.1.total_cmp(&a.1));
        ZipEntry {
            zip,
            at: found.at,
            counties: found
                .counties
                .into_iter()
                .map(|(county, _)| county)
                .collect(),
        }
    });
    let table = ZipTable::new(entries.collect());
    let rows = table.entries().len() as u64;
    if rows == 0 {
        return Err(ReadError::Empty(form.table.id, left.first()));
    }
    let vintage = quarter(name.stem)
        .or_else(|| name.year().map(Vintage::year))
        .ok_or(ReadError::NoVintage(form.table.id))?;
    Ok(Reading::table(form.table, vintage, TableData::Zips(table), rows).leaving(left))
}

/// HUD's file names end in month and year: `ZIP_COUNTY_122020`.
fn quarter(stem: &str) -> Option<Vintage> {
    let digits = stem.rsplit(|c: char| !c.is_ascii_digit()).next()?;
    let (month, year) = (digits.len() == 6).then(|| digits.split_at(2))?;
    let month: u8 = month
        .parse()
        .ok()
        .filter(|month| (1..=12).contains(month))?;
    let year: u16 = year
        .parse()
        .ok()
        .filter(|year| (1990..2100).contains(year))?;
    Some(Vintage::release(&format!("{year}-{month:02}"), year))
}
