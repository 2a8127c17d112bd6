//! The centers of larger US cities, so that sample businesses appear on the map where they claim to be.
//!
//! Rounded to a hundredth of a degree (about 1 km). At least one city per state; other cities have no
//! coordinates.

use us::UsState;

use crate::text::city_key;

/// Name, state, degrees north, degrees east.
const CITIES: [(&str, &str, f64, f64); 113] = [
    ("New York", "NY", 40.71, -74.01),
    ("Los Angeles", "CA", 34.05, -118.24),
    ("Chicago", "IL", 41.88, -87.63),
    ("Houston", "TX", 29.76, -95.37),
    ("Phoenix", "AZ", 33.45, -112.07),
    ("Philadelphia", "PA", 39.95, -75.17),
    ("San Antonio", "TX", 29.42, -98.49),
    ("San Diego", "CA", 32.72, -117.16),
    ("Dallas", "TX", 32.78, -96.80),
    ("Jacksonville", "FL", 30.33, -81.66),
    ("Austin", "TX", 30.27, -97.74),
    ("Fort Worth", "TX", 32.76, -97.33),
    ("San Jose", "CA", 37.34, -121.89),
    ("Columbus", "OH", 39.96, -83.00),
    ("Charlotte", "NC", 35.23, -80.84),
    ("Indianapolis", "IN", 39.77, -86.16),
    ("San Francisco", "CA", 37.77, -122.42),
    ("Seattle", "WA", 47.61, -122.33),
    ("Denver", "CO", 39.74, -104.99),
    ("Oklahoma City", "OK", 35.47, -97.52),
    ("Nashville", "TN", 36.16, -86.78),
    ("Washington", "DC", 38.91, -77.04),
    ("El Paso", "TX", 31.76, -106.49),
    ("Las Vegas", "NV", 36.17, -115.14),
    ("Boston", "MA", 42.36, -71.06),
    ("Detroit", "MI", 42.33, -83.05),
    ("Portland", "OR", 45.52, -122.68),
    ("Louisville", "KY", 38.25, -85.76),
    ("Memphis", "TN", 35.15, -90.05),
    ("Baltimore", "MD", 39.29, -76.61),
    ("Milwaukee", "WI", 43.04, -87.91),
    ("Albuquerque", "NM", 35.08, -106.65),
    ("Tucson", "AZ", 32.22, -110.97),
    ("Fresno", "CA", 36.74, -119.79),
    ("Sacramento", "CA", 38.58, -121.49),
    ("Mesa", "AZ", 33.42, -111.83),
    ("Atlanta", "GA", 33.75, -84.39),
    ("Kansas City", "MO", 39.10, -94.58),
    ("Colorado Springs", "CO", 38.83, -104.82),
    ("Omaha", "NE", 41.26, -95.93),
    ("Raleigh", "NC", 35.78, -78.64),
    ("Miami", "FL", 25.76, -80.19),
    ("Virginia Beach", "VA", 36.85, -75.98),
    ("Long Beach", "CA", 33.77, -118.19),
    ("Oakland", "CA", 37.80, -122.27),
    ("Minneapolis", "MN", 44.98, -93.27),
    ("Bakersfield", "CA", 35.37, -119.02),
    ("Tulsa", "OK", 36.15, -95.99),
    ("Tampa", "FL", 27.95, -82.46),
    ("Arlington", "TX", 32.74, -97.11),
    ("Wichita", "KS", 37.69, -97.34),
    ("Aurora", "CO", 39.73, -104.83),
    ("New Orleans", "LA", 29.95, -90.07),
    ("Cleveland", "OH", 41.50, -81.69),
    ("Honolulu", "HI", 21.31, -157.86),
    ("Anaheim", "CA", 33.84, -117.91),
    ("Henderson", "NV", 36.04, -114.98),
    ("Orlando", "FL", 28.54, -81.38),
    ("Lexington", "KY", 38.04, -84.50),
    ("Stockton", "CA", 37.96, -121.29),
    ("Riverside", "CA", 33.95, -117.40),
    ("Corpus Christi", "TX", 27.80, -97.40),
    ("Irvine", "CA", 33.68, -117.83),
    ("Cincinnati", "OH", 39.10, -84.51),
    ("Newark", "NJ", 40.74, -74.17),
    ("Saint Paul", "MN", 44.95, -93.09),
    ("Pittsburgh", "PA", 40.44, -80.00),
    ("Greensboro", "NC", 36.07, -79.79),
    ("Durham", "NC", 35.99, -78.90),
    ("Lincoln", "NE", 40.81, -96.70),
    ("Jersey City", "NJ", 40.73, -74.08),
    ("Plano", "TX", 33.02, -96.70),
    ("Anchorage", "AK", 61.22, -149.90),
    ("Saint Louis", "MO", 38.63, -90.20),
    ("Madison", "WI", 43.07, -89.40),
    ("Chandler", "AZ", 33.31, -111.84),
    ("Buffalo", "NY", 42.89, -78.88),
    ("Reno", "NV", 39.53, -119.81),
    ("Saint Petersburg", "FL", 27.77, -82.64),
    ("Boise", "ID", 43.62, -116.20),
    ("Norfolk", "VA", 36.85, -76.29),
    ("Spokane", "WA", 47.66, -117.43),
    ("Richmond", "VA", 37.54, -77.44),
    ("Baton Rouge", "LA", 30.45, -91.19),
    ("Tacoma", "WA", 47.25, -122.44),
    ("Des Moines", "IA", 41.59, -93.62),
    ("Salt Lake City", "UT", 40.76, -111.89),
    ("Rochester", "NY", 43.16, -77.61),
    ("Birmingham", "AL", 33.52, -86.80),
    ("Little Rock", "AR", 34.75, -92.29),
    ("Grand Rapids", "MI", 42.96, -85.67),
    ("Huntsville", "AL", 34.73, -86.59),
    ("Knoxville", "TN", 35.96, -83.92),
    ("Providence", "RI", 41.82, -71.41),
    ("Chattanooga", "TN", 35.05, -85.31),
    ("Sioux Falls", "SD", 43.55, -96.73),
    ("Jackson", "MS", 32.30, -90.18),
    ("Hartford", "CT", 41.76, -72.69),
    ("Charleston", "SC", 32.78, -79.93),
    ("Columbia", "SC", 34.00, -81.03),
    ("Savannah", "GA", 32.08, -81.09),
    ("Augusta", "GA", 33.47, -81.97),
    ("Fargo", "ND", 46.88, -96.79),
    ("Billings", "MT", 45.78, -108.50),
    ("Manchester", "NH", 43.00, -71.45),
    ("Portland", "ME", 43.66, -70.26),
    ("Burlington", "VT", 44.48, -73.21),
    ("Wilmington", "DE", 39.74, -75.55),
    ("Cheyenne", "WY", 41.14, -104.82),
    ("Charleston", "WV", 38.35, -81.63),
    ("Salem", "OR", 44.94, -123.04),
    ("Eugene", "OR", 44.05, -123.09),
    ("Bend", "OR", 44.06, -121.31),
];

