//! Establishments, jobs and wages by industry: the BLS's QCEW (annual averages, single file or by
//! area) and the Census Bureau's County Business Patterns.
//!
//! If a publisher withholds jobs and wages to protect an employer, it writes 0 next to a flag, which means
//! missing, not zero. So does a 0 in a file without flags if there are establishments.

use super::cells::count;
use super::reading::{FileName, ReadError, Reading, Tally};
use super::sheet::{Row, Sheet};
use crate::geoid::state_by_fips;
use crate::pack::{Industry, IndustryTable, TableData, TableSpec, table};
use crate::vintage::Vintage;

const QCEW: &TableSpec = table("qcew");
const CBP: &TableSpec = table("cbp");

pub(super) fn is_qcew(sheet: &Sheet<'_>) -> bool {
    sheet.has(&[
        "area_fips",
        "own_code",
        "industry_code",
        "agglvl_code",
        "annual_avg_estabs",
    ])
}

/// Reads the totals over all ownerships, and private employers by industry.
pub(super) fn read_qcew(sheet: &mut Sheet<'_>, _: FileName<'_>) -> Result<Reading, ReadError> {
    let names = [
        "area_fips",
        "own_code",
        "industry_code",
        "size_code",
        "year",
        "qtr",
        "disclosure_code",
        "annual_avg_estabs",
        "annual_avg_emplvl",
        "annual_avg_wkly_wage",
    ];
    let mut columns = [0; 10];
    for (column, name) in columns.iter_mut().zip(names) {
        *column = sheet.need(name)?;
    }
    let mut entries = Vec::new();
    let mut left = Tally::default();
    let mut year = None;
    while let Some(row) = sheet.next()? {
        let cell = |place: usize| row.get(columns[place]);
        if cell(5).trim() != "A" || cell(3).trim() != "0" {
            left.add("quarterly rows and size classes");
            continue;
        }
        year = year.max(cell(4).trim().parse::<u16>().ok());
        let (own, code) = (cell(1), cell(2));
        let (Some(area), Some(naics)) = (
            qcew_area(cell(0).trim()),
            qcew_naics(own.trim(), code.trim()),
        ) else {
            left.add("other areas, ownerships and groups of industries");
            continue;
        };
        let withheld = cell(6).trim() == "N";
        let known = |place: usize| (!withheld).then(|| count(&cell(place))).flatten();
        entries.push(Industry {
            area,
            naics,
            establishments: count(&cell(7)),
            employment: known(8),
            weekly_wage: known(9).filter(|wage| *wage > 0),
        });
    }
    finish(QCEW, year, entries, left)
}

/// `01001`, `01000` for a state, `US000` for the nation.
fn qcew_area(text: &str) -> Option<u32> {
    if text == "US000" {
        return Some(0);
    }
    let area: u32 = text
        .parse()
        .ok()
        .filter(|_| text.len() == 5 || text.len() == 4)?;
    // 999 means 'county unknown'.
    (state_by_fips(area / 1000).is_some() && area % 1000 != 999).then_some(area)
}

/// 0 for the total over all ownerships (`0`, `10`), or a code of private employers (`5`). Sectors that span
/// codes use the first one: `31-33` is 31.
fn qcew_naics(own: &str, code: &str) -> Option<u32> {
    match (own, code) {
        ("0", "10") => Some(0),
        ("5", code) if code.starts_with("10") => None,
        ("5", code) => naics(code),
        _ => None,
    }
}

fn naics(code: &str) -> Option<u32> {
    let digits = code.split('-').next()?;
    let digits = digits.trim_end_matches('/');
    let whole = (2..=6).contains(&digits.len()) && digits.bytes().all(|b| b.is_ascii_digit());
    whole.then(|| digits.parse().ok()).flatten()
}

