//! What the Demand Map shows of each county.

use std::collections::{BTreeSet, HashMap};

use atlas::{Class, Compared, Count, Estimate, Usual};

use super::market::Told;
use super::of_kind::OfKind;
use crate::geo::Position;
use crate::geoid::CountyFips;
use crate::reference::Reference;

/// Numbers of two sources that differ by more than this factor disagree.
const DISAGREES: f64 = 2.0;

/// What is asked.
#[derive(Debug, Clone, Copy)]
pub struct Question {
    pub compared: Compared,
    /// Each county with its surroundings: the width of the kernel, in miles.
    pub around: Option<f64>,
    /// Only the counties of a state, by its FIPS code.
    pub state: Option<u32>,
    /// Only counties with so many residents.
    pub min_population: f64,
}

/// A county.
#[derive(Debug, Clone)]
pub struct CountyRow {
    pub fips: CountyFips,
    pub people: f64,
    pub count: Count,
    /// How many such a place usually has.
    pub usual: f64,
    /// 100: as many as usual.
    pub index: f64,
    /// Where the index lies with a probability of 80 %.
    pub interval: [f64; 2],
    /// How many are missing; below zero, too many.
    pub gap: f64,
    pub p_under: f64,
    pub class: Class,
    /// How many the listings have, where they are whole.
    pub listed: Option<u32>,
    /// Do the listings and the census disagree?
    pub disagree: bool,
    /// With surroundings: how many other counties are in reach.
    pub neighbors: Option<usize>,
}

/// A state.
#[derive(Debug, Clone, Copy)]
pub struct StateRow {
    /// Its FIPS code.
    pub state: u32,
    pub people: f64,
    pub low: u32,
    pub high: u32,
    pub usual: f64,
    pub index: f64,
    /// Does it differ so much that demand cannot be the reason?
    pub unusual: bool,
}

/// The listings of a kind, by county, where some data set is whole for the kind.
#[derive(Debug, Clone, Default)]
pub struct Listings {
    counts: HashMap<CountyFips, u32>,
    /// The states that are covered, by FIPS code.
    states: BTreeSet<u32>,
}

impl Listings {
    /// Counts listings by county, each by its position in degrees or else its ZIP code, in the `states` that are covered.
    #[must_use]
    pub fn of<'l>(
        reference: &Reference,
        listed: impl Iterator<Item = (Option<(f64, f64)>, Option<&'l str>)>,
        states: BTreeSet<u32>,
    ) -> Self {
        let mut counts = HashMap::new();
        for (at, zip) in listed {
            if let Some(county) = reference.atlas_county(at, zip) {
                *counts.entry(county).or_default() += 1;
            }
        }
        Self { counts, states }
    }

    /// How many a county has. None where no data set is whole.
    #[must_use]
    pub fn count(&self, county: CountyFips) -> Option<u32> {
        let is_covered = self.states.contains(&county.state());
        is_covered.then(|| self.counts.get(&county).copied().unwrap_or_default())
    }
}

impl Reference {
    /// The county of a position in degrees, or else of a ZIP code, in the edition that the inputs have.
    #[must_use]
    pub fn atlas_county(&self, at: Option<(f64, f64)>, zip: Option<&str>) -> Option<CountyFips> {
        let inputs = self.atlas_inputs()?;
        let at = at.and_then(|(latitude, longitude)| Position::from_degrees(latitude, longitude));
        let areas = match at {
            Some(at) => self.locate(at),
            None => self.locate_zip(zip?),
        };
        areas
            .counties()
            .find(|county| inputs.place(*county).is_some())
    }
}

