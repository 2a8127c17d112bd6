//! Which source answers a search: decided once, at the start, city by city.
//!
//! By default every data set of the catalogue that covers a city and the kind of business answers for
//! it; what the catalogue does not cover goes to OpenStreetMap live, where that is on and answers.
//! Made-up businesses, and Google, answer only where they are chosen by name; and Google, whose answers are paid
//! for, in no city that nobody knows.

use std::sync::Arc;

use us::UsState;

use crate::catalogue::{CATALOGUE, Covering};
use crate::google::GOOGLE;
use crate::osm::overpass::OSM;
use crate::{Dataset, PlaceSource, SourceError, Sources};

/// A search, as far as choosing its sources goes.
#[derive(Debug, Clone, Copy)]
pub struct Question<'a> {
    /// What is looked for.
    pub term: &'a str,
    /// Where.
    pub state: UsState,
    /// In which cities.
    pub cities: &'a [String],
    /// The source that was chosen by name; none for the usual choice.
    pub source: Option<&'a str>,
}

/// May OpenStreetMap's server be asked whether it is there?
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LiveLook {
    /// It is looked at, which takes 3 s at most.
    Look,
    /// It is taken to be there.
    Trust,
}

/// How OpenStreetMap live stands to what the catalogue does not cover.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Live {
    /// It is not switched on, or another source was chosen.
    Off,
    /// It does not answer at the moment.
    Away,
    /// It is there, or was not looked at.
    There,
}

/// One source, and the cities that it answers for.
#[derive(Clone)]
pub struct AnsweringSource {
    /// The source.
    pub source: Arc<dyn PlaceSource>,
    /// The data sets that answer, the newest first; none of sources that have none.
    pub datasets: Vec<Dataset>,
    /// Positions of the cities in the question.
    pub cities: Vec<u32>,
}

/// What answers a search.
#[derive(Clone)]
pub struct Answers {
    /// Each city is in one of them at most.
    pub parts: Vec<AnsweringSource>,
    /// Positions of cities that nothing covers.
    pub uncovered: Vec<u32>,
    /// Positions of cities that neither a list of cities nor any data set knows.
    pub unknown: Vec<u32>,
    /// What became of those that the catalogue does not cover.
    pub live: Live,
}

impl Sources {
    /// What answers a search; none where there is no source of the chosen name.
    ///
    /// # Errors
    /// Where the catalogue cannot be read.
    pub async fn answering(
        &self,
        question: Question<'_>,
        look: LiveLook,
    ) -> Result<Option<Answers>, SourceError> {
        let Question {
            term,
            state,
            cities,
            source,
        } = question;
        let named = match source {
            None => None,
            Some(name) => match self.by_name(name) {
                Some(source) => Some(source),
                None => return Ok(None),
            },
        };
        let covering = self.catalogue().covering(term, state, cities).await?;
        let all: Vec<u32> = (0_u32..).zip(cities).map(|(city, _)| city).collect();
        let answers = match named {
            None => self.usual(covering, all, look).await?,
            Some(catalogue) if source == Some(CATALOGUE) => of_catalogue(&catalogue, covering),
            Some(chosen) => {
                let is_away = source == Some(OSM) && !is_there(&chosen, look).await?;
                // Made-up businesses are found in whatever is called a city.
                let is_sample = chosen.descriptor().is_sample;
                let unknown = if is_sample {
                    Vec::new()
                } else {
                    covering.unknown
                };
                let (passed_over, asked) = match source {
                    Some(GOOGLE) => all.into_iter().partition(|city| unknown.contains(city)),
                    _ => (Vec::new(), all),
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

    /// What answers a search that names no city: the catalogue alone can.
    ///
    /// # Errors
    /// Where the catalogue cannot be read.
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

    /// The catalogue for what it covers, OpenStreetMap live for the rest.
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
