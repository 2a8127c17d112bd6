//! Businesses of the same kind around one.

use std::collections::HashMap;
use std::sync::Arc;

use super::subject::Subject;
use super::surroundings::NEARBY_MI;
use crate::atlas::Catchments;
use crate::fact::{Missing, NearbyBusiness};
use crate::fields::Field;
use crate::geo::{METERS_PER_MILE, NearestIndex, Position};
use crate::geoid::CountyFips;
use crate::reference::Reference;
use crate::row::{Enriched, Source, Value};

/// How many competitors a row lists; all are counted.
const LISTED: usize = 20;

/// Competitors are counted within so many miles for the score of a market.
const COUNTED_MI: f64 = 3.0;

/// The source of a list of businesses.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ListSource {
    pub name: String,
    /// Its release, or the day it was fetched.
    pub release: String,
    /// Its licence, if known.
    pub licence: Option<String>,
}

/// A business to index.
#[derive(Debug, Clone, PartialEq)]
pub struct Business {
    pub key: String,
    pub name: String,
    pub category: String,
    pub coordinates: (f64, f64),
}

/// A list of businesses, indexed by category.
#[derive(Debug)]
pub struct CompetitorIndex {
    source: ListSource,
    businesses: Vec<(String, String, Position)>,
    categories: HashMap<String, Category>,
    catchments: HashMap<String, Arc<Catchments>>,
}

#[derive(Debug)]
struct Category {
    /// Indexes in `businesses`.
    members: Vec<usize>,
    index: NearestIndex,
}

impl CompetitorIndex {
    /// Indexes a list. Businesses without coordinates on earth are left out.
    #[must_use]
    pub fn new(source: ListSource, list: impl IntoIterator<Item = Business>) -> Self {
        let mut businesses = Vec::new();
        let mut members: HashMap<String, Vec<usize>> = HashMap::new();
        for business in list {
            let (latitude, longitude) = business.coordinates;
            if let Some(at) = Position::from_degrees(latitude, longitude) {
                members
                    .entry(fold(&business.category))
                    .or_default()
                    .push(businesses.len());
                businesses.push((business.key, business.name, at));
            }
        }
        let index = |members: Vec<usize>| {
            let points: Vec<Position> =
                members.iter().map(|member| businesses[*member].2).collect();
            let index = NearestIndex::of_points(&points);
            Category { members, index }
        };
        let categories = members
            .into_iter()
            .map(|(name, list)| (name, index(list)))
            .collect();
        Self {
            source,
            businesses,
            categories,
            catchments: HashMap::new(),
        }
    }
}

fn fold(category: &str) -> String {
    category.trim().to_lowercase()
}

impl CompetitorIndex {
    /// With what is reached of all businesses of a category, where the list is complete for it.
    #[must_use]
    pub fn with_catchments(mut self, category: &str, catchments: Arc<Catchments>) -> Self {
        self.catchments.insert(fold(category), catchments);
        self
    }

    /// The businesses of a category within a distance, without the one with the key, nearest first.
    #[must_use]
    pub fn within(
        &self,
        at: Position,
        limit_m: f64,
        category: &str,
        without: Option<&str>,
    ) -> Vec<Near<'_>> {
        let Some(category) = self.categories.get(&fold(category)) else {
            return Vec::new();
        };
        let found = category.index.within(at, limit_m, usize::MAX).into_iter();
        let near = found.filter_map(|near| {
            let (key, name, at) = &self.businesses[category.members[near.owner as usize]];
            (without != Some(key)).then_some(Near {
                name,
                at: *at,
                miles: near.distance_m / METERS_PER_MILE,
            })
        });
        near.collect()
    }

    fn source(&self) -> Source<'static> {
        let list = self.source.clone();
        Source::Other(
            list.name.into(),
            list.release.into(),
            list.licence.map(Into::into),
        )
    }
}

/// A business near a point.
#[derive(Debug, Clone, Copy)]
pub struct Near<'l> {
    pub name: &'l str,
    pub at: Position,
    pub miles: f64,
}

