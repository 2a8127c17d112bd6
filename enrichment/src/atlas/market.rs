//! A kind of business in all counties.

use std::collections::HashMap;
use std::sync::OnceLock;

use atlas::{
    Compared, Count, Demand, Estimate, Estimates, Observed, Shape, Surrounding, Usual, around,
};

use super::inputs::{Absent, Inputs};
use crate::geoid::CountyFips;

/// Why nothing is said of a county.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Untold {
    /// The table has no county of its state.
    NotCovered,
    /// An input is not published.
    Absent(Absent),
}

/// The supply of a kind and the demand for it, with what follows from both.
#[derive(Debug)]
pub struct Market {
    pub demand: Demand,
    pub counties: Vec<(CountyFips, Observed)>,
    places: HashMap<CountyFips, usize>,
    /// Counties of which nothing is said.
    pub untold: Vec<(CountyFips, Untold)>,
    /// Compared with counties as densely peopled.
    pub similar: Estimates,
    nation: OnceLock<Estimates>,
    /// Each county's index with its surroundings.
    with_surroundings: OnceLock<Vec<Option<f64>>>,
}

/// The width of the kernel of surroundings where nothing else is asked for, in miles.
const SURROUNDINGS_MI: f64 = 25.0;

/// What a county has, compared with something.
#[derive(Debug, Clone)]
pub struct Told {
    pub estimate: Estimate,
    pub usual: Usual,
}

impl Market {
    /// Of what `count` tells of each county; None where a county is not covered.
    pub fn with(
        inputs: &Inputs,
        demand: Demand,
        count: impl Fn(CountyFips) -> Option<Count>,
    ) -> Option<Self> {
        let Observations {
            fips,
            observed,
            untold,
        } = Observations::of(inputs, &demand, count);
        let state_of = |place: usize| fips[place].state();
        Some(Self {
            similar: Estimates::of(&observed, Shape::Density, state_of)?,
            nation: OnceLock::new(),
            with_surroundings: OnceLock::new(),
            places: fips
                .iter()
                .enumerate()
                .map(|(place, fips)| (*fips, place))
                .collect(),
            demand,
            counties: fips.iter().copied().zip(observed).collect(),
            untold,
        })
    }

    /// A county's place among them.
    #[must_use]
    pub fn place(&self, county: CountyFips) -> Option<usize> {
        self.places.get(&county).copied()
    }

    /// The model and its estimates for a comparison.
    #[must_use]
    pub fn estimates(&self, compared: Compared) -> &Estimates {
        match compared {
            Compared::Nation => self.nation(),
            Compared::Similar | Compared::State => &self.similar,
        }
    }

    /// Compared with all counties (`g = 1`): fitted when it is first asked for.
    fn nation(&self) -> &Estimates {
        self.nation.get_or_init(|| {
            let observed: Vec<Observed> =
                self.counties.iter().map(|(_, one)| one.clone()).collect();
            let state_of = |place: usize| self.counties[place].0.state();
            let nation = Estimates::of(&observed, Shape::Flat, state_of);
            nation.expect("there are estimates of these counties by their density")
        })
    }

    /// Each county together with those around it: the width of the kernel is `h` miles.
    #[must_use]
    pub(crate) fn surroundings(
        &self,
        inputs: &Inputs,
        compared: Compared,
        h: f64,
    ) -> Vec<Option<Surrounding>> {
        let estimates = self.estimates(compared);
        let counties = self.counties.iter();
        let (estimates, middles): (Vec<Estimate>, Vec<_>) = counties
            .map(|(fips, observed)| {
                let place = inputs.place(*fips);
                let middle = place.and_then(|place| inputs.middles[place]);
                (estimates.county(observed), middle)
            })
            .unzip();
        around(&estimates, &middles, h)
    }

    /// The index of the market area around the county at a place: compared with similar counties, 25 miles wide.
    pub(crate) fn index_around(&self, inputs: &Inputs, place: usize) -> Option<f64> {
        let blended = || {
            let all = self.surroundings(inputs, Compared::Similar, SURROUNDINGS_MI);
            let counties = all.into_iter().zip(&self.counties);
            let index = |(around, (fips, _)): (Option<Surrounding>, &(CountyFips, Observed))| {
                let usual = self.similar.usual_in(fips.state(), Compared::Similar);
                Some(around?.estimate.index(usual))
            };
            counties.map(index).collect()
        };
        self.with_surroundings.get_or_init(blended)[place]
    }

    /// What is said of the county at a place.
    #[must_use]
    pub fn told(&self, place: usize, compared: Compared) -> Told {
        let estimates = self.estimates(compared);
        let (fips, observed) = &self.counties[place];
        Told {
            estimate: estimates.county(observed),
            usual: estimates.usual_in(fips.state(), compared),
        }
    }
}

/// The counties whose demand and supply are known, and the others.
#[derive(Debug, Default)]
pub struct Observations {
    pub fips: Vec<CountyFips>,
    pub observed: Vec<Observed>,
    pub untold: Vec<(CountyFips, Untold)>,
}

impl Observations {
    pub(crate) fn of(
        inputs: &Inputs,
        demand: &Demand,
        count: impl Fn(CountyFips) -> Option<Count>,
    ) -> Self {
        let mut all = Self::default();
        for county in &inputs.counties {
            let Some(count) = count(county.fips) else {
                all.untold.push((county.fips, Untold::NotCovered));
                continue;
            };
            match inputs.demand(county, demand) {
                Ok(demand) => {
                    all.observed.push(Observed {
                        demand,
                        density: county.density(),
                        count,
                    });
                    all.fips.push(county.fips);
                }
                Err(absent) => all.untold.push((county.fips, Untold::Absent(absent))),
            }
        }
        all
    }
}
