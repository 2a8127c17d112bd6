//! Saved companies on the wire.

use std::io;
use std::sync::Arc;

use axum::body::Body;
use domain::ids::UserId;
use futures::{StreamExt as _, stream};
use projections::saved_companies::{
    Facets, Found, Listed, ListedCompany, SavedCompanyLists, ValueCount,
};
use serde::Serialize;
use serde_json::{Map, Value};
use store::StoreError;
use utoipa::ToSchema;

use super::changed::ChangedBody;
use crate::sessions::crm_form::CrmData;
use crate::sessions::row::SAMPLE_NOTICE;
use crate::sessions::rows::json;
use crate::wire::ContactStatus;

/// A user's saved companies.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct CompaniesBody {
    /// The companies, or the page of them.
    companies: Vec<CompanyBody>,
    #[serde(flatten)]
    counts: CountsBody,
    /// The page, from 1, if pages were requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    page: Option<usize>,
    /// Companies per page.
    #[serde(skip_serializing_if = "Option::is_none")]
    limit: Option<usize>,
    /// The possible values of filters, if requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    facets: Option<FacetsBody>,
}

/// Numbers of companies.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = CompanyCounts)]
pub(super) struct CountsBody {
    /// Companies that match search and filters, on all pages.
    total_count: usize,
    /// Companies that the user has saved.
    saved_total: usize,
    /// Saved companies with facts from another period than the installed reference data.
    stale_total: usize,
    /// Saved companies with a follow-up date on or before `today`; 0 without it.
    due_total: usize,
}

/// A saved company.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ListedCompany)]
pub(super) struct CompanyBody {
    /// Its id.
    company_id: String,
    /// The session that it was saved from.
    session_id: String,
    /// Its row there, from 0.
    business_row_idx: u32,
    /// Its name.
    company_name: String,
    business_data: BusinessBody,
    contact_status: ContactStatus,
    crm_data: CrmData,
    /// All its categories.
    categories: Vec<String>,
    /// The city.
    #[serde(skip_serializing_if = "Option::is_none")]
    city: Option<String>,
    /// The state's code.
    #[serde(skip_serializing_if = "Option::is_none")]
    state: Option<String>,
    /// Its main category.
    #[serde(skip_serializing_if = "Option::is_none")]
    main_category: Option<String>,
    /// The market intelligence score, 0 to 100.
    #[serde(skip_serializing_if = "Option::is_none")]
    market_intelligence_score: Option<f64>,
    /// Degrees north (WGS 84).
    #[serde(skip_serializing_if = "Option::is_none")]
    latitude: Option<f64>,
    /// Degrees east (WGS 84).
    #[serde(skip_serializing_if = "Option::is_none")]
    longitude: Option<f64>,
    /// Its tags, by alphabet.
    tags: Vec<String>,
    /// The follow-up date; null if there is none.
    follow_up_date: Option<String>,
    /// When it was saved (UTC).
    saved_at: String,
    /// Are its facts from another period than the installed reference data?
    stale: bool,
    /// How its listing differs from what was saved, as a schedule found; absent if it does not.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    changed_since_saved: Vec<ChangedBody>,
    /// 'Sample data' if the business is made up.
    #[serde(skip_serializing_if = "Option::is_none")]
    sample: Option<&'static str>,
    /// The data set that the business comes from.
    source: String,
    /// The credit line that its license requires.
    #[serde(skip_serializing_if = "Option::is_none")]
    attribution: Option<String>,
    /// Its id at Google, whose terms allow keeping nothing else of it. Its name is 'Google place' then.
    #[serde(skip_serializing_if = "Option::is_none")]
    google_place_id: Option<String>,
}

/// A business in lists, with the requested fields under their keys.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ListedBusiness)]
pub(super) struct BusinessBody {
    /// Its row in the session, from 0.
    row_idx: u32,
    /// The name.
    name: String,
    /// The whole address on one line.
    #[serde(skip_serializing_if = "Option::is_none")]
    address: Option<String>,
    /// The city.
    #[serde(skip_serializing_if = "Option::is_none")]
    city: Option<String>,
    /// The same as `city`.
    #[serde(skip_serializing_if = "Option::is_none")]
    parsed_city: Option<String>,
    /// The state's code.
    #[serde(skip_serializing_if = "Option::is_none")]
    state: Option<String>,
    /// The same as `state`.
    #[serde(skip_serializing_if = "Option::is_none")]
    parsed_state: Option<String>,
    /// Its main category.
    #[serde(skip_serializing_if = "Option::is_none")]
    industry: Option<String>,
    /// The same as `industry`.
    #[serde(skip_serializing_if = "Option::is_none")]
    main_category: Option<String>,
    /// The market intelligence score, 0 to 100.
    #[serde(skip_serializing_if = "Option::is_none")]
    market_intelligence_score: Option<f64>,
    /// Degrees north (WGS 84).
    #[serde(skip_serializing_if = "Option::is_none")]
    latitude: Option<f64>,
    /// Degrees east (WGS 84).
    #[serde(skip_serializing_if = "Option::is_none")]
    longitude: Option<f64>,
    #[serde(flatten)]
    #[schema(value_type = std::collections::HashMap<String, Value>)]
    fields: Map<String, Value>,
}

