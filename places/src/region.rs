//! A county, or the part of it that lies in an area drawn by a user: searched as a city is.

use std::collections::BTreeSet;
use std::fmt;
use std::sync::Arc;

use us::UsState;

use crate::bounds::Bounds;
use crate::gazetteer::{self, NamedCity};

/// Degrees north, then east.
type At = (f64, f64);

/// Counties, as far as searches need them.
pub trait CountyGround: Send + Sync {
    /// The county of a point, as its five digits' number; on water near a shore the nearest.
    fn county_at(&self, at: At) -> Option<u32>;

    /// The same by the shapes that decide which counties an area touches, which are coarser.
    fn roughly_at(&self, at: At) -> Option<u32> {
        self.county_at(at)
    }

    /// The rings of a county; empty if there is none of this number.
    fn rings(&self, county: u32) -> Vec<Vec<At>>;
}

/// What a search is limited to within counties.
#[derive(Debug, Clone, PartialEq)]
pub enum Limit {
    /// Nothing: whole counties are searched.
    Counties,
    Circle {
        center: At,
        meters: f64,
    },
    /// A point is inside if an odd number of rings contain it.
    Rings(Vec<Vec<At>>),
}

/// A county, or a part of it. Cheap to clone.
#[derive(Clone)]
pub struct Region(Arc<Parts>);

struct Parts {
    county: u32,
    /// With its state's code: `Union County, OR`.
    name: String,
    state: UsState,
    rings: Vec<Vec<At>>,
    limit: Limit,
    /// All counties that the limit touches.
    touched: Arc<[u32]>,
    ground: Arc<dyn CountyGround>,
}

/// Business positions near a shore lie this far outside of a county's shape at most.
const SHORE_DEGREES: f64 = 0.05;
/// Corners that stand for a circle.
const CIRCLE_CORNERS: u32 = 128;
const METERS_PER_DEGREE: f64 = 111_195.0;

impl Region {
    /// The part of a county within a limit; `None` if there is no such county. `touched` are all counties that the
    /// limit touches.
    pub fn new(
        county: u32,
        name: String,
        limit: Limit,
        touched: Arc<[u32]>,
        ground: Arc<dyn CountyGround>,
    ) -> Option<Self> {
        let rings = ground.rings(county);
        let state = UsState::from_fips(county / 1_000)?;
        (!rings.is_empty()).then(|| {
            Self(Arc::new(Parts {
                county,
                name,
                state,
                rings,
                limit,
                touched,
                ground,
            }))
        })
    }

    /// The county's name with its state's code.
    pub fn name(&self) -> &str {
        &self.0.name
    }

    /// The county's state.
    pub fn state(&self) -> UsState {
        self.0.state
    }

    /// Whether a point is in it.
    pub fn contains(&self, at: At) -> bool {
        let Parts {
            county,
            limit,
            touched,
            ground,
            ..
        } = &*self.0;
        if !limit.contains(at) {
            return false;
        }
        let lies_in = ground.county_at(at);
        // Along a border the finer shapes may name a county that the area does not touch.
        let is_known = lies_in.is_some_and(|lies_in| touched.contains(&lies_in));
        match limit {
            Limit::Circle { .. } | Limit::Rings(_) if !is_known => {
                ground.roughly_at(at) == Some(*county)
            }
            _ => lies_in == Some(*county),
        }
    }

    /// Boxes that together hold it, and more: one on each side of the date line.
    pub(crate) fn boxes(&self) -> Vec<Bounds> {
        let rings = self.0.rings.iter();
        let (west, east): (Vec<_>, Vec<_>) = rings.partition(|ring| is_west(ring));
        let limit = self.0.limit.rings();
        let limit = Bounds::around(limit.iter().flatten().copied());
        [west, east]
            .into_iter()
            .filter_map(|rings| Bounds::around(rings.into_iter().flatten().copied()))
            .map(|bounds| bounds.grown(SHORE_DEGREES))
            .filter_map(|bounds| match limit {
                Some(limit) => bounds.within(limit),
                None => Some(bounds),
            })
            .collect()
    }

    /// The cells of a grid of `degrees` that it may touch: those that lie in it as a whole, and those at its edge.
    pub(crate) fn cells(&self, degrees: f64) -> Cells {
        let index = |value: f64| (value / degrees).floor() as i32;
        let limit = self.0.limit.rings();
        let mut edge = BTreeSet::new();
        for ring in self.0.rings.iter().chain(&limit) {
            let next = ring.iter().cycle().skip(1);
            for (from, to) in ring.iter().zip(next) {
                let (north, east) = (to.0 - from.0, to.1 - from.1);
                let steps = (north.abs().max(east.abs()) / degrees * 2.0)
                    .ceil()
                    .max(1.0) as u32;
                for step in 0..=steps {
                    let share = f64::from(step) / f64::from(steps);
                    let (row, column) =
                        (index(from.0 + north * share), index(from.1 + east * share));
                    edge.extend(
                        (-1..=1)
                            .flat_map(|up| (-1..=1).map(move |right| (row + up, column + right))),
                    );
                }
            }
        }
        let mut cells = Cells::default();
        let all: BTreeSet<(i32, i32)> = self
            .boxes()
            .iter()
            .flat_map(|bounds| {
                let (south, west, north, east) = bounds.sides();
                (index(south)..=index(north)).flat_map(move |row| {
                    (index(west)..=index(east)).map(move |column| (row, column))
                })
            })
            .collect();
        for (row, column) in all {
            let middle = (
                (f64::from(row) + 0.5) * degrees,
                (f64::from(column) + 0.5) * degrees,
            );
            if edge.contains(&(row, column)) {
                cells.edge.push(middle);
            } else if self.contains(middle) {
                cells.inside.push(middle);
            }
        }
        cells
    }

