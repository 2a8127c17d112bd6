//! The states of the USA, the District of Columbia and the territories: postal codes (USPS Publication 28), names, and
//! FIPS codes (INCITS 38). The only table of them.

use std::fmt;

/// A state, a territory, or the District of Columbia.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct UsState(u8);

struct Row {
    code: &'static str,
    name: &'static str,
    fips: u32,
}

impl UsState {
    /// Parses a postal code or a name, in any case and with any spacing or dots.
    pub fn parse(text: &str) -> Option<Self> {
        if text
            .chars()
            .any(|c| c.is_alphanumeric() && !c.is_ascii_alphabetic())
        {
            return None;
        }
        let wanted: String = letters(text).collect();
        let wanted = match wanted.as_str() {
            "washingtondc" => "dc",
            "usvirginislands" | "virginislandsus" => "vi",
            "commonwealthofthenorthernmarianaislands" => "mp",
            other => other,
        };
        if wanted.len() == 2 {
            return Self::from_code(wanted);
        }
        Self::find(|row| letters(row.name).eq(wanted.chars()))
    }

    /// Parses a postal code, in any case.
    pub fn from_code(code: &str) -> Option<Self> {
        Self::find(|row| row.code.eq_ignore_ascii_case(code))
    }

    /// Parses a territory's name or any of its codes: postal, ISO 3166 (three letters or digits), FIPS.
    pub fn parse_territory(text: &str) -> Option<Self> {
        const CODES: [(&str, [&str; 3]); 5] = [
            ("AS", ["asm", "60", "016"]),
            ("GU", ["gum", "66", "316"]),
            ("MP", ["mnp", "69", "580"]),
            ("PR", ["pri", "72", "630"]),
            ("VI", ["vir", "78", "850"]),
        ];
        let text = text.trim();
        let coded = |codes: &[&str; 3]| codes.iter().any(|code| code.eq_ignore_ascii_case(text));
        let found = CODES.iter().find(|(_, codes)| coded(codes));
        match found {
            Some((code, _)) => Self::from_code(code),
            None => Self::parse(text)
                .filter(|state| CODES.iter().any(|(code, _)| *code == state.code())),
        }
    }

    /// Converts a FIPS code.
    pub fn from_fips(fips: u32) -> Option<Self> {
        Self::find(|row| row.fips == fips)
    }

    /// The two-letter postal code, upper case.
    pub const fn code(self) -> &'static str {
        self.row().code
    }

    /// The full name.
    pub const fn name(self) -> &'static str {
        self.row().name
    }

    /// The FIPS code, with which the Census Bureau's identifiers begin.
    pub const fn fips(self) -> u32 {
        self.row().fips
    }

    /// Whether it is one of the Census Bureau's Island Areas: American Samoa, Guam, the Northern Mariana Islands and
    /// the Virgin Islands. Most federal tables omit them, but include Puerto Rico.
    pub const fn is_island_area(self) -> bool {
        matches!(self.fips(), 60 | 66 | 69 | 78)
    }

    const fn row(self) -> &'static Row {
        &ROWS[self.0 as usize]
    }

    fn find(is_wanted: impl Fn(&Row) -> bool) -> Option<Self> {
        US_STATES.into_iter().find(|state| is_wanted(state.row()))
    }
}

impl fmt::Debug for UsState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "UsState({})", self.code())
    }
}

impl fmt::Display for UsState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.code())
    }
}

/// The letters of a name, in lower case.
fn letters(text: &str) -> impl Iterator<Item = char> {
    text.chars()
        .filter(char::is_ascii_alphabetic)
        .map(|c| c.to_ascii_lowercase())
}

/// All of them by name, the territories last.
pub const US_STATES: [UsState; ROWS.len()] = {
    let mut states = [UsState(0); ROWS.len()];
    let mut place = 0;
    while place < states.len() {
        states[place] = UsState(place as u8);
        place += 1;
    }
    states
};

const fn row(code: &'static str, fips: u32, name: &'static str) -> Row {
    Row { code, name, fips }
}

