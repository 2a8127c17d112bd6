//! Census identifiers (GEOIDs) as numbers, and the states.
//!
//! A number cannot lose its leading zeros; they are put back where an identifier is shown.

use std::fmt;

use serde::{Deserialize, Serialize};

/// A county or county equivalent: two digits of state, three of county.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct CountyFips(pub u32);

/// A census tract: the county, then six digits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct TractGeoid(pub u64);

impl CountyFips {
    /// Reads `01001`, `1001` (its zero lost), `1001.0` (a spreadsheet's number) or `0500000US01001`.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let number = number_of(text, 4, 5)?;
        let county = Self(u32::try_from(number).ok()?);
        (!county.0.is_multiple_of(1000) && state_by_fips(county.state()).is_some())
            .then_some(county)
    }

    /// From the two parts, as tables with separate columns have them.
    #[must_use]
    pub fn from_parts(state: &str, county: &str) -> Option<Self> {
        let state: u32 = number_of(state, 1, 2)?.try_into().ok()?;
        let county: u32 = number_of(county, 1, 3)?.try_into().ok()?;
        state_by_fips(state)?;
        (county != 0 && county < 1000).then_some(Self(state * 1000 + county))
    }

    /// The state's code.
    #[must_use]
    pub fn state(self) -> u32 {
        self.0 / 1000
    }

    /// The county of today's number where a county was only renamed or renumbered.
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
}

impl fmt::Display for CountyFips {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:05}", self.0)
    }
}

impl TractGeoid {
    /// Reads `01001020100`, `1001020100` (its zero lost) or `1400000US01001020100`.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let tract = Self(number_of(text, 10, 11)?);
        state_by_fips(tract.county().state())?;
        Some(tract)
    }

    /// The county that the tract lies in.
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

/// The digits of an identifier, after the Census Bureau's `…US` prefix and without a spreadsheet's
/// `.0`, where there are as many as there may be.
fn number_of(text: &str, fewest: usize, most: usize) -> Option<u64> {
    let text = text.trim().trim_matches('"').trim();
    let text = text.rsplit_once("US").map_or(text, |(_, digits)| digits);
    let text = text.strip_suffix(".0").unwrap_or(text);
    if text.len() < fewest || text.len() > most || !text.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    text.parse().ok()
}

/// A state, the District of Columbia or Puerto Rico.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct State {
    /// The Census Bureau's code.
    pub fips: u32,
    /// The postal code.
    pub code: &'static str,
    /// The name.
    pub name: &'static str,
}

/// The state with a FIPS code.
#[must_use]
pub fn state_by_fips(fips: u32) -> Option<&'static State> {
    STATES.iter().find(|state| state.fips == fips)
}

/// The state with a postal code or a name, in any case.
#[must_use]
pub fn state_by_name(text: &str) -> Option<&'static State> {
    let text = text.trim();
    STATES.iter().find(|state| {
        state.code.eq_ignore_ascii_case(text) || state.name.eq_ignore_ascii_case(text)
    })
}

const fn state(fips: u32, code: &'static str, name: &'static str) -> State {
    State { fips, code, name }
}

/// The 50 states, the District of Columbia and Puerto Rico, by FIPS code.
pub const STATES: [State; 52] = [
    state(1, "AL", "Alabama"),
    state(2, "AK", "Alaska"),
    state(4, "AZ", "Arizona"),
    state(5, "AR", "Arkansas"),
    state(6, "CA", "California"),
    state(8, "CO", "Colorado"),
    state(9, "CT", "Connecticut"),
    state(10, "DE", "Delaware"),
    state(11, "DC", "District of Columbia"),
    state(12, "FL", "Florida"),
    state(13, "GA", "Georgia"),
    state(15, "HI", "Hawaii"),
    state(16, "ID", "Idaho"),
    state(17, "IL", "Illinois"),
    state(18, "IN", "Indiana"),
    state(19, "IA", "Iowa"),
    state(20, "KS", "Kansas"),
    state(21, "KY", "Kentucky"),
    state(22, "LA", "Louisiana"),
    state(23, "ME", "Maine"),
    state(24, "MD", "Maryland"),
    state(25, "MA", "Massachusetts"),
    state(26, "MI", "Michigan"),
    state(27, "MN", "Minnesota"),
    state(28, "MS", "Mississippi"),
    state(29, "MO", "Missouri"),
    state(30, "MT", "Montana"),
    state(31, "NE", "Nebraska"),
    state(32, "NV", "Nevada"),
    state(33, "NH", "New Hampshire"),
    state(34, "NJ", "New Jersey"),
    state(35, "NM", "New Mexico"),
    state(36, "NY", "New York"),
    state(37, "NC", "North Carolina"),
    state(38, "ND", "North Dakota"),
    state(39, "OH", "Ohio"),
    state(40, "OK", "Oklahoma"),
    state(41, "OR", "Oregon"),
    state(42, "PA", "Pennsylvania"),
    state(44, "RI", "Rhode Island"),
    state(45, "SC", "South Carolina"),
    state(46, "SD", "South Dakota"),
    state(47, "TN", "Tennessee"),
    state(48, "TX", "Texas"),
    state(49, "UT", "Utah"),
    state(50, "VT", "Vermont"),
    state(51, "VA", "Virginia"),
    state(53, "WA", "Washington"),
    state(54, "WV", "West Virginia"),
    state(55, "WI", "Wisconsin"),
    state(56, "WY", "Wyoming"),
    state(72, "PR", "Puerto Rico"),
];

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
        // States and the nation in county tables, and numbers of other kinds.
        for text in [
            "", "00000", "01000", "99001", "001", "123456", "Total", "-999",
        ] {
            assert_eq!(CountyFips::parse(text), None, "{text}");
        }
        assert_eq!(CountyFips::from_parts("1", "1"), Some(CountyFips(1001)));
        assert_eq!(CountyFips::from_parts("01", "000"), None);
    }
}