/// The possible values of filters, of all saved companies.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = CompanyFacets)]
pub(super) struct FacetsBody {
    /// Statuses in their order, including those that no company has.
    statuses: Vec<ValueCountBody>,
    /// Main categories.
    industries: Vec<ValueCountBody>,
    /// States' codes.
    states: Vec<ValueCountBody>,
    /// Cities.
    cities: Vec<ValueCountBody>,
    /// Tags.
    tags: Vec<ValueCountBody>,
}

/// A value and the number of companies that have it.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ValueCount)]
pub(super) struct ValueCountBody {
    /// The value.
    value: String,
    count: usize,
}

/// Saved companies as lists of values, for maps and for their ids.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct PackedCompanies {
    /// The keys of a row's values.
    #[schema(example = json!(["company_id", "session_id", "row_idx", "name"]))]
    columns: &'static [&'static str],
    /// A value for each column, null if the company has none.
    #[schema(value_type = Vec<Vec<Value>>)]
    rows: Vec<PackedCompany>,
    #[serde(flatten)]
    counts: CountsBody,
}

/// The columns of [`PackedCompany`].
const COLUMNS: [&str; 13] = [
    "company_id",
    "session_id",
    "row_idx",
    "name",
    "address",
    "city",
    "state",
    "industry",
    "status",
    "score",
    "latitude",
    "longitude",
    "follow_up_date",
];

#[derive(Debug, Serialize)]
struct PackedCompany(
    String,
    String,
    u32,
    String,
    Option<String>,
    Option<String>,
    Option<String>,
    Option<String>,
    &'static str,
    Option<f64>,
    Option<f64>,
    Option<f64>,
    Option<String>,
);

/// A whole list, or a page of it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(untagged)]
#[expect(dead_code, reason = "only its shape is used")]
pub(super) enum ListBody {
    Companies(CompaniesBody),
    Packed(PackedCompanies),
}

impl CompaniesBody {
    /// `fields`: the requested ones of each company, in the companies' order.
    pub(super) fn new(
        found: Found,
        fields: Vec<Map<String, Value>>,
        page: Option<(usize, usize)>,
    ) -> Self {
        let counts = CountsBody::of(&found);
        let mut fields = fields.into_iter();
        let companies = found
            .companies
            .iter()
            .map(|listed| CompanyBody::new(listed, fields.next().unwrap_or_default()));
        Self {
            companies: companies.collect(),
            counts,
            page: page.map(|(page, _)| page),
            limit: page.map(|(_, limit)| limit),
            facets: found.facets.map(FacetsBody::from),
        }
    }
}

/// Companies written at a time in a whole list.
const PIECE: usize = 500;

/// The user's whole list, streamed in pieces.
pub(super) fn streamed(lists: SavedCompanyLists, user: UserId, mut found: Found) -> Body {
    let companies = std::mem::take(&mut found.companies);
    let around = json(&CompaniesBody::new(found, Vec::new(), None));
    let complete = move |piece| {
        let (lists, user) = (lists.clone(), user.clone());
        async move { lists.completed(user.as_str(), piece).await }
    };
    in_pieces(&around, &companies, complete, |listed| {
        json(&CompanyBody::new(listed, Map::new()))
    })
}

/// The same as lists of values, of which the user has written none.
pub(super) fn packed(mut found: Found) -> Body {
    let companies = std::mem::take(&mut found.companies);
    let around = json(&PackedCompanies {
        columns: &COLUMNS,
        rows: Vec::new(),
        counts: CountsBody::of(&found),
    });
    let as_they_are = async |piece| Ok(piece);
    in_pieces(&around, &companies, as_they_are, |listed| {
        json(&PackedCompany::from(listed))
    })
}

