//! The states of the USA, with the District of Columbia and the territories.

/// One state, district or territory. Made only by [`UsState::parse`] and [`US_STATES`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct UsState {
    code: &'static str,
    name: &'static str,
}

impl UsState {
    /// Reads a postal code or a name, in any case and with any spacing or dots.
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
        let is_wanted = |state: &&Self| {
            if wanted.len() == 2 {
                state.code.eq_ignore_ascii_case(wanted)
            } else {
                letters(state.name).eq(wanted.chars())
            }
        };
        US_STATES.iter().find(is_wanted).copied()
    }

    /// The two-letter postal code, upper case.
    pub fn code(self) -> &'static str {
        self.code
    }

    /// The full name.
    pub fn name(self) -> &'static str {
        self.name
    }
}

/// The letters of a name, in lower case.
fn letters(text: &str) -> impl Iterator<Item = char> {
    text.chars()
        .filter(char::is_ascii_alphabetic)
        .map(|c| c.to_ascii_lowercase())
}

const fn state(code: &'static str, name: &'static str) -> UsState {
    UsState { code, name }
}

/// All of them, by name; the territories last.
pub const US_STATES: [UsState; 56] = [
    state("AL", "Alabama"),
    state("AK", "Alaska"),
    state("AZ", "Arizona"),
    state("AR", "Arkansas"),
    state("CA", "California"),
    state("CO", "Colorado"),
    state("CT", "Connecticut"),
    state("DE", "Delaware"),
    state("DC", "District of Columbia"),
    state("FL", "Florida"),
    state("GA", "Georgia"),
    state("HI", "Hawaii"),
    state("ID", "Idaho"),
    state("IL", "Illinois"),
    state("IN", "Indiana"),
    state("IA", "Iowa"),
    state("KS", "Kansas"),
    state("KY", "Kentucky"),
    state("LA", "Louisiana"),
    state("ME", "Maine"),
    state("MD", "Maryland"),
    state("MA", "Massachusetts"),
    state("MI", "Michigan"),
    state("MN", "Minnesota"),
    state("MS", "Mississippi"),
    state("MO", "Missouri"),
    state("MT", "Montana"),
    state("NE", "Nebraska"),
    state("NV", "Nevada"),
    state("NH", "New Hampshire"),
    state("NJ", "New Jersey"),
    state("NM", "New Mexico"),
    state("NY", "New York"),
    state("NC", "North Carolina"),
    state("ND", "North Dakota"),
    state("OH", "Ohio"),
    state("OK", "Oklahoma"),
    state("OR", "Oregon"),
    state("PA", "Pennsylvania"),
    state("RI", "Rhode Island"),
    state("SC", "South Carolina"),
    state("SD", "South Dakota"),
    state("TN", "Tennessee"),
    state("TX", "Texas"),
    state("UT", "Utah"),
    state("VT", "Vermont"),
    state("VA", "Virginia"),
    state("WA", "Washington"),
    state("WV", "West Virginia"),
    state("WI", "Wisconsin"),
    state("WY", "Wyoming"),
    state("AS", "American Samoa"),
    state("GU", "Guam"),
    state("MP", "Northern Mariana Islands"),
    state("PR", "Puerto Rico"),
    state("VI", "Virgin Islands"),
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
    }

    #[test]
    fn every_state_reads_back_from_its_code_and_its_name() {
        for state in US_STATES {
            assert_eq!(UsState::parse(state.code()), Some(state));
            assert_eq!(UsState::parse(state.name()), Some(state));
        }
    }
}
