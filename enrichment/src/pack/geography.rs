//! Systems of areas, and single areas.

use serde::{Deserialize, Serialize};

use crate::geoid::{CountyFips, TractGeoid};

/// A system of areas. Tracts are redrawn with each census: the same number can mean another area.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Geography {
    /// Connecticut's planning regions have their own numbers.
    Counties,
    /// The tracts of the 2010 census, used by tables of 2010 to 2019.
    Tracts2010,
    /// The tracts of the 2020 census.
    Tracts2020,
}

impl Geography {
    /// The tracts used by a table of a year.
    #[must_use]
    pub fn tracts_of(year: u16) -> Self {
        if year < 2020 {
            Self::Tracts2010
        } else {
            Self::Tracts2020
        }
    }

    /// Whether the areas are tracts.
    #[must_use]
    pub fn is_tracts(self) -> bool {
        self != Self::Counties
    }

    /// The system's name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Counties => "counties",
            Self::Tracts2010 => "tracts of 2010",
            Self::Tracts2020 => "tracts of 2020",
        }
    }
}

/// The nation's number in tables of areas.
pub(crate) const NATION: u64 = 0;

/// A county, a tract, or the nation, for which a table may also have figures.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Area {
    Nation,
    County(CountyFips),
    Tract(TractGeoid),
}

impl Area {
    /// The number that tables are sorted by.
    #[must_use]
    pub fn key(self) -> u64 {
        match self {
            Self::Nation => NATION,
            Self::County(county) => county.current().0.into(),
            Self::Tract(tract) => tract.0,
        }
    }
}
