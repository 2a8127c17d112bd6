//! A part of the country that a search is limited to, checked before anything is recorded.
//!
//! It is searched county by county, as other searches are city by city: the counties that it touches are recorded with
//! it.

use serde::{Deserialize, Serialize};
use us::UsState;

use super::outline::{Corner, crossing, normalize};

/// The most counties that a search may touch.
const MAX_COUNTIES: usize = 100;
/// The most corners of an outline.
const MAX_CORNERS: usize = 500;
/// The longest radius in miles.
const MAX_MILES: u8 = 50;
/// The longest name of the middle of a circle.
const MAX_AROUND_CHARS: usize = 100;
/// Places named in full.
const NAMED_STATES: usize = 3;

/// What an area is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum AreaShape {
    /// Whole counties, those that the area names.
    Counties,
    /// A circle.
    Radius {
        center: Corner,
        miles: u8,
        /// What its middle is called.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        around: Option<String>,
    },
    Box {
        southwest: Corner,
        northeast: Corner,
    },
    /// Rings without their repeated corner: the outer one first, then its holes.
    Polygon { rings: Vec<Vec<Corner>> },
}

/// Why an area cannot be searched.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum InvalidArea {
    #[error("Choose at least one county.")]
    NoCounty,
    #[error("Choose a point and 1 to {MAX_MILES} miles.")]
    NoCircle,
    #[error("Set two opposite corners of the box.")]
    NoBox,
    #[error("Set at least three corners.")]
    FewCorners,
    #[error("{0} corners; {MAX_CORNERS} is the most.")]
    ManyCorners(usize),
    #[error("The outline crosses itself near {0}. Move a corner.")]
    CrossesItself(Corner),
    #[error("This is not GeoJSON of a polygon.")]
    NoPolygon,
    #[error("{0} counties are touched; {MAX_COUNTIES} is the most.")]
    ManyCounties(usize),
    #[error("This area lies outside the United States.")]
    Outside,
    #[error(
        "'{0}' is not the code of a county: use its five digits, such as 41061 for Union County, OR."
    )]
    UnknownCounty(String),
}

impl AreaShape {
    /// A circle of whole miles; `around` says what its middle is called.
    pub fn radius(
        center: Option<Corner>,
        miles: u8,
        around: Option<&str>,
    ) -> Result<Self, InvalidArea> {
        let center = center.filter(|_| (1..=MAX_MILES).contains(&miles));
        let around = around.map(|text| {
            let shown = text.chars().filter(|c| !c.is_control());
            let shown: String = shown.take(MAX_AROUND_CHARS).collect();
            shown.trim().to_owned()
        });
        Ok(Self::Radius {
            center: center.ok_or(InvalidArea::NoCircle)?,
            miles,
            around: around.filter(|text| !text.is_empty()),
        })
    }

    /// The box between two opposite corners.
    pub fn between(one: Option<Corner>, other: Option<Corner>) -> Result<Self, InvalidArea> {
        let (one, other) = one.zip(other).ok_or(InvalidArea::NoBox)?;
        let (southwest, northeast) = (
            Corner(one.0.min(other.0), one.1.min(other.1)),
            Corner(one.0.max(other.0), one.1.max(other.1)),
        );
        if southwest.0 == northeast.0 || southwest.1 == northeast.1 {
            return Err(InvalidArea::NoBox);
        }
        Ok(Self::Box {
            southwest,
            northeast,
        })
    }

    /// A polygon of GeoJSON's rings, whether their first corner is repeated or not.
    pub fn polygon(rings: &[Vec<Option<Corner>>]) -> Result<Self, InvalidArea> {
        let rings: Option<Vec<Vec<Corner>>> = rings
            .iter()
            .map(|ring| ring.iter().copied().collect())
            .collect();
        let mut rings = rings.ok_or(InvalidArea::NoPolygon)?;
        for ring in &mut rings {
            ring.dedup();
            if ring.len() > 1 && ring.first() == ring.last() {
                ring.pop();
            }
            if ring.len() < 3 {
                return Err(InvalidArea::FewCorners);
            }
        }
        if rings.is_empty() {
            return Err(InvalidArea::FewCorners);
        }
        let corners = rings.iter().map(Vec::len).sum();
        if corners > MAX_CORNERS {
            return Err(InvalidArea::ManyCorners(corners));
        }
        if let Some(at) = crossing(&rings) {
            return Err(InvalidArea::CrossesItself(at));
        }
        rings.iter_mut().for_each(|ring| normalize(ring));
        Ok(Self::Polygon { rings })
    }
}

