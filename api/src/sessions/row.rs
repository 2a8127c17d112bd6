//! A result row on the wire: the stored place with the specification's field names (B3).
//!
//! What the source does not say, and what is not known of the surroundings, is absent from JSON and empty
//! in CSV. JSON has facts under their canonical names, CSV under their labels (docs/fields.md).

use std::collections::BTreeMap;

use commands::enricher::RowFacts;
use enrichment::fields::FIELDS;
use enrichment::{Fact, FactValue};
use places::Place;
use serde::Serialize;
use utoipa::ToSchema;

/// How rows of made-up businesses are labelled.
pub(crate) const SAMPLE_NOTICE: &str = "Sample data";

/// One business in a session's results. An enriched row has its facts beside these fields, each under its
/// canonical name.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct ResultRow {
    /// Position in the session, from 0.
    pub row_idx: u32,
    /// The business's name.
    pub name: String,
    /// The whole address on one line.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub address: Option<String>,
    /// House number and street.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub street_address: Option<String>,
    /// The city.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub city: Option<String>,
    /// The state's two-letter code.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub state: Option<String>,
    /// The ZIP code.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub zip: Option<String>,
    /// The phone number as the source writes it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub phone: Option<String>,
    /// The website's address.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub website: Option<String>,
    /// What the business mainly is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub main_category: Option<String>,
    /// Everything the business is.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub categories: Vec<String>,
    /// Mean rating from 0 to 5.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rating: Option<f64>,
    /// Number of reviews.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reviews: Option<u64>,
    /// Price level as the source writes it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub price_range: Option<String>,
    /// Degrees north (WGS 84).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub latitude: Option<f64>,
    /// Degrees east (WGS 84).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub longitude: Option<f64>,
    /// E-mail addresses, comma-separated.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub emails_csv: Option<String>,
    /// How many e-mail addresses.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub email_count: Option<usize>,
    /// Opening hours as the source writes them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub business_hours: Option<String>,
    /// Social media pages by network.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub social_media_links: BTreeMap<String, String>,
    /// The data set that the row comes from.
    pub source: String,
    /// The business's id there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source_id: Option<String>,
    /// The data's licence.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub licence: Option<String>,
    /// The credit line that the licence asks for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub attribution: Option<String>,
    /// 'Sample data' where the business is made up.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub notice: Option<&'static str>,
    /// Is the business made up?
    pub sample: bool,
    /// What is known of its surroundings, by canonical name.
    #[serde(flatten)]
    #[schema(ignore)]
    pub facts: BTreeMap<String, FactValue>,
    /// The source of each fact; absent where the row is not enriched.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub fact_sources: BTreeMap<String, FactOrigin>,
    /// The address that the coordinates were looked up by, where the row's source has none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub geocoded_address: Option<String>,
}

/// Where a fact comes from.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct FactOrigin {
    /// The publisher's table; several, joined by ` + `, where it is computed from several.
    pub source: String,
    /// The period that the table describes.
    #[schema(example = "2013-2017")]
    pub vintage: String,
    /// `point`, `tract`, `county` or `state`: what area the fact describes.
    pub level: &'static str,
    /// The unit of a number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unit: Option<String>,
}

impl ResultRow {
    /// The row of a stored place.
    pub(crate) fn new(row_idx: u32, place: Place, known: Option<RowFacts>) -> Self {
        let RowFacts { facts, geocoded } = known.unwrap_or_default();
        let (facts, fact_sources) = apart(facts);
        let at = place
            .coordinates()
            .or_else(|| geocoded.as_ref().map(|at| (at.latitude, at.longitude)));
        let (latitude, longitude) = at.unzip();
        let origin = place.provenance;
        let emails = (!place.emails.is_empty()).then(|| place.emails.join(", "));
        Self {
            row_idx,
            name: place.name,
            address: place.address,
            street_address: place.street_address,
            city: place.city,
            state: place.state,
            zip: place.zip,
            phone: place.phone,
            website: place.website,
            main_category: place.main_category,
            categories: place.categories,
            rating: place.rating,
            reviews: place.reviews,
            price_range: place.price_range,
            latitude,
            longitude,
            email_count: emails.is_some().then_some(place.emails.len()),
            emails_csv: emails,
            business_hours: place.opening_hours,
            social_media_links: place.social_links,
            source: origin.source,
            source_id: origin.source_id,
            licence: origin.licence,
            attribution: origin.attribution,
            notice: origin.sample.then_some(SAMPLE_NOTICE),
            sample: origin.sample,
            facts,
            fact_sources,
            geocoded_address: geocoded.map(|at| at.matched_address),
        }
    }

