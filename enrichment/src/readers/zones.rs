//! The CDFI Fund's list of tracts designated as opportunity zones.
//!
//! It lists only designated tracts. Whether any other tract is outside or unknown depends on whether the list
//! is complete.

use super::columns::{Rows, area_of};
use super::reading::{Content, FileName, ReadError, Reading};
use super::sheet::Sheet;
use crate::geoid::states;
use crate::measure::Measure;
use crate::pack::{Area, TableSpec, WHOLE_ZONE_LIST, table};
use crate::vintage::Vintage;

/// 8,764 tracts were designated in 2018, and none since. A copy that lacks more than a few is an extract.
const DESIGNATED: u64 = 8_764;
const MAY_LACK: u64 = 20;

/// For an extract: the tracts listed are designated, the others unknown.
const EXTRACT: &TableSpec = table("opportunity-zones");
/// For the complete list.
const WHOLE: &TableSpec = table(WHOLE_ZONE_LIST);

/// The two tables read here.
pub(super) const TABLES: [&TableSpec; 2] = [WHOLE, EXTRACT];

pub(super) fn is_list(sheet: &Sheet<'_>) -> bool {
    sheet.has(&["Census Tract Number", "Tract Type"])
}

pub(super) fn read(sheet: &mut Sheet<'_>, name: FileName<'_>) -> Result<Reading, ReadError> {
    let tract = sheet.need("Census Tract Number")?;
    let mut rows = Rows::new(vec![Measure::OpportunityZone]);
    let mut listed = std::collections::BTreeSet::new();
    let mut named = 0_u64;
    while let Some(row) = sheet.next()? {
        let number = row.get(tract);
        named += u64::from(number.trim().bytes().filter(u8::is_ascii_digit).count() >= 10);
        let area = area_of(&number);
        if let Some(Area::Tract(tract)) = area {
            listed.insert(tract.county().state());
        }
        rows.push(area, vec![Some(1.0)]);
    }
    let whole =
        named + MAY_LACK >= DESIGNATED && states().all(|state| listed.contains(&state.fips()));
    let kind = if whole { WHOLE } else { EXTRACT };
    // The tracts are those of 2010, and the list is of 2018.
    let year = name.year().filter(|year| *year < 2020).unwrap_or(2018);
    let mut reading = rows.finish(kind, Vintage::year(year))?;
    if let Content::Table(table) = &mut reading.content
        && !whole
    {
        let limit = format!(
            "{} of {DESIGNATED} designated tracts; nothing is known of tracts not listed",
            table.info.rows
        );
        table.info.limits.push(limit);
    }
    Ok(reading)
}
