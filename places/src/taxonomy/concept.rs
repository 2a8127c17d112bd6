//! What the common names of one kind of business share.

use crate::text::phrase_key;

/// Words that may end a kind's name without changing its meaning.
const ENDINGS: [&str; 6] = [
    "shop",
    "store",
    "service",
    "company",
    "business",
    "contractor",
];

/// Words with the same meaning.
const SAME: [(&str, &str); 6] = [
    ("auto", "car"),
    ("automotive", "car"),
    ("automobile", "car"),
    ("theatre", "theater"),
    ("centre", "center"),
    ("tyre", "tire"),
];

/// A key shared by the common names of one kind of business: `Auto Repair Shop`, `car_repair`.
pub(crate) fn concept_key(text: &str) -> String {
    concept_of(&phrase_key(text))
}

/// The concept key of a phrase key.
pub(crate) fn concept_of(phrase: &str) -> String {
    let mut words: Vec<&str> = phrase.split(' ').map(same).collect();
    while words.len() > 1 && words.last().is_some_and(|word| ENDINGS.contains(word)) {
        words.pop();
    }
    words.join(" ")
}

fn same(word: &str) -> &str {
    SAME.iter()
        .find(|(other, _)| *other == word)
        .map_or(word, |(_, usual)| *usual)
}
