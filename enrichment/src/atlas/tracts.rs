//! Neighborhoods: what the people of each tract of a state can reach, by the listings.

use std::collections::{BTreeSet, HashMap};

use atlas::{Demand, Tract, TractEstimate, reach};

use super::inputs::Inputs;
use super::middles::PeopledTract;
use crate::geo::Position;
use crate::geoid::CountyFips;

/// Degrees of latitude in a mile; of longitude, at the latitudes of the states, at most three times as many.
const DEGREES_PER_MILE: f64 = 1.0 / 69.0;
const WIDER: f64 = 3.0;

/// A tract of the state.
#[derive(Debug, Clone, Copy)]
pub struct TractRow {
    pub geoid: u64,
    pub people: f64,
    pub estimate: TractEstimate,
}

/// All tracts of a state, by its FIPS code, with the businesses at `positions` (degrees) in reach. Empty where tracts have
/// no people or shapes.
#[must_use]
pub fn of_state(
    inputs: &Inputs,
    demand: &Demand,
    positions: &[(f64, f64)],
    state: u32,
    miles: f64,
) -> Vec<TractRow> {
    let own = inputs
        .tracts
        .iter()
        .filter(|tract| tract.county().state() == state);
    let Some(bounds) = Bounds::around(own.clone()) else {
        return Vec::new();
    };
    // A tract that shares a business with one of the state may be twice as far away.
    let (near, nearest) = (bounds.wider(2.0 * miles), bounds.wider(miles));
    let counties = Shares::of(inputs, demand);
    let peopled: Vec<&PeopledTract> = inputs
        .tracts
        .iter()
        .filter(|tract| near.contains(tract.middle))
        .collect();
    let tracts: Vec<Tract> = peopled
        .iter()
        .map(|tract| Tract {
            middle: tract.middle,
            demand: counties.demand(demand, tract),
        })
        .collect();
    let businesses: Vec<atlas::Position> = positions
        .iter()
        .copied()
        .map(position)
        .filter(|at| nearest.contains(*at))
        .collect();
    let reached = reach(&tracts, &businesses, miles);
    let rows = peopled.iter().zip(reached.tracts);
    let of_state = rows.filter(|(tract, _)| tract.county().state() == state);
    of_state
        .map(|(tract, estimate)| TractRow {
            geoid: tract.geoid,
            people: tract.people,
            estimate,
        })
        .collect()
}

/// All businesses of a kind in some states, ready to tell what is reached of them at a point.
#[derive(Debug)]
pub struct Catchments {
    reached: atlas::Catchments,
    /// Where the businesses and the demand of tracts are known.
    states: BTreeSet<u32>,
}

impl Catchments {
    /// Of the listings at `positions` (degrees) in `states`, by FIPS code. None where no tract has people near.
    pub fn of(
        inputs: &Inputs,
        demand: &Demand,
        positions: impl Iterator<Item = (f64, f64)>,
        states: &BTreeSet<u32>,
        miles: f64,
    ) -> Option<Self> {
        let counties = Shares::of(inputs, demand);
        let (mut known, mut tracts) = (BTreeSet::new(), Vec::new());
        for tract in &inputs.tracts {
            let state = tract.county().state();
            let demand = counties.demand(demand, tract);
            if states.contains(&state) && demand > 0.0 {
                known.insert(state);
                tracts.push(Tract {
                    middle: tract.middle,
                    demand,
                });
            }
        }
        let businesses: Vec<atlas::Position> = positions.map(position).collect();
        Some(Self {
            reached: atlas::Catchments::new(&tracts, &businesses, miles)?,
            states: known,
        })
    }

    /// What the other businesses offer at a point of a state; 100 is usual. None where they or the demand are not known.
    pub(crate) fn index_at(&self, at: Position, state: u32) -> Option<f64> {
        let at = position((at.latitude(), at.longitude()));
        self.states
            .contains(&state)
            .then(|| self.reached.index_at(at))
    }
}

fn position((latitude, longitude): (f64, f64)) -> atlas::Position {
    atlas::Position {
        latitude,
        longitude,
    }
}

/// What a tract's people take of their county's demand.
struct Shares(HashMap<CountyFips, Share>);

#[derive(Default)]
struct Share {
    /// Without income, which tracts have of their own; none where the county's is unknown.
    demand: Option<f64>,
    people: f64,
    /// Of the tracts whose income is known, weighted by people.
    income: [f64; 2],
}

impl Shares {
    fn of(inputs: &Inputs, demand: &Demand) -> Self {
        let mut shares: HashMap<CountyFips, Share> = HashMap::new();
        for tract in &inputs.tracts {
            let share = shares.entry(tract.county()).or_default();
            share.people += tract.people;
            if let Some(income) = tract.income {
                share.income[0] += tract.people * income;
                share.income[1] += tract.people;
            }
        }
        for (county, share) in &mut shares {
            let place = inputs.place(*county).map(|place| &inputs.counties[place]);
            share.demand = place.and_then(|county| inputs.demand(county, demand).ok());
        }
        Self(shares)
    }

    /// `D`; 0 where it is unknown.
    fn demand(&self, demand: &Demand, tract: &PeopledTract) -> f64 {
        let share = self.0.get(&tract.county());
        let known = share.and_then(|share| Some((share, share.demand?)));
        let Some((share, of_county)) = known.filter(|(share, _)| share.people > 0.0) else {
            return 0.0;
        };
        let [sum, people] = share.income;
        let richer = tract
            .income
            .filter(|_| people > 0.0)
            .map(|income| income / (sum / people));
        let factor = richer.map_or(1.0, |times| demand.by_income(times));
        of_county * tract.people / share.people * factor
    }
}

#[derive(Debug, Clone, Copy)]
struct Bounds {
    south: f64,
    north: f64,
    west: f64,
    east: f64,
}

impl Bounds {
    fn around<'t>(tracts: impl Iterator<Item = &'t PeopledTract>) -> Option<Self> {
        let points = tracts.map(|tract| {
            let atlas::Position {
                latitude,
                longitude,
            } = tract.middle;
            Self {
                south: latitude,
                north: latitude,
                west: longitude,
                east: longitude,
            }
        });
        points.reduce(|a, b| Self {
            south: a.south.min(b.south),
            north: a.north.max(b.north),
            west: a.west.min(b.west),
            east: a.east.max(b.east),
        })
    }

    fn wider(self, miles: f64) -> Self {
        let degrees = miles * DEGREES_PER_MILE;
        Self {
            south: self.south - degrees,
            north: self.north + degrees,
            west: self.west - WIDER * degrees,
            east: self.east + WIDER * degrees,
        }
    }

    fn contains(&self, at: atlas::Position) -> bool {
        (self.south..=self.north).contains(&at.latitude)
            && (self.west..=self.east).contains(&at.longitude)
    }
}
