//! Whether data sets cover a whole circle.
//!
//! [`Ground`] knows the borders of states; cities are the surroundings of the gazetteer's points, as
//! everywhere. When in doubt, a circle is not covered: no answer is better than counting half of what is there.

use std::collections::HashMap;

use tantivy::query::BooleanQuery;
use us::UsState;

use super::coverage::{Areas, CoveredArea};
use super::schema::{CELL_DEGREES, Fields, cell, has, location_term};
use super::view::View;
use crate::gazetteer::{self, Nearest};
use crate::text::city_key;

/// Geography that the catalogue does not know.
pub trait Ground: Send + Sync {
    /// The states partly within a distance of a point (degrees, meters).
    fn states_within(&self, at: (f64, f64), limit_m: f64) -> Vec<UsState>;

    /// The state of a point; `None` on water and abroad.
    fn state_at(&self, at: (f64, f64)) -> Option<UsState>;
}

/// Meters in a degree of latitude.
const METERS_PER_DEGREE: f64 = 111_195.0;

/// Maximum distance from the middle of a cell to its corners, in meters.
const CELL_M: f64 = 8_000.0;

/// A place belongs to no town farther away than this, in kilometers.
const TOWN_KM: f64 = 40.0;

/// The sample points of a circle: this many on its rim, half as many halfway, and its center.
const ON_RIM: u32 = 16;

/// Checks circles of one size.
pub(super) struct Circles<'v> {
    view: &'v View,
    fields: Fields,
    ground: &'v dyn Ground,
    limit_m: f64,
    /// What holds for all circles around the points of a cell.
    cells: HashMap<String, Cell>,
    /// Whether a data set, by its index, has a row of a city.
    has_rows: HashMap<(usize, String), bool>,
}

#[derive(Clone)]
struct Cell {
    /// The states that any of the circles may touch.
    states: Vec<UsState>,
    /// Whether any of the circles may extend abroad.
    near_border: bool,
}

/// A sample point of a circle.
struct Sample {
    at: (f64, f64),
    state: Option<UsState>,
    nearest: Nearest,
}

impl<'v> Circles<'v> {
    pub(super) fn new(
        view: &'v View,
        fields: Fields,
        ground: &'v dyn Ground,
        limit_m: f64,
    ) -> Self {
        Self {
            view,
            fields,
            ground,
            limit_m,
            cells: HashMap::new(),
            has_rows: HashMap::new(),
        }
    }

    /// The data sets that contribute to covering a circle; `None` if part of it is not covered.
    pub(super) fn covered_by(
        &mut self,
        at: (f64, f64),
        datasets: &[usize],
    ) -> tantivy::Result<Option<Vec<usize>>> {
        let cell = self.cell(at);
        let states = match cell.states.as_slice() {
            [_] => cell.states,
            _ => self.ground.states_within(at, self.limit_m),
        };
        let mut samples = Vec::new();
        if cell.near_border {
            samples = self.samples(at);
            let is_abroad =
                |point: &Sample| point.state.is_none() && point.nearest == Nearest::Abroad;
            if samples.iter().any(is_abroad) {
                return Ok(None);
            }
        }
        let of_states: Vec<UsState> = states
            .iter()
            .copied()
            .filter(|state| datasets.iter().any(|index| self.has_state(*index, *state)))
            .collect();
        let is_whole = !states.is_empty() && of_states.len() == states.len();
        let by_cities = |index: &usize| self.has_cities(*index);
        if samples.is_empty() && (!is_whole || datasets.iter().any(by_cities)) {
            samples = self.samples(at);
        }
        if !is_whole && !self.all_covered(&samples, datasets, (&states, &of_states))? {
            return Ok(None);
        }
        let mut taking_part = Vec::new();
        for index in datasets {
            if self.takes_part(*index, &states, at, &samples)? {
                taking_part.push(*index);
            }
        }
        Ok(Some(taking_part))
    }