/// A county that an area touches.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AreaCounty {
    /// Its five digits.
    pub fips: String,
    /// With its state's code: `Union County, OR`.
    pub name: String,
}

impl AreaCounty {
    /// Its state.
    #[must_use]
    pub fn state(&self) -> Option<UsState> {
        UsState::from_fips(self.fips.get(..2)?.parse().ok()?)
    }
}

/// An area with the counties that it touches.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SearchArea {
    #[serde(flatten)]
    pub shape: AreaShape,
    /// In the order in which they are searched.
    pub counties: Vec<AreaCounty>,
}

impl SearchArea {
    /// Refused if it touches no county, or too many.
    pub fn new(shape: AreaShape, counties: Vec<AreaCounty>) -> Result<Self, InvalidArea> {
        match counties.len() {
            0 if shape == AreaShape::Counties => Err(InvalidArea::NoCounty),
            0 => Err(InvalidArea::Outside),
            1..=MAX_COUNTIES => Ok(Self { shape, counties }),
            many => Err(InvalidArea::ManyCounties(many)),
        }
    }

    /// What people read: `3 counties, OR`, `12 mi around Bend, OR`, `Drawn area, OR and WA`.
    #[must_use]
    pub fn label(&self) -> String {
        match (&self.shape, self.counties.as_slice()) {
            (AreaShape::Counties, [one]) => one.name.clone(),
            (AreaShape::Counties, many) => format!("{} counties, {}", many.len(), self.states()),
            (
                AreaShape::Radius {
                    center,
                    miles,
                    around,
                },
                _,
            ) => match around {
                Some(around) => format!("{miles} mi around {around}"),
                None => format!("{miles} mi around {center}"),
            },
            (AreaShape::Box { .. } | AreaShape::Polygon { .. }, _) => {
                format!("Drawn area, {}", self.states())
            }
        }
    }

    /// `OR and WA`.
    fn states(&self) -> String {
        let mut codes: Vec<&str> = Vec::new();
        for state in self.counties.iter().filter_map(AreaCounty::state) {
            if !codes.contains(&state.code()) {
                codes.push(state.code());
            }
        }
        match codes.as_slice() {
            [] => String::new(),
            [one] => (*one).to_owned(),
            [first @ .., last] if codes.len() <= NAMED_STATES => {
                format!("{} and {last}", first.join(", "))
            }
            many => {
                let named = many[..NAMED_STATES].join(", ");
                format!("{named} and {} more states", many.len() - NAMED_STATES)
            }
        }
    }