    /// The columns that an enriched session's table has beside the others: each fact by its label, with
    /// its source and vintage.
    pub(crate) fn fact_columns() -> impl Iterator<Item = String> {
        FIELDS.iter().flat_map(|field| {
            let label = field.label;
            [
                label.to_owned(),
                format!("{label} [source]"),
                format!("{label} [vintage]"),
            ]
        })
    }

    /// The cells of these columns.
    pub(crate) fn fact_cells(&self) -> impl Iterator<Item = String> {
        FIELDS.iter().flat_map(|field| {
            let value = self.facts.get(field.name).map(FactValue::to_string);
            let origin = self.fact_sources.get(field.name);
            [
                value.unwrap_or_default(),
                origin
                    .map(|origin| origin.source.clone())
                    .unwrap_or_default(),
                origin
                    .map(|origin| origin.vintage.clone())
                    .unwrap_or_default(),
            ]
        })
    }

    /// The columns of an exported table.
    pub(crate) const COLUMNS: [&'static str; 24] = [
        "row_idx",
        "name",
        "address",
        "street_address",
        "city",
        "state",
        "zip",
        "phone",
        "website",
        "main_category",
        "categories",
        "rating",
        "reviews",
        "price_range",
        "latitude",
        "longitude",
        "emails_csv",
        "business_hours",
        "social_media_links",
        "source",
        "source_id",
        "licence",
        "attribution",
        "notice",
    ];

    /// The row's cells in the columns' order; what is absent is empty.
    pub(crate) fn cells(&self) -> [String; 24] {
        let text = |value: &Option<String>| value.clone().unwrap_or_default();
        let number = |value: Option<f64>| value.map(|n| n.to_string()).unwrap_or_default();
        let social: Vec<String> = self
            .social_media_links
            .iter()
            .map(|(network, url)| format!("{network}: {url}"))
            .collect();
        [
            self.row_idx.to_string(),
            self.name.clone(),
            text(&self.address),
            text(&self.street_address),
            text(&self.city),
            text(&self.state),
            text(&self.zip),
            text(&self.phone),
            text(&self.website),
            text(&self.main_category),
            self.categories.join(", "),
            number(self.rating),
            self.reviews.map(|n| n.to_string()).unwrap_or_default(),
            text(&self.price_range),
            number(self.latitude),
            number(self.longitude),
            text(&self.emails_csv),
            text(&self.business_hours),
            social.join(", "),
            self.source.clone(),
            text(&self.source_id),
            text(&self.licence),
            text(&self.attribution),
            self.notice.unwrap_or_default().to_owned(),
        ]
    }
}

/// Values and origins of facts.
fn apart(
    facts: BTreeMap<String, Fact>,
) -> (BTreeMap<String, FactValue>, BTreeMap<String, FactOrigin>) {
    let each = facts.into_iter().map(|(name, fact)| {
        let origin = FactOrigin {
            source: fact.source.table,
            vintage: fact.source.vintage,
            level: fact.level.name(),
            unit: fact.unit,
        };
        ((name.clone(), fact.value), (name, origin))
    });
    each.unzip()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    // ENR-06
    fn enr_06_no_fact_hides_a_field_of_the_row() {
        for field in FIELDS {
            for own in ResultRow::COLUMNS
                .iter()
                .chain(&["sample", "email_count", "fact_sources"])
            {
                assert_ne!(field.name, *own);
                assert_ne!(field.label, *own);
            }
        }
    }
}
