//! An index of the words of a list.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Bound;

use deunicode::deunicode;
use levenshtein_automata::{Distance, LevenshteinAutomatonBuilder};

/// Shorter words match as a prefix, others anywhere in a word.
const PART: usize = 3;
/// Words of at least this length may have one typo.
const FORGIVEN: usize = 4;
/// The maximum number of words in a search.
const MOST_WORDS: usize = 12;

/// An index in a list.
pub(super) type Slot = u32;

#[derive(Debug, Default)]
pub(super) struct Words(BTreeMap<Box<str>, BTreeSet<Slot>>);

/// The words of a text in lower case, without accents.
pub(super) fn words(text: &str) -> impl Iterator<Item = String> {
    let folded = deunicode(text).to_lowercase();
    let words: Vec<String> = folded
        .split(|letter: char| !letter.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(str::to_owned)
        .collect();
    words.into_iter()
}

impl Words {
    pub(super) fn insert(&mut self, slot: Slot, text: &str) {
        for word in words(text) {
            self.0.entry(word.into()).or_default().insert(slot);
        }
    }

    pub(super) fn remove(&mut self, slot: Slot, text: &str) {
        for word in words(text) {
            if let Some(slots) = self.0.get_mut(word.as_str()) {
                slots.remove(&slot);
                if slots.is_empty() {
                    self.0.remove(word.as_str());
                }
            }
        }
    }

    /// Their approximate size in memory, in bytes.
    pub(super) fn bytes(&self) -> usize {
        let each = self.0.iter();
        each.map(|(word, slots)| word.len() + 64 + slots.len() * 8)
            .sum()
    }

    /// The companies that match all words of a search; `None` if it has no words.
    pub(super) fn find(&self, search: &str) -> Option<BTreeSet<Slot>> {
        let mut found: Option<BTreeSet<Slot>> = None;
        for word in words(search).take(MOST_WORDS) {
            let having = self.having(&word);
            found = Some(match found {
                None => having,
                Some(before) => before.intersection(&having).copied().collect(),
            });
        }
        found
    }

    /// The companies that match a word literally; if there are none, those that match with a typo.
    fn having(&self, word: &str) -> BTreeSet<Slot> {
        let as_written = if word.len() < PART {
            let range = self
                .0
                .range::<str, _>((Bound::Included(word), Bound::Unbounded));
            let range = range.take_while(|(there, _)| there.starts_with(word));
            collected(range.map(|(_, slots)| slots))
        } else {
            let all = self.0.iter();
            let having = all.filter(|(there, _)| there.contains(word));
            collected(having.map(|(_, slots)| slots))
        };
        if !as_written.is_empty() || word.len() < FORGIVEN {
            return as_written;
        }
        let like = LevenshteinAutomatonBuilder::new(1, true).build_prefix_dfa(word);
        let all = self.0.iter();
        let having =
            all.filter(|(there, _)| matches!(like.eval(there.as_bytes()), Distance::Exact(_)));
        collected(having.map(|(_, slots)| slots))
    }
}

fn collected<'s>(all: impl Iterator<Item = &'s BTreeSet<Slot>>) -> BTreeSet<Slot> {
    let mut slots: Vec<Slot> = all.flatten().copied().collect();
    slots.sort_unstable();
    slots.dedup();
    slots.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(texts: &[&str], search: &str) -> Option<Vec<Slot>> {
        let mut words = Words::default();
        for (slot, text) in (0..).zip(texts) {
            words.insert(slot, text);
        }
        words.find(search).map(|slots| slots.into_iter().collect())
    }

    const TEXTS: [&str; 4] = [
        "Cascade Brewing Barrel House, Portland OR 97214",
        "Café Zürich, Bend",
        "Benson's Homebrew & Ales",
        "Portsmouth Brewery",
    ];

    #[test]
    fn every_word_must_be_there_by_its_beginning_or_a_part_whatever_its_case_and_accents() {
        assert_eq!(found(&TEXTS, "portland CASCADE"), Some(vec![0]));
        assert_eq!(found(&TEXTS, "port"), Some(vec![0, 3]));
        assert_eq!(found(&TEXTS, "cafe zurich"), Some(vec![1]));
        assert_eq!(found(&TEXTS, "brew"), Some(vec![0, 2, 3]));
        assert_eq!(found(&TEXTS, "97"), Some(vec![0]));
        assert_eq!(
            found(&TEXTS, "or"),
            Some(vec![0]),
            "a short word is none's middle"
        );
        assert_eq!(found(&TEXTS, "cascade bend"), Some(vec![]));
        assert_eq!(found(&TEXTS, " -- "), None, "it has no word");
    }

    #[test]
    fn a_typing_mistake_is_forgiven_where_nothing_is_written_so() {
        for mistaken in ["portlnad", "prtland", "portlland", "portlend"] {
            assert_eq!(found(&TEXTS, mistaken), Some(vec![0]), "{mistaken}");
        }
        assert_eq!(
            found(&TEXTS, "bend"),
            Some(vec![1]),
            "as written: not Benson's too"
        );
        assert_eq!(found(&TEXTS, "xyz"), Some(vec![]));
        assert_eq!(found(&TEXTS, "abcdefgh"), Some(vec![]));
    }

    #[test]
    fn what_is_removed_is_not_found_and_leaves_nothing() {
        let mut words = Words::default();
        words.insert(1, "Cascade Brewing");
        words.insert(2, "Cascade Ales");
        words.remove(1, "Cascade Brewing");
        assert_eq!(words.find("cascade"), Some([2].into()));
        words.remove(2, "Cascade Ales");
        assert_eq!(words.bytes(), 0);
    }
}
