//! Breweries that others have collected, with the open ones around each.

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use enrichment::atlas::{Catchments, Kind};
use enrichment::enrich::{Business, ListSource};
use enrichment::fields::Field;
use enrichment::geo::Position;
use enrichment::{CompetitorIndex, Enriched, Reference, Subject};
use testkit::shared_data;

use crate::starter::reference as starter;

pub(super) struct Brewery {
    pub(super) key: String,
    pub(super) kind: String,
    pub(super) address: String,
    pub(super) city: String,
    pub(super) at: (f64, f64),
}

impl Brewery {
    pub(super) fn is_open(&self) -> bool {
        !["closed", "planning"].contains(&self.kind.as_str())
    }
}

/// All of the country that have coordinates, and those that are open, indexed.
pub(super) struct Scene {
    pub(super) all: Vec<Brewery>,
    pub(super) around: CompetitorIndex,
}

pub(super) fn scene() -> Option<&'static Scene> {
    static SCENE: OnceLock<Scene> = OnceLock::new();
    let file = shared_data()?.join("openbrewerydb/breweries.csv");
    Some(SCENE.get_or_init(|| {
        let mut all = Vec::new();
        for row in csv::Reader::from_path(file).unwrap().deserialize() {
            let row: BTreeMap<String, String> = row.unwrap();
            let degrees = |name: &str| row[name].parse::<f64>().ok();
            let at = degrees("latitude").zip(degrees("longitude"));
            let at = at.filter(|(latitude, longitude)| {
                Position::from_degrees(*latitude, *longitude).is_some()
            });
            if let (Some(at), "United States") = (at, row["country"].as_str()) {
                all.push(Brewery {
                    key: row["id"].clone(),
                    kind: row["brewery_type"].clone(),
                    address: row["address_1"].clone(),
                    city: format!("{}, {}", row["city"], row["state_province"]),
                    at,
                });
            }
        }
        let open = || all.iter().filter(|brewery| brewery.is_open());
        let inputs = starter().atlas_inputs().unwrap();
        let demand = starter().demand_for(Kind::named("brewery").unwrap());
        let positions = open().map(|brewery| brewery.at);
        let reached = Catchments::of(inputs, &demand, positions, &(1..57).collect(), 5.0).unwrap();
        let businesses: Vec<Business> = open()
            .map(|brewery| Business {
                key: brewery.key.clone(),
                name: String::new(),
                category: "brewery".to_owned(),
                coordinates: brewery.at,
            })
            .collect();
        let list = ListSource {
            name: "Open Brewery DB".to_owned(),
            release: "2026-08-02".to_owned(),
            licence: None,
        };
        let around =
            CompetitorIndex::new(list, businesses).with_catchments("brewery", Arc::new(reached));
        Scene { all, around }
    }))
}

impl Scene {
    pub(super) fn enrich<'r>(
        &self,
        reference: &'r Reference,
        brewery: &Brewery,
        at: (f64, f64),
    ) -> Enriched<'r> {
        let subject = Subject {
            key: Some(&brewery.key),
            coordinates: Some(at),
            category: Some("brewery"),
            ..Subject::default()
        };
        reference.enrich(&subject, Some(&self.around))
    }

    /// The score of each, where it has one.
    pub(super) fn scores(&self, reference: &Reference) -> Vec<Option<f64>> {
        let scored = |brewery| {
            self.enrich(reference, brewery, brewery.at)
                .number(Field::MarketScore)
        };
        self.all.iter().map(scored).collect()
    }

    /// The open ones of each city with enough of them, where `scores` has one.
    pub(super) fn cities(&self, scores: &[Option<f64>]) -> Vec<Vec<usize>> {
        let mut cities: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
        for (place, brewery) in self.all.iter().enumerate() {
            if brewery.is_open() && scores[place].is_some() {
                cities.entry(&brewery.city).or_default().push(place);
            }
        }
        let mut cities: Vec<Vec<usize>> = cities.into_values().collect();
        cities.retain(|rows| rows.len() >= 2);
        cities
    }
}