static ROWS: [Row; 56] = [
    row("AL", 1, "Alabama"),
    row("AK", 2, "Alaska"),
    row("AZ", 4, "Arizona"),
    row("AR", 5, "Arkansas"),
    row("CA", 6, "California"),
    row("CO", 8, "Colorado"),
    row("CT", 9, "Connecticut"),
    row("DE", 10, "Delaware"),
    row("DC", 11, "District of Columbia"),
    row("FL", 12, "Florida"),
    row("GA", 13, "Georgia"),
    row("HI", 15, "Hawaii"),
    row("ID", 16, "Idaho"),
    row("IL", 17, "Illinois"),
    row("IN", 18, "Indiana"),
    row("IA", 19, "Iowa"),
    row("KS", 20, "Kansas"),
    row("KY", 21, "Kentucky"),
    row("LA", 22, "Louisiana"),
    row("ME", 23, "Maine"),
    row("MD", 24, "Maryland"),
    row("MA", 25, "Massachusetts"),
    row("MI", 26, "Michigan"),
    row("MN", 27, "Minnesota"),
    row("MS", 28, "Mississippi"),
    row("MO", 29, "Missouri"),
    row("MT", 30, "Montana"),
    row("NE", 31, "Nebraska"),
    row("NV", 32, "Nevada"),
    row("NH", 33, "New Hampshire"),
    row("NJ", 34, "New Jersey"),
    row("NM", 35, "New Mexico"),
    row("NY", 36, "New York"),
    row("NC", 37, "North Carolina"),
    row("ND", 38, "North Dakota"),
    row("OH", 39, "Ohio"),
    row("OK", 40, "Oklahoma"),
    row("OR", 41, "Oregon"),
    row("PA", 42, "Pennsylvania"),
    row("RI", 44, "Rhode Island"),
    row("SC", 45, "South Carolina"),
    row("SD", 46, "South Dakota"),
    row("TN", 47, "Tennessee"),
    row("TX", 48, "Texas"),
    row("UT", 49, "Utah"),
    row("VT", 50, "Vermont"),
    row("VA", 51, "Virginia"),
    row("WA", 53, "Washington"),
    row("WV", 54, "West Virginia"),
    row("WI", 55, "Wisconsin"),
    row("WY", 56, "Wyoming"),
    row("AS", 60, "American Samoa"),
    row("GU", 66, "Guam"),
    row("MP", 69, "Northern Mariana Islands"),
    row("PR", 72, "Puerto Rico"),
    row("VI", 78, "Virgin Islands"),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_and_names_in_any_writing() {
        for (text, code) in [
            ("Oregon", "OR"),
            ("or", "OR"),
            (" OR ", "OR"),
            ("MIssouri", "MO"),
            ("new  york", "NY"),
            ("N.Y.", "NY"),
            ("District of Columbia", "DC"),
            ("Washington, D.C.", "DC"),
            ("Washington", "WA"),
            ("West Virginia", "WV"),
            ("U.S. Virgin Islands", "VI"),
        ] {
            assert_eq!(
                UsState::parse(text).map(UsState::code),
                Some(code),
                "{text}"
            );
        }
    }

    #[test]
    fn what_is_no_state_is_refused() {
        for text in ["", "T1", "Texass", "Ontario", "XX", "O", "-", "OR1", "ÖR"] {
            assert_eq!(UsState::parse(text), None, "{text}");
        }
        for fips in [0, 3, 52, 99, 101] {
            assert_eq!(UsState::from_fips(fips), None, "{fips}");
        }
    }

    #[test]
    fn every_state_reads_back_from_its_code_its_name_and_its_fips_code() {
        for state in US_STATES {
            assert_eq!(UsState::from_code(state.code()), Some(state));
            assert_eq!(UsState::parse(state.code()), Some(state));
            assert_eq!(UsState::parse(state.name()), Some(state));
            assert_eq!(UsState::from_fips(state.fips()), Some(state));
        }
    }

    #[test]
    fn the_island_areas_are_four() {
        let islands = US_STATES.into_iter().filter(|state| state.is_island_area());
        let codes: Vec<&str> = islands.map(UsState::code).collect();
        assert_eq!(codes, ["AS", "GU", "MP", "VI"]);
    }

    #[test]
    // JOB-16
    fn job_16_a_territory_is_known_by_any_of_its_codes() {
        for (code, texts) in [
            ("PR", ["PR", "PRI", "72", "630", "Puerto Rico"]),
            ("GU", ["gu", "GUM", "66", "316", "GUAM"]),
            ("VI", ["VI", "VIR", "78", "850", "U.S. Virgin Islands"]),
            ("MP", ["MP", "MNP", "69", "580", "Northern Mariana Islands"]),
            ("AS", ["AS", "ASM", "60", "016", "American Samoa"]),
        ] {
            for text in texts {
                let found = UsState::parse_territory(text).map(UsState::code);
                assert_eq!(found, Some(code), "{text}");
            }
        }
        for text in ["OR", "41", "Oregon", "DE", "CAN", "124", "", "7"] {
            assert_eq!(UsState::parse_territory(text), None, "{text}");
        }
    }
}
