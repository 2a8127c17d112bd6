//! Unemployment by county: the BLS's annual averages as CSV, as fixed-width text and as its database's flat
//! file, and bare lists of rates.

use super::acs::ACS;
use super::cells::number;
use super::columns::{Rows, area_of};
use super::reading::{FileName, ReadError, Reading};
use super::sheet::Sheet;
use crate::geoid::CountyFips;
use crate::measure::Measure as M;
use crate::pack::{Area, TableSpec, table};
use crate::vintage::Vintage;

pub(super) const LAUS: &TableSpec = table("laus");
pub(super) const RATES: &TableSpec = table("laus-rate");

pub(super) const MEASURES: [M; 4] = [
    M::LaborForce,
    M::Employed,
    M::Unemployed,
    M::UnemploymentRate,
];

pub(super) fn is_csv(sheet: &Sheet<'_>) -> bool {
    sheet.has(&[
        "LAUS Code",
        "State FIPS Code",
        "County FIPS Code",
        "Labor Force",
        "Employed",
    ])
}

pub(super) fn read_csv(sheet: &mut Sheet<'_>, name: FileName<'_>) -> Result<Reading, ReadError> {
    let (state, county) = (
        sheet.need("State FIPS Code")?,
        sheet.need("County FIPS Code")?,
    );
    let year_column = sheet.column("Year");
    let columns = [
        sheet.need("Labor Force")?,
        sheet.need("Employed")?,
        sheet.need("Unemployed")?,
        sheet.need("Unemployment Rate (%)")?,
    ];
    let mut rows = Rows::new(MEASURES.to_vec());
    let mut year = None;
    while let Some(row) = sheet.next()? {
        year = year.max(row.maybe(year_column).trim().parse().ok());
        let area = CountyFips::from_parts(&row.get(state), &row.get(county)).map(Area::County);
        rows.push(
            area,
            columns
                .iter()
                .map(|column| number(&row.get(*column)))
                .collect(),
        );
    }
    let year = year
        .or_else(|| name.year())
        .ok_or(ReadError::NoVintage(LAUS.id))?;
    rows.finish(LAUS, Vintage::year(year))
}

/// A table for printing: headings, then one county per line, with columns separated by blanks.
pub(super) fn is_fixed_width(bytes: &[u8]) -> bool {
    let head = String::from_utf8_lossy(&bytes[..bytes.len().min(2000)]);
    head.contains("LAUS Code")
        && head.contains("FIPS")
        && head.lines().any(|line| code(line).is_some())
}

/// The county of a line that starts with a LAUS code such as `CN0100100000000`.
fn code(line: &str) -> Option<CountyFips> {
    let digits = line.get(2..7).filter(|_| line.starts_with("CN"))?;
    let blank = line.as_bytes().get(15).is_some_and(u8::is_ascii_whitespace);
    CountyFips::parse(digits).filter(|_| blank)
}

/// Whether a spreadsheet's row is that of a county.
pub(super) fn is_row(cells: &[String]) -> bool {
    code(&cells.join(" ")).is_some()
}

pub(super) fn read_fixed_width(bytes: &[u8], name: FileName<'_>) -> Result<Reading, ReadError> {
    let text = String::from_utf8_lossy(bytes);
    let mut rows = Rows::new(MEASURES.to_vec());
    let mut year: Option<u16> = None;
    for line in text.lines().filter(|line| line.starts_with("CN")) {
        // From the right: rate, unemployed, employed, labor force, year. The county's name contains blanks.
        let mut cells = line.split_whitespace().rev();
        let [rate, unemployed, employed, force] = [(); 4].map(|()| cells.next().and_then(number));
        year = year.max(cells.next().and_then(|cell| cell.parse().ok()));
        let values = vec![force, employed, unemployed, rate];
        rows.push(code(line).map(Area::County), values);
    }
    let year = year
        .or_else(|| name.year())
        .ok_or(ReadError::NoVintage(LAUS.id))?;
    rows.finish(LAUS, Vintage::year(year))
}

/// Only a county's number and its rate.
pub(super) fn is_rates(sheet: &Sheet<'_>) -> bool {
    sheet.headers() == ["fips", "unemp"]
}

/// Lists of this form circulate without their publisher's name, and some are the survey's: the operator must
/// say which table one is.
pub(super) fn read_rates(sheet: &mut Sheet<'_>, name: FileName<'_>) -> Result<Reading, ReadError> {
    let is = |table: &TableSpec| name.said.is_some_and(|said| said.id == table.id);
    let (table, vintage): (_, fn(u16) -> Vintage) = match name.said {
        Some(_) if is(RATES) => (RATES, Vintage::year),
        Some(_) if is(ACS) => (ACS, Vintage::five_years_to),
        _ => return Err(ReadError::NoPublisher),
    };
    let mut rows = Rows::new(vec![M::UnemploymentRate]);
    while let Some(row) = sheet.next()? {
        rows.push(area_of(&row.get(0)), vec![number(&row.get(1))]);
    }
    let year = name.year().ok_or(ReadError::NoVintage(table.id))?;
    rows.finish(table, vintage(year))
}

/// The flat file of the LAUS database (`la.data.64.County`): one line per series and period.
pub(super) fn is_series(sheet: &Sheet<'_>) -> bool {
    sheet.has(&["series_id", "year", "period", "value"])
}

/// Reads the annual averages (period `M13`) of the newest year.
pub(super) fn read_series(sheet: &mut Sheet<'_>, _: FileName<'_>) -> Result<Reading, ReadError> {
    let [id, year, period, value] = [
        sheet.need("series_id")?,
        sheet.need("year")?,
        sheet.need("period")?,
        sheet.need("value")?,
    ];
    let mut found: Vec<(CountyFips, usize, u16, f64)> = Vec::new();
    while let Some(row) = sheet.next()? {
        if row.get(period).trim() != "M13" {
            continue;
        }
        let series = row.get(id).trim().to_owned();
        let area = series
            .strip_prefix("LAUCN")
            .and_then(|rest| CountyFips::parse(rest.get(..5)?));
        let measure = match series.get(18..20) {
            Some("03") => 3,
            Some("04") => 2,
            Some("05") => 1,
            Some("06") => 0,
            _ => continue,
        };
        let year = row.get(year).trim().parse().ok();
        if let (Some(area), Some(year), Some(value)) = (area, year, number(&row.get(value))) {
            found.push((area, measure, year, value));
        }
    }
    let newest = found.iter().map(|(_, _, year, _)| *year).max();
    let newest = newest.ok_or_else(|| ReadError::Empty(LAUS.id, " (no annual averages)".into()))?;
    found.retain(|(_, _, year, _)| *year == newest);
    found.sort_by_key(|(area, ..)| *area);
    let mut rows = Rows::new(MEASURES.to_vec());
    for county in found.chunk_by(|a, b| a.0 == b.0) {
        let value = |place| county.iter().find(|f| f.1 == place).map(|f| f.3);
        rows.push(Some(Area::County(county[0].0)), (0..4).map(value).collect());
    }
    rows.finish(LAUS, Vintage::year(newest))
}
