//! Where people live: the middles of tracts, and of counties by the people of their tracts.

use std::collections::HashMap;

use atlas::Position;

use crate::geoid::CountyFips;

/// A tract of 2010: its people then, and its middle.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PeopledTract {
    pub geoid: u64,
    pub people: f64,
    /// The median of its households, in US dollars.
    pub income: Option<f64>,
    pub middle: Position,
}

impl PeopledTract {
    /// The county that it is in.
    #[must_use]
    pub fn county(&self) -> CountyFips {
        CountyFips(u32::try_from(self.geoid / 1_000_000).unwrap_or_default())
    }
}

/// The middle of each county's people.
pub(super) fn of_counties(tracts: &[PeopledTract]) -> HashMap<CountyFips, Position> {
    let mut sums: HashMap<CountyFips, [f64; 3]> = HashMap::new();
    for tract in tracts {
        let sum = sums.entry(tract.county()).or_default();
        let parts = [1.0, tract.middle.latitude, tract.middle.longitude];
        for (sum, part) in sum.iter_mut().zip(parts) {
            *sum += tract.people * part;
        }
    }
    let peopled = sums.into_iter().filter(|(_, [people, ..])| *people > 0.0);
    let middle = |[people, latitude, longitude]: [f64; 3]| Position {
        latitude: latitude / people,
        longitude: longitude / people,
    };
    peopled
        .map(|(county, sums)| (county, middle(sums)))
        .collect()
}
