//! The company key: what makes two rows of one job, or of one data set, the same business.
//! Across sessions and releases [`crate::identity`] decides.
//!
//! The key is the first 128 bits, in hex, of a SHA-256 over a version mark, the name, the state
//! and the best locator that the row has, in this order:
//! 1. the street address with its five-digit ZIP code, or with its city if it has no ZIP code;
//! 2. the source's own id for the business, together with the source's name;
//! 3. the coordinates, to four decimals (about 11 m), with the city;
//! 4. the phone number's digits with the city;
//! 5. the city alone.
//!
//! Name, street and city are compared as [`crate::text`] does, so that spelling, case and
//! abbreviations do not make another company. Shops of one chain at different addresses are
//! different companies. Saved companies and CRM records refer to these keys: a change of
//! anything here needs a new version mark and a migration of what is stored.

use sha2::{Digest, Sha256};
use us::UsState;

use crate::text::{city_key, phrase_key, street_key};

/// Version of the recipe; part of every key.
const VERSION: &str = "company-key-1";

/// Bytes of the digest that a key keeps.
const KEY_BYTES: usize = 16;

/// What a company key is made of. Empty texts count as absent.
#[derive(Debug, Clone, Copy, Default)]
pub struct KeyParts<'a> {
    pub name: &'a str,
    pub state: Option<UsState>,
    /// House number, street and unit.
    pub street_address: Option<&'a str>,
    pub city: Option<&'a str>,
    /// The ZIP code; only its first five digits count.
    pub zip: Option<&'a str>,
    /// Latitude and longitude in degrees.
    pub coordinates: Option<(f64, f64)>,
    /// The phone number; only its digits count.
    pub phone: Option<&'a str>,
    /// The data set's name, and the business's id in it.
    pub source_id: Option<(&'a str, &'a str)>,
}

/// The stable key of a business: 32 lower-case hex digits. The recipe is in the module's documentation.
pub fn company_key(parts: &KeyParts<'_>) -> String {
    let city = match (parts.city, parts.state) {
        (Some(city), Some(state)) => city_key(city, state),
        (Some(city), None) => phrase_key(city),
        (None, _) => String::new(),
    };
    let mut text = format!(
        "{VERSION}\n{}\n{}\n",
        phrase_key(parts.name),
        parts.state.map_or("", UsState::code)
    );
    text.push_str(&locator(parts, &city));
    let digest = Sha256::digest(text.as_bytes());
    hex::encode(&digest[..KEY_BYTES])
}

fn locator(parts: &KeyParts<'_>, city: &str) -> String {
    let street = parts.street_address.map(street_key).unwrap_or_default();
    let zip: String = digits(parts.zip).take(5).collect();
    if !street.is_empty() && zip.len() == 5 {
        return format!("street\n{street}\nzip\n{zip}");
    }
    if !street.is_empty() {
        return format!("street\n{street}\ncity\n{city}");
    }
    if let Some((source, id)) = parts.source_id {
        return format!("id\n{source}\n{id}");
    }
    if let Some((latitude, longitude)) = parts.coordinates {
        return format!("at\n{latitude:.4}\n{longitude:.4}\ncity\n{city}");
    }
    let phone: String = digits(parts.phone).collect();
    if !phone.is_empty() {
        return format!("phone\n{phone}\ncity\n{city}");
    }
    format!("city\n{city}")
}

fn digits(text: Option<&str>) -> impl Iterator<Item = char> {
    text.unwrap_or_default()
        .chars()
        .filter(char::is_ascii_digit)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parts() -> KeyParts<'static> {
        KeyParts {
            name: "Dollar General 123",
            state: UsState::parse("GA"),
            street_address: Some("12 North Main Street"),
            city: Some("Saint Marys"),
            zip: Some("31558-0133"),
            ..KeyParts::default()
        }
    }

    #[test]
    fn the_recipe_is_frozen() {
        assert_eq!(company_key(&parts()), "9002f169dd41887d3e91eb430f36d67c");
    }

    #[test]
    fn spelling_does_not_make_another_company() {
        let other = KeyParts {
            name: "DOLLAR GENERAL #123",
            street_address: Some("12 N. Main St"),
            city: Some("St. Marys"),
            zip: Some("31558"),
            phone: Some("555 0100"),
            source_id: Some(("other", "7")),
            ..parts()
        };
        assert_eq!(company_key(&other), company_key(&parts()));
    }

    #[test]
    fn each_locator_tells_companies_apart() {
        let bare = KeyParts {
            street_address: None,
            zip: None,
            ..parts()
        };
        let keys = [
            company_key(&parts()),
            company_key(&KeyParts {
                street_address: Some("14 N Main St"),
                ..parts()
            }),
            company_key(&KeyParts {
                zip: None,
                ..parts()
            }),
            company_key(&KeyParts {
                source_id: Some(("a", "1")),
                ..bare
            }),
            company_key(&KeyParts {
                source_id: Some(("a", "2")),
                ..bare
            }),
            company_key(&KeyParts {
                coordinates: Some((30.7, -81.5)),
                ..bare
            }),
            company_key(&KeyParts {
                phone: Some("(912) 555-0100"),
                ..bare
            }),
            company_key(&bare),
            company_key(&KeyParts {
                city: Some("Savannah"),
                ..bare
            }),
            company_key(&KeyParts {
                state: UsState::parse("FL"),
                ..bare
            }),
        ];
        let distinct: std::collections::HashSet<&String> = keys.iter().collect();
        assert_eq!(distinct.len(), keys.len(), "{keys:?}");
    }
}
