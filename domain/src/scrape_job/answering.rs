//! Which sources answer a search, city by city, or by the counties of its area. It is decided when the job is queued, so
//! that neither an import nor a recovered service affects a running job.

use serde::{Deserialize, Serialize};

/// The sources of a search. A city in no part is not covered: it is skipped and costs nothing.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Answering {
    /// Sources with their cities. A city is in at most one part.
    pub parts: Vec<AnsweringPart>,
    /// Indexes of cities that no list of cities and no data set has: probably misspelled.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unknown: Vec<u32>,
}

/// A maps service and the cities that it answers for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AnsweringPart {
    /// The maps service's name.
    pub service: String,
    /// Its data sets that answer; empty for services without data sets.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub datasets: Vec<String>,
    /// Indexes in the search's list of cities or counties; empty if it has neither.
    pub cities: Vec<u32>,
}

impl Answering {
    /// The source for the city or county at an index.
    pub fn of_city(&self, city: u32) -> Option<&AnsweringPart> {
        self.parts.iter().find(|part| part.cities.contains(&city))
    }
}
