//! How lists are sorted.

use std::cmp::Ordering;
use std::collections::HashMap;

use deunicode::deunicode;
use serde::Deserialize;

use super::company::ListedCompany;

/// The sortable columns of a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SortKey {
    CompanyName,
    City,
    State,
    MainCategory,
    #[serde(rename = "market_intelligence_score")]
    Score,
    #[serde(rename = "contact_status")]
    Status,
    #[default]
    SavedAt,
    /// The day of the follow-up.
    #[serde(rename = "follow_up_date")]
    FollowUp,
}

/// A column and a direction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sort {
    pub key: SortKey,
    pub descending: bool,
}

impl Default for Sort {
    /// Latest save first.
    fn default() -> Self {
        Self {
            key: SortKey::SavedAt,
            descending: true,
        }
    }
}

/// A company's sort key. Missing and empty values come first, then numbers, then other texts. Texts that are numbers
/// compare as numbers.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Key {
    Missing,
    Number(f64),
    Text(Box<str>),
}

impl Key {
    pub(super) fn of_text(text: Option<&str>) -> Self {
        let text = text.unwrap_or_default().trim();
        if text.is_empty() {
            return Self::Missing;
        }
        match text.parse::<f64>() {
            Ok(number) if number.is_finite() => Self::Number(number),
            _ => Self::Text(deunicode(text).to_lowercase().into()),
        }
    }

    fn of_number(number: Option<f64>) -> Self {
        number.map_or(Self::Missing, Self::Number)
    }

    pub(super) fn compare(&self, other: &Self) -> Ordering {
        match (self, other) {
            (Self::Number(one), Self::Number(other)) => one.total_cmp(other),
            (Self::Text(one), Self::Text(other)) => one.cmp(other),
            _ => self.rank().cmp(&other.rank()),
        }
    }

    const fn rank(&self) -> u8 {
        match self {
            Self::Missing => 0,
            Self::Number(_) => 1,
            Self::Text(_) => 2,
        }
    }
}

/// The sort keys of some companies, by their places.
pub(super) enum Keys<'k> {
    Made(Vec<&'k Key>),
    Own(Vec<Key>),
    /// The distinct ones, sorted, and the place of each company's among them.
    Ranked(Vec<usize>),
}

impl<'k> Keys<'k> {
    /// Of companies, which come with their name keys.
    pub(super) fn new(
        sort: SortKey,
        companies: impl Iterator<Item = (&'k ListedCompany, &'k Key)>,
    ) -> Self {
        let companies_alone = |(company, _): (&'k ListedCompany, &'k Key)| company;
        match sort {
            SortKey::CompanyName => Self::Made(companies.map(|(_, name)| name).collect()),
            SortKey::City => ranked(companies.map(|(one, _)| one.summary.city.as_deref())),
            SortKey::State => ranked(companies.map(|(one, _)| one.summary.state.as_deref())),
            SortKey::MainCategory => {
                ranked(companies.map(|(one, _)| one.summary.main_category.as_deref()))
            }
            SortKey::Status => ranked(companies.map(|(one, _)| Some(one.status.as_str()))),
            SortKey::Score => {
                let scores = companies.map(companies_alone);
                Self::Own(
                    scores
                        .map(|one| Key::of_number(one.summary.score))
                        .collect(),
                )
            }
            SortKey::SavedAt => {
                let times = companies.map(companies_alone);
                let times = times.map(|one| Key::Number(one.saved_at.as_microsecond() as f64));
                Self::Own(times.collect())
            }
            SortKey::FollowUp => {
                let days = companies.map(|(one, _)| one.follow_up.map(|day| day.to_string()));
                Self::Own(days.map(|day| Key::of_text(day.as_deref())).collect())
            }
        }
    }

    pub(super) fn compare(&self, one: usize, other: usize) -> Ordering {
        match self {
            Self::Made(keys) => keys[one].compare(keys[other]),
            Self::Own(keys) => keys[one].compare(&keys[other]),
            Self::Ranked(ranks) => ranks[one].cmp(&ranks[other]),
        }
    }
}

/// Keys of texts that many companies have: each is made once.
fn ranked<'k, 't>(texts: impl Iterator<Item = Option<&'t str>>) -> Keys<'k> {
    let mut places = HashMap::new();
    let each = texts.map(|text| {
        let next = places.len();
        *places.entry(text).or_insert(next)
    });
    let each: Vec<usize> = each.collect();
    let mut keys: Vec<(Key, usize)> = (places.into_iter())
        .map(|(text, place)| (Key::of_text(text), place))
        .collect();
    keys.sort_unstable_by(|(one, _), (other, _)| one.compare(other));
    let mut ranks = vec![0; keys.len()];
    let (mut rank, mut before) = (0, None);
    for (key, place) in &keys {
        let differs = before.is_some_and(|before| key.compare(before) != Ordering::Equal);
        rank += usize::from(differs);
        ranks[*place] = rank;
        before = Some(key);
    }
    Keys::Ranked(each.into_iter().map(|place| ranks[place]).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    // MYCO-03
    fn myco_03_texts_that_are_numbers_compare_as_numbers_and_what_is_missing_as_empty() {
        let mut texts = vec![
            Some("Zebra"),
            Some("10"),
            Some("9.5"),
            None,
            Some("älter"),
            Some("apple"),
            Some("  "),
            Some("1e999"),
            Some("-3"),
        ];
        texts.sort_by(|one, other| Key::of_text(*one).compare(&Key::of_text(*other)));
        let expected = [
            None,
            Some("  "),
            Some("-3"),
            Some("9.5"),
            Some("10"),
            Some("1e999"),
            Some("älter"),
            Some("apple"),
            Some("Zebra"),
        ];
        assert_eq!(texts, expected);
    }
}