    /// Roughly the bytes that it occupies.
    pub(super) fn heap_bytes(&self) -> usize {
        let corners = match &self.shape {
            AreaShape::Polygon { rings } => rings.iter().map(Vec::len).sum(),
            _ => 0,
        };
        let counties = self
            .counties
            .iter()
            .map(|county| size_of::<AreaCounty>() + county.fips.len() + county.name.len());
        corners * size_of::<Corner>() + counties.sum::<usize>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn corners(at: &[(f64, f64)]) -> Vec<Option<Corner>> {
        at.iter().map(|&(x, y)| Corner::new(x, y)).collect()
    }

    fn polygon(at: &[(f64, f64)]) -> Result<AreaShape, InvalidArea> {
        AreaShape::polygon(&[corners(at)])
    }

    fn county(fips: &str, name: &str) -> AreaCounty {
        AreaCounty {
            fips: fips.to_owned(),
            name: name.to_owned(),
        }
    }

    const SQUARE: [(f64, f64); 4] = [
        (-121.0, 44.0),
        (-120.0, 44.0),
        (-120.0, 45.0),
        (-121.0, 45.0),
    ];

    #[test]
    fn the_same_outline_is_the_same_area_wherever_it_begins() {
        let one = polygon(&SQUARE).unwrap();
        let closed = [&SQUARE[2..], &SQUARE[..2], &SQUARE[2..3]].concat();
        assert_eq!(polygon(&closed).unwrap(), one);
        let mut backwards = SQUARE;
        backwards.reverse();
        assert_eq!(polygon(&backwards).unwrap(), one);
        let near = SQUARE.map(|(x, y)| (x + 1e-8, y));
        assert_eq!(polygon(&near).unwrap(), one);
        let json = serde_json::to_string(&one).unwrap();
        assert_eq!(serde_json::from_str::<AreaShape>(&json).unwrap(), one);
    }

    #[test]
    fn what_encloses_nothing_or_crosses_itself_is_refused_in_words() {
        let text = |refused: Result<AreaShape, InvalidArea>| refused.unwrap_err().to_string();
        assert_eq!(text(polygon(&SQUARE[..2])), "Set at least three corners.");
        let bow = [SQUARE[0], SQUARE[2], SQUARE[1], SQUARE[3]];
        assert_eq!(
            text(polygon(&bow)),
            "The outline crosses itself near 44.50, \u{2212}120.50. Move a corner."
        );
        let back = [SQUARE[0], SQUARE[1], (-120.5, 44.0), SQUARE[3]];
        assert!(text(polygon(&back)).contains("crosses itself near 44.00, \u{2212}120.50"));
        // A hole that leaves its ring.
        let hole = corners(&[(-120.5, 44.5), (-119.0, 44.5), (-120.5, 44.6)]);
        let holed = AreaShape::polygon(&[corners(&SQUARE), hole]);
        assert!(matches!(holed, Err(InvalidArea::CrossesItself(_))));
        assert_eq!(
            text(AreaShape::polygon(&[vec![None; 4]])),
            "This is not GeoJSON of a polygon."
        );
        let round: Vec<(f64, f64)> = (0..812)
            .map(|at| (f64::from(at) / 812.0 * std::f64::consts::TAU).sin_cos())
            .map(|(sin, cos)| (-120.0 + sin, 44.0 + cos))
            .collect();
        assert_eq!(text(polygon(&round)), "812 corners; 500 is the most.");
        assert!(polygon(&round[..500]).is_ok());
    }

    #[test]
    fn circles_and_boxes_are_bounded() {
        let bend = Corner::new(-121.31, 44.06);
        assert!(AreaShape::radius(bend, 12, Some("Bend, OR")).is_ok());
        for (at, miles) in [
            (bend, 0),
            (bend, 51),
            (None, 5),
            (Corner::new(0.0, 91.0), 5),
        ] {
            let refused = AreaShape::radius(at, miles, None).unwrap_err();
            assert_eq!(refused.to_string(), "Choose a point and 1 to 50 miles.");
        }
        let other = Corner::new(-121.0, 44.5);
        assert_eq!(
            AreaShape::between(other, bend),
            AreaShape::between(bend, other)
        );
        assert_eq!(AreaShape::between(bend, bend), Err(InvalidArea::NoBox));
    }

    #[test]
    fn it_is_called_what_people_read() {
        let union = county("41061", "Union County, OR");
        let baker = county("41001", "Baker County, OR");
        let asotin = county("53003", "Asotin County, WA");
        let label = |shape: AreaShape, counties: &[&AreaCounty]| {
            let counties = counties.iter().copied().cloned().collect();
            SearchArea::new(shape, counties).unwrap().label()
        };
        assert_eq!(label(AreaShape::Counties, &[&union]), "Union County, OR");
        assert_eq!(
            label(AreaShape::Counties, &[&union, &baker]),
            "2 counties, OR"
        );
        let drawn = polygon(&SQUARE).unwrap();
        assert_eq!(label(drawn, &[&union, &asotin]), "Drawn area, OR and WA");
        let around = |name| AreaShape::radius(Corner::new(-121.31, 44.06), 12, name).unwrap();
        assert_eq!(
            label(around(Some(" Bend, OR\n")), &[&union]),
            "12 mi around Bend, OR"
        );
        assert_eq!(
            label(around(None), &[&union]),
            "12 mi around 44.06, \u{2212}121.31"
        );
        let many = vec![union; 112];
        assert_eq!(
            SearchArea::new(AreaShape::Counties, many)
                .unwrap_err()
                .to_string(),
            "112 counties are touched; 100 is the most."
        );
    }
}
