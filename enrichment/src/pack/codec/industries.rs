//! Establishments, jobs and wages, grouped by area.

use serde::{Deserialize, Serialize};

use super::numbers::{differences, sums};
use crate::pack::{Industry, IndustryTable};

#[derive(Debug, Default, Serialize, Deserialize)]
pub(super) struct Written {
    areas: Vec<i64>,
    /// Number of industries of each area.
    counts: Vec<u32>,
    naics: Vec<i64>,
    establishments: Vec<u64>,
    employment: Vec<u64>,
    weekly_wage: Vec<u64>,
}

pub(super) fn write(table: &IndustryTable) -> Written {
    let entries = table.entries();
    let areas = || entries.chunk_by(|a, b| a.area == b.area);
    let column = |of: fn(&Industry) -> Option<u32>| entries.iter().map(move |e| optional(of(e)));
    Written {
        areas: differences(areas().map(|area| area[0].area.into())),
        counts: areas()
            .map(|area| u32::try_from(area.len()).expect("an area has some thousand industries"))
            .collect(),
        naics: areas()
            .flat_map(|area| differences(area.iter().map(|entry| entry.naics.into())))
            .collect(),
        establishments: column(|entry| entry.establishments).collect(),
        employment: column(|entry| entry.employment).collect(),
        weekly_wage: column(|entry| entry.weekly_wage).collect(),
    }
}

pub(super) fn read(written: &Written) -> Option<IndustryTable> {
    let mut entries = Vec::with_capacity(written.naics.len());
    let mut rest = written.naics.as_slice();
    for (area, count) in sums(&written.areas).zip(&written.counts) {
        let (own, others) = rest.split_at_checked(*count as usize)?;
        rest = others;
        for naics in sums(own) {
            let place = entries.len();
            let value = |column: &[u64]| known(*column.get(place)?);
            entries.push(Industry {
                area: area.try_into().ok()?,
                naics: naics.try_into().ok()?,
                establishments: value(&written.establishments)?,
                employment: value(&written.employment)?,
                weekly_wage: value(&written.weekly_wage)?,
            });
        }
    }
    rest.is_empty().then(|| IndustryTable::new(entries))
}

/// 0 for `None`, else the number plus one.
fn optional(number: Option<u32>) -> u64 {
    number.map_or(0, |number| u64::from(number) + 1)
}

/// `None` if the number is too large.
fn known(written: u64) -> Option<Option<u32>> {
    match written.checked_sub(1) {
        None => Some(None),
        Some(number) => u32::try_from(number).ok().map(Some),
    }
}
