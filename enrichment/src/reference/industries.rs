//! The tables of industries, with the states that they have counties of.

use std::collections::BTreeSet;

use super::loaded::{Reference, StatesOf};
use crate::geoid::CountyFips;
use crate::industry_codes::Edition;
use crate::pack::{IndustryTable, TableData, TableInfo};

#[derive(Debug, Clone, Copy)]
pub(crate) struct Industries<'r> {
    /// Among all tables.
    pub(crate) place: usize,
    pub(crate) table: &'r IndustryTable,
    pub(crate) info: &'r TableInfo,
    states: &'r BTreeSet<u32>,
}

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
        self.states.contains(&state)
    }
}

impl Reference {
    /// The tables of industries, the newest first.
    pub(crate) fn industries(&self) -> impl Iterator<Item = Industries<'_>> {
        self.industries.iter().filter_map(|(place, states)| {
            let table = &self.tables[*place];
            match &table.data {
                TableData::Industries(industries) => Some(Industries {
                    place: *place,
                    table: industries,
                    info: &table.info,
                    states,
                }),
                _ => None,
            }
        })
    }

    pub(super) fn states_by_industries(&self) -> StatesOf {
        let mut found: StatesOf = Vec::new();
        for (place, table) in self.tables.iter().enumerate() {
            if let TableData::Industries(industries) = &table.data {
                let states = industries.counties().map(CountyFips::state);
                found.push((place, states.collect()));
            }
        }
        found.sort_by(|a, b| {
            let (a, b) = (&self.tables[a.0].info, &self.tables[b.0].info);
            (&b.vintage, a.spec().rank).cmp(&(&a.vintage, b.spec().rank))
        });
        found
    }
}
