//! How much of the supply people of a neighborhood can reach: the enhanced two-step floating catchment area (Luo and Qi
//! 2009), with a Gaussian that ends at 0.

use rstar::RTree;

use crate::sphere::{Indexed, Position, chord_2};

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

/// Shares each business out among the tracts within `miles`, by their demand and their distance.
#[must_use]
pub fn reach(tracts: &[Tract], businesses: &[Position], miles: f64) -> Reach {
    let indexed = tracts
        .iter()
        .enumerate()
        .filter(|(_, tract)| tract.demand > 0.0);
    let indexed = indexed.map(|(place, tract)| Indexed::new(place, tract.middle));
    let tree = RTree::bulk_load(indexed.collect());
    let mut access = vec![0.0; tracts.len()];
    let mut counted = vec![0.0; tracts.len()];
    let mut in_reach = Vec::new();
    let mut served = 0;
    for business in businesses {
        let at = Indexed::new(0, *business).point();
        in_reach.clear();
        let within = tree.locate_within_distance(at, chord_2(miles));
        in_reach.extend(within.map(|tract| (tract.place, weight(tract.miles_to(&at), miles))));
        let demand: f64 = in_reach
            .iter()
            .map(|(place, weight)| weight * tracts[*place].demand)
            .sum();
        if demand <= 0.0 {
            continue;
        }
        served += 1;
        for (place, weight) in &in_reach {
            access[*place] += weight / demand;
            counted[*place] += weight;
        }
    }
    let all: f64 = tracts.iter().map(|tract| tract.demand).sum();
    // Σ D·A, which is the number of businesses served.
    let usual = f64::from(served) / all;
    let estimates = tracts
        .iter()
        .zip(access)
        .zip(counted)
        .map(|((tract, access), businesses)| TractEstimate {
            access,
            index: (access > 0.0).then(|| 100.0 * access / usual),
            businesses,
            untold: access <= 0.0 && tract.demand * usual < WORTH,
        });
    Reach {
        tracts: estimates.collect(),
        businesses: served as usize,
    }
}

/// 1 here, 0 at the distance where reach ends.
fn weight(miles: f64, end: f64) -> f64 {
    let sigma = end / 2.0;
    let least = (-2.0_f64).exp();
    (((-miles * miles / (2.0 * sigma * sigma)).exp() - least) / (1.0 - least)).max(0.0)
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
                let business = Indexed::new(0, **business);
                let mut peopled = tracts.iter().filter(|tract| tract.demand > 0.0);
                peopled.any(|tract| business.miles_to(&Indexed::new(0, tract.middle).point()) < 10.0)
            };
            prop_assert_eq!(reached.businesses, businesses.iter().filter(near).count());
        }
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
