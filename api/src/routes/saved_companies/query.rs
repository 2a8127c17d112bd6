//! Which companies are asked for, and in which order.

use std::collections::{BTreeMap, BTreeSet};

use domain::account_record::ContactStatus;
use enrichment::pack::SPECS;
use jiff::civil::Date;
use projections::saved_companies::{Filters, ListQuery, ScoreBand, Sort, SortKey};
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};

use crate::http::error::ApiError;
use crate::state::AppState;

/// What separates the values of a filter.
const SEPARATOR: char = '|';
/// What stands before one that is part of a value, and before itself.
const ESCAPE: char = '\\';
/// Longest search, in characters; what is beyond is not looked for.
const LONGEST_SEARCH: usize = 200;
/// Companies that can be named by their ids.
const MOST_NAMED: usize = 200;

/// Which companies, and in which order. The values of a filter are separated by `|` (one that holds it has `\|` there, and
/// `\\` for `\`): a company must have one of them, and pass every filter.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(default)]
pub(super) struct CompaniesQuery {
    /// The signed-in user's subject id; may be left out.
    pub(super) user_id: Option<String>,
    /// Words to look for in names, places, notes and tags. Typing mistakes are forgiven.
    search: String,
    /// Where they stand: `not_contacted`, `contacted`, `follow_up`, `qualified`, `proposal_sent`, `customer`,
    /// `converted`, `not_interested`.
    status: String,
    /// Bands of the market intelligence score: `91-100`, `81-90`, `71-80`, `61-70`, `51-60`.
    score: String,
    /// What they mainly are; `Unknown` where that is not known.
    industry: String,
    /// States' codes.
    state: String,
    /// Cities.
    city: String,
    /// Tags.
    tag: String,
    /// The day that it is for the user, such as `2026-05-04`: `due_total` counts what is to be asked again on it
    /// or before.
    #[param(format = Date)]
    today: Option<String>,
    /// `true`: only those that are to be asked again on the day `today` or before.
    due: bool,
    /// `true`: only those whose facts are of another period than the installed reference data.
    stale: bool,
    /// Only these, by their ids, separated by commas; at most 200.
    company_ids: Option<String>,
    /// What the list is sorted by; `saved_at` where left out, the last one first.
    #[param(inline)]
    sort: Option<SortBy>,
    /// `asc` or `desc`; `asc` where left out.
    #[param(inline)]
    order: Option<Order>,
}

/// What the list can be sorted by.
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

/// Which way.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum Order {
    Asc,
    Desc,
}

impl CompaniesQuery {
    /// As the list is asked.
    pub(super) async fn of_list(&self, state: &AppState) -> Result<ListQuery, ApiError> {
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
                companies: self.company_ids.as_deref().map(named).transpose()?,
            },
            sort,
            page: None,
            today,
            vintages: installed(state).await?,
            facets: false,
        })
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

fn named(ids: &str) -> Result<BTreeSet<String>, ApiError> {
    let ids: BTreeSet<String> = ids.split(',').map(str::to_owned).collect();
    if ids.len() > MOST_NAMED {
        return Err(ApiError::invalid(format!(
            "Name at most {MOST_NAMED} companies, or filter the list."
        )));
    }
    Ok(ids)
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
    ApiError::invalid(format!("'{shown}' is no {what}."))
}

/// The periods that the installed tables describe, by the tables' ids; none while they cannot be read.
async fn installed(state: &AppState) -> Result<BTreeMap<String, Vec<String>>, ApiError> {
    let Ok(reference) = state.services.enricher.reference().await else {
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
