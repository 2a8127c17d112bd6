//! The selection and order of companies.

use commands::enricher::Enricher;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use domain::account_record::ContactStatus;
use domain::ids::CompanyId;
use enrichment::pack::SPECS;
use jiff::civil::Date;
use projections::saved_companies::{
    ContactFilter, Filters, ListQuery, ScoreBand, Sort, SortKey, WebsiteContacts,
};
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};

use crate::http::caller::Caller;
use crate::http::error::ApiError;
use crate::sessions::websites_of_rows;
use crate::state::CompanyLists;

/// Separates the values of a filter.
const SEPARATOR: char = '|';
/// Escapes a separator in a value, and itself.
const ESCAPE: char = '\\';
/// Maximum length of a search in characters; the rest is ignored.
const LONGEST_SEARCH: usize = 200;
/// Maximum number of ids.
const MOST_NAMED: usize = 200;

/// The selection and order of companies. The values of a filter are separated by `|` (written `\|` within a value, and
/// `\` as `\\`): a company must have one of the values, and pass every filter.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(default)]
pub(super) struct CompaniesQuery {
    /// The signed-in user's subject id; may be left out.
    pub(super) user_id: Option<String>,
    /// Words to look for in names, places, notes and tags. Tolerates typing errors.
    search: String,
    /// Statuses: `not_contacted`, `contacted`, `follow_up`, `qualified`, `proposal_sent`, `customer`,
    /// `converted`, `not_interested`.
    status: String,
    /// Bands of the market intelligence score: `91-100`, `81-90`, `71-80`, `61-70`, `51-60`.
    score: String,
    /// Main categories; `Unknown` if not known.
    industry: String,
    /// States' codes.
    state: String,
    /// Cities.
    city: String,
    /// Tags.
    tag: String,
    /// The user's current day, such as `2026-05-04`: `due_total` counts follow-ups on or before it.
    #[param(format = Date)]
    today: Option<String>,
    /// `true`: only those with a follow-up date on or before `today`.
    due: bool,
    /// `true`: only those whose facts are from another period than the installed reference data.
    stale: bool,
    /// `true`: only those whose listing a schedule found changed since they were saved.
    changed: bool,
    /// `true`: only those with an e-mail address, by their listing or their website.
    has_email: bool,
    /// `true`: only those with a phone number, by their listing or their website.
    has_phone: bool,
    /// `true`: only those whose website you had read.
    website_read: bool,
    /// Only the companies with these ids, separated by commas; at most 200.
    company_ids: Option<String>,
    /// The sort key; by default `saved_at`, newest first.
    #[param(inline)]
    sort: Option<SortBy>,
    /// `asc` (default) or `desc`.
    #[param(inline)]
    order: Option<Order>,
}

/// Sort keys of the list.
#[derive(Debug, Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum SortBy {
    CompanyName,
    City,
    State,
    MainCategory,
    MarketIntelligenceScore,
    ContactStatus,
    SavedAt,
    FollowUpDate,
}

impl From<SortBy> for SortKey {
    fn from(by: SortBy) -> Self {
        match by {
            SortBy::CompanyName => Self::CompanyName,
            SortBy::City => Self::City,
            SortBy::State => Self::State,
            SortBy::MainCategory => Self::MainCategory,
            SortBy::MarketIntelligenceScore => Self::Score,
            SortBy::ContactStatus => Self::Status,
            SortBy::SavedAt => Self::SavedAt,
            SortBy::FollowUpDate => Self::FollowUp,
        }
    }
}

/// The sort order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum Order {
    Asc,
    Desc,
}

impl CompaniesQuery {
    /// The query of the read model.
    pub(super) async fn of_list(&self, enricher: &Enricher) -> Result<ListQuery, ApiError> {
        let today = self.today.as_deref().map(day).transpose()?;
        let sort = match (self.sort, self.order) {
            (None, None) => Sort::default(),
            (sort, order) => Sort {
                key: sort.map_or_else(SortKey::default, SortKey::from),
                descending: order == Some(Order::Desc),
            },
        };
        Ok(ListQuery {
            search: self.search.chars().take(LONGEST_SEARCH).collect(),
            filters: Filters {
                statuses: values(&self.status)
                    .iter()
                    .map(|text| {
                        let status = ContactStatus::from_text(text);
                        status.ok_or_else(|| unknown("status", text))
                    })
                    .collect::<Result<_, _>>()?,
                scores: values(&self.score)
                    .iter()
                    .map(|text| band(text).ok_or_else(|| unknown("score band", text)))
                    .collect::<Result<_, _>>()?,
                industries: values(&self.industry),
                states: values(&self.state),
                cities: values(&self.city),
                tags: values(&self.tag),
                due: if self.due { Some(due(today)?) } else { None },
                stale: self.stale,
                changed: self.changed,
                contact: None,
                companies: self.company_ids.as_deref().map(named).transpose()?,
            },
            sort,
            page: None,
            today,
            vintages: installed(enricher).await?,
            facets: false,
        })
    }
}

