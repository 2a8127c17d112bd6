//! County tables of the USDA Economic Research Service, wide (one column per year) and long (one line per
//! value), and the Census Bureau's population estimates, which also have years in column names.

use super::cells::number;
use super::columns::{Rows, row_area_of};
use super::laus::LAUS;
use super::reading::{FileName, ReadError, Reading};
use super::sheet::Sheet;
use crate::geoid::CountyFips;
use crate::measure::Measure as M;
use crate::pack::{Area, TableSpec, table};
use crate::vintage::Vintage;

const EDUCATION: &TableSpec = table("ers-education");
const POVERTY: &TableSpec = table("ers-poverty");
const ESTIMATES: &TableSpec = table("pep");

const BACHELORS: &str = "percentofadultswithabachelorsdegreeorhigher";

pub(super) fn is_education(sheet: &Sheet<'_>) -> bool {
    sheet.column("FIPS Code").is_some() && latest(sheet, BACHELORS).is_some()
}

/// The column of the newest period among those that start with a prefix, with its period: `…, 2015-19`,
/// `…_2019`, `…2023`.
fn latest(sheet: &Sheet<'_>, begins: &str) -> Option<(usize, Vintage)> {
    let columns = sheet.headers().iter().enumerate();
    columns
        .filter_map(|(column, name)| Some((column, period(name.strip_prefix(begins)?)?)))
        .max_by(|a, b| a.1.cmp(&b.1))
}

/// `2019`, or a period such as `2015-19`; folding a column's name removes the hyphen.
fn period(digits: &str) -> Option<Vintage> {
    let digits = digits.replace('-', "");
    if !digits.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    match digits.len() {
        4 => Some(Vintage::year(digits.parse().ok()?)),
        6 => {
            let first: u16 = digits[..4].parse().ok()?;
            let last: u16 = digits[4..].parse().ok()?;
            Some(Vintage::years(first, first / 100 * 100 + last))
        }
        8 => Some(Vintage::years(
            digits[..4].parse().ok()?,
            digits[4..].parse().ok()?,
        )),
        _ => None,
    }
    .filter(|vintage| (1960..2100).contains(&vintage.last))
}

pub(super) fn read_education(sheet: &mut Sheet<'_>, _: FileName<'_>) -> Result<Reading, ReadError> {
    let (fips, (share, vintage)) = (
        sheet.need("FIPS Code")?,
        latest(sheet, BACHELORS).ok_or(ReadError::NoVintage(EDUCATION.id))?,
    );
    let mut rows = Rows::new(vec![M::BachelorsOrHigher]);
    while let Some(row) = sheet.next()? {
        rows.push(row_area_of(&row.get(fips)), vec![number(&row.get(share))]);
    }
    rows.finish(EDUCATION, vintage)
}

pub(super) fn is_poverty(sheet: &Sheet<'_>) -> bool {
    sheet.column("FIPStxt").is_some() && latest(sheet, "medhhinc").is_some()
}

pub(super) fn read_poverty(sheet: &mut Sheet<'_>, _: FileName<'_>) -> Result<Reading, ReadError> {
    let fips = sheet.need("FIPStxt")?;
    let (income, vintage) = latest(sheet, "medhhinc").ok_or(ReadError::NoVintage(POVERTY.id))?;
    let poverty = latest(sheet, "pctpovall")
        .filter(|(_, v)| *v == vintage)
        .map(|(c, _)| c);
    let mut rows = Rows::new(vec![M::MedianHouseholdIncome, M::PovertyRate]);
    while let Some(row) = sheet.next()? {
        let values = vec![number(&row.get(income)), number(&row.maybe(poverty))];
        rows.push(row_area_of(&row.get(fips)), values);
    }
    rows.finish(POVERTY, vintage)
}

/// One line per value (`FIPS_Code, State, Area_Name, Attribute, Value`), as ERS publishes since 2021; or the
/// Census Bureau's wide population estimates.
pub(super) fn is_long(sheet: &Sheet<'_>) -> bool {
    let long = sheet.has(&["Attribute", "Value"])
        && (sheet.column("FIPS_Code").is_some() || sheet.column("FIPStxt").is_some());
    long || is_estimates(sheet)
}

fn is_estimates(sheet: &Sheet<'_>) -> bool {
    sheet.has(&["SUMLEV", "STATE", "COUNTY", "CTYNAME"]) && latest(sheet, "popestimate").is_some()
}

