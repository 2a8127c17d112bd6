//! What a search looks for, and how long it may take.

use std::time::{Duration, Instant};

use super::fold::words;

/// Shorter words match as a prefix, others anywhere in a word.
const PART: usize = 3;
/// Words of at least this length may have one typo.
const FORGIVEN: usize = 4;
/// The maximum number of words in a search.
const MOST_WORDS: usize = 12;
/// The time for one search. A list in memory needs a small part of it.
const BUDGET: Duration = Duration::from_secs(5);

/// What a search looks for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Sought {
    Everything,
    Words(Vec<Word>),
    /// A search of only punctuation has no words and is matched literally.
    Signs(String),
}

/// A word of a search.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Word(String);

impl Sought {
    pub(super) fn new(search: &str) -> Self {
        let words: Vec<Word> = words(search).take(MOST_WORDS).map(Word).collect();
        let signs = search.trim();
        match () {
            () if !words.is_empty() => Self::Words(words),
            () if signs.is_empty() => Self::Everything,
            () => Self::Signs(signs.to_owned()),
        }
    }

    /// Whether each word is in the texts, or the signs are: one answer for each.
    pub(super) fn are_in(&self, texts: &[&str]) -> Vec<bool> {
        match self {
            Self::Everything => Vec::new(),
            Self::Signs(signs) => vec![texts.iter().any(|text| text.contains(signs))],
            Self::Words(sought) => {
                let mut found = vec![false; sought.len()];
                for there in texts.iter().flat_map(|text| words(text)) {
                    for (word, found) in sought.iter().zip(&mut found) {
                        *found = *found || word.is_in(&there);
                    }
                }
                found
            }
        }
    }
}

impl Word {
    pub(super) fn as_str(&self) -> &str {
        &self.0
    }

    /// Whether it matches only as a prefix.
    pub(super) const fn is_short(&self) -> bool {
        self.0.len() < PART
    }

    /// Whether it may have a typo.
    pub(super) const fn is_forgiven(&self) -> bool {
        self.0.len() >= FORGIVEN
    }

    /// Whether it matches a word, as written.
    fn is_in(&self, word: &str) -> bool {
        if self.is_short() {
            word.starts_with(&self.0)
        } else {
            word.contains(&self.0)
        }
    }
}

/// The search took too long.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct TooLong;

/// Until when a search may run.
#[derive(Debug, Clone, Copy)]
pub(super) struct Deadline(Instant);

impl Deadline {
    pub(super) fn new() -> Self {
        Self(Instant::now() + BUDGET)
    }

    #[cfg(test)]
    pub(super) fn passed() -> Self {
        Self(Instant::now())
    }

    pub(super) fn check(self) -> Result<(), TooLong> {
        if Instant::now() < self.0 {
            Ok(())
        } else {
            Err(TooLong)
        }
    }
}
