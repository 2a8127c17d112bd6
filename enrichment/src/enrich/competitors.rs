//! Businesses of the same kind around one.

use std::collections::HashMap;

use super::subject::Subject;
use super::surroundings::NEARBY_MI;
use crate::fact::{Missing, NearbyBusiness};
use crate::fields::Field;
use crate::geo::{METERS_PER_MILE, Nearest, NearestIndex, Position};
use crate::row::{Enriched, Source, Value};

/// How many competitors a row lists; all are counted.
const LISTED: usize = 20;

/// Knows which businesses are nearby: the catalogue, or the list being enriched.
pub trait Competitors {
    /// The number of businesses of a category within a distance, without the one with the key, and the
    /// nearest of them, at most `most`, nearest first.
    fn within(
        &self,
        at: Position,
        limit_m: f64,
        category: &str,
        without: Option<&str>,
        most: usize,
    ) -> (usize, Vec<NearbyBusiness>);

    /// The source to show with the facts.
    fn source(&self) -> &ListSource;
}

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
        }
    }
}

fn fold(category: &str) -> String {
    category.trim().to_lowercase()
}

impl Competitors for CompetitorIndex {
    fn within(
        &self,
        at: Position,
        limit_m: f64,
        category: &str,
        without: Option<&str>,
        most: usize,
    ) -> (usize, Vec<NearbyBusiness>) {
        let Some(category) = self.categories.get(&fold(category)) else {
            return (0, Vec::new());
        };
        let mut found = category.index.within(at, limit_m, usize::MAX);
        let business = |near: &Nearest| &self.businesses[category.members[near.owner as usize]];
        found.retain(|near| without != Some(business(near).0.as_str()));
        let nearest = found.iter().take(most).map(|near| {
            let (_, name, at) = business(near);
            NearbyBusiness {
                name: name.clone(),
                distance_mi: near.distance_m / METERS_PER_MILE,
                latitude: at.latitude(),
                longitude: at.longitude(),
            }
        });
        (found.len(), nearest.collect())
    }

    fn source(&self) -> &ListSource {
        &self.source
    }
}

/// The fields about nearby businesses.
const FIELDS: [Field; 3] = [Field::Competitors5, Field::Competitors, Field::Intensity];

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
    around: &dyn Competitors,
) {
    let Some(category) = subject
        .category
        .filter(|category| !category.trim().is_empty())
    else {
        return;
    };
    let limit_m = NEARBY_MI * METERS_PER_MILE;
    let (count, found) = around.within(at, limit_m, category, subject.key, LISTED);
    let list = around.source().clone();
    let licence = list.licence.map(Into::into);
    let source = Source::Other(list.name.into(), list.release.into(), licence);
    row.put_number(Field::Competitors5, Some(count as f64), source.clone());
    row.put(
        Field::Competitors,
        Value::Competitors(found),
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
        assert_eq!(row.number(Field::Competitors5), Some(1.0));
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
