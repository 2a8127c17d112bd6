//! The values of filters, with the number of companies of each.

use std::collections::BTreeMap;

use domain::account_record::ContactStatus;

use super::company::ListedCompany;
use super::filter::industry;

/// A value with its number of companies.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ValueCount {
    pub value: String,
    pub count: usize,
}

/// The values of a whole list in alphabetical order; statuses in their own order, including unused ones.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Facets {
    pub statuses: Vec<ValueCount>,
    pub industries: Vec<ValueCount>,
    pub states: Vec<ValueCount>,
    /// Regardless of case.
    pub cities: Vec<ValueCount>,
    /// Tags.
    pub tags: Vec<ValueCount>,
}

impl Facets {
    pub(super) fn of<'c>(companies: impl Iterator<Item = &'c ListedCompany>) -> Self {
        let mut statuses = ContactStatus::ALL.map(|status| (status, 0_usize));
        let mut industries = BTreeMap::new();
        let mut states = BTreeMap::new();
        let mut cities = BTreeMap::new();
        let mut tags = BTreeMap::new();
        for company in companies {
            for (status, count) in &mut statuses {
                *count += usize::from(*status == company.status);
            }
            *industries.entry(industry(company)).or_default() += 1;
            for (values, value) in [
                (&mut states, &company.summary.state),
                (&mut cities, &company.summary.city),
            ] {
                if let Some(value) = value {
                    *values.entry(&**value).or_default() += 1;
                }
            }
            for tag in &company.tags {
                *tags.entry(tag.as_str()).or_default() += 1;
            }
        }
        let statuses = statuses.map(|(status, count)| ValueCount {
            value: status.as_str().to_owned(),
            count,
        });
        Self {
            statuses: statuses.into(),
            industries: counts(industries),
            states: counts(states),
            cities: counts(whatever_their_case(cities)),
            tags: counts(tags),
        }
    }
}

/// Merges values that differ only by case, in the most frequent spelling; all capitals only if there is no other.
fn whatever_their_case(values: BTreeMap<&str, usize>) -> BTreeMap<&str, usize> {
    let mut alike = BTreeMap::<String, Vec<(&str, usize)>>::new();
    for (value, count) in values {
        alike
            .entry(value.to_lowercase())
            .or_default()
            .push((value, count));
    }
    let named = alike.into_values().filter_map(|spellings| {
        let best = |(value, count): &&(&str, usize)| (*value != value.to_uppercase(), *count);
        let (value, _) = spellings.iter().max_by_key(best)?;
        Some((*value, spellings.iter().map(|(_, count)| count).sum()))
    });
    named.collect()
}

fn counts(values: BTreeMap<&str, usize>) -> Vec<ValueCount> {
    let mut counts: Vec<ValueCount> = values
        .into_iter()
        .map(|(value, count)| ValueCount {
            value: value.to_owned(),
            count,
        })
        .collect();
    counts.sort_by_cached_key(|one| one.value.to_lowercase());
    counts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    // MAPV-02
    fn mapv_02_values_are_one_whatever_the_case_of_their_letters() {
        let values = [
            ("BEND", 30),
            ("Bend", 20),
            ("bend", 1),
            ("SALEM", 2),
            ("Eugene", 4),
        ];
        let one = whatever_their_case(values.into());
        assert_eq!(one, [("Bend", 51), ("Eugene", 4), ("SALEM", 2)].into());
    }
}
