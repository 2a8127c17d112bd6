//! What filters can be set to, and how many companies each value has.

use std::collections::BTreeMap;

use domain::account_record::ContactStatus;

use super::company::ListedCompany;
use super::filter::industry;

/// A value and how many companies have it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ValueCount {
    /// The value.
    pub value: String,
    /// How many.
    pub count: usize,
}

/// The values of a whole list, by alphabet; statuses in their order, those too that none has.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Facets {
    /// Where companies stand.
    pub statuses: Vec<ValueCount>,
    /// What they are.
    pub industries: Vec<ValueCount>,
    /// States' codes.
    pub states: Vec<ValueCount>,
    /// Cities.
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
                    *values.entry(value.as_str()).or_default() += 1;
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
            cities: counts(cities),
            tags: counts(tags),
        }
    }
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
