//! The points of the gazetteer, read from tables in `data/derived`.

use std::collections::{BTreeMap, HashMap, HashSet};

use us::UsState;

use crate::text::city_key;

/// Name, state (`-` abroad), county, latitude, longitude.
const CITIES: &str = include_str!("../../../data/derived/cities.tsv");

/// State, county, name, latitude, longitude.
const POSTAL: &str = include_str!("../../../data/derived/postal-cities.tsv");

/// The city that a point belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct City {
    /// As addresses write it.
    pub(crate) name: &'static str,
    pub(crate) state: UsState,
}

pub(super) struct Point {
    pub(super) name: &'static str,
    pub(super) latitude: f64,
    pub(super) longitude: f64,
    /// The city it belongs to; `None` abroad.
    pub(super) city: Option<City>,
}

impl Point {
    /// State and key of the point's own name.
    pub(super) fn own_key(&self) -> Option<(&'static str, String)> {
        let state = self.city?.state;
        Some((state.code(), city_key(self.name, state)))
    }
}

/// A city that postal addresses name.
struct Postal {
    name: &'static str,
    latitude: f64,
    longitude: f64,
}

/// All points: those of GeoNames, then postal cities that GeoNames does not list.
pub(super) fn points() -> Vec<Point> {
    let (counties, named) = postal_cities();
    let mut known = HashSet::new();
    let mut points: Vec<Point> = CITIES
        .lines()
        .filter_map(|line| {
            let [name, state, county, lat, lon] = cells(line)?;
            let (latitude, longitude) = (lat.parse().ok()?, lon.parse().ok()?);
            let city = UsState::parse(state).map(|state| {
                let key = (state.code(), city_key(name, state));
                let is_postal = named.contains(&key);
                known.insert(key);
                let near = counties.get(&(state.code(), county));
                let around = near.filter(|_| !is_postal).and_then(|all| {
                    let distance = |city: &&Postal| flat_distance(city, latitude, longitude);
                    all.iter()
                        .min_by(|a, b| distance(a).total_cmp(&distance(b)))
                });
                let name = around.map_or(name, |city| city.name);
                City { name, state }
            });
            Some(Point {
                name,
                latitude,
                longitude,
                city,
            })
        })
        .collect();
    for ((code, _), cities) in counties {
        let Some(state) = UsState::parse(code) else {
            continue;
        };
        let unlisted = cities
            .into_iter()
            .filter(|city| known.insert((state.code(), city_key(city.name, state))));
        points.extend(unlisted.map(|city| Point {
            name: city.name,
            latitude: city.latitude,
            longitude: city.longitude,
            city: Some(City {
                name: city.name,
                state,
            }),
        }));
    }
    points
}

/// A ZIP code of a city: its county and position.
pub(super) type PostalPart = (u32, (f64, f64));

/// The ZIP codes of each postal city, by state and key.
pub(super) fn postal_parts() -> HashMap<(&'static str, String), Vec<PostalPart>> {
    let mut parts: HashMap<_, Vec<_>> = HashMap::new();
    for [code, county, name, lat, lon] in POSTAL.lines().filter_map(cells) {
        if let (Some(state), Ok(county), Ok(latitude), Ok(longitude)) = (
            UsState::parse(code),
            county.parse::<u32>(),
            lat.parse(),
            lon.parse(),
        ) {
            let part = (state.fips() * 1_000 + county, (latitude, longitude));
            let city = (state.code(), city_key(name, state));
            parts.entry(city).or_default().push(part);
        }
    }
    parts
}

/// Postal cities by state and county, and the keys of all of them.
#[expect(clippy::type_complexity, reason = "two tables that are used once")]
fn postal_cities() -> (
    BTreeMap<(&'static str, &'static str), Vec<Postal>>,
    HashSet<(&'static str, String)>,
) {
    let mut counties: BTreeMap<_, Vec<Postal>> = BTreeMap::new();
    let mut named = HashSet::new();
    for line in POSTAL.lines() {
        let Some([code, county, name, lat, lon]) = cells(line) else {
            continue;
        };
        let (Some(state), Ok(latitude), Ok(longitude)) =
            (UsState::parse(code), lat.parse(), lon.parse())
        else {
            continue;
        };
        named.insert((state.code(), city_key(name, state)));
        counties
            .entry((state.code(), county))
            .or_default()
            .push(Postal {
                name,
                latitude,
                longitude,
            });
    }
    (counties, named)
}

/// Orders cities of one county by distance; the value has no unit.
fn flat_distance(city: &Postal, latitude: f64, longitude: f64) -> f64 {
    let (dy, dx) = (city.latitude - latitude, city.longitude - longitude);
    dy.hypot(dx * latitude.to_radians().cos())
}

fn cells(line: &'static str) -> Option<[&'static str; 5]> {
    let mut cells = line.split('\t');
    let cells = [(); 5].map(|()| cells.next().unwrap_or_default());
    (!cells[0].is_empty()).then_some(cells)
}
