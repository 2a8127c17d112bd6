//! The American Community Survey in the Census Bureau's own formats: answers of its data API (a JSON array of
//! rows), and tables with a `GEO_ID` whose columns are variables such as `B19013_001E`.

use serde_json::Value;

use super::cells::number;
use super::columns::{Rows, row_area_of};
use super::reading::{FileName, ReadError, Reading};
use super::sheet::{Sheet, fold};
use crate::geoid::{CountyFips, TractGeoid};
use crate::measure::Measure as M;
use crate::pack::{Area, TableSpec, table};
use crate::vintage::Vintage;

pub(super) const ACS: &TableSpec = table("acs");

/// How to compute a measure from variables. Medians and profile percentages (`DP…PE`) are published; shares
/// of detailed tables are computed.
enum Formula {
    /// A variable as it is.
    Is(&'static str),
    /// The sum of the first, in percent of the second.
    PercentOf(&'static [&'static str], &'static str),
    /// Households by their number of vehicles, summed up by that number.
    Vehicles([&'static str; 4]),
    /// The ratio of a total of minutes to the number of travelers.
    Ratio(&'static str, &'static str),
}

use Formula::{Is, PercentOf, Ratio, Vehicles};

/// If a measure has several formulas, the first one whose variables the file has is used.
const FORMULAS: &[(M, Formula)] = &[
    (M::Population, Is("B01003_001E")),
    (M::Population, Is("DP05_0001E")),
    (M::MedianAge, Is("B01002_001E")),
    (M::MedianAge, Is("DP05_0018E")),
    (M::Age65Plus, Is("DP05_0024PE")),
    (M::HouseholdSize, Is("B25010_001E")),
    (M::HouseholdSize, Is("DP02_0016E")),
    (M::MedianHouseholdIncome, Is("B19013_001E")),
    (M::MedianHouseholdIncome, Is("DP03_0062E")),
    (M::PerCapitaIncome, Is("B19301_001E")),
    (M::PovertyRate, PercentOf(&["B17001_002E"], "B17001_001E")),
    (M::PovertyRate, Is("DP03_0128PE")),
    (
        M::BachelorsOrHigher,
        PercentOf(
            &["B15003_022E", "B15003_023E", "B15003_024E", "B15003_025E"],
            "B15003_001E",
        ),
    ),
    (M::BachelorsOrHigher, Is("DP02_0068PE")),
    (
        M::UnemploymentRate,
        PercentOf(&["B23025_005E"], "B23025_003E"),
    ),
    (M::UnemploymentRate, Is("DP03_0009PE")),
    (
        M::LaborForceParticipation,
        PercentOf(&["B23025_002E"], "B23025_001E"),
    ),
    (M::LaborForceParticipation, Is("DP03_0002PE")),
    (M::GiniIndex, Is("B19083_001E")),
    (M::HomeValue, Is("B25077_001E")),
    (M::HomeValue, Is("DP04_0089E")),
    (M::GrossRent, Is("B25064_001E")),
    (M::GrossRent, Is("DP04_0134E")),
    (M::HousingUnits, Is("B25001_001E")),
    (M::HousingUnits, Is("B25002_001E")),
    (M::Households, Is("B25003_001E")),
    (M::Households, Is("B08201_001E")),
    (M::Homeownership, PercentOf(&["B25003_002E"], "B25003_001E")),
    (M::Homeownership, Is("DP04_0046PE")),
    (M::VacancyRate, PercentOf(&["B25002_003E"], "B25002_001E")),
    (M::VacancyRate, Is("DP04_0003PE")),
    (M::VacantUnits, Is("B25002_003E")),
    (M::VacantUnits, Is("B25004_001E")),
    (M::SeasonalUnits, Is("B25004_006E")),
    (M::Workers, Is("B08301_001E")),
    (M::DroveAlone, PercentOf(&["B08301_003E"], "B08301_001E")),
    (M::DroveAlone, Is("DP03_0019PE")),
    (M::Carpooled, PercentOf(&["B08301_004E"], "B08301_001E")),
    (M::Carpooled, Is("DP03_0020PE")),
    (
        M::PublicTransport,
        PercentOf(&["B08301_010E"], "B08301_001E"),
    ),
    (M::PublicTransport, Is("DP03_0021PE")),
    (M::Walked, PercentOf(&["B08301_019E"], "B08301_001E")),
    (M::Walked, Is("DP03_0022PE")),
    (
        M::OtherMeans,
        PercentOf(
            &["B08301_016E", "B08301_017E", "B08301_018E", "B08301_020E"],
            "B08301_001E",
        ),
    ),
    (M::OtherMeans, Is("DP03_0023PE")),
    (
        M::WorkedFromHome,
        PercentOf(&["B08301_021E"], "B08301_001E"),
    ),
    (M::WorkedFromHome, Is("DP03_0024PE")),
    (M::CommuteMinutes, Ratio("B08013_001E", "B08303_001E")),
    (M::CommuteMinutes, Is("DP03_0025E")),
    // Those with four or more count as four.
    (
        M::Vehicles,
        Vehicles(["B08201_003E", "B08201_004E", "B08201_005E", "B08201_006E"]),
    ),
    (M::NoVehicleHouseholds, Is("B08201_002E")),
    (
        M::NoVehicleShare,
        PercentOf(&["B08201_002E"], "B08201_001E"),
    ),
    (M::NoVehicleShare, Is("DP04_0058PE")),
    (
        M::OneVehicleShare,
        PercentOf(&["B08201_003E"], "B08201_001E"),
    ),
    (M::OneVehicleShare, Is("DP04_0059PE")),
    (
        M::TwoVehicleShare,
        PercentOf(&["B08201_004E"], "B08201_001E"),
    ),
    (M::TwoVehicleShare, Is("DP04_0060PE")),
    (
        M::ThreePlusVehicleShare,
        PercentOf(&["B08201_005E", "B08201_006E"], "B08201_001E"),
    ),
    (M::ThreePlusVehicleShare, Is("DP04_0061PE")),
];

/// The survey's measures.
pub(super) fn measures() -> Vec<M> {
    FORMULAS.iter().map(|(measure, _)| *measure).collect()
}

/// The variables used, for downloads.
pub(crate) fn variables(tables: &[&str]) -> Vec<&'static str> {
    let of = |formula: &Formula| -> Vec<&'static str> {
        match formula {
            Is(name) => vec![name],
            PercentOf(parts, whole) => parts.iter().copied().chain([*whole]).collect(),
            Vehicles(by_number) => by_number.to_vec(),
            Ratio(part, whole) => vec![part, whole],
        }
    };
    let mut names: Vec<_> = FORMULAS
        .iter()
        .flat_map(|(_, formula)| of(formula))
        .collect();
    names.retain(|name| tables.iter().any(|table| name.starts_with(table)));
    names.sort_unstable();
    names.dedup();
    names
}

impl Formula {
    /// The formula with a file's columns instead of variables.
    fn resolve(&self, at: &dyn Fn(&str) -> Option<usize>) -> Option<Resolved> {
        Some(match self {
            Is(name) => Resolved(vec![(at(name)?, 1.0)], None, 1.0),
            Vehicles(by_number) => {
                let numbered = by_number.iter().zip([1.0, 2.0, 3.0, 4.0]);
                let columns = numbered.map(|(name, number)| Some((at(name)?, number)));
                Resolved(columns.collect::<Option<_>>()?, None, 1.0)
            }
            PercentOf(parts, whole) => {
                let parts = parts.iter().map(|part| Some((at(part)?, 1.0)));
                let parts = parts.collect::<Option<_>>()?;
                Resolved(parts, Some(at(whole)?), 100.0)
            }
            Ratio(part, whole) => Resolved(vec![(at(part)?, 1.0)], Some(at(whole)?), 1.0),
        })
    }
}

/// The columns to add up, each times a number, the column to divide by, and a factor.
struct Resolved(Vec<(usize, f64)>, Option<usize>, f64);

impl Resolved {
    fn value(&self, get: &dyn Fn(usize) -> Option<f64>) -> Option<f64> {
        let sum: f64 = self
            .0
            .iter()
            .map(|(column, times)| Some(get(*column)? * times))
            .sum::<Option<f64>>()?;
        match self.1 {
            None => Some(sum),
            Some(whole) => super::columns::ratio(sum, get(whole)?).map(|ratio| ratio * self.2),
        }
    }
}

fn formulas(at: &dyn Fn(&str) -> Option<usize>) -> Vec<(M, Resolved)> {
    let mut found: Vec<(M, Resolved)> = Vec::new();
    for (measure, formula) in FORMULAS {
        if found.iter().all(|(there, _)| there != measure)
            && let Some(resolved) = formula.resolve(at)
        {
            found.push((*measure, resolved));
        }
    }
    found
}

/// A download of data.census.gov: a `GEO_ID` column and at least one variable.
pub(super) fn is_table(sheet: &Sheet<'_>) -> bool {
    (sheet.column("GEO_ID").is_some() || sheet.column("GEOID").is_some())
        && !formulas(&|name| sheet.column(name)).is_empty()
}

pub(super) fn read_table(sheet: &mut Sheet<'_>, name: FileName<'_>) -> Result<Reading, ReadError> {
    let key = sheet
        .column("GEO_ID")
        .map_or_else(|| sheet.need("GEOID"), Ok)?;
    let formulas = formulas(&|name| sheet.column(name));
    let mut rows = Rows::new(formulas.iter().map(|(measure, _)| *measure).collect());
    while let Some(row) = sheet.next()? {
        // The second header line, in words, has no number in its key and is dropped.
        let get = |column: usize| number(&row.get(column));
        let values = formulas
            .iter()
            .map(|(_, formula)| formula.value(&get))
            .collect();
        rows.push(row_area_of(&row.get(key)), values);
    }
    rows.finish(ACS, year(name)?)
}

/// The API's answer: a header row, then rows of texts, with the geography in the last columns.
pub(super) fn read_answer(bytes: &[u8], name: FileName<'_>) -> Result<Reading, ReadError> {
    let table: Vec<Vec<Value>> =
        serde_json::from_slice(bytes).map_err(|_| ReadError::NotRecognised)?;
    let [headers, lines @ ..] = table.as_slice() else {
        return Err(ReadError::NotRecognised);
    };
    let headers: Vec<String> = headers
        .iter()
        .map(|h| fold(h.as_str().unwrap_or_default()))
        .collect();
    let at = |name: &str| headers.iter().position(|header| *header == fold(name));
    let formulas = formulas(&at);
    let (Some(state), Some(county), false) = (at("state"), at("county"), formulas.is_empty())
    else {
        return Err(ReadError::NotRecognised);
    };
    let tract = at("tract");
    let mut rows = Rows::new(formulas.iter().map(|(measure, _)| *measure).collect());
    for line in lines {
        let text = |column: usize| match line.get(column) {
            Some(Value::String(text)) => text.clone(),
            Some(Value::Number(number)) => number.to_string(),
            _ => String::new(),
        };
        let get = |column: usize| number(&text(column));
        let fips = CountyFips::from_parts(&text(state), &text(county));
        let area = match tract {
            None => fips.map(Area::County),
            Some(tract) => fips
                .and_then(|fips| TractGeoid::parse(&format!("{fips}{:0>6}", text(tract))))
                .map(Area::Tract),
        };
        rows.push(
            area,
            formulas
                .iter()
                .map(|(_, formula)| formula.value(&get))
                .collect(),
        );
    }
    rows.finish(ACS, year(name)?)
}

fn year(name: FileName<'_>) -> Result<Vintage, ReadError> {
    let year = name.year().ok_or(ReadError::NoVintage(ACS.id))?;
    Ok(Vintage::five_years_to(year))
}
