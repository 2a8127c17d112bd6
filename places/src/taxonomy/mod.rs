//! The kinds of business, what people call them, and the tags that mean them.
//!
//! The vocabulary is OpenStreetMap's (npm `id-tagging-schema`: tags, name, other names and related words of
//! each kind) plus a short list of American synonyms (`synonyms.txt`). A term is looked up by its
//! [`concept_key`]; both the catalogue's search and the live OpenStreetMap source use its expansion.
//!
//! Invariants
//! - Related words (`terms`) are used only if the term is not the name of a kind: `teeth` finds dentists,
//!   `dentist` finds nothing else.
//! - A term is never corrected if it, or each of its words, is in the vocabulary.

mod concept;
mod presets;

use std::cmp::Reverse;
use std::collections::{BTreeSet, HashMap, HashSet};
use std::sync::LazyLock;

pub(crate) use self::concept::{concept_key, concept_of};
pub(crate) use self::presets::{Preset, Tag};
use crate::text::phrase_key;

/// Synonyms, one kind per line.
const SYNONYMS: &str = include_str!("synonyms.txt");

/// Shorter words are not corrected: too many others are close.
const SHORTEST_CORRECTED: usize = 5;
/// From this length on, two typos are corrected.
const LONG_WORD: usize = 8;

/// What a search term means.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Expansion {
    pub(crate) own: String,
    /// Keys of the other names of the kinds it names.
    pub(crate) synonyms: Vec<String>,
    /// Keys of kinds that the term is only related to; empty if it names one.
    pub(crate) related: Vec<String>,
    /// The tags of all these kinds, each a set that an element must have.
    pub(crate) tags: Vec<Vec<Tag>>,
}

pub(crate) struct Taxonomy {
    presets: Vec<Preset>,
    /// Indexes of presets by the key of a name, another name or a tag's value.
    by_name: HashMap<String, Vec<usize>>,
    /// Indexes of presets by the key of a related word.
    by_term: HashMap<String, Vec<usize>>,
    /// Indexes of presets by their first tag.
    by_tag: HashMap<Tag, Vec<usize>>,
    /// Lines of synonyms, as keys.
    groups: Vec<Vec<String>>,
    group_of: HashMap<String, Vec<usize>>,
    /// Every word of every name.
    words: BTreeSet<String>,
}

static TAXONOMY: LazyLock<Taxonomy> = LazyLock::new(Taxonomy::new);

/// The vocabulary, built on first use.
pub(crate) fn taxonomy() -> &'static Taxonomy {
    &TAXONOMY
}

impl Taxonomy {
    fn new() -> Self {
        let presets = presets::presets();
        let mut taxonomy = Self {
            presets: Vec::new(),
            by_name: HashMap::new(),
            by_term: HashMap::new(),
            by_tag: HashMap::new(),
            groups: Vec::new(),
            group_of: HashMap::new(),
            words: BTreeSet::new(),
        };
        for (index, preset) in presets.iter().enumerate() {
            for name in &preset.names {
                taxonomy
                    .by_name
                    .entry(name.clone())
                    .or_default()
                    .push(index);
                taxonomy.words.extend(name.split(' ').map(str::to_owned));
            }
            for term in &preset.terms {
                taxonomy
                    .by_term
                    .entry(term.clone())
                    .or_default()
                    .push(index);
            }
            if let Some(first) = preset.tags.first() {
                taxonomy
                    .by_tag
                    .entry(first.clone())
                    .or_default()
                    .push(index);
            }
        }
        taxonomy.presets = presets;
        let lines = SYNONYMS.lines().filter(|line| !line.starts_with('#'));
        for line in lines.filter(|line| !line.trim().is_empty()) {
            let mut keys: Vec<String> = Vec::new();
            for name in line.split(',') {
                // Both with and without its ending, because either may be mistyped.
                taxonomy
                    .words
                    .extend(phrase_key(name).split(' ').map(str::to_owned));
                let key = concept_key(name);
                if !keys.contains(&key) {
                    keys.push(key);
                }
            }
            let group = taxonomy.groups.len();
            for key in &keys {
                taxonomy
                    .group_of
                    .entry(key.clone())
                    .or_default()
                    .push(group);
            }
            taxonomy.groups.push(keys);
        }
        taxonomy
    }