/// The companies in the first list of `around`, which is empty. A piece may be long, as notes may: it is written on a
/// blocking thread.
fn in_pieces<F>(
    around: &str,
    companies: &[Listed],
    complete: impl Fn(Vec<Listed>) -> F + Send + 'static,
    write: fn(&Listed) -> String,
) -> Body
where
    F: Future<Output = Result<Vec<Listed>, StoreError>> + Send + 'static,
{
    let (head, tail) = around.split_once("[]").expect("there is an empty list");
    let (head, tail) = (format!("{head}["), format!("]{tail}"));
    let pieces: Vec<Vec<Listed>> = companies.chunks(PIECE).map(<[_]>::to_vec).collect();
    let pieces = stream::iter(pieces)
        .enumerate()
        .then(move |(number, piece)| {
            let piece = complete(piece);
            async move {
                // The status has been sent already: closing the connection is the only way to tell the client.
                let unread = || io::Error::other("the companies could not be read");
                let piece = piece.await.map_err(|_| unread())?;
                let written = tokio::task::spawn_blocking(move || {
                    piece.iter().map(write).collect::<Vec<_>>().join(",")
                });
                let written = written.await.map_err(|_| unread())?;
                let comma = if number == 0 { "" } else { "," };
                Ok(format!("{comma}{written}"))
            }
        });
    let head = stream::iter([Ok::<_, io::Error>(head)]);
    Body::from_stream(head.chain(pieces).chain(stream::iter([Ok(tail)])))
}

impl CountsBody {
    const fn of(found: &Found) -> Self {
        Self {
            total_count: found.total,
            saved_total: found.saved,
            stale_total: found.stale,
            due_total: found.due,
        }
    }
}

impl CompanyBody {
    fn new(listed: &Listed, fields: Map<String, Value>) -> Self {
        let company: &ListedCompany = &listed.company;
        let summary = &company.summary;
        let text = |shared: &Option<Arc<str>>| shared.as_deref().map(str::to_owned);
        Self {
            company_id: company.company_id.to_string(),
            session_id: company.session_id.to_string(),
            business_row_idx: company.row_idx,
            company_name: summary.name.to_string(),
            business_data: BusinessBody {
                row_idx: company.row_idx,
                name: summary.name.to_string(),
                address: summary.address.as_deref().map(str::to_owned),
                city: text(&summary.city),
                parsed_city: text(&summary.city),
                state: text(&summary.state),
                parsed_state: text(&summary.state),
                industry: text(&summary.main_category),
                main_category: text(&summary.main_category),
                market_intelligence_score: summary.score,
                latitude: summary.latitude,
                longitude: summary.longitude,
                fields,
            },
            contact_status: company.status.into(),
            crm_data: CrmData::new(company.status, &company.crm),
            categories: (summary.categories.iter())
                .map(ToString::to_string)
                .collect(),
            city: text(&summary.city),
            state: text(&summary.state),
            main_category: text(&summary.main_category),
            market_intelligence_score: summary.score,
            latitude: summary.latitude,
            longitude: summary.longitude,
            tags: company.tags.clone(),
            follow_up_date: company.follow_up.map(|day| day.to_string()),
            saved_at: company.saved_at.to_string(),
            stale: listed.stale,
            changed_since_saved: (company.listing_change.as_deref())
                .map_or_else(Vec::new, ChangedBody::all),
            sample: summary.sample.then_some(SAMPLE_NOTICE),
            source: summary.source.to_string(),
            attribution: text(&summary.attribution),
            google_place_id: summary.google_id.as_deref().map(str::to_owned),
        }
    }
}

impl From<&Listed> for PackedCompany {
    fn from(listed: &Listed) -> Self {
        let company = &listed.company;
        let summary = &company.summary;
        Self(
            company.company_id.to_string(),
            company.session_id.to_string(),
            company.row_idx,
            summary.name.to_string(),
            summary.address.as_deref().map(str::to_owned),
            summary.city.as_deref().map(str::to_owned),
            summary.state.as_deref().map(str::to_owned),
            summary.main_category.as_deref().map(str::to_owned),
            company.status.as_str(),
            summary.score,
            summary.latitude,
            summary.longitude,
            company.follow_up.map(|day| day.to_string()),
        )
    }
}

impl From<Facets> for FacetsBody {
    fn from(facets: Facets) -> Self {
        Self {
            statuses: counts(facets.statuses),
            industries: counts(facets.industries),
            states: counts(facets.states),
            cities: counts(facets.cities),
            tags: counts(facets.tags),
        }
    }
}

fn counts(values: Vec<ValueCount>) -> Vec<ValueCountBody> {
    let counts = values.into_iter();
    counts
        .map(|ValueCount { value, count }| ValueCountBody { value, count })
        .collect()
}
