//! Which areas a table is of, and one area.

use serde::{Deserialize, Serialize};

use crate::geoid::{CountyFips, TractGeoid};

/// A system of areas. Tracts are drawn anew with each census: the same number means another area.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Geography {
    /// Counties. Connecticut's planning regions have numbers of their own.
    Counties,
    /// The tracts of the 2010 census, which tables of 2010 to 2019 describe.
    Tracts2010,
    /// The tracts of the 2020 census.
    Tracts2020,
}

impl Geography {
    /// The tracts that a table of a year describes.
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

/// A county or a tract, or the nation that a table tells beside them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Area {
    /// The nation.
    Nation,
    /// A county.
    County(CountyFips),
    /// A tract.
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
