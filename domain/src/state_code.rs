//! The state of a search: a two-letter code of a state, the District of Columbia or a territory.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use us::UsState;

/// A known two-letter state code, upper case.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct StateCode(UsState);

/// Why a text is not a state code.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum InvalidState {
    #[error("Please enter a state code")]
    Empty,
    #[error("'{0}' is not a state code: use two letters, such as OR for Oregon.")]
    NotTwoLetters(String),
    #[error("There is no state with the code '{0}': use a two-letter code such as OR or TX.")]
    Unknown(String),
}

impl StateCode {
    /// The code, upper case.
    pub const fn as_str(self) -> &'static str {
        self.0.code()
    }
}

impl From<StateCode> for UsState {
    fn from(code: StateCode) -> Self {
        code.0
    }
}

impl FromStr for StateCode {
    type Err = InvalidState;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let text = text.trim();
        if text.is_empty() {
            return Err(InvalidState::Empty);
        }
        if text.len() != 2 || !text.bytes().all(|b| b.is_ascii_alphabetic()) {
            let shown = text.chars().filter(|c| !c.is_control()).take(40).collect();
            return Err(InvalidState::NotTwoLetters(shown));
        }
        UsState::from_code(text)
            .map(Self)
            .ok_or_else(|| InvalidState::Unknown(text.to_uppercase()))
    }
}

impl Serialize for StateCode {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

impl<'de> Deserialize<'de> for StateCode {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?
            .parse()
            .map_err(de::Error::custom)
    }
}

impl fmt::Display for StateCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    // JOB-02
    fn job_02_a_state_is_two_letters_that_exist() {
        assert_eq!("or".parse::<StateCode>().unwrap().as_str(), "OR");
        assert_eq!("".parse::<StateCode>(), Err(InvalidState::Empty));
        for wrong in ["Texas", "T1", "T", "ÄÖ", "O\0R"] {
            assert!(matches!(
                wrong.parse::<StateCode>(),
                Err(InvalidState::NotTwoLetters(_))
            ));
        }
        assert_eq!(
            "zz".parse::<StateCode>(),
            Err(InvalidState::Unknown("ZZ".into()))
        );
    }
}
