//! One business, as a maps service describes it.
//!
//! A `Place` is stored as a JSON document with a session's row, so field names are frozen once released;
//! fields may be added. What a source does not say is absent from the document.

use std::collections::BTreeMap;

use jiff::civil::Date;
use serde::{Deserialize, Serialize};
use us::UsState;

use crate::gazetteer;
use crate::text::in_title_case;

/// Most corners of an outline.
pub const MOST_CORNERS: usize = 500;

/// One business from a maps service.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Place {
    /// The same for one business in every session, release and source; see [`crate::company_key`].
    pub key: String,
    /// In title case if the source writes it in capitals.
    pub name: String,
    /// The source's spelling, if it differs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name_as_listed: Option<String>,
    /// The whole address on one line: street, city, state and ZIP code as far as known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub address: Option<String>,
    /// House number and street, with suite or unit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub street_address: Option<String>,
    /// As the source writes it, except for capitals.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub city: Option<String>,
    /// Two-letter postal code, upper case.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub state: Option<String>,
    /// Five digits, or nine as `12345-6789`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub zip: Option<String>,
    /// Two-letter code (`US`).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub country: Option<String>,
    /// As the source writes it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub phone: Option<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub additional_phones: Vec<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub website: Option<String>,
    /// The listing's own page at the source.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub main_category: Option<String>,
    /// Everything the business is, the main category first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub categories: Vec<String>,
    /// Degrees north (WGS 84); present only together with `longitude`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub latitude: Option<f64>,
    /// Degrees east (WGS 84); present only together with `latitude`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub longitude: Option<f64>,
    /// Whether the coordinates contradict the city, the ZIP code and the state ([`crate::is_doubtful`]).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub position_doubtful: bool,
    /// The outline of the building or site: latitude and longitude of its corners, the first one not
    /// repeated, at most [`MOST_CORNERS`].
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub outline: Vec<[f64; 2]>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rating: Option<f64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reviews: Option<u64>,
    /// As the source writes it (`$$`).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub price_range: Option<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub emails: Vec<String>,
    /// As the source writes them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub opening_hours: Option<String>,
    /// Pages by network (`facebook`, `instagram`, `linkedin`, `twitter`, …).
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub social_links: BTreeMap<String, String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub location_count: Option<u32>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub owner_names: Vec<String>,
    /// A day, a month or a year (`2014-05-01`, `2014-05`, `2014`).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub founding_date: Option<String>,
    /// The places where it serves its customers.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub service_areas: Vec<String>,
    /// What its website is built with.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub technology_stack: Vec<String>,
    /// How recent the content is, in the source's words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub content_freshness: Option<String>,
    pub provenance: Provenance,
}

/// Where a place comes from and what may be done with it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Provenance {
    /// The data set's name (`breweries`, `sample`); for the catalogue, the name given to the import.
    pub source: String,
    /// The business's id within the source.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source_id: Option<String>,
    /// The data's licence, if given at import.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub licence: Option<String>,
    /// The credit line that the licence requires.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub attribution: Option<String>,
    /// The source's own release (`2026-08-20.0`), if it has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub release: Option<String>,
    /// The day the data was imported or fetched (UTC).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub retrieved: Option<Date>,
    /// The source's own confidence that the business exists, 0 to 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub confidence: Option<f64>,
    /// Whether city or state were derived from the coordinates because the source names none.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub placed_by_coordinates: bool,
    /// Other data sets of the catalogue that have the business too.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub also_in: Vec<String>,
    /// Made-up data, to be labeled wherever it is shown.
    pub sample: bool,
    /// Whether the source's terms allow keeping the row beyond the session.
    pub storable: bool,
}

impl Provenance {
    /// A data set of which only the name is known; its rows may be stored.
    pub fn new(source: String) -> Self {
        Self {
            source,
            source_id: None,
            licence: None,
            attribution: None,
            release: None,
            retrieved: None,
            confidence: None,
            placed_by_coordinates: false,
            also_in: Vec::new(),
            sample: false,
            storable: true,
        }
    }
}