impl OfKind<'_> {
    /// The counties that a question asks for.
    #[must_use]
    pub fn counties(&self, question: &Question, listings: &Listings) -> Vec<CountyRow> {
        let scale = self.scale(listings);
        let blended = question
            .around
            .map(|h| self.market.surroundings(self.inputs, question.compared, h));
        let mut rows = Vec::new();
        for (place, (fips, observed)) in self.market.counties.iter().enumerate() {
            let people = self.people(*fips);
            if question.state.is_some_and(|state| state != fips.state())
                || people < question.min_population
            {
                continue;
            }
            let told = self.market.told(place, question.compared);
            let (estimate, neighbors) = match &blended {
                None => (told.estimate, None),
                Some(blended) => match &blended[place] {
                    Some(surrounding) => {
                        (surrounding.estimate.clone(), Some(surrounding.neighbors))
                    }
                    None => continue,
                },
            };
            let listed = listings.count(*fips);
            rows.push(CountyRow {
                fips: *fips,
                people,
                count: observed.count.clone(),
                listed,
                disagree: listed
                    .is_some_and(|listed| disagree(&observed.count, f64::from(listed) * scale)),
                neighbors,
                ..row(&estimate, told.usual)
            });
        }
        rows
    }

    /// Establishments of the table for each one listed, where both are known.
    fn scale(&self, listings: &Listings) -> f64 {
        let mut sums = [0.0, 0.0];
        for (fips, observed) in &self.market.counties {
            if let Some(listed) = listings.count(*fips) {
                sums[0] += f64::from(observed.count.low());
                sums[1] += f64::from(listed);
            }
        }
        if sums[1] > 0.0 {
            sums[0] / sums[1]
        } else {
            1.0
        }
    }

    /// The businesses and the residents of all counties together.
    #[must_use]
    pub fn in_all(&self) -> (f64, f64) {
        let model = &self.market.similar.model;
        let mut sums = (0.0, 0.0);
        for (fips, observed) in &self.market.counties {
            let expected = model.expected(observed.demand, observed.density);
            sums.0 += model.number(expected, &observed.count);
            sums.1 += self.people(*fips);
        }
        sums
    }

    fn people(&self, county: CountyFips) -> f64 {
        self.inputs
            .place(county)
            .map_or(0.0, |place| self.inputs.counties[place].people)
    }

    /// All states, by FIPS code.
    #[must_use]
    pub fn states(&self) -> Vec<StateRow> {
        let estimates = &self.market.similar;
        let rows = estimates.states().map(|(state, index)| {
            let mut row = StateRow {
                state,
                people: 0.0,
                low: 0,
                high: 0,
                usual: 0.0,
                index,
                unusual: estimates.is_unusual(state),
            };
            for (fips, observed) in self
                .market
                .counties
                .iter()
                .filter(|(fips, _)| fips.state() == state)
            {
                row.people += self.people(*fips);
                row.low += observed.count.low();
                row.high += observed.count.high();
                row.usual += estimates.county(observed).usual(estimates.mean);
            }
            row
        });
        rows.collect()
    }

    /// One county.
    #[must_use]
    pub fn county(&self, county: CountyFips, compared: Compared) -> Option<CountyRow> {
        let place = self.market.place(county)?;
        let Told { estimate, usual } = self.market.told(place, compared);
        let people = self.people(county);
        Some(CountyRow {
            fips: county,
            people,
            count: self.market.counties[place].1.count.clone(),
            ..row(&estimate, usual)
        })
    }
}

/// What an estimate says; the rest is empty.
fn row(estimate: &Estimate, usual: Usual) -> CountyRow {
    let interval = estimate.interval(usual);
    CountyRow {
        fips: CountyFips(0),
        people: 0.0,
        count: Count::exact(0),
        usual: estimate.usual(usual),
        index: interval.index,
        interval: [interval.low, interval.high],
        gap: estimate.gap(usual),
        p_under: estimate.p_under(usual),
        class: estimate.class(usual),
        listed: None,
        disagree: false,
        neighbors: None,
    }
}

fn disagree(count: &Count, listed: f64) -> bool {
    let (low, high) = (f64::from(count.low()), f64::from(count.high()));
    listed > DISAGREES * high || listed < low / DISAGREES
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sources_disagree_where_the_listed_number_is_outside_half_to_double() {
        assert!(!disagree(&Count::exact(10), 5.0) && !disagree(&Count::exact(10), 20.0));
        assert!(disagree(&Count::exact(10), 4.9) && disagree(&Count::exact(10), 20.1));
        let left_out = Count::with_left_out(0, &[1.0], 2);
        assert!(!disagree(&left_out, 0.0) && !disagree(&left_out, 4.0));
        assert!(disagree(&left_out, 4.1));
    }
}
