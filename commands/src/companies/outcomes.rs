//! What became of each company of a call: judged on the list that its command was decided on, and kept in the command's
//! record, so that a repetition tells the same.

use std::fmt;

use store::StoreError;

/// Why a company was not changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Failed {
    Unknown,
    Full { max_saves: u32 },
    Tags,
}

/// What became of one company.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    Changed,
    /// It already was as asked.
    Unchanged,
    Failed(Failed),
}

impl Outcome {
    const fn letter(self) -> char {
        match self {
            Self::Changed => 'c',
            Self::Unchanged => 'n',
            Self::Failed(Failed::Unknown) => 'u',
            Self::Failed(Failed::Full { .. }) => 'f',
            Self::Failed(Failed::Tags) => 't',
        }
    }

    fn read(letter: char, max_saves: u32) -> Option<Self> {
        let all = [
            Self::Changed,
            Self::Unchanged,
            Self::Failed(Failed::Unknown),
            Self::Failed(Failed::Full { max_saves }),
            Self::Failed(Failed::Tags),
        ];
        all.into_iter().find(|outcome| outcome.letter() == letter)
    }
}

/// The outcomes of a call's companies, in its order. As a text: a letter each, then the plan's limit of companies, or 0
/// where it did not matter.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Outcomes(pub(super) Vec<Outcome>);

impl Outcomes {
    /// From a command's record.
    pub(super) fn read(answer: &str) -> Result<Self, StoreError> {
        let damaged = "the record of a change to companies does not tell their outcome";
        Self::parse(answer).ok_or_else(|| StoreError::Damaged(damaged.to_owned()))
    }

    fn parse(text: &str) -> Option<Self> {
        let (letters, max_saves) = text.split_once(' ')?;
        let max_saves = max_saves.parse().ok()?;
        let outcomes = letters
            .chars()
            .map(|letter| Outcome::read(letter, max_saves));
        outcomes.collect::<Option<_>>().map(Self)
    }
}

impl fmt::Display for Outcomes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letters: String = self.0.iter().map(|outcome| outcome.letter()).collect();
        let limit = self.0.iter().find_map(|outcome| match outcome {
            Outcome::Failed(Failed::Full { max_saves }) => Some(*max_saves),
            _ => None,
        });
        write!(f, "{letters} {}", limit.unwrap_or(0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_outcome_survives_its_record() {
        let full = Outcome::Failed(Failed::Full { max_saves: 25 });
        let all = [Outcome::Changed, Outcome::Unchanged, full];
        let others = [Failed::Unknown, Failed::Tags].map(Outcome::Failed);
        for outcomes in [vec![], all.to_vec(), others.to_vec()] {
            let outcome = Outcomes(outcomes);
            assert_eq!(Outcomes::parse(&outcome.to_string()), Some(outcome));
        }
        for damaged in ["", "cn", "cx 1", "c 1 2"] {
            assert_eq!(Outcomes::parse(damaged), None, "{damaged}");
        }
    }
}
