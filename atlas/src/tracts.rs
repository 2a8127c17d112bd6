//! How much of the supply people of a neighborhood can reach: the enhanced two-step floating catchment area (Luo and Qi
//! 2009), with a Gaussian that ends at 0.

use std::ops::Range;

use crate::bands::Bands;
use crate::sphere::{Position, chord_2_between, miles_2_of_short};

/// A tract: where its people live, and their demand.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Tract {
    pub middle: Position,
    /// `D`, in people.
    pub demand: f64,
}

/// What a tract's people reach.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TractEstimate {
    /// `A`: businesses per person in demand.
    pub access: f64,
    /// 100: as in all tracts together. None where none is reached.
    pub index: Option<f64>,
    /// Businesses that are reached, each counted by its distance's weight.
    pub businesses: f64,
    /// Nothing is in reach, and so little demand that it says nothing.
    pub untold: bool,
}

/// The result for all tracts.
#[derive(Debug, Clone)]
pub struct Reach {
    pub tracts: Vec<TractEstimate>,
    /// Businesses that have a tract in reach: `Σ D·A` is their number.
    pub businesses: usize,
}

/// Demand worth fewer businesses than these says nothing where none is reached.
const WORTH: f64 = 3.0;

/// Shares each business out among the tracts within `miles`, at most 100, by their demand and their distance.
#[must_use]
pub fn reach(tracts: &[Tract], businesses: &[Position], miles: f64) -> Reach {
    let peopled = tracts
        .iter()
        .enumerate()
        .filter(|(_, tract)| tract.demand > 0.0);
    let bands = Bands::new(peopled.map(|(place, tract)| (place, tract.middle)), miles);
    let shares = Shares::of(tracts, &bands, businesses, miles);
    let usual = shares.usual(tracts);
    let mut by_place = vec![(0.0, 0.0); tracts.len()];
    let each = shares.access.into_iter().zip(shares.counted);
    for (place, reached) in bands.places.iter().zip(each) {
        by_place[*place] = reached;
    }
    let estimates = tracts
        .iter()
        .zip(by_place)
        .map(|(tract, (access, businesses))| TractEstimate {
            access,
            index: (access > 0.0).then(|| 100.0 * access / usual),
            businesses,
            untold: access <= 0.0 && tract.demand * usual < WORTH,
        });
    Reach {
        tracts: estimates.collect(),
        businesses: shares.served as usize,
    }
}

/// The businesses, ready to tell what is reached of them at any point.
#[derive(Debug)]
pub struct Catchments {
    bands: Bands,
    /// Of each business, in the order of the bands: its `R`, of which 100 is usual in all tracts.
    ratios: Vec<f64>,
    per_reach: f64,
}

/// Nearer than this a business is the one that asks.
const HERE_MILES: f64 = 0.001;

impl Catchments {
    /// None where no business has a tract within `miles`, at most 100.
    #[must_use]
    pub fn new(tracts: &[Tract], businesses: &[Position], miles: f64) -> Option<Self> {
        let middles = tracts.iter().map(|tract| tract.middle).enumerate();
        let shares = Shares::of(tracts, &Bands::new(middles, miles), businesses, miles);
        let usual = shares.usual(tracts);
        let bands = Bands::new(businesses.iter().copied().enumerate(), miles);
        let ratio = |place: &usize| 100.0 * shares.ratios[*place] / usual;
        (shares.served > 0).then(|| Self {
            ratios: bands.places.iter().map(ratio).collect(),
            per_reach: 1.0 / (miles * miles),
            bands,
        })
    }

    /// What is reached at a point; 100: as in all tracts together. A business at the very point is not counted, so that
    /// of one of the businesses this is what the others offer around it.
    #[must_use]
    pub fn index_at(&self, at: Position) -> f64 {
        let (mut reached, mut here) = (0.0, 0.0);
        self.bands.within(at, |number, chord_2| {
            let miles_2 = miles_2_of_short(chord_2);
            let share = self.ratios[number] * weight(miles_2 * self.per_reach);
            reached += share;
            if miles_2 < HERE_MILES * HERE_MILES {
                here = share;
            }
        });
        f64::max(reached - here, 0.0)
    }
}

