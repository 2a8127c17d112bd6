//! Who competes with the rows of a slice: the catalogue's listings around them, indexed.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use enrichment::enrich::{Business, CompetitorIndex, ListSource};
use enrichment::geo::Position;
use enrichment::geoid::CountyFips;
use enrichment::{Areas, Missing, Reference};
use places::catalogue::{Neighbour, Neighbours};
use places::{Counties, CountyGround, Dataset, Ground, Nearby, NotCovered, UsState};

use super::KindListings;

/// The listings around some rows.
pub(super) struct Surroundings {
    indexes: Vec<CompetitorIndex>,
    /// Each row's index, or why it has none.
    of: Vec<Result<usize, Missing>>,
}

impl Surroundings {
    /// For rows that are not compared with the catalogue's listings.
    pub(super) fn nowhere(rows: usize) -> Self {
        Self {
            indexes: Vec::new(),
            of: vec![Err(Missing::OtherSource); rows],
        }
    }

    /// `of` has the index into `found` for each row; `whole` are all listings of categories.
    pub(super) fn new(
        of: Vec<Result<usize, Missing>>,
        found: Nearby,
        whole: &HashMap<String, Arc<KindListings>>,
        reference: &Reference,
    ) -> Self {
        let of = of.into_iter().map(|wanted| {
            let group = found.of.get(wanted?).copied();
            group
                .unwrap_or(Err(NotCovered::Area))
                .map_err(|reason| match reason {
                    NotCovered::Kind => Missing::KindNotCovered,
                    NotCovered::Area => Missing::AreaNotCovered,
                })
        });
        Self {
            of: of.collect(),
            indexes: found
                .groups
                .into_iter()
                .map(|group| with_catchments(indexed(group), whole, reference))
                .collect(),
        }
    }

    /// The competitors of a row, or why they cannot be known.
    pub(super) fn of(&self, row: usize) -> Result<&CompetitorIndex, Missing> {
        self.of[row].map(|index| &self.indexes[index])
    }
}

fn indexed(group: Neighbours) -> CompetitorIndex {
    let joined = |of: fn(&Dataset) -> Option<String>| {
        let each: BTreeSet<String> = group.datasets.iter().filter_map(of).collect();
        each.into_iter().collect::<Vec<_>>().join(" + ")
    };
    let licences = joined(|dataset| dataset.licence.clone());
    let source = ListSource {
        name: joined(|dataset| Some(dataset.name.clone())),
        release: joined(|dataset| {
            let release = dataset.release.clone();
            Some(release.unwrap_or_else(|| dataset.day().to_string()))
        }),
        licence: (!licences.is_empty()).then_some(licences),
    };
    CompetitorIndex::new(source, group.places.into_iter().map(business))
}

fn with_catchments(
    index: CompetitorIndex,
    whole: &HashMap<String, Arc<KindListings>>,
    reference: &Reference,
) -> CompetitorIndex {
    whole.iter().fold(index, |index, (category, listings)| {
        match listings.catchments(reference) {
            Some(catchments) => index.with_catchments(category, catchments),
            None => index,
        }
    })
}

fn business(place: Neighbour) -> Business {
    Business {
        coordinates: place.at,
        category: place.category,
        key: place.key,
        name: place.name,
    }
}

/// The borders of states and counties, by the reference pack.
pub(super) struct Borders(pub(super) Arc<Reference>);

impl Ground for Borders {
    fn states_within(&self, at: (f64, f64), limit_m: f64) -> Vec<UsState> {
        let at = Position::from_degrees(at.0, at.1);
        at.map_or_else(Vec::new, |at| self.0.states_within(at, limit_m))
    }

    fn state_at(&self, at: (f64, f64)) -> Option<UsState> {
        self.0.state_at(Position::from_degrees(at.0, at.1)?)
    }
}

impl CountyGround for Borders {
    fn county_at(&self, at: (f64, f64)) -> Option<u32> {
        let county = self.0.county_map()?.finely_at(at.0, at.1)?;
        Some(county.0)
    }

    fn roughly_at(&self, at: (f64, f64)) -> Option<u32> {
        let county = self.0.county_map()?.at(at.0, at.1)?;
        Some(county.0)
    }

    fn rings(&self, county: u32) -> Vec<Vec<(f64, f64)>> {
        let map = self.0.county_map();
        map.map_or_else(Vec::new, |map| map.rings(CountyFips(county)))
    }
}

impl Counties for Borders {
    fn counties_at(&self, at: (f64, f64)) -> Vec<u32> {
        let at = Position::from_degrees(at.0, at.1);
        let areas = at.map(|at| self.0.locate(at));
        let counties = areas.iter().flat_map(Areas::counties);
        counties.map(|county| county.0).collect()
    }

    fn counties_of_zip(&self, zip: &str) -> Vec<u32> {
        let counties = self.0.counties_of_zip(zip).into_iter();
        counties.map(|county| county.0).collect()
    }

    fn middle_of_zip(&self, zip: &str) -> Option<(f64, f64)> {
        let middle = self.0.middle_of_zip(zip)?;
        Some((middle.latitude(), middle.longitude()))
    }
}