impl Place {
    /// A place of which nothing else is known.
    pub fn new(key: String, name: String, provenance: Provenance) -> Self {
        Self {
            key,
            name,
            name_as_listed: None,
            address: None,
            street_address: None,
            city: None,
            state: None,
            zip: None,
            country: None,
            phone: None,
            additional_phones: Vec::new(),
            website: None,
            url: None,
            main_category: None,
            categories: Vec::new(),
            latitude: None,
            longitude: None,
            position_doubtful: false,
            outline: Vec::new(),
            rating: None,
            reviews: None,
            price_range: None,
            emails: Vec::new(),
            opening_hours: None,
            social_links: BTreeMap::new(),
            location_count: None,
            owner_names: Vec::new(),
            founding_date: None,
            service_areas: Vec::new(),
            technology_stack: Vec::new(),
            content_freshness: None,
            provenance,
        }
    }

    /// Latitude and longitude, if known.
    pub fn coordinates(&self) -> Option<(f64, f64)> {
        self.latitude.zip(self.longitude)
    }

    /// Latitude and longitude, unless they are doubtful.
    pub fn believed_coordinates(&self) -> Option<(f64, f64)> {
        self.coordinates().filter(|_| !self.position_doubtful)
    }

    /// Name and city in readable case, if the source writes them in capitals. The city takes the spelling of
    /// the list of cities, so that it is one city however it is written.
    #[must_use]
    pub(crate) fn in_readable_case(mut self) -> Self {
        if let Some(read) = in_title_case(&self.name) {
            self.name_as_listed = Some(std::mem::replace(&mut self.name, read));
        }
        let state = self.state.as_deref().and_then(UsState::from_code);
        if let (Some(city), Some(state)) = (&mut self.city, state)
            && let Some(read) = gazetteer::spelt(state, city)
        {
            *city = read;
        }
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bare() -> Place {
        let provenance = Provenance::new("test".to_owned());
        Place::new("k".to_owned(), "Example Bakery".to_owned(), provenance)
    }

    #[test]
    fn what_is_absent_is_absent_from_the_document() {
        let json = serde_json::to_value(bare()).unwrap();
        assert_eq!(
            json,
            serde_json::json!({
                "key": "k",
                "name": "Example Bakery",
                "provenance": { "source": "test", "sample": false, "storable": true },
            })
        );
    }

    #[test]
    // RES-01
    fn res_01_capitals_are_read_in_title_case_and_the_listings_spelling_is_kept() {
        let read = |name: &str, city: &str| {
            let mut place = bare();
            place.name = name.to_owned();
            place.city = Some(city.to_owned());
            place.state = Some("OR".to_owned());
            let read = place.in_readable_case();
            (read.name, read.name_as_listed, read.city.unwrap())
        };
        let capitals = "MCMENAMINS OLD ST. FRANCIS".to_owned();
        assert_eq!(
            read(&capitals, "BEND"),
            (
                "McMenamins Old St. Francis".to_owned(),
                Some(capitals),
                "Bend".to_owned()
            )
        );
        assert_eq!(
            read("Deschutes BREWERY", "Bend"),
            ("Deschutes BREWERY".to_owned(), None, "Bend".to_owned())
        );
    }

    #[test]
    fn a_document_reads_back_as_it_was_written() {
        let mut place = bare();
        place.latitude = Some(45.5);
        place.longitude = Some(-122.6);
        place.rating = Some(0.0);
        place.categories = vec!["bakery".to_owned()];
        place.provenance.retrieved = Some(jiff::civil::date(2026, 8, 2));
        let json = serde_json::to_string(&place).unwrap();
        assert_eq!(serde_json::from_str::<Place>(&json).unwrap(), place);
        assert_eq!(place.coordinates(), Some((45.5, -122.6)));
    }
}