/// The fields about nearby businesses.
const FIELDS: [Field; 4] = [
    Field::Competitors5,
    Field::Competitors3,
    Field::Competitors,
    Field::Intensity,
];

impl Reference {
    /// Supply beside demand around the point, where all businesses of the row's category are known.
    pub(super) fn put_index_here<'r>(
        &'r self,
        row: &mut Enriched<'r>,
        subject: &Subject<'_>,
        (at, county): (Position, CountyFips),
        around: &CompetitorIndex,
    ) {
        let category = subject.category().map(fold);
        let catchments = category.and_then(|category| around.catchments.get(&category));
        let (Some(catchments), Some(inputs)) = (catchments, self.atlas_inputs()) else {
            return;
        };
        let index = catchments.index_at(at, county.state());
        let sources = [around.source(), Source::Table(&inputs.people)];
        row.put_number(Field::MarketIndex, index, Source::joined(sources.iter()));
    }
}

impl Enriched<'_> {
    /// Records why there are no facts about nearby businesses.
    pub fn without_competitors(&mut self, reason: Missing) {
        for field in FIELDS {
            self.put_missing(field, reason);
        }
    }
}

/// Needs a category: without one, nobody is a competitor.
pub(super) fn put(
    row: &mut Enriched<'_>,
    subject: &Subject<'_>,
    at: Position,
    around: &CompetitorIndex,
) {
    let Some(category) = subject.category() else {
        return;
    };
    let found = around.within(at, NEARBY_MI * METERS_PER_MILE, category, subject.key);
    let count = found.len();
    let nearer = found.iter().filter(|near| near.miles <= COUNTED_MI);
    let source = around.source();
    row.put_number(Field::Competitors5, Some(count as f64), source.clone());
    row.put_number(
        Field::Competitors3,
        Some(nearer.count() as f64),
        source.clone(),
    );
    let nearest = found.iter().take(LISTED).map(|near| NearbyBusiness {
        name: near.name.to_owned(),
        distance_mi: near.miles,
        latitude: near.at.latitude(),
        longitude: near.at.longitude(),
    });
    row.put(
        Field::Competitors,
        Value::Competitors(nearest.collect()),
        source.clone(),
    );
    let intensity = match count {
        0..5 => "Low",
        5..20 => "Moderate",
        _ => "High",
    };
    row.put(Field::Intensity, Value::Text(intensity.into()), source);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn business(key: &str, category: &str, longitude: f64) -> Business {
        Business {
            key: key.into(),
            name: format!("Example {key}"),
            category: category.into(),
            coordinates: (41.0, longitude),
        }
    }

    #[test]
    // ENR-07
    fn enr_07_competitors_are_of_the_same_category_within_five_miles_and_never_oneself() {
        let around = CompetitorIndex::new(
            ListSource::default(),
            [
                business("self", "Brewery", -71.0),
                business("near", "brewery", -71.01),
                business("other", "bakery", -71.01),
                business("not as near", "brewery", -71.08),
                business("far", "brewery", -71.2),
            ],
        );
        let mut row = Enriched::default();
        let subject = Subject {
            key: Some("self"),
            category: Some("brewery"),
            ..Subject::default()
        };
        put(&mut row, &subject, Position::rounded(41.0, -71.0), &around);
        assert_eq!(row.number(Field::Competitors5), Some(2.0));
        assert_eq!(row.number(Field::Competitors3), Some(1.0));
        let Value::Competitors(list) = &row.get(Field::Competitors).unwrap().value else {
            panic!("a list");
        };
        assert_eq!(list[0].name, "Example near");
        assert!(
            (list[0].distance_mi - 0.5223).abs() < 1e-3,
            "{}",
            list[0].distance_mi
        );

        // No competitors is 0, which is a value.
        let lonely = Subject {
            category: Some("florist"),
            ..subject
        };
        let mut row = Enriched::default();
        put(&mut row, &lonely, Position::rounded(41.0, -71.0), &around);
        assert_eq!(row.number(Field::Competitors5), Some(0.0));
    }
}
