//! Establishments, jobs and wages by area and industry.

use std::collections::BTreeMap;

use crate::geoid::CountyFips;
use crate::industry_codes::{Edition, sector};

/// One industry in one area.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Industry {
    /// The county's five digits, a state's code times 1000, or 0 for the nation.
    pub area: u32,
    /// Two to six digits of NAICS; 0 for all industries together.
    pub naics: u32,
    pub establishments: Option<u32>,
    /// Jobs; `None` if the publisher withholds them.
    pub employment: Option<u32>,
    /// Mean weekly wage in US dollars.
    pub weekly_wage: Option<u32>,
}

/// Industries by area, sorted by area and code.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct IndustryTable {
    entries: Vec<Industry>,
    /// The edition of NAICS that its codes belong to, if they show it.
    detected: Option<Edition>,
    /// Establishments summed over its counties, by state (0: all states) and industry.
    sums: BTreeMap<(u32, u32), u32>,
    /// Establishments published by industry, summed up by county and sector.
    by_sector: BTreeMap<(u32, u32), u32>,
}

const NATION: u32 = 0;

impl IndustryTable {
    /// Builds a table from its rows; the first of duplicates for an area and industry stays.
    #[must_use]
    pub fn new(mut entries: Vec<Industry>) -> Self {
        entries.sort_by_key(|entry| (entry.area, entry.naics));
        entries.dedup_by_key(|entry| (entry.area, entry.naics));
        let mut sums = BTreeMap::<(u32, u32), u32>::new();
        let mut by_sector = BTreeMap::<(u32, u32), u32>::new();
        for entry in entries.iter().filter(|entry| entry.area % 1000 != 0) {
            for state in [entry.area / 1000, NATION] {
                *sums.entry((state, entry.naics)).or_default() +=
                    entry.establishments.unwrap_or_default();
            }
            if entry.naics > 99_999 {
                *by_sector
                    .entry((entry.area, sector(entry.naics)))
                    .or_default() += entry.establishments.unwrap_or_default();
            }
        }
        Self {
            detected: Edition::told_by(entries.iter().map(|entry| entry.naics)),
            entries,
            sums,
            by_sector,
        }
    }

    /// The edition of NAICS used by the table of a year.
    pub(crate) fn edition(&self, year: u16) -> Edition {
        Edition::of_table(self.detected, year)
    }

    /// The establishments of an industry in the table's counties of a state, or of all (0); `None` if no
    /// county has a row of it.
    pub(crate) fn sum(&self, state: u32, naics: u32) -> Option<u32> {
        self.sums.get(&(state, naics)).copied()
    }

    /// The establishments of a sector in a county without those that are published by industry; `None` if the sector is not
    /// published.
    pub(crate) fn left_out_of(&self, county: u32, sector: u32) -> Option<u32> {
        let all = self.get(county, sector)?.establishments?;
        let published = self.by_sector.get(&(county, sector)).copied();
        Some(all.saturating_sub(published.unwrap_or_default()))
    }

    /// Whether any area has a row of an industry.
    pub(crate) fn knows(&self, naics: u32) -> bool {
        self.sum(NATION, naics).is_some() || self.get(NATION, naics).is_some()
    }

    pub(crate) fn counties(&self) -> impl Iterator<Item = CountyFips> {
        let areas = self.entries.chunk_by(|a, b| a.area == b.area);
        let areas = areas.map(|entries| CountyFips(entries[0].area));
        areas.filter(|area| area.0 % 1000 != 0)
    }

    /// All rows.
    #[must_use]
    pub fn entries(&self) -> &[Industry] {
        &self.entries
    }

    /// One industry in one area.
    #[must_use]
    pub fn get(&self, area: u32, naics: u32) -> Option<&Industry> {
        let found = self
            .entries
            .binary_search_by_key(&(area, naics), |e| (e.area, e.naics));
        found.ok().map(|place| &self.entries[place])
    }

    /// All industries of one area.
    #[must_use]
    pub fn of_area(&self, area: u32) -> &[Industry] {
        let start = self.entries.partition_point(|e| e.area < area);
        let end = self.entries.partition_point(|e| e.area <= area);
        &self.entries[start..end]
    }
}
