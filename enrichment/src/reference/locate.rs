//! Which county and tract a row belongs to.

use us::UsState;

use super::loaded::{AreaIndex, Reference};
use crate::geo::{Position, ShapeIndex};
use crate::geoid::{CONNECTICUT, CountyFips, SPLIT, SPLIT_INTO, TractGeoid, state_by_fips};
use crate::pack::{Geography, TableInfo};

/// Marks an area that a table does not have.
pub(super) const NO_ROW: u32 = u32::MAX;

/// How a row was located.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Match {
    /// Its coordinates are in a shape.
    Point,
    /// Its coordinates are outside all shapes, this many meters from the nearest, at most 2 km.
    NearestShape(f64),
    /// By its ZIP code, without coordinates.
    Zip,
    /// By the county code in the row.
    Given,
}

/// The areas of a row, in every known system of areas.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Areas<'a> {
    /// The county; in redrawn places also the county of the other edition.
    counties: [Option<CountyFips>; 2],
    /// Tracts, by the census that drew them.
    tracts: [Option<TractGeoid>; 2],
    pub matched: Option<Match>,
    /// The shapes, or the table of ZIP codes, that located it.
    pub table: Option<&'a TableInfo>,
    /// The areas' row numbers in the reference's tables.
    pub(super) rows: Vec<u32>,
}

impl<'a> Areas<'a> {
    /// The counties: one, or for redrawn places the old county and the new one, such as Connecticut's
    /// planning regions.
    pub fn counties(&self) -> impl Iterator<Item = CountyFips> {
        self.counties.iter().copied().flatten()
    }

    /// The county.
    #[must_use]
    pub fn county(&self) -> Option<CountyFips> {
        self.counties[0]
    }

    /// The tract of one census.
    #[must_use]
    pub fn tract_of(&self, geography: Geography) -> Option<TractGeoid> {
        match geography {
            Geography::Counties => None,
            Geography::Tracts2010 => self.tracts[0],
            Geography::Tracts2020 => self.tracts[1],
        }
    }

    /// The tract of the newer census.
    #[must_use]
    pub fn tract(&self) -> Option<TractGeoid> {
        self.tracts[1].or(self.tracts[0])
    }

    /// The row number in a table.
    pub(super) fn row(&self, table: usize) -> Option<usize> {
        let row = self.rows.get(table).filter(|row| **row != NO_ROW)?;
        usize::try_from(*row).ok()
    }

    /// The first county stays, because later shapes that disagree are coarser. There are two, the old one and
    /// the new one, only where counties were redrawn.
    fn add_county(&mut self, county: CountyFips) {
        match self.counties[0] {
            None => self.counties[0] = Some(county),
            Some(first) if are_two_editions(first, county) => {
                self.counties[1] = self.counties[1].or(Some(county));
            }
            Some(_) => {}
        }
    }

    fn add(&mut self, area: &'a AreaIndex, geoid: u64) {
        let tract = match area.geography {
            Geography::Counties => {
                self.add_county(CountyFips(u32::try_from(geoid).unwrap_or_default()));
                self.table = self.table.or(Some(&area.info));
                return;
            }
            Geography::Tracts2010 => &mut self.tracts[0],
            Geography::Tracts2020 => &mut self.tracts[1],
        };
        *tract = Some(TractGeoid(geoid));
        self.table = self.table.or(Some(&area.info));
        self.add_county(TractGeoid(geoid).county());
    }
}

/// Whether one is the old and one the new county of the same area: Connecticut replaced counties by planning
/// regions, numbered from 110, in 2022.
fn are_two_editions(a: CountyFips, b: CountyFips) -> bool {
    let is_region = |county: CountyFips| county.0 % 1000 >= 110;
    let in_connecticut = a.state() == CONNECTICUT && b.state() == CONNECTICUT;
    let split = |old, new| old == SPLIT && SPLIT_INTO.contains(&new);
    in_connecticut && is_region(a) != is_region(b) || split(a, b) || split(b, a)
}

fn state_of(county: u64) -> Option<UsState> {
    state_by_fips(CountyFips(u32::try_from(county).ok()?).state())
}