    /// What a term means, as far as the vocabulary knows.
    pub(crate) fn expand(&self, term: &str) -> Expansion {
        let own = concept_key(term);
        let mut names = vec![own.clone()];
        let mut known = HashSet::from([own.clone()]);
        let mut add = |names: &mut Vec<String>, key: &String| {
            if known.insert(key.clone()) {
                names.push(key.clone());
            }
        };
        for group in self.group_of.get(&own).into_iter().flatten() {
            for key in &self.groups[*group] {
                add(&mut names, key);
            }
        }
        let mut presets: Vec<usize> = Vec::new();
        for name in names.clone() {
            for index in self.by_name.get(&name).into_iter().flatten() {
                if !presets.contains(index) {
                    presets.push(*index);
                }
            }
        }
        for index in &presets {
            for name in &self.presets[*index].names {
                add(&mut names, name);
            }
        }
        let is_named = names.len() > 1 || !presets.is_empty();
        let mut related = Vec::new();
        if !is_named {
            presets.extend(self.by_term.get(&own).into_iter().flatten());
            for index in &presets {
                for name in &self.presets[*index].names {
                    add(&mut related, name);
                }
            }
        }
        let tags = presets
            .iter()
            .map(|index| self.presets[*index].tags.clone());
        Expansion {
            own,
            synonyms: names.split_off(1),
            related,
            tags: tags.collect(),
        }
    }

    /// The keys of the kind of business that a term names, even if misspelled; `None` if it names none.
    pub(crate) fn kinds(&self, term: &str) -> Option<Vec<String>> {
        let keys = |term: &str| {
            let meant = self.expand(term);
            let is_kind =
                !meant.tags.is_empty() || !meant.synonyms.is_empty() || !meant.related.is_empty();
            let others = meant.synonyms.into_iter().chain(meant.related);
            is_kind.then(|| std::iter::once(meant.own).chain(others).collect())
        };
        keys(term).or_else(|| keys(&self.correct(term)?))
    }

    /// The term with its typos corrected; `None` if none can be.
    pub(crate) fn correct(&self, term: &str) -> Option<String> {
        let phrase = phrase_key(term);
        let mut changed = false;
        let words: Vec<&str> = phrase
            .split(' ')
            .map(|word| match self.near(word) {
                Some(other) => {
                    changed = true;
                    other
                }
                None => word,
            })
            .collect();
        changed.then(|| words.join(" "))
    }

    /// The most likely intended word for one that is not in the vocabulary.
    fn near(&self, word: &str) -> Option<&str> {
        if word.len() < SHORTEST_CORRECTED || self.words.contains(word) {
            return None;
        }
        let most = if word.len() >= LONG_WORD { 2 } else { 1 };
        let first = word.chars().next()?;
        // Same first letter, which is rarely mistyped; in order, so that ties go to the first.
        let range = first.to_string()..((first as u8 + 1) as char).to_string();
        self.words
            .range(range)
            .filter(|known| {
                known.len() >= SHORTEST_CORRECTED - 1 && known.len().abs_diff(word.len()) <= most
            })
            .map(|known| (strsim::osa_distance(known, word), known))
            .filter(|(distance, _)| *distance <= most)
            .min_by_key(|(distance, _)| *distance)
            .map(|(_, known)| known.as_str())
    }

