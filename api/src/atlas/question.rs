//! What can be asked of the Demand Map.

use enrichment::atlas::{Compared, Kind};
use places::UsState;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Each county alone, or together with those around it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Deserialize, Serialize, ToSchema)]
#[schema(as = AtlasLevel)]
#[serde(rename_all = "snake_case")]
pub enum Level {
    #[default]
    County,
    Around,
}

/// Where businesses are counted.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Deserialize, Serialize, ToSchema)]
#[schema(as = AtlasSupply)]
#[serde(rename_all = "snake_case")]
pub enum Supply {
    /// In the newest table of industries.
    #[default]
    Census,
    /// In the catalogue's data sets that are whole for the kind.
    Listings,
}

/// What counts as usual.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Deserialize, Serialize, ToSchema)]
#[schema(as = AtlasComparison)]
#[serde(rename_all = "snake_case")]
pub enum Comparison {
    /// Counties as densely peopled.
    #[default]
    Similar,
    /// All counties.
    Nation,
    /// The counties of its state.
    State,
}

impl From<Comparison> for Compared {
    fn from(comparison: Comparison) -> Self {
        match comparison {
            Comparison::Similar => Self::Similar,
            Comparison::Nation => Self::Nation,
            Comparison::State => Self::State,
        }
    }
}

/// A question to the Demand Map.
#[derive(Debug, Clone, Copy)]
pub struct Asked {
    pub kind: Kind,
    pub level: Level,
    /// With surroundings: the width of the kernel, in miles.
    pub radius: f64,
    pub supply: Supply,
    pub compare: Comparison,
    pub state: Option<UsState>,
    pub min_population: f64,
}