/// What tracts get of the businesses, in the order of their bands, where neighbors lie side by side.
struct Shares {
    access: Vec<f64>,
    counted: Vec<f64>,
    /// Of each business, in the order given: 1 over the demand in reach, `R`; 0 where there is none.
    ratios: Vec<f64>,
    served: u32,
}

impl Shares {
    /// Businesses per person in demand, of all tracts: `Σ D·A` is the number of businesses served.
    fn usual(&self, tracts: &[Tract]) -> f64 {
        let demand: f64 = tracts.iter().map(|tract| tract.demand).sum();
        f64::from(self.served) / demand
    }

    fn of(tracts: &[Tract], bands: &Bands, businesses: &[Position], miles: f64) -> Self {
        let demands = bands.places.iter().map(|place| tracts[*place].demand);
        let demands: Vec<f64> = demands.collect();
        let mut shares = Self {
            access: vec![0.0; demands.len()],
            counted: vec![0.0; demands.len()],
            ratios: vec![0.0; businesses.len()],
            served: 0,
        };
        let (mut runs, mut weights) = (Vec::new(), Vec::new());
        let per_reach = 1.0 / (miles * miles);
        for place in bands.in_their_order(businesses) {
            let business = businesses[place];
            runs.clear();
            weights.clear();
            bands.runs_near(business, |run| runs.push(run));
            let here = business.on_the_unit_sphere();
            for run in &runs {
                let [x, y, z] = bands.points.each_ref().map(|axis| &axis[run.clone()]);
                weights.extend(x.iter().zip(y).zip(z).map(|((x, y), z)| {
                    let miles_2 = miles_2_of_short(chord_2_between([*x, *y, *z], here));
                    weight(miles_2 * per_reach)
                }));
            }
            let near = runs.iter().flat_map(|run| &demands[run.clone()]);
            let near = near.zip(&weights);
            let demand: f64 = near.map(|(demand, weight)| demand * weight).sum();
            if demand > 0.0 {
                shares.ratios[place] = 1.0 / demand;
                shares.add(&runs, &weights, 1.0 / demand);
            }
        }
        shares
    }

    /// A business among the tracts in some runs, which have these weights and get `each` of it by their weight.
    fn add(&mut self, runs: &[Range<usize>], mut weights: &[f64], each: f64) {
        self.served += 1;
        for run in runs {
            let (own, others) = weights.split_at(run.len());
            weights = others;
            let access = self.access[run.clone()].iter_mut();
            let counted = self.counted[run.clone()].iter_mut();
            for ((access, counted), weight) in access.zip(counted).zip(own) {
                *access += weight * each;
                *counted += weight;
            }
        }
    }
}