    /// The cities that lie in it, larger ones first.
    pub(crate) fn cities(&self) -> Vec<NamedCity> {
        let all = gazetteer::cities_named(self.state(), "", usize::MAX);
        let is_inside = |city: &NamedCity| self.contains((city.latitude, city.longitude));
        all.into_iter().filter(is_inside).collect()
    }
}

/// The middles of cells.
#[derive(Debug, Default)]
pub(crate) struct Cells {
    pub(crate) inside: Vec<At>,
    pub(crate) edge: Vec<At>,
}

impl Limit {
    fn contains(&self, at: At) -> bool {
        match self {
            Self::Counties => true,
            Self::Circle { center, meters } => {
                gazetteer::km_between(*center, at) * 1_000.0 <= *meters
            }
            Self::Rings(rings) => rings.iter().filter(|ring| encloses(ring, at)).count() % 2 == 1,
        }
    }

    /// Its outline, that of a circle a little outside; empty if there is none.
    fn rings(&self) -> Vec<Vec<At>> {
        match self {
            Self::Counties => Vec::new(),
            Self::Rings(rings) => rings.clone(),
            Self::Circle { center, meters } => {
                let reach = meters / METERS_PER_DEGREE * 1.01;
                let corner = |number: u32| {
                    let angle =
                        f64::from(number) / f64::from(CIRCLE_CORNERS) * std::f64::consts::TAU;
                    let latitude = center.0 + reach * angle.cos();
                    let shrinks = latitude.to_radians().cos().max(0.01);
                    (latitude, center.1 + reach * angle.sin() / shrinks)
                };
                vec![(0..CIRCLE_CORNERS).map(corner).collect()]
            }
        }
    }
}

fn is_west(ring: &[At]) -> bool {
    ring.first().is_none_or(|at| at.1 < 0.0)
}

/// Whether a ring contains a point: a line eastwards from it crosses the ring an odd number of times.
fn encloses(ring: &[At], (latitude, longitude): At) -> bool {
    let next = ring.iter().cycle().skip(1);
    let crossed = ring.iter().zip(next).filter(|((y, x), (next_y, next_x))| {
        (*y > latitude) != (*next_y > latitude)
            && longitude < (next_x - x) * (latitude - y) / (next_y - y) + x
    });
    crossed.count() % 2 == 1
}

impl fmt::Debug for Region {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Parts { name, limit, .. } = &*self.0;
        f.debug_struct("Region")
            .field("name", name)
            .field("limit", limit)
            .finish_non_exhaustive()
    }
}

impl PartialEq for Region {
    fn eq(&self, other: &Self) -> bool {
        self.0.county == other.0.county && self.0.limit == other.0.limit
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// One county, a square of a degree in Oregon.
    struct Square;

    impl CountyGround for Square {
        fn county_at(&self, (latitude, longitude): At) -> Option<u32> {
            let is_inside =
                (44.0..45.0).contains(&latitude) && (-121.0..-120.0).contains(&longitude);
            is_inside.then_some(41_017)
        }

        fn rings(&self, county: u32) -> Vec<Vec<At>> {
            let square = [
                (44.0, -121.0),
                (44.0, -120.0),
                (45.0, -120.0),
                (45.0, -121.0),
            ];
            match county {
                41_017 => vec![square.to_vec()],
                _ => Vec::new(),
            }
        }
    }

    fn region(limit: Limit) -> Region {
        let name = "Deschutes County, OR".to_owned();
        Region::new(41_017, name, limit, [41_017].into(), Arc::new(Square)).unwrap()
    }

    const MIDDLE: At = (44.5, -120.5);

    #[test]
    fn every_point_of_it_is_in_its_cells_and_inner_cells_have_no_others() {
        let circle = Limit::Circle {
            center: MIDDLE,
            meters: 30_000.0,
        };
        let wedge = Limit::Rings(vec![vec![(44.1, -120.9), (44.9, -120.5), (44.1, -119.5)]]);
        for limit in [Limit::Counties, circle, wedge] {
            let region = region(limit);
            let Cells { inside, edge } = region.cells(0.1);
            let index = |at: &At| ((at.0 * 10.0).floor() as i32, (at.1 * 10.0).floor() as i32);
            let inside: BTreeSet<_> = inside.iter().map(index).collect();
            let edge: BTreeSet<_> = edge.iter().map(index).collect();
            assert!(!inside.is_empty());
            for row in 0..300 {
                for column in 0..300 {
                    let at = (
                        43.7 + f64::from(row) * 0.005,
                        -121.3 + f64::from(column) * 0.005,
                    );
                    let cell = index(&at);
                    if region.contains(at) {
                        assert!(inside.contains(&cell) || edge.contains(&cell), "{at:?}");
                    } else {
                        assert!(!inside.contains(&cell), "{at:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn its_boxes_are_cut_to_the_limit() {
        let [whole] = region(Limit::Counties).boxes()[..] else {
            panic!("one box");
        };
        assert_eq!(whole.sides(), (43.95, -121.05, 45.05, -119.95));
        let circle = Limit::Circle {
            center: MIDDLE,
            meters: 10_000.0,
        };
        let (south, west, north, east) = region(circle).boxes()[0].sides();
        assert!((44.40..44.42).contains(&south) && (44.58..44.60).contains(&north));
        assert!((-120.65..-120.60).contains(&west) && (-120.40..-120.35).contains(&east));
        let beyond = Limit::Circle {
            center: (40.0, -100.0),
            meters: 10_000.0,
        };
        assert!(region(beyond).boxes().is_empty());
        assert!(
            Region::new(
                41_001,
                String::new(),
                Limit::Counties,
                [41_001].into(),
                Arc::new(Square)
            )
            .is_none()
        );
    }
}
