//! The tables of industries, with the residents of their counties.

use std::collections::HashMap;

use super::loaded::{Reference, Residents};
use crate::industry_codes::Edition;
use crate::measure::Measure;
use crate::pack::{IndustryTable, TableData, TableInfo};

#[derive(Debug, Clone, Copy)]
pub(crate) struct Industries<'r> {
    pub(crate) table: &'r IndustryTable,
    pub(crate) info: &'r TableInfo,
    /// The residents of its counties, by state code; 0 for all.
    residents: &'r HashMap<u32, f64>,
}

/// A table's counties represent a state, or the nation, if at least this share of the residents live in them.
const WHOLE: f64 = 0.95;

/// The table that omits cells of fewer than three establishments, and the first year it does; others have
/// every nonempty cell.
const OMITS_SMALL_CELLS: (&str, u16) = ("cbp", 2017);

impl Industries<'_> {
    /// The edition of NAICS that the table uses.
    pub(crate) fn edition(&self) -> Edition {
        self.table.edition(self.info.vintage.last)
    }

    /// The most establishments that a county may have in an industry for which it has no row.
    pub(crate) fn most_left_out(&self) -> u32 {
        let (id, since) = OMITS_SMALL_CELLS;
        if self.info.id == id && self.info.vintage.last >= since {
            2
        } else {
            0
        }
    }

    /// Whether the table has counties of a state.
    pub(crate) fn has_state(&self, state: u32) -> bool {
        self.residents.contains_key(&state)
    }
}

impl Reference {
    /// The tables of industries, the newest first.
    pub(crate) fn industries(&self) -> impl Iterator<Item = Industries<'_>> {
        self.industries.iter().filter_map(|(place, residents)| {
            let table = &self.tables[*place];
            match &table.data {
                TableData::Industries(industries) => Some(Industries {
                    table: industries,
                    info: &table.info,
                    residents,
                }),
                _ => None,
            }
        })
    }

    /// The residents of a table's counties in a state, or of all (0); `None` if they are too few to represent
    /// it.
    pub(crate) fn residents_of(&self, industries: Industries<'_>, state: u32) -> Option<f64> {
        let residents = industries.residents.get(&state).copied()?;
        (residents >= WHOLE * self.population_of(state)?).then_some(residents)
    }

    pub(super) fn count_residents_by_industries(&self) -> Residents {
        let mut found: Residents = Vec::new();
        for (place, table) in self.tables.iter().enumerate() {
            if let TableData::Industries(industries) = &table.data {
                let mut residents = HashMap::new();
                for county in industries.counties() {
                    let people = self.of_county(county.0.into(), Measure::Population);
                    let people = people.map_or(0.0, |people| people.value);
                    for state in [county.state(), 0] {
                        *residents.entry(state).or_default() += people;
                    }
                }
                found.push((place, residents));
            }
        }
        found.sort_by(|a, b| {
            let (a, b) = (&self.tables[a.0].info, &self.tables[b.0].info);
            (&b.vintage, a.spec().rank).cmp(&(&a.vintage, b.spec().rank))
        });
        found
    }
}
