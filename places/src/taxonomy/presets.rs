//! The kinds of business among the presets of OpenStreetMap's editor.

use super::concept::{concept_key, concept_of};
use crate::osm::keys::KEYS;
use crate::text::phrase_key;

/// Tags, name, other names, related words.
const PRESETS: &str = include_str!("../../../data/derived/presets.tsv");

/// A key with its value; `*` matches any.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Tag {
    pub(crate) key: String,
    pub(crate) value: String,
}

impl Tag {
    pub(crate) fn new(key: &str, value: &str) -> Self {
        Self {
            key: key.to_owned(),
            value: value.to_owned(),
        }
    }
}

/// One kind of business.
#[derive(Debug)]
pub(crate) struct Preset {
    /// For people (`Pizza Restaurant`).
    pub(crate) label: &'static str,
    /// The tags that define it, most specific first.
    pub(super) tags: Vec<Tag>,
    /// Keys of its names, and of its tag's value if that is its only tag.
    pub(super) names: Vec<String>,
    pub(super) terms: Vec<String>,
}

pub(super) fn presets() -> Vec<Preset> {
    PRESETS.lines().filter_map(preset).collect()
}

/// Presets also include benches, bus stops and borders.
fn is_business(tag: &Tag) -> bool {
    KEYS.contains(&tag.key.as_str()) && tag.value != "*"
}

fn preset(line: &'static str) -> Option<Preset> {
    let mut cells = line.split('\t');
    let (tags, label) = (cells.next()?, cells.next()?);
    let mut tags: Vec<Tag> = tags
        .split(';')
        .filter_map(|tag| tag.split_once('='))
        .map(|(key, value)| Tag::new(key, value))
        .collect();
    if !tags.iter().any(is_business) {
        return None;
    }
    let weight = |tag: &Tag| {
        KEYS.iter()
            .position(|key| *key == tag.key)
            .unwrap_or(KEYS.len())
    };
    tags.sort_by_key(weight);
    let listed = |cell: Option<&'static str>| {
        cell.unwrap_or_default()
            .split('|')
            .filter(|name| !name.trim().is_empty())
    };
    let mut names = Vec::new();
    let mut add = |key: String| {
        if !key.is_empty() && !names.contains(&key) {
            names.push(key);
        }
    };
    add(concept_key(label));
    if let [only] = tags.as_slice() {
        // 'yes' carries no meaning.
        if only.value != "yes" {
            add(concept_key(&only.value));
        }
    }
    for alias in listed(cells.next()) {
        add(concept_key(alias));
    }
    let terms = listed(cells.next())
        .map(|term| concept_of(&phrase_key(term)))
        .filter(|term| !term.is_empty() && !names.contains(term))
        .collect();
    Some(Preset {
        label,
        tags,
        names,
        terms,
    })
}