pub(super) fn is_cbp(sheet: &Sheet<'_>) -> bool {
    sheet.has(&["naics", "emp", "est", "ap"])
        && (sheet.has(&["fipstate", "fipscty"])
            || sheet.has(&["fipstate", "lfo"])
            || sheet.has(&["uscode", "lfo"]))
}

/// A county, state or national file. Uses the total over legal forms (`lfo`).
pub(super) fn read_cbp(sheet: &mut Sheet<'_>, name: FileName<'_>) -> Result<Reading, ReadError> {
    let [code, jobs, establishments, payroll] = [
        sheet.need("naics")?,
        sheet.need("emp")?,
        sheet.need("est")?,
        sheet.need("ap")?,
    ];
    let places = Places {
        state: sheet.column("fipstate"),
        county: sheet.column("fipscty"),
        form: sheet.column("lfo"),
    };
    let jobs_flag = sheet.column("emp_nf");
    let mut entries = Vec::new();
    let mut left = Tally::default();
    while let Some(row) = sheet.next()? {
        let Some(area) = places.area(&row) else {
            left.add("other legal forms and areas");
            continue;
        };
        let Some(naics) = cbp_naics(row.get(code).trim()) else {
            left.add("no NAICS code");
            continue;
        };
        let withheld = matches!(row.maybe(jobs_flag).trim(), "D" | "S" | "N");
        let known = |column: usize| (!withheld).then(|| count(&row.get(column))).flatten();
        let employment = known(jobs).filter(|jobs| *jobs > 0 || jobs_flag.is_some());
        // Annual payroll is in thousands of dollars.
        let wage = known(payroll).zip(employment.filter(|jobs| *jobs > 0));
        let wage = wage.map(|(payroll, jobs)| f64::from(payroll) * 1000.0 / f64::from(jobs) / 52.0);
        entries.push(Industry {
            area,
            naics,
            establishments: count(&row.get(establishments)),
            employment,
            weekly_wage: wage.map(|wage| wage.round() as u32),
        });
    }
    finish(CBP, release(name), entries, left)
}

/// The year in the bureau's file names, such as `cbp22co`.
fn release(name: FileName<'_>) -> Option<u16> {
    let digits = name.stem.to_ascii_lowercase();
    let digits = digits.strip_prefix("cbp").and_then(|rest| rest.get(..2));
    let year = digits
        .and_then(|digits| digits.parse::<u16>().ok())
        .map(|year| 2000 + year);
    name.year().or(year)
}

struct Places {
    state: Option<usize>,
    county: Option<usize>,
    form: Option<usize>,
}

impl Places {
    fn area(&self, row: &Row<'_>) -> Option<u32> {
        let form = row.maybe(self.form);
        if self.form.is_some() && form.trim() != "-" {
            return None;
        }
        let Some(state) = self.state else {
            return Some(0);
        };
        let state: u32 = row.get(state).trim().parse().ok()?;
        state_by_fips(state)?;
        let county: u32 = match self.county {
            None => 0,
            Some(county) => row
                .get(county)
                .trim()
                .parse()
                .ok()
                .filter(|c| (1..999).contains(c))?,
        };
        Some(state * 1000 + county)
    }
}

/// `------` is the total; `44----` a sector; `441///` a subsector.
fn cbp_naics(code: &str) -> Option<u32> {
    let digits = code.trim_end_matches(['-', '/']);
    if digits.is_empty() && !code.is_empty() {
        return Some(0);
    }
    naics(digits)
}

fn finish(
    table: &'static TableSpec,
    year: Option<u16>,
    entries: Vec<Industry>,
    left: Tally,
) -> Result<Reading, ReadError> {
    if entries.is_empty() {
        return Err(ReadError::Empty(table.id, left.first()));
    }
    let vintage = Vintage::year(year.ok_or(ReadError::NoVintage(table.id))?);
    let industries = IndustryTable::new(entries);
    let rows = industries.entries().len() as u64;
    let data = TableData::Industries(industries);
    Ok(Reading::table(table, vintage, data, rows).leaving(left))
}
