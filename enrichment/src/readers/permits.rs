//! The Census Bureau's Building Permits Survey by county: one annual file, or twelve monthly ones.
//!
//! Two header lines and a blank one; the columns are in the survey's fixed order. The first group of each
//! kind is the estimate with imputation for places that did not report, which is the published figure.

use std::collections::BTreeMap;

use super::cells::number;
use super::columns::Rows;
use super::reading::{Content, FileName, PermitMonth, ReadError, Reading, Tally};
use super::sheet::Sheet;
use crate::geoid::CountyFips;
use crate::measure::Measure as M;
use crate::pack::{Area, TableSpec, table};
use crate::vintage::Vintage;

pub(crate) const PERMITS: &TableSpec = table("permits");

/// The survey's measures.
pub(super) const MEASURES: [M; 5] = [
    M::PermitBuildings,
    M::PermitUnits,
    M::PermitValue,
    M::SingleFamilyUnits,
    M::MultiFamilyUnits,
];

pub(super) fn is_permits(sheet: &Sheet<'_>) -> bool {
    let headers = sheet.headers();
    headers.len() >= 18 && headers[0] == "survey" && headers[1] == "fips" && headers[5] == "county"
}

pub(super) fn read(sheet: &mut Sheet<'_>, _: FileName<'_>) -> Result<Reading, ReadError> {
    let mut counties = BTreeMap::new();
    let mut left = Tally::default();
    let mut date = None;
    while let Some(row) = sheet.next()? {
        let survey = row.get(0).trim().to_owned();
        if survey.is_empty() || !survey.bytes().all(|b| b.is_ascii_digit()) {
            continue;
        }
        if date.get_or_insert_with(|| survey.clone()) != &survey {
            left.add("a different period from the file's first row");
            continue;
        }
        let county = CountyFips::from_parts(&row.get(1), &row.get(2));
        let mut values = [0.0; 12];
        let mut whole = true;
        for (place, value) in values.iter_mut().enumerate() {
            match number(&row.get(6 + place)) {
                Some(number) => *value = number,
                None => whole = false,
            }
        }
        match county {
            Some(county) if whole => {
                counties.insert(county, values);
            }
            Some(_) => left.add("a missing number"),
            None => left.add(super::columns::NO_AREA),
        }
    }
    let date = date.ok_or_else(|| ReadError::Empty(PERMITS.id, left.first()))?;
    let (year, month) = period(&date)?;
    let rows = counties.len() as u64;
    let content = Content::Permits(PermitMonth {
        year,
        month,
        counties,
    });
    let reading = Reading {
        content,
        rows,
        left: Vec::new(),
    };
    Ok(reading.leaving(left))
}

/// `202412`, or for a year `2023` or `202399`.
fn period(date: &str) -> Result<(u16, Option<u8>), ReadError> {
    let broken = || ReadError::Broken(format!("invalid survey date '{date}'"));
    let year = date
        .get(..4)
        .and_then(|year| year.parse().ok())
        .ok_or_else(broken)?;
    let month: Option<u8> = date
        .get(4..)
        .filter(|m| !m.is_empty())
        .and_then(|m| m.parse().ok());
    match month {
        Some(1..=12) => Ok((year, month)),
        None | Some(99) => Ok((year, None)),
        Some(_) => Err(broken()),
    }
}

/// The table of a year, from its annual file or twelve monthly ones; counties that lack a month are skipped.
pub(crate) fn annual(months: &[&PermitMonth]) -> Result<Reading, ReadError> {
    let whole = months.iter().find(|month| month.month.is_none());
    let year = months.first().map_or(0, |month| month.year);
    let different: std::collections::BTreeSet<_> = months.iter().map(|m| m.month).collect();
    if whole.is_none() && different.len() < 12 {
        let is_are = if different.len() == 1 { "is" } else { "are" };
        return Err(ReadError::Empty(
            PERMITS.id,
            format!(
                ": only {} of the twelve months of {year} {is_are} there",
                different.len()
            ),
        ));
    }
    let mut sums: BTreeMap<CountyFips, (usize, [f64; 12])> = BTreeMap::new();
    let of_year: Vec<&PermitMonth> = match whole {
        Some(whole) => vec![whole],
        None => months.to_vec(),
    };
    for (county, values) in of_year.iter().flat_map(|month| &month.counties) {
        let sum = sums.entry(*county).or_default();
        sum.0 += 1;
        sum.1
            .iter_mut()
            .zip(values)
            .for_each(|(sum, value)| *sum += value);
    }
    let mut rows = Rows::new(MEASURES.to_vec());
    for (county, (count, v)) in sums {
        if count < of_year.len() {
            rows.left.add("a month is missing");
            continue;
        }
        let every_third = |from: usize| v.iter().skip(from).step_by(3).sum::<f64>();
        let units = every_third(1);
        let values = [every_third(0), units, every_third(2), v[1], units - v[1]];
        rows.push(Some(Area::County(county)), values.map(Some).to_vec());
    }
    rows.finish(PERMITS, Vintage::year(year))
}