impl Reference {
    /// The areas of a point. Tracts come first: their shapes are finer, so if they and the counties' shapes
    /// disagree about a border, the tract decides the county.
    #[must_use]
    pub fn locate(&self, at: Position) -> Areas<'_> {
        let mut areas = Areas::default();
        let tracts_first = |wanted: bool| {
            self.shapes
                .iter()
                .filter(move |area| area.geography.is_tracts() == wanted)
        };
        for area in tracts_first(true).chain(tracts_first(false)) {
            if let Some(shape) = area.index.containing(at) {
                areas.add(area, area.index.set().geoids[shape]);
                areas.matched = Some(Match::Point);
            }
        }
        if areas.matched.is_none() {
            self.locate_near(at, &mut areas);
        }
        self.resolve(areas)
    }

    /// A point outside all shapes belongs to the nearest ones within 2 km.
    fn locate_near<'a>(&'a self, at: Position, areas: &mut Areas<'a>) {
        let mut found: Vec<_> = self
            .shapes
            .iter()
            .filter_map(|area| Some((area, area.index.locate(at)?)))
            .collect();
        found.sort_by(|a, b| {
            let order = |area: &AreaIndex| !area.geography.is_tracts();
            order(a.0)
                .cmp(&order(b.0))
                .then(a.1.outside_m.total_cmp(&b.1.outside_m))
        });
        let nearest = found
            .iter()
            .map(|(_, located)| located.outside_m)
            .reduce(f64::min);
        for (area, located) in found {
            areas.add(area, located.geoid);
        }
        areas.matched = nearest.map(Match::NearestShape);
    }

    /// The state of a point, by the counties' shapes; `None` on water and abroad.
    #[must_use]
    pub fn state_at(&self, at: Position) -> Option<UsState> {
        self.county_shapes().find_map(|index| {
            let shape = index.containing(at)?;
            state_of(index.set().geoids[shape])
        })
    }

    /// The states partly within a distance of a point, by the counties' shapes, without duplicates.
    #[must_use]
    pub fn states_within(&self, at: Position, limit_m: f64) -> Vec<UsState> {
        let mut states: Vec<UsState> = Vec::new();
        for index in self.county_shapes() {
            let near = index.near(at, limit_m);
            let state = |shape: usize| state_of(index.set().geoids[shape]);
            for (shape, state) in near
                .into_iter()
                .filter_map(|shape| Some((shape, state(shape)?)))
            {
                if !states.contains(&state) && index.is_within(shape, at, limit_m) {
                    states.push(state);
                }
            }
        }
        states
    }

    fn county_shapes(&self) -> impl Iterator<Item = &ShapeIndex> {
        let shapes = self.shapes.iter();
        let counties = shapes.filter(|area| area.geography == Geography::Counties);
        counties.map(|area| &area.index)
    }

    /// The areas of a ZIP code: a county, never a tract. If counties were redrawn, the other county is that
    /// of the ZIP code's center.
    #[must_use]
    pub fn locate_zip(&self, zip: &str) -> Areas<'_> {
        let mut areas = Areas::default();
        if let Some((county, info)) = self.zips.county(zip) {
            areas.add_county(county);
            areas.matched = Some(Match::Zip);
            areas.table = Some(info);
            let middle = self.zips.middle(zip).map(|at| self.locate(at));
            for other in middle.iter().flat_map(Areas::counties) {
                areas.add_county(other);
            }
        }
        self.resolve(areas)
    }

    /// The counties of a ZIP code's addresses in any table, sorted.
    #[must_use]
    pub fn counties_of_zip(&self, zip: &str) -> Vec<CountyFips> {
        self.zips.counties(zip)
    }

    /// The center of a ZIP code's area.
    #[must_use]
    pub fn middle_of_zip(&self, zip: &str) -> Option<Position> {
        self.zips.middle(zip)
    }

    /// The areas for a county code.
    #[must_use]
    pub fn locate_county(&self, code: &str) -> Areas<'_> {
        let mut areas = Areas::default();
        if let Some(county) = CountyFips::parse(code) {
            areas.add_county(county.current());
            areas.matched = Some(Match::Given);
        }
        self.resolve(areas)
    }
}