    /// Whether every point on land is covered, and no state that is not completely covered lies between the
    /// points.
    fn all_covered(
        &mut self,
        samples: &[Sample],
        datasets: &[usize],
        (states, whole): (&[UsState], &[UsState]),
    ) -> tantivy::Result<bool> {
        let is_seen = |state: &UsState| samples.iter().any(|point| point.state == Some(*state));
        let mut others = states.iter().filter(|state| !whole.contains(state));
        if states.is_empty() || !others.all(is_seen) {
            return Ok(false);
        }
        for point in samples.iter().filter(|point| point.state.is_some()) {
            let mut covered = false;
            for index in datasets {
                covered = covered || self.has_point(*index, point)?;
            }
            if !covered {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Whether a data set covers any of the circle.
    fn takes_part(
        &mut self,
        index: usize,
        states: &[UsState],
        at: (f64, f64),
        samples: &[Sample],
    ) -> tantivy::Result<bool> {
        if states.iter().any(|state| self.has_state(index, *state)) {
            return Ok(true);
        }
        let (north, east) = self.reach(at.0);
        let (longitudes, latitudes) = ((at.1 - east, at.1 + east), (at.0 - north, at.0 + north));
        let meets = |area: &CoveredArea| matches!(area, CoveredArea::Box(bounds) if bounds.overlaps(longitudes, latitudes));
        if self.listed(index).iter().any(meets) {
            return Ok(true);
        }
        for point in samples {
            if self.has_point(index, point)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn has_point(&mut self, index: usize, point: &Sample) -> tantivy::Result<bool> {
        let city = match point.nearest {
            Nearest::Usa(city) => Some(city),
            Nearest::Abroad | Nearest::Nothing => None,
        };
        let has = |area: &CoveredArea| match area {
            CoveredArea::State(code) => point.state.is_some_and(|state| state.code() == code),
            CoveredArea::Box(bounds) => bounds.contains(point.at.0, point.at.1),
            CoveredArea::City { state, city: own } => city.is_some_and(|city| {
                city.state.code() == state
                    && city_key(own, city.state) == city_key(city.name, city.state)
            }),
        };
        if self.listed(index).iter().any(has) {
            return Ok(true);
        }
        let location = city.and_then(|city| location_term(city.state, city.name));
        match location.filter(|_| self.is_by_rows(index)) {
            Some(location) => self.has_row(index, location),
            None => Ok(false),
        }
    }

    /// The areas that a data set claims to cover.
    fn listed(&self, index: usize) -> &'v [CoveredArea] {
        match &self.view.datasets[index].dataset.coverage.areas {
            Areas::Listed(areas) => areas,
            Areas::CitiesOfRows => &[],
        }
    }

    fn has_state(&self, index: usize, state: UsState) -> bool {
        let is_state =
            |area: &CoveredArea| matches!(area, CoveredArea::State(code) if code == state.code());
        self.listed(index).iter().any(is_state)
    }

    /// Whether a data set covers the cities of its rows.
    fn is_by_rows(&self, index: usize) -> bool {
        self.view.datasets[index].dataset.coverage.areas == Areas::CitiesOfRows
    }

    /// Whether a data set covers cities, by name or by its rows.
    fn has_cities(&self, index: usize) -> bool {
        let is_city = |area: &CoveredArea| matches!(area, CoveredArea::City { .. });
        self.is_by_rows(index) || self.listed(index).iter().any(is_city)
    }

    fn has_row(&mut self, index: usize, location: String) -> tantivy::Result<bool> {
        let key = (index, location);
        if let Some(known) = self.has_rows.get(&key) {
            return Ok(*known);
        }
        let stored = &self.view.datasets[index];
        let clauses = vec![
            has(self.fields.import, &stored.import),
            has(self.fields.location, &key.1),
        ];
        let query = BooleanQuery::intersection(clauses);
        let found = self.view.any(self.fields, Box::new(query))?;
        self.has_rows.insert(key, found);
        Ok(found)
    }

    fn cell(&mut self, at: (f64, f64)) -> Cell {
        let reach_m = self.limit_m + CELL_M;
        let (limit_km, ground) = (reach_m / 1_000.0 + TOWN_KM, self.ground);
        let found = self.cells.entry(cell(at.0, at.1)).or_insert_with(|| {
            let middle = |degrees: f64| ((degrees / CELL_DEGREES).floor() + 0.5) * CELL_DEGREES;
            let (latitude, longitude) = (middle(at.0), middle(at.1));
            Cell {
                states: ground.states_within((latitude, longitude), reach_m),
                near_border: gazetteer::is_near_abroad(latitude, longitude, limit_km),
            }
        });
        found.clone()
    }

    fn samples(&self, at: (f64, f64)) -> Vec<Sample> {
        let ring = |count: u32, share: f64| {
            (0..count).map(move |step| {
                let turn = f64::from(step) / f64::from(count) * std::f64::consts::TAU;
                (turn.cos() * share, turn.sin() * share)
            })
        };
        // Slightly inside the rim, despite rounding.
        let points = ring(ON_RIM, 0.999)
            .chain(ring(ON_RIM / 2, 0.5))
            .chain([(0.0, 0.0)]);
        let (north, east) = self.reach(at.0);
        let sample = |(up, right): (f64, f64)| {
            let at = (at.0 + up * north, at.1 + right * east);
            Sample {
                at,
                state: self.ground.state_at(at),
                nearest: gazetteer::nearest(at.0, at.1),
            }
        };
        points.map(sample).collect()
    }

    /// How many degrees the circle extends north and east at a latitude.
    fn reach(&self, latitude: f64) -> (f64, f64) {
        let north = self.limit_m / METERS_PER_DEGREE;
        (north, north / latitude.abs().min(89.0).to_radians().cos())
    }
}