impl CompaniesQuery {
    /// The filter by how companies can be contacted, for which websites are looked up.
    pub(super) async fn contact(
        &self,
        lists: &CompanyLists,
        caller: &Caller,
    ) -> Result<Option<ContactFilter>, ApiError> {
        if !(self.has_email || self.has_phone || self.website_read) {
            return Ok(None);
        }
        let says = websites_of_rows::all_of(&lists.website_reads, caller.0.as_str()).await?;
        let read = says.into_iter().filter(|(_, says)| says.is_read());
        let websites = read.map(|(website, says)| {
            let contacts = WebsiteContacts {
                email: !says.facts.emails.is_empty(),
                phone: !says.facts.phones.is_empty(),
            };
            (website, contacts)
        });
        Ok(Some(ContactFilter {
            email: self.has_email,
            phone: self.has_phone,
            read: self.website_read,
            websites: Arc::new(websites.collect()),
            key_of: websites_of_rows::website_key,
        }))
    }
}

/// The values of a filter, each once.
fn values(text: &str) -> BTreeSet<String> {
    let mut values = vec![String::new()];
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        match (c, values.last_mut()) {
            (SEPARATOR, _) | (_, None) => values.push(String::new()),
            (ESCAPE, Some(value)) => value.extend(chars.next()),
            (_, Some(value)) => value.push(c),
        }
    }
    values
        .into_iter()
        .filter(|value| !value.is_empty())
        .collect()
}

fn band(text: &str) -> Option<ScoreBand> {
    let mut bands = ScoreBand::ALL.into_iter();
    bands.find(|band| text == format!("{}-{}", band.from, band.to))
}

fn named(ids: &str) -> Result<BTreeSet<CompanyId>, ApiError> {
    let ids: BTreeSet<&str> = ids.split(',').collect();
    if ids.len() > MOST_NAMED {
        return Err(ApiError::invalid(format!(
            "Name at most {MOST_NAMED} companies, or filter the list."
        )));
    }
    // An invalid id matches nothing.
    Ok(ids.into_iter().filter_map(|id| id.parse().ok()).collect())
}

fn due(today: Option<Date>) -> Result<Date, ApiError> {
    today.ok_or_else(|| ApiError::invalid("Say which day it is: today=2026-05-04."))
}

/// A day such as `2026-05-04`.
pub(super) fn day(text: &str) -> Result<Date, ApiError> {
    let day = text.parse();
    day.map_err(|_| ApiError::invalid("Write a day as 2026-05-04."))
}

fn unknown(what: &str, text: &str) -> ApiError {
    let shown: String = text.chars().take(40).collect();
    ApiError::invalid(format!("'{shown}' is not a {what}."))
}

/// The periods of the installed tables, by the tables' ids; empty while they are unavailable.
async fn installed(enricher: &Enricher) -> Result<BTreeMap<String, Vec<String>>, ApiError> {
    let Ok(reference) = enricher.reference().await else {
        return Ok(BTreeMap::new());
    };
    let tables = SPECS.iter().map(|table| {
        let vintages = reference
            .named_vintages(table)
            .into_iter()
            .map(str::to_owned);
        (table.id.to_owned(), vintages.collect::<Vec<_>>())
    });
    Ok(tables
        .filter(|(_, vintages)| !vintages.is_empty())
        .collect())
}

#[cfg(test)]
mod tests {
    use super::values;

    #[test]
    // MYCO-01
    fn myco_01_a_value_may_hold_what_separates_values() {
        let of = |text| values(text).into_iter().collect::<Vec<_>>();
        assert_eq!(of("Bend|Salem"), ["Bend", "Salem"]);
        assert_eq!(of("Bar \\| Grill|Cafe"), ["Bar | Grill", "Cafe"]);
        assert_eq!(of("a\\\\b||c\\"), ["a\\b", "c"]);
        assert_eq!(of(""), Vec::<String>::new());
    }
}
