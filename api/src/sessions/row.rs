//! A result row on the wire: the stored place with the specification's field names (B3).
//!
//! Unknown values are absent from JSON and empty in tables. The columns are described in `enrichment::fields`, in the
//! same order and words (docs/fields.md).

use std::collections::BTreeMap;

use enrichment::{GeocodedPlace, RowFacts};
use jiff::civil::Date;
use places::Place;
use serde::Serialize;
use utoipa::ToSchema;

use super::facts::{Facts, Naming};
use super::sources::SourceBook;
use super::website_says::WebsiteSays;

/// The label of rows of made-up businesses.
pub(crate) const SAMPLE_NOTICE: &str = "Sample data";

/// A row as it is stored.
pub(crate) struct StoredRow {
    /// From 0.
    pub row_idx: u32,
    pub place: Place,
    /// The result of its enrichment.
    pub known: Option<RowFacts>,
    /// What its website says, for whoever had it read.
    pub website: Option<Box<WebsiteSays>>,
}

/// One business in a session's results. An enriched row also has its facts, each under its canonical name; GET
/// /api/fields describes them all.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct ResultRow {
    /// Its position in the session, from 0.
    pub row_idx: u32,
    /// The business's name, in title case if the source writes it in capitals.
    pub name: String,
    /// The name as the source writes it, if spelled differently.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name_as_listed: Option<String>,
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
    /// Further phone numbers.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub additional_phones: Vec<String>,
    /// The website's address.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub website: Option<String>,
    /// The listing's own page at the source.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
    /// The main category of the business.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub main_category: Option<String>,
    /// All categories of the business.
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
    /// Whether the coordinates match neither the city and ZIP code nor the state: more than 15 miles off.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub position_doubtful: bool,
    /// The outline of the building or site: latitude and longitude of its corners.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub polygon_coords: Vec<[f64; 2]>,
    /// E-mail addresses, comma-separated.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub emails_csv: Option<String>,
    /// Number of e-mail addresses.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub email_count: Option<usize>,
    /// Opening hours as the source writes them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub business_hours: Option<String>,
    /// Social media pages by network: linkedin, facebook, instagram, twitter and others.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub social_media_links: BTreeMap<String, String>,
    /// Number of locations of the business.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub location_count: Option<u32>,
    /// The owners' names, comma-separated.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub owner_names_csv: Option<String>,
    /// When it was founded: a day, a month or a year, as precisely as the source says.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub founding_date: Option<String>,
    /// Whole years since the founding date, computed on request.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub years_in_business: Option<u16>,
    /// Where it serves its customers.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub service_areas: Vec<String>,
    /// Technologies that its website is built with.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub technology_stack: Vec<String>,
    /// How recent the source's content is, in the source's words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub content_freshness: Option<String>,
    /// The address that the coordinates were looked up from, if the source has none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub geocoded_address: Option<String>,
    /// The day on which its website was read (UTC).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub website_read_at: Option<String>,
    /// The pages of the website that say what comes from there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub website_sources: Option<String>,
    /// The data set that the row comes from.
    pub source: String,
    /// The business's id in that data set.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source_id: Option<String>,
    /// The other data sets that have the same business.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub also_in: Vec<String>,
    /// The data's license.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub licence: Option<String>,
    /// The credit line that the license requires.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub attribution: Option<String>,
    /// 'Sample data' if the business is made up.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub notice: Option<&'static str>,
    /// Whether the business is made up.
    pub sample: bool,
    /// Whether it is on the caller's list of known businesses.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub yours: bool,
    #[serde(flatten)]
    pub facts: Facts,
    /// Index of the row's entry in the answer's `source_sets` (where its facts come from) and `missing_sets` (why some
    /// are missing); absent if it has no facts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source_set: Option<usize>,
}

impl ResultRow {
    /// The row with its facts, whose sources are added to the answer's book.
    pub(crate) fn new(stored: StoredRow, naming: Naming, book: &mut SourceBook) -> Self {
        let StoredRow {
            row_idx,
            place,
            known,
            website,
        } = stored;
        let source_set = known.as_ref().map(|known| book.set_of(known));
        let RowFacts {
            facts, geocoded, ..
        } = known.unwrap_or_default();
        Self {
            facts: Facts::new(facts, naming),
            source_set,
            website_read_at: website.as_ref().and_then(|says| says.day()),
            website_sources: website.and_then(|says| says.sources()),
            ..Self::of_place(row_idx, place, geocoded)
        }
    }

    /// The row's own columns.
    pub(crate) fn of_place(row_idx: u32, place: Place, geocoded: Option<GeocodedPlace>) -> Self {
        let at = place
            .coordinates()
            .or_else(|| geocoded.as_ref().map(|at| (at.latitude, at.longitude)));
        let (latitude, longitude) = at.unzip();
        let origin = place.provenance;
        let joined = |list: Vec<String>| (!list.is_empty()).then(|| list.join(", "));
        let founded = place.founding_date.as_deref();
        let since = founded.and_then(|founded| whole_years(founded, today()));
        Self {
            row_idx,
            name: place.name,
            name_as_listed: place.name_as_listed,
            address: place.address,
            street_address: place.street_address,
            city: place.city,
            state: place.state,
            zip: place.zip,
            phone: place.phone,
            additional_phones: place.additional_phones,
            website: place.website,
            url: place.url,
            main_category: place.main_category,
            categories: place.categories,
            rating: place.rating,
            reviews: place.reviews,
            price_range: place.price_range,
            latitude,
            longitude,
            position_doubtful: place.position_doubtful,
            polygon_coords: place.outline,
            email_count: (!place.emails.is_empty()).then_some(place.emails.len()),
            emails_csv: joined(place.emails),
            business_hours: place.opening_hours,
            social_media_links: place.social_links,
            location_count: place.location_count,
            owner_names_csv: joined(place.owner_names),
            years_in_business: since,
            founding_date: place.founding_date,
            service_areas: place.service_areas,
            technology_stack: place.technology_stack,
            content_freshness: place.content_freshness,
            geocoded_address: geocoded.map(|at| at.matched_address),
            website_read_at: None,
            website_sources: None,
            source: origin.source,
            source_id: origin.source_id,
            also_in: origin.also_in,
            licence: origin.licence,
            attribution: origin.attribution,
            notice: origin.sample.then_some(SAMPLE_NOTICE),
            sample: origin.sample,
            yours: false,
            facts: Facts::default(),
            source_set: None,
        }
    }
}

