//! Census identifiers (GEOIDs) as numbers, and the states.
//!
//! Numbers cannot lose their leading zeros; those are added when an identifier is displayed.

use std::fmt;

use serde::{Deserialize, Serialize};
use us::{US_STATES, UsState};

/// A county or county equivalent: two digits of state, three of county.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct CountyFips(pub u32);

/// A census tract: the county, then six digits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct TractGeoid(pub u64);

pub(crate) const CONNECTICUT: u32 = 9;

/// Valdez-Cordova in Alaska was split into Chugach and Copper River in 2019.
pub(crate) const SPLIT: CountyFips = CountyFips(2261);
pub(crate) const SPLIT_INTO: [CountyFips; 2] = [CountyFips(2063), CountyFips(2066)];

impl CountyFips {
    /// Parses `01001`, `1001` (leading zero lost), `1001.0` (from a spreadsheet) or `0500000US01001`.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let number = number_of(text, 4, 5)?;
        let county = Self(u32::try_from(number).ok()?);
        (!county.0.is_multiple_of(1000) && state_by_fips(county.state()).is_some())
            .then_some(county)
    }

    /// From the two parts, for tables with separate columns.
    #[must_use]
    pub fn from_parts(state: &str, county: &str) -> Option<Self> {
        let state: u32 = number_of(state, 1, 2)?.try_into().ok()?;
        let county: u32 = number_of(county, 1, 3)?.try_into().ok()?;
        state_by_fips(state)?;
        (county != 0 && county < 1000).then_some(Self(state * 1000 + county))
    }

    /// The state's FIPS code.
    #[must_use]
    pub fn state(self) -> u32 {
        self.0 / 1000
    }

    /// The current number of a county that was only renamed or renumbered.
    #[must_use]
    pub fn current(self) -> Self {
        match self.0 {
            // Wade Hampton Census Area became Kusilvak Census Area in 2015.
            2270 => Self(2158),
            // Shannon County became Oglala Lakota County in 2015.
            46113 => Self(46102),
            _ => self,
        }
    }

    /// Whether other editions divide its area differently.
    pub(crate) fn was_redrawn(self) -> bool {
        self.state() == CONNECTICUT || self == SPLIT || SPLIT_INTO.contains(&self)
    }
}

impl fmt::Display for CountyFips {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:05}", self.0)
    }
}

impl TractGeoid {
    /// Parses `01001020100`, `1001020100` (leading zero lost) or `1400000US01001020100`.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let tract = Self(number_of(text, 10, 11)?);
        state_by_fips(tract.county().state())?;
        Some(tract)
    }

    /// The tract's county.
    #[must_use]
    pub fn county(self) -> CountyFips {
        CountyFips(u32::try_from(self.0 / 1_000_000).unwrap_or(u32::MAX))
    }
}

impl fmt::Display for TractGeoid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:011}", self.0)
    }
}

/// The digits of an identifier, without the Census Bureau's `…US` prefix and a spreadsheet's `.0`; `None` if
/// their number is wrong.
fn number_of(text: &str, fewest: usize, most: usize) -> Option<u64> {
    let text = text.trim().trim_matches('"').trim();
    let text = text.rsplit_once("US").map_or(text, |(_, digits)| digits);
    let text = text.strip_suffix(".0").unwrap_or(text);
    if text.len() < fewest || text.len() > most || !text.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    text.parse().ok()
}

/// The state with a FIPS code that federal tables have, thus without the Island Areas.
#[must_use]
pub fn state_by_fips(fips: u32) -> Option<UsState> {
    UsState::from_fips(fips).filter(|state| !state.is_island_area())
}

/// The states in federal tables, by name, Puerto Rico last.
pub fn states() -> impl Iterator<Item = UsState> {
    US_STATES
        .into_iter()
        .filter(|state| !state.is_island_area())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lost_zeros_and_prefixes_are_read() {
        for text in [
            "01001",
            "1001",
            " 1001 ",
            "0500000US01001",
            "1001.0",
            "\"01001\"",
        ] {
            assert_eq!(CountyFips::parse(text), Some(CountyFips(1001)), "{text}");
        }
        assert_eq!(CountyFips(1001).to_string(), "01001");
        for text in ["1001020100", "01001020100", "1400000US01001020100"] {
            assert_eq!(
                TractGeoid::parse(text).map(|t| t.to_string()).as_deref(),
                Some("01001020100")
            );
        }
        assert_eq!(TractGeoid(1_001_020_100).county(), CountyFips(1001));
    }

    #[test]
    fn what_is_no_county_is_none() {
        // State and national rows of county tables, and other kinds of numbers.
        for text in [
            "", "00000", "01000", "99001", "001", "123456", "Total", "-999",
        ] {
            assert_eq!(CountyFips::parse(text), None, "{text}");
        }
        assert_eq!(CountyFips::from_parts("1", "1"), Some(CountyFips(1001)));
        assert_eq!(CountyFips::from_parts("01", "000"), None);
    }
}
