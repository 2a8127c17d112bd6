//! How lists are sorted.

use std::cmp::Ordering;

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

impl SortKey {
    pub(super) fn of(self, company: &ListedCompany) -> Key {
        let summary = &company.summary;
        match self {
            Self::CompanyName => Key::of_text(Some(&summary.name)),
            Self::City => Key::of_text(summary.city.as_deref()),
            Self::State => Key::of_text(summary.state.as_deref()),
            Self::MainCategory => Key::of_text(summary.main_category.as_deref()),
            Self::Score => Key::of_number(summary.score),
            Self::Status => Key::of_text(Some(company.status.as_str())),
            Self::SavedAt => Key::Number(company.saved_at.as_microsecond() as f64),
            Self::FollowUp => Key::of_text(company.follow_up.map(|day| day.to_string()).as_deref()),
        }
    }
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
