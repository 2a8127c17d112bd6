//! Which source answers a search: decided once, at the start, city by city or region by region.
//!
//! By default every catalogue data set that covers a city and the kind of business answers for it. What the
//! catalogue does not cover goes to OpenStreetMap live, if that is on and answers.
//! Sample businesses and Google answer only when chosen by name. Google, whose answers cost money, is never
//! asked about a city that no list knows.

use std::sync::Arc;

use us::UsState;

use crate::catalogue::{CATALOGUE, Covering};
use crate::osm::overpass::OSM;
use crate::{Dataset, PlaceSource, Region, SourceError, Sources};

/// The parts of a search that decide its sources.
#[derive(Debug, Clone, Copy)]
pub struct Question<'a> {
    pub term: &'a str,
    pub place: Where<'a>,
    /// The source chosen by name; `None` for the default choice.
    pub source: Option<&'a str>,
}

/// Where a search looks.
#[derive(Debug, Clone, Copy)]
pub enum Where<'a> {
    Cities(UsState, &'a [String]),
    Regions(&'a [Region]),
}

impl Where<'_> {
    fn count(self) -> usize {
        match self {
            Self::Cities(_, cities) => cities.len(),
            Self::Regions(regions) => regions.len(),
        }
    }
}

/// Whether to check that OpenStreetMap's server is up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LiveLook {
    /// Check it, which takes up to 3 s.
    Look,
    /// Assume that it is up.
    Trust,
}

/// The state of OpenStreetMap live for what the catalogue does not cover.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Live {
    /// Not switched on, or another source was chosen.
    Off,
    /// Does not answer at the moment.
    Away,
    /// Up, or not checked.
    There,
}

/// One source and the cities it answers for.
#[derive(Clone)]
pub struct AnsweringSource {
    pub source: Arc<dyn PlaceSource>,
    /// The data sets that answer, newest first; empty for sources without data sets.
    pub datasets: Vec<Dataset>,
    /// Indexes into the question's cities or regions.
    pub cities: Vec<u32>,
}

/// What answers a search.
#[derive(Clone)]
pub struct Answers {
    /// Each city is in at most one of them.
    pub parts: Vec<AnsweringSource>,
    /// Indexes of cities that nothing covers.
    pub uncovered: Vec<u32>,
    /// Indexes of cities that neither the list of cities nor any data set knows.
    pub unknown: Vec<u32>,
    /// What happened to those that the catalogue does not cover.
    pub live: Live,
}

impl Sources {
    /// What answers a search; `None` if there is no source of the chosen name.
    ///
    /// # Errors
    /// If the catalogue cannot be read.
    pub async fn answering(
        &self,
        question: Question<'_>,
        look: LiveLook,
    ) -> Result<Option<Answers>, SourceError> {
        let Question {
            term,
            place,
            source,
        } = question;
        let named = match source {
            None => None,
            Some(name) => match self.by_name(name) {
                Some(source) => Some(source),
                None => return Ok(None),
            },
        };
        let catalogue = self.catalogue();
        let covering = match place {
            Where::Cities(state, cities) => catalogue.covering(term, state, cities).await?,
            Where::Regions(regions) => catalogue.covering_regions(term, regions).await?,
        };
        let all: Vec<u32> = (0_u32..).take(place.count()).collect();
        let answers = match named {
            None => self.usual(covering, all, look).await?,
            Some(catalogue) if source == Some(CATALOGUE) => of_catalogue(&catalogue, covering),
            Some(chosen) => {
                let is_away = source == Some(OSM) && !is_there(&chosen, look).await?;
                let descriptor = chosen.descriptor();
                // Sample businesses exist for any city name.
                let unknown = if descriptor.is_sample {
                    Vec::new()
                } else {
                    covering.unknown
                };
                let (passed_over, asked) = if descriptor.known_cities_only {
                    all.into_iter().partition(|city| unknown.contains(city))
                } else {
                    (Vec::new(), all)
                };
                let cities = if is_away { Vec::new() } else { asked.clone() };
                Answers {
                    parts: part(chosen, cities),
                    uncovered: if is_away { asked } else { passed_over },
                    unknown,
                    live: if is_away { Live::Away } else { Live::There },
                }
            }
        };
        Ok(Some(answers))
    }

    /// What answers a search without a city: only the catalogue can.
    ///
    /// # Errors
    /// If the catalogue cannot be read.
    pub async fn answering_widely(
        &self,
        term: &str,
        state: Option<UsState>,
    ) -> Result<Answers, SourceError> {
        let datasets = self.catalogue().covering_widely(term, state).await?;
        let catalogue = self.by_name(CATALOGUE).filter(|_| !datasets.is_empty());
        let part = catalogue.map(|source| AnsweringSource {
            source,
            datasets,
            cities: Vec::new(),
        });
        Ok(Answers {
            parts: part.into_iter().collect(),
            uncovered: Vec::new(),
            unknown: Vec::new(),
            live: Live::Off,
        })
    }

    /// The catalogue where it covers, OpenStreetMap live for the rest.
    async fn usual(
        &self,
        covering: Covering,
        all: Vec<u32>,
        look: LiveLook,
    ) -> Result<Answers, SourceError> {
        let mut answers = match self.by_name(CATALOGUE) {
            Some(catalogue) => of_catalogue(&catalogue, covering),
            None => Answers {
                parts: Vec::new(),
                uncovered: all,
                unknown: covering.unknown,
                live: Live::Off,
            },
        };
        let Some(osm) = self.by_name(OSM).filter(|_| !answers.uncovered.is_empty()) else {
            return Ok(answers);
        };
        if is_there(&osm, look).await? {
            answers.live = Live::There;
            let cities = std::mem::take(&mut answers.uncovered);
            answers.parts.extend(part(osm, cities));
        } else {
            answers.live = Live::Away;
        }
        Ok(answers)
    }
}

async fn is_there(live: &Arc<dyn PlaceSource>, look: LiveLook) -> Result<bool, SourceError> {
    match look {
        LiveLook::Trust => Ok(true),
        LiveLook::Look => Ok(live.status().await?.reachable != Some(false)),
    }
}

fn of_catalogue(catalogue: &Arc<dyn PlaceSource>, covering: Covering) -> Answers {
    let parts = covering.parts.into_iter();
    Answers {
        parts: parts
            .map(|(datasets, cities)| AnsweringSource {
                source: Arc::clone(catalogue),
                datasets,
                cities,
            })
            .collect(),
        uncovered: covering.uncovered,
        unknown: covering.unknown,
        live: Live::Off,
    }
}

/// What a source without data sets answers for.
fn part(source: Arc<dyn PlaceSource>, cities: Vec<u32>) -> Vec<AnsweringSource> {
    if cities.is_empty() {
        return Vec::new();
    }
    vec![AnsweringSource {
        source,
        datasets: Vec::new(),
        cities,
    }]
}