pub(super) fn read_long(sheet: &mut Sheet<'_>, name: FileName<'_>) -> Result<Reading, ReadError> {
    if is_estimates(sheet) {
        return read_estimates(sheet);
    }
    let _ = name;
    let fips = sheet
        .column("FIPS_Code")
        .or_else(|| sheet.column("FIPStxt"));
    let fips = fips.ok_or(ReadError::NotRecognised)?;
    let (attribute, value) = (sheet.need("Attribute")?, sheet.need("Value")?);
    let mut found: Vec<(Area, &LongAttribute, Vintage, f64)> = Vec::new();
    while let Some(row) = sheet.next()? {
        let Some((attribute, vintage)) = LongAttribute::of(&row.get(attribute)) else {
            continue;
        };
        let area = row_area_of(&row.get(fips));
        if let (Some(area), Some(value)) = (area, number(&row.get(value))) {
            found.push((area, attribute, vintage, value));
        }
    }
    let newest = found
        .iter()
        .map(|(_, attribute, vintage, _)| (vintage, attribute.table.id, attribute.table))
        .max_by_key(|(vintage, id, _)| (*vintage, *id));
    let (vintage, _, table) = newest.ok_or(ReadError::NotRecognised)?;
    let vintage = vintage.clone();
    let measures: Vec<M> = LONG
        .iter()
        .filter(|a| a.table.id == table.id)
        .map(|attribute| attribute.measure)
        .collect();
    found.retain(|(_, attribute, of, _)| attribute.table.id == table.id && *of == vintage);
    found.sort_by_key(|(area, ..)| area.key());
    let mut rows = Rows::new(measures.clone());
    for lines in found.chunk_by(|a, b| a.0 == b.0) {
        let value = |measure: &M| lines.iter().find(|f| f.1.measure == *measure).map(|f| f.3);
        rows.push(Some(lines[0].0), measures.iter().map(value).collect());
    }
    rows.finish(table, vintage)
}

/// The content of a line in a long table, by the beginning of its attribute.
struct LongAttribute {
    begins: &'static str,
    table: &'static TableSpec,
    measure: M,
}

/// The measures of the tables read here.
pub(super) fn measures() -> Vec<(&'static TableSpec, M)> {
    let long = LONG.iter().map(|long| (long.table, long.measure));
    long.chain([(ESTIMATES, M::PopulationGrowth)]).collect()
}

impl LongAttribute {
    fn of(attribute: &str) -> Option<(&'static Self, Vintage)> {
        let folded = super::sheet::fold(attribute);
        LONG.iter()
            .find_map(|long| Some((long, period(folded.strip_prefix(long.begins)?)?)))
    }
}

const LONG: &[LongAttribute] = &[
    LongAttribute {
        begins: BACHELORS,
        table: EDUCATION,
        measure: M::BachelorsOrHigher,
    },
    LongAttribute {
        begins: "medhhinc",
        table: POVERTY,
        measure: M::MedianHouseholdIncome,
    },
    LongAttribute {
        begins: "pctpovall",
        table: POVERTY,
        measure: M::PovertyRate,
    },
    LongAttribute {
        begins: "unemploymentrate",
        table: LAUS,
        measure: M::UnemploymentRate,
    },
    LongAttribute {
        begins: "civilianlaborforce",
        table: LAUS,
        measure: M::LaborForce,
    },
    LongAttribute {
        begins: "employed",
        table: LAUS,
        measure: M::Employed,
    },
    LongAttribute {
        begins: "unemployed",
        table: LAUS,
        measure: M::Unemployed,
    },
    LongAttribute {
        begins: "popestimate",
        table: ESTIMATES,
        measure: M::Population,
    },
];

/// The newest year's population, and its growth since the year before.
fn read_estimates(sheet: &mut Sheet<'_>) -> Result<Reading, ReadError> {
    let (state, county) = (sheet.need("STATE")?, sheet.need("COUNTY")?);
    let (now, vintage) = latest(sheet, "popestimate").ok_or(ReadError::NoVintage(ESTIMATES.id))?;
    let before = sheet.column(&format!("popestimate{}", vintage.last - 1));
    let mut rows = Rows::new(vec![M::Population, M::PopulationGrowth]);
    while let Some(row) = sheet.next()? {
        let area = CountyFips::from_parts(&row.get(state), &row.get(county)).map(Area::County);
        let population = number(&row.get(now));
        let growth = population.zip(number(&row.maybe(before)));
        let growth = growth
            .filter(|(_, b)| *b > 0.0)
            .map(|(now, before)| (now / before - 1.0) * 100.0);
        rows.push(area, vec![population, growth]);
    }
    rows.finish(ESTIMATES, vintage)
}