fn today() -> Date {
    jiff::Timestamp::now()
        .to_zoned(jiff::tz::TimeZone::UTC)
        .date()
}

/// The whole years from a day, a month or a year (`2014-05-01`, `2014-05`, `2014`) to a day.
fn whole_years(founded: &str, today: Date) -> Option<u16> {
    let mut parts = founded.splitn(3, '-');
    let year: i16 = parts.next()?.trim().parse().ok()?;
    let month: i8 = parts.next().map_or(Some(1), |month| month.parse().ok())?;
    let day: i8 = parts.next().map_or(Some(1), |day| day.parse().ok())?;
    let begun = (month, day) <= (today.month(), today.day());
    let years = today.year() - year - i16::from(!begun);
    u16::try_from(years).ok()
}

#[cfg(test)]
mod tests {
    use enrichment::fields::{FIELDS, OWN_COLUMNS};
    use jiff::civil::date;
    use places::Provenance;

    use super::*;

    fn full() -> ResultRow {
        let text = |text: &str| Some(text.to_owned());
        let place = Place {
            address: text("1 Main St, Bend, OR 97701"),
            street_address: text("1 Main St"),
            city: text("Bend"),
            state: text("OR"),
            zip: text("97701"),
            country: text("US"),
            phone: text("541-555-0100"),
            additional_phones: vec!["541-555-0101".to_owned()],
            website: text("example.com"),
            url: text("https://maps.example/1"),
            main_category: text("brewery"),
            categories: vec!["brewery".to_owned(), "pub".to_owned()],
            latitude: Some(44.05),
            longitude: Some(-121.31),
            name_as_listed: text("EXAMPLE BREWING"),
            position_doubtful: true,
            outline: vec![[44.05, -121.31], [44.06, -121.31], [44.05, -121.3]],
            rating: Some(4.5),
            reviews: Some(12),
            price_range: text("$$"),
            emails: vec!["a@example.com".to_owned(), "b@example.com".to_owned()],
            opening_hours: text("Mo-Fr 10:00-18:00"),
            social_links: [("facebook".to_owned(), "fb.com/x".to_owned())].into(),
            location_count: Some(3),
            owner_names: vec!["Pat Example".to_owned()],
            founding_date: text("2014-05"),
            service_areas: vec!["Bend".to_owned()],
            technology_stack: vec!["WordPress".to_owned()],
            content_freshness: text("2026-08"),
            ..Place::new(
                "k".to_owned(),
                "Example Brewing".to_owned(),
                Provenance {
                    source_id: text("1"),
                    also_in: vec!["osm-or".to_owned(), "open-brewery-db".to_owned()],
                    licence: text("MIT"),
                    attribution: text("Example"),
                    sample: true,
                    ..Provenance::new("test".to_owned())
                },
            )
        };
        let geocoded = GeocodedPlace {
            latitude: 0.0,
            longitude: 0.0,
            matched_address: "1 MAIN ST".to_owned(),
        };
        ResultRow {
            website_read_at: text("2026-11-23"),
            website_sources: text("email: https://example.com/contact"),
            ..ResultRow::of_place(7, place, Some(geocoded))
        }
    }

    /// ENR-06, RES-03: JSON, and thus every table, has each described column, under that name.
    #[test]
    fn res_03_every_own_column_is_in_json_and_so_in_tables() {
        let json = serde_json::to_value(full()).unwrap();
        let row = json.as_object().unwrap();
        let described: Vec<&str> = OWN_COLUMNS.iter().map(|column| column.name).collect();
        for name in row.keys() {
            assert!(
                described.contains(&name.as_str()),
                "{name} is not described"
            );
        }
        for name in &described {
            assert!(row.contains_key(*name), "{name} is missing");
        }
        assert_eq!(json["email_count"], 2);
        assert_eq!(json["owner_names_csv"], "Pat Example");
    }

    #[test]
    // ENR-06
    fn enr_06_no_fact_hides_a_field_of_the_row() {
        for field in FIELDS {
            for own in OWN_COLUMNS.iter().map(|own| own.name).chain(["source_set"]) {
                assert_ne!(field.name, own);
                assert_ne!(field.label, own);
            }
        }
    }

    #[test]
    fn years_in_business_are_whole_and_follow_from_what_is_known() {
        let today = date(2026, 5, 15);
        for (founded, years) in [
            ("2014-05-15", Some(12)),
            ("2014-05-16", Some(11)),
            ("2014-06", Some(11)),
            ("2014", Some(12)),
            ("2027", None),
            ("long ago", None),
        ] {
            assert_eq!(whole_years(founded, today), years, "{founded}");
        }
    }
}
