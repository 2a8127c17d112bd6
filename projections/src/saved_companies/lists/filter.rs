//! Selects companies of a list: they must match at least one value of each filter.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use domain::account_record::ContactStatus;
use domain::ids::CompanyId;
use jiff::civil::Date;

use super::company::ListedCompany;

/// The industry of companies that have none, for counts and filters.
pub const UNKNOWN_INDUSTRY: &str = "Unknown";

/// A band of whole scores, inclusive.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ScoreBand {
    pub from: u8,
    pub to: u8,
}

impl ScoreBand {
    /// The bands offered, best first.
    pub const ALL: [Self; 5] = [
        Self { from: 91, to: 100 },
        Self { from: 81, to: 90 },
        Self { from: 71, to: 80 },
        Self { from: 61, to: 70 },
        Self { from: 51, to: 60 },
    ];

    /// A missing score counts as 0; others are truncated.
    fn holds(self, score: Option<f64>) -> bool {
        let score = score.unwrap_or_default().round();
        (f64::from(self.from)..=f64::from(self.to)).contains(&score)
    }
}

/// Filters of companies. An empty filter matches all.
#[derive(Debug, Clone, Default)]
pub struct Filters {
    pub statuses: Vec<ContactStatus>,
    pub scores: Vec<ScoreBand>,
    pub industries: BTreeSet<String>,
    pub states: BTreeSet<String>,
    /// Regardless of case.
    pub cities: BTreeSet<String>,
    /// Tags.
    pub tags: BTreeSet<String>,
    /// With a follow-up on that day or before.
    pub due: Option<Date>,
    /// Only those with stale facts: of another period than the installed table.
    pub stale: bool,
    /// Only those whose listing differs from what was saved.
    pub changed: bool,
    /// Only those that can be contacted so, or whose website was read.
    pub contact: Option<ContactFilter>,
    /// Only those with these ids.
    pub companies: Option<BTreeSet<CompanyId>>,
}

/// What a website says of its company.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct WebsiteContacts {
    pub email: bool,
    pub phone: bool,
}

/// A filter by how companies can be contacted, by their listings and by their websites.
#[derive(Debug, Clone)]
pub struct ContactFilter {
    /// Only those with an e-mail address.
    pub email: bool,
    /// Only those with a phone number.
    pub phone: bool,
    /// Only those whose website was read.
    pub read: bool,
    /// What websites that were read say, by the texts that tell them apart.
    pub websites: Arc<HashMap<String, WebsiteContacts>>,
    /// The text that tells a listed website from others.
    pub key_of: fn(&str) -> Option<String>,
}

impl ContactFilter {
    fn passes(&self, company: &ListedCompany) -> bool {
        let summary = &company.summary;
        let key = summary.website.as_deref().and_then(self.key_of);
        let website = key.and_then(|key| self.websites.get(&key).copied());
        let said = website.unwrap_or_default();
        (!self.read || website.is_some())
            && (!self.email || summary.has_email || said.email)
            && (!self.phone || summary.has_phone || said.phone)
    }
}

impl Filters {
    /// Whether a company matches all but the tags; `stale` is whether its facts are.
    pub(super) fn pass(&self, company: &ListedCompany, stale: bool) -> bool {
        let summary = &company.summary;
        let one_of = |values: &BTreeSet<String>, value: Option<&str>| {
            values.is_empty() || value.is_some_and(|value| values.contains(value))
        };
        let city_alike = |city: &str| self.cities.iter().any(|one| alike(one, city));
        let chosen = self.companies.as_ref();
        (self.statuses.is_empty() || self.statuses.contains(&company.status))
            && (self.scores.is_empty() || self.scores.iter().any(|band| band.holds(summary.score)))
            && one_of(&self.industries, Some(industry(company)))
            && one_of(&self.states, summary.state.as_deref())
            && (self.cities.is_empty() || summary.city.as_deref().is_some_and(city_alike))
            && self.due.is_none_or(|day| is_due(company, day))
            && (stale || !self.stale)
            && (company.listing_change.is_some() || !self.changed)
            && self
                .contact
                .as_ref()
                .is_none_or(|contact| contact.passes(company))
            && chosen.is_none_or(|chosen| chosen.contains(&company.company_id))
    }
}

/// Equal regardless of case.
fn alike(one: &str, other: &str) -> bool {
    let lower = one.chars().flat_map(char::to_lowercase);
    lower.eq(other.chars().flat_map(char::to_lowercase))
}

/// The industry of a business, or [`UNKNOWN_INDUSTRY`].
pub(super) fn industry(company: &ListedCompany) -> &str {
    let category = company.summary.main_category.as_deref();
    category.unwrap_or(UNKNOWN_INDUSTRY)
}

pub(super) fn is_due(company: &ListedCompany, day: Date) -> bool {
    company.follow_up.is_some_and(|due| due <= day)
}