/// By the share of the squared distance where reach ends: 1 here, 0 there and beyond,
/// `(e^(−2·share) − e^(−2)) / (1 − e^(−2))`. The exponential is the eighth power of a short series, exact to twelve digits
/// and without a branch, so that several are computed at once.
#[inline]
fn weight(share: f64) -> f64 {
    const LEAST: f64 = 0.135_335_283_236_612_7;
    const PER_REST: f64 = 1.0 / (1.0 - LEAST);
    /// `e^(−1/8)` over the factorials.
    const SERIES: [f64; 9] = {
        let mut terms = [0.882_496_902_584_595_4; 9];
        let mut number = 1;
        while number < terms.len() {
            terms[number] = terms[number - 1] / number as f64;
            number += 1;
        }
        terms
    };
    let beyond = 0.125 - 0.25 * share;
    let root = SERIES
        .iter()
        .rev()
        .fold(0.0, |sum, term| sum * beyond + term);
    let fourth = (root * root) * (root * root);
    let weight = (fourth * fourth - LEAST) * PER_REST;
    if share < 1.0 && weight > 0.0 {
        weight
    } else {
        0.0
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn position() -> impl Strategy<Value = Position> {
        (44.0..45.0_f64, -122.0..-121.0_f64).prop_map(|(latitude, longitude)| Position {
            latitude,
            longitude,
        })
    }

    fn tract() -> impl Strategy<Value = Tract> {
        (position(), 0.0..5000.0_f64).prop_map(|(middle, demand)| Tract { middle, demand })
    }

    #[test]
    fn weights_are_those_of_a_gaussian_that_ends_at_0() {
        for place in 0..=1_000 {
            let miles = f64::from(place) / 100.0;
            let gaussian = (-miles * miles / (2.0 * 5.0 * 5.0)).exp();
            let wanted = (gaussian - (-2.0_f64).exp()) / (1.0 - (-2.0_f64).exp());
            assert!(
                (weight(miles * miles / 100.0) - wanted).abs() < 1e-11,
                "{miles}"
            );
        }
        assert_eq!([weight(1.001), weight(9.0)], [0.0, 0.0]);
    }

    proptest! {
        #[test]
        fn every_business_with_a_tract_in_reach_is_shared_out(
            tracts in prop::collection::vec(tract(), 1..60),
            businesses in prop::collection::vec(position(), 1..30),
        ) {
            let reached = reach(&tracts, &businesses, 10.0);
            let each = tracts.iter().zip(&reached.tracts);
            let shared: f64 = each.map(|(tract, estimate)| tract.demand * estimate.access).sum();
            prop_assert!((shared - reached.businesses as f64).abs() < 1e-9);
            let near = |business: &&Position| {
                let mut peopled = tracts.iter().filter(|tract| tract.demand > 0.0);
                peopled.any(|tract| business.miles_to(tract.middle) < 10.0)
            };
            prop_assert_eq!(reached.businesses, businesses.iter().filter(near).count());
        }
    }

    proptest! {
        #[test]
        fn a_point_reaches_what_a_tract_there_does(
            tracts in prop::collection::vec(tract(), 1..60),
            businesses in prop::collection::vec(position(), 1..30),
        ) {
            let reached = reach(&tracts, &businesses, 10.0);
            let catchments = Catchments::new(&tracts, &businesses, 10.0);
            prop_assert_eq!(catchments.is_some(), reached.businesses > 0);
            for (tract, estimate) in tracts.iter().zip(&reached.tracts) {
                let index = catchments.as_ref().map_or(0.0, |all| all.index_at(tract.middle));
                prop_assert!((index - estimate.index.unwrap_or(0.0)).abs() < 1e-6);
            }
        }
    }

    #[test]
    fn a_business_does_not_reach_itself_but_its_neighbors_do() {
        let at = |latitude| Position {
            latitude,
            longitude: -121.0,
        };
        let tracts = [Tract {
            middle: at(44.0),
            demand: 10_000.0,
        }];
        let [here, near] = [at(44.0), at(44.01)];
        let index = |businesses: &[Position]| {
            Catchments::new(&tracts, businesses, 10.0)
                .unwrap()
                .index_at(here)
        };
        assert!(index(&[here]).abs() < 1e-9);
        assert!(index(&[here, near]) > 40.0);
        assert!((index(&[here, here]) - index(&[here, near])).abs() < 1.0);
    }

    #[test]
    fn a_tract_out_of_reach_is_told_by_its_demand() {
        let near = Position {
            latitude: 44.0,
            longitude: -121.0,
        };
        let far = Position {
            latitude: 41.0,
            longitude: -121.0,
        };
        let tracts = [(near, 10_000.0), (far, 40_000.0), (far, 100.0)]
            .map(|(middle, demand)| Tract { middle, demand });
        let reached = reach(&tracts, &[near; 5], 10.0);
        let told: Vec<_> = reached
            .tracts
            .iter()
            .map(|one| (one.index.is_some(), one.untold))
            .collect();
        assert_eq!(told, [(true, false), (false, false), (false, true)]);
        assert_eq!(reached.businesses, 5);
        assert!((reached.tracts[0].businesses - 5.0).abs() < 1e-12);
    }
}
