//! What answers a search, city by city: decided when the job is queued and kept with it, so that neither
//! an import nor a service that comes back moves a running job.

use serde::{Deserialize, Serialize};

/// What answers a search. A city that no part names is not covered: it is passed over and costs nothing.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Answering {
    /// Who answers for which cities; a city is in one part at most.
    pub parts: Vec<AnsweringPart>,
    /// Positions of cities that neither a list of cities nor any data set knows: probably misspelled.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unknown: Vec<u32>,
}

/// One maps service, and the cities that it answers for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AnsweringPart {
    /// The maps service's name.
    pub service: String,
    /// The data sets of it that answer; empty of services that have none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub datasets: Vec<String>,
    /// Positions of the cities in the search's list; none where it names no city.
    pub cities: Vec<u32>,
}

impl Answering {
    /// Who answers for the city at a position.
    pub fn of_city(&self, city: u32) -> Option<&AnsweringPart> {
        self.parts.iter().find(|part| part.cities.contains(&city))
    }
}