/// Latitude and longitude of a city's center, if listed.
pub(super) fn centre(state: UsState, city: &str) -> Option<(f64, f64)> {
    let wanted = city_key(city, state);
    CITIES
        .iter()
        .find(|(name, code, ..)| *code == state.code() && city_key(name, state) == wanted)
        .map(|(_, _, latitude, longitude)| (*latitude, *longitude))
}

#[cfg(test)]
mod tests {
    use super::*;
    use us::US_STATES;

    #[test]
    fn cities_are_found_by_any_spelling() {
        let minnesota = UsState::parse("MN").unwrap();
        assert_eq!(centre(minnesota, "St. Paul"), Some((44.95, -93.09)));
        assert_eq!(centre(minnesota, "Portland"), None);
    }

    #[test]
    fn every_state_has_a_city_and_every_city_a_state() {
        // The territories, at the end of the table of states, have none.
        for state in &US_STATES[..51] {
            assert!(
                CITIES.iter().any(|(_, code, ..)| *code == state.code()),
                "{}",
                state.name()
            );
        }
        for (name, code, latitude, longitude) in CITIES {
            assert!(UsState::parse(code).is_some(), "{name}");
            assert!((18.0..72.0).contains(&latitude) && (-180.0..-64.0).contains(&longitude));
        }
    }
}
