//! Google's answers.

use reqwest::StatusCode;
use serde::Deserialize;
use us::UsState;

use super::credit::{ATTRIBUTION, GOOGLE, today};
use crate::text::{city_key, words};
use crate::values::{coordinates, phone, website, zip};
use crate::{KeyParts, Place, Provenance, Spot, company_key};

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Page {
    #[serde(default)]
    places: Vec<Found>,
    #[serde(default)]
    next_page_token: Option<String>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct Found {
    id: Option<String>,
    display_name: Option<Label>,
    formatted_address: Option<String>,
    address_components: Vec<Component>,
    location: Option<LatLng>,
    primary_type: Option<String>,
    primary_type_display_name: Option<Label>,
    types: Vec<String>,
    national_phone_number: Option<String>,
    international_phone_number: Option<String>,
    website_uri: Option<String>,
    google_maps_uri: Option<String>,
    rating: Option<f64>,
    user_rating_count: Option<u64>,
    price_level: Option<String>,
    business_status: Option<String>,
    regular_opening_hours: Option<Hours>,
}

#[derive(Debug, Deserialize)]
struct Label {
    text: String,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Component {
    long_text: String,
    short_text: Option<String>,
    #[serde(default)]
    types: Vec<String>,
}

#[derive(Debug, Deserialize)]
struct LatLng {
    latitude: f64,
    longitude: f64,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Hours {
    #[serde(default)]
    weekday_descriptions: Vec<String>,
}

impl Page {
    /// Parses an answer, or says what is wrong with it.
    pub(super) fn parse(body: &[u8]) -> Result<Self, String> {
        serde_json::from_slice(body).map_err(|error| {
            if error.is_eof() {
                "it breaks off".to_owned()
            } else {
                "it is not a Google Places answer".to_owned()
            }
        })
    }

    pub(super) fn next_token(self) -> Option<String> {
        self.next_page_token.filter(|token| !token.is_empty())
    }

    /// The places that are open and not listed in another city.
    pub(super) fn places(&self, spot: &Spot) -> Vec<Place> {
        let places = self.places.iter().filter_map(Found::place);
        match spot {
            Spot::Region(region) => places
                .filter(|place| place.coordinates().is_some_and(|at| region.contains(at)))
                .collect(),
            Spot::City(wanted_state, wanted) => {
                let wanted = city_key(wanted, *wanted_state);
                let is_there = |place: &Place| {
                    let state = place.state.as_deref().and_then(UsState::parse);
                    let city = place.city.as_deref();
                    let city = city.map(|city| city_key(city, *wanted_state));
                    state.is_none_or(|state| state == *wanted_state)
                        && city.is_none_or(|city| city == wanted)
                };
                places.filter(is_there).collect()
            }
        }
    }

    /// How many places it has, whatever they are.
    pub(super) fn count(&self) -> usize {
        self.places.len()
    }
}

impl Found {
    fn place(&self) -> Option<Place> {
        let shut = ["CLOSED_PERMANENTLY", "FUTURE_OPENING"];
        if self
            .business_status
            .as_deref()
            .is_some_and(|status| shut.contains(&status))
        {
            return None;
        }
        let name = self.display_name.as_ref()?.text.trim().to_owned();
        if words(&name).is_empty() {
            return None;
        }
        let state = self
            .part("administrative_area_level_1")
            .and_then(|part| UsState::parse(part.short_text.as_deref().unwrap_or(&part.long_text)));
        let city = ["locality", "postal_town", "sublocality_level_1"]
            .into_iter()
            .find_map(|kind| Some(self.part(kind)?.long_text.clone()));
        let zip = self
            .part("postal_code")
            .and_then(|part| zip(&part.long_text));
        let street_address = self.street();
        let at = self
            .location
            .as_ref()
            .and_then(|at| coordinates(at.latitude, at.longitude));
        let (latitude, longitude) = at.unzip();
        let phone = self.phone();
        let key = company_key(&KeyParts {
            name: &name,
            state,
            street_address: street_address.as_deref(),
            city: city.as_deref(),
            zip: zip.as_deref(),
            coordinates: at,
            phone: phone.as_deref(),
            source_id: self.id.as_deref().map(|id| (GOOGLE, id)),
        });
        let categories = self.categories();
        Some(Place {
            address: self.formatted_address.clone(),
            street_address,
            city,
            state: state.map(|state| state.code().to_owned()),
            zip,
            country: self
                .part("country")
                .and_then(|part| part.short_text.clone()),
            phone,
            website: self.website_uri.as_deref().and_then(website),
            url: self.google_maps_uri.as_deref().and_then(website),
            main_category: categories.first().cloned(),
            categories,
            latitude,
            longitude,
            rating: self.rating.filter(|rating| (0.0..=5.0).contains(rating)),
            reviews: self.user_rating_count,
            price_range: self.price_level.as_deref().and_then(price),
            opening_hours: self.hours(),
            ..Place::new(key, name, self.provenance())
        })
    }

    fn part(&self, kind: &str) -> Option<&Component> {
        let is_kind = |part: &&Component| part.types.iter().any(|known| known == kind);
        self.address_components.iter().find(is_kind)
    }

    fn street(&self) -> Option<String> {
        let route = &self.part("route")?.long_text;
        let number = self
            .part("street_number")
            .map(|part| part.long_text.as_str());
        let unit = self
            .part("subpremise")
            .map(|part| format!("#{}", part.long_text));
        let parts: Vec<&str> = number
            .into_iter()
            .chain([route.as_str()])
            .chain(unit.as_deref())
            .collect();
        Some(parts.join(" "))
    }

    fn phone(&self) -> Option<String> {
        let national = self.national_phone_number.as_deref();
        phone(national.or(self.international_phone_number.as_deref())?)
    }

    /// The category label, then Google's type codes with spaces.
    fn categories(&self) -> Vec<String> {
        let label = self
            .primary_type_display_name
            .as_ref()
            .map(|label| label.text.clone());
        let codes = self.primary_type.iter().chain(&self.types);
        let general = ["point_of_interest", "establishment"];
        let codes = codes
            .filter(|code| !general.contains(&code.as_str()))
            .map(|code| code.replace('_', " "));
        let mut categories: Vec<String> = Vec::new();
        for category in label.into_iter().chain(codes) {
            if !categories
                .iter()
                .any(|known| known.eq_ignore_ascii_case(&category))
            {
                categories.push(category);
            }
        }
        categories
    }

    fn hours(&self) -> Option<String> {
        let days = &self.regular_opening_hours.as_ref()?.weekday_descriptions;
        (!days.is_empty()).then(|| days.join("; "))
    }

    fn provenance(&self) -> Provenance {
        Provenance {
            source: GOOGLE.to_owned(),
            source_id: self.id.clone(),
            licence: None,
            attribution: Some(ATTRIBUTION.to_owned()),
            release: None,
            retrieved: Some(today()),
            confidence: None,
            placed_by_coordinates: false,
            also_in: Vec::new(),
            sample: false,
            storable: false,
        }
    }
}

/// Google's price levels in the usual notation; free of charge is not a level.
fn price(level: &str) -> Option<String> {
    let dollars = match level {
        "PRICE_LEVEL_INEXPENSIVE" => "$",
        "PRICE_LEVEL_MODERATE" => "$$",
        "PRICE_LEVEL_EXPENSIVE" => "$$$",
        "PRICE_LEVEL_VERY_EXPENSIVE" => "$$$$",
        _ => return None,
    };
    Some(dollars.to_owned())
}

pub(super) struct Failure {
    pub(super) message: String,
    /// Whether a quota is used up.
    pub(super) is_quota: bool,
}

#[derive(Deserialize)]
struct FailureBody {
    error: FailureError,
}

#[derive(Deserialize)]
struct FailureError {
    #[serde(default)]
    message: String,
    #[serde(default)]
    status: String,
}

impl Failure {
    pub(super) fn parse(body: &[u8], status: StatusCode) -> Self {
        let told: Option<FailureBody> = serde_json::from_slice(body).ok();
        let is_quota = status == StatusCode::TOO_MANY_REQUESTS
            || told
                .as_ref()
                .is_some_and(|told| told.error.status == "RESOURCE_EXHAUSTED");
        let said = told.map(|told| told.error.message.trim_end_matches('.').to_owned());
        let said = said.filter(|message| !message.is_empty());
        let status = status.as_u16();
        let message = match (said, status) {
            (Some(said), 400 | 401 | 403) => {
                format!("it says '{said}'; the operator should check the key")
            }
            (Some(said), _) => format!("it says '{said}'"),
            (None, _) => format!("status {status}"),
        };
        Self { message, is_quota }
    }
}