    /// The kind that an element's tags mean: the matching one with the most tags.
    pub(crate) fn preset_of<'a>(
        &self,
        tag: impl Fn(&str) -> Option<&'a str>,
        keys: &[&str],
    ) -> Option<&Preset> {
        let candidates = keys.iter().filter_map(|key| {
            let value = tag(key)?;
            // 'restaurant;bar': the first is the main one.
            let value = value.split(';').next().unwrap_or_default().trim();
            self.by_tag.get(&Tag::new(key, value))
        });
        // How far down among several values ('pizza;italian') the wanted ones are.
        let behind = |preset: &Preset| {
            let steps = preset.tags.iter().map(|wanted| {
                let have = tag(&wanted.key)?;
                let mut values = have.split(';').map(str::trim);
                match wanted.value.as_str() {
                    "*" => Some(0),
                    value => values.position(|one| one == value),
                }
            });
            steps.sum::<Option<usize>>()
        };
        let mut best: Option<(&Preset, (usize, Reverse<usize>))> = None;
        for preset in candidates.flatten().map(|index| &self.presets[*index]) {
            let Some(behind) = behind(preset) else {
                continue;
            };
            let weight = (preset.tags.len(), Reverse(behind));
            // Ties go to the first: keys come in order of weight.
            if best.is_none_or(|(_, most)| weight > most) {
                best = Some((preset, weight));
            }
        }
        best.map(|(preset, _)| preset)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn finds(term: &str, category: &str) -> bool {
        let expansion = taxonomy().expand(term);
        let key = concept_key(category);
        expansion.own == key
            || expansion.synonyms.contains(&key)
            || expansion.related.contains(&key)
    }

    #[test]
    // JOB-16
    fn job_16_synonyms_plurals_and_codes_mean_the_same() {
        for (term, category) in [
            ("coffee shop", "Cafe"),
            ("coffee shops", "coffee_shop"),
            ("dentists", "Dentist"),
            ("dentists", "dental_clinic"),
            ("auto repair", "Car Repair Shop"),
            ("auto repair", "automotive_repair"),
            ("mechanic", "auto_repair"),
            (
                "lawyers",
                "attorney_or_law_firm".trim_end_matches("_or_law_firm"),
            ),
            ("gas stations", "Gas Station"),
            ("gas station", "fuel"),
            ("grocery", "supermarket"),
            ("pharmacy", "drugstore"),
            ("plumbing", "Plumber"),
            ("Plumbers", "plumbing"),
            ("teeth", "Dentist"),
            ("bookstore", "books"),
        ] {
            assert!(
                finds(term, category),
                "{term} should find {category}: {:?}",
                taxonomy().expand(term)
            );
        }
    }

    #[test]
    fn other_kinds_are_not_found() {
        for (term, category) in [
            ("dentist", "Doctor"),
            ("bar", "barber"),
            ("bank", "food_bank"),
            ("car wash", "Car Repair Shop"),
            ("hotel", "Restaurant"),
            ("dollar general", "general_store"),
            ("restaurant", "bakery"),
        ] {
            assert!(!finds(term, category), "{term} should not find {category}");
        }
    }

    #[test]
    // JOB-16
    fn job_16_typing_mistakes_are_mended() {
        for (typed, meant) in [
            ("plumer", "plumber"),
            ("restaraunt", "restaurant"),
            ("cofee shop", "coffee shop"),
            ("resturants", "restaurant"),
            ("pharmcy", "pharmacy"),
            ("electrcian", "electrician"),
        ] {
            assert_eq!(taxonomy().correct(typed).as_deref(), Some(meant), "{typed}");
        }
        for right in [
            "plumber",
            "walmart",
            "mcdonalds",
            "dollar general",
            "bar",
            "kfc",
        ] {
            assert_eq!(taxonomy().correct(right), None, "{right}");
        }
    }

    #[test]
    fn tags_are_known_by_their_most_telling_preset() {
        let tags = HashMap::from([("amenity", "restaurant"), ("cuisine", "pizza;italian")]);
        let preset = taxonomy().preset_of(|key| tags.get(key).copied(), &["shop", "amenity"]);
        assert_eq!(preset.unwrap().label, "Pizza Restaurant");
        let expansion = taxonomy().expand("auto repair");
        assert!(
            expansion
                .tags
                .contains(&vec![Tag::new("shop", "car_repair")]),
            "{:?}",
            expansion.tags
        );
    }
}
