//! Which sources answer a monitor's search, and what they have at the moment.

use std::collections::BTreeMap;

use domain::scrape_job::{Answering, AnsweringPart, Search};
use places::{AnsweringSource, Answers, Live, LiveLook, Question, Region, Sources, UsState, Where};
use serde::{Deserialize, Serialize};

use crate::areas;
use crate::scraping::FactSource;

/// What the sources of a search have at the moment.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub(crate) struct Releases {
    /// By data set.
    releases: BTreeMap<String, String>,
    /// Whether a live service answers, too, which has no releases.
    live: bool,
}

impl Releases {
    /// Whether nothing can have changed since.
    pub(crate) fn is_same_as(&self, later: &Self) -> bool {
        !later.live && self == later
    }

    /// The release of a data set; a live service has none.
    pub(crate) fn of(&self, source: &str) -> Option<String> {
        self.releases.get(source).cloned()
    }

    /// As it is kept.
    pub(crate) fn text(&self) -> String {
        serde_json::to_string(self).expect("texts are always JSON")
    }
}

/// A search with what answers it.
#[derive(Clone)]
pub(crate) struct Asked {
    pub(crate) answering: Answering,
    pub(crate) releases: Releases,
}

/// Why nothing can be asked.
#[derive(Debug, thiserror::Error)]
pub(crate) enum NotAsked {
    /// Nothing covers it any more, or its source is off.
    #[error("Nothing covers this search any more.")]
    Nothing,
    /// Only sources cover it whose rows may not be kept, or a public server.
    #[error("Rows of Google and the public OpenStreetMap server cannot be watched.")]
    Unwatchable,
    /// For now.
    #[error("{0}")]
    Unavailable(String),
}

/// What answers a search that is watched.
pub(crate) async fn ask(
    sources: &Sources,
    facts: &dyn FactSource,
    search: &Search,
) -> Result<Asked, NotAsked> {
    let unavailable = |error: &dyn std::fmt::Display| NotAsked::Unavailable(error.to_string());
    let regions = match &search.area {
        None => Vec::new(),
        Some(area) => {
            let ground = facts.county_ground().await;
            let ground = ground.map_err(|error| unavailable(&error))?;
            areas::regions(area, &ground).map_err(|error| unavailable(&error))?
        }
    };
    let question = Question {
        term: &search.term,
        place: place_of(search, &regions)?,
        source: search.source.as_deref(),
    };
    let answers = sources.answering(question, LiveLook::Look).await;
    let answers = answers.map_err(|error| unavailable(&error))?;
    let answers = answers.ok_or(NotAsked::Nothing)?;
    if answers.parts.is_empty() {
        return Err(match answers.live {
            Live::Away => NotAsked::Unavailable("OpenStreetMap is not responding.".to_owned()),
            Live::Off | Live::There => NotAsked::Nothing,
        });
    }
    let Answers { parts, unknown, .. } = answers;
    let parts: Vec<AnsweringSource> = parts
        .into_iter()
        .filter(|part| part.source.may_be_watched())
        .collect();
    if parts.is_empty() {
        return Err(NotAsked::Unwatchable);
    }
    Ok(Asked {
        releases: releases(&parts),
        answering: answering(&parts, unknown),
    })
}

fn place_of<'s>(search: &'s Search, regions: &'s [Region]) -> Result<Where<'s>, NotAsked> {
    if search.area.is_some() {
        return Ok(Where::Regions(regions));
    }
    let state = UsState::from_code(search.state_code()).ok_or(NotAsked::Nothing)?;
    Ok(Where::Cities(state, &search.cities))
}

fn releases(parts: &[AnsweringSource]) -> Releases {
    let datasets = parts.iter().flat_map(|part| &part.datasets);
    let releases = datasets.map(|set| {
        let release = match &set.release {
            Some(release) => format!("{release}, {} rows", set.rows),
            None => set.imported_at.to_string(),
        };
        (set.name.clone(), release)
    });
    Releases {
        releases: releases.collect(),
        // Made-up businesses never change.
        live: parts
            .iter()
            .any(|part| part.datasets.is_empty() && !part.source.descriptor().is_sample),
    }
}

/// What answers, as the log records it.
pub fn answering(parts: &[AnsweringSource], unknown: Vec<u32>) -> Answering {
    let parts = parts.iter().map(|part| AnsweringPart {
        service: part.source.descriptor().name,
        datasets: part.datasets.iter().map(|set| set.name.clone()).collect(),
        cities: part.cities.clone(),
    });
    Answering {
        parts: parts.collect(),
        unknown,
    }
}
