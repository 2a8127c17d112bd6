//! Boxes of degrees.

use std::fmt;

use serde::{Deserialize, Serialize};

/// A box of degrees. If it crosses the date line, its west is greater than its east.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Bounds {
    west: f64,
    south: f64,
    east: f64,
    north: f64,
}

impl Bounds {
    pub(crate) fn new(west: f64, south: f64, east: f64, north: f64) -> Self {
        Self {
            west,
            south,
            east,
            north,
        }
    }

    /// Reads `west,south,east,north`.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let numbers: Vec<f64> = text
            .split(',')
            .filter_map(|part| part.trim().parse().ok())
            .collect();
        let bounds = match numbers.as_slice() {
            &[west, south, east, north] if text.split(',').count() == 4 => Some(Self {
                west,
                south,
                east,
                north,
            }),
            _ => None,
        };
        bounds.filter(|bounds| {
            let longitudes = -180.0..=180.0;
            bounds.south < bounds.north
                && (-90.0..=90.0).contains(&bounds.south)
                && (-90.0..=90.0).contains(&bounds.north)
                && longitudes.contains(&bounds.west)
                && longitudes.contains(&bounds.east)
        })
    }

    /// The bounding box of points (latitude, longitude); `None` without points.
    pub(crate) fn around(points: impl Iterator<Item = (f64, f64)>) -> Option<Self> {
        points.fold(None, |bounds: Option<Self>, (lat, lon)| {
            let old = bounds.unwrap_or(Self {
                west: lon,
                south: lat,
                east: lon,
                north: lat,
            });
            Some(Self {
                west: old.west.min(lon),
                south: old.south.min(lat),
                east: old.east.max(lon),
                north: old.north.max(lat),
            })
        })
    }

    /// The box, larger by `degrees` on each side.
    pub(crate) fn grown(self, degrees: f64) -> Self {
        Self {
            west: (self.west - degrees).max(-180.0),
            south: (self.south - degrees).max(-90.0),
            east: (self.east + degrees).min(180.0),
            north: (self.north + degrees).min(90.0),
        }
    }

    /// Its south, west, north and east.
    pub(crate) fn sides(&self) -> (f64, f64, f64, f64) {
        (self.south, self.west, self.north, self.east)
    }

    /// The part of it within another; neither crosses the date line.
    pub(crate) fn within(self, other: Self) -> Option<Self> {
        let part = Self {
            west: self.west.max(other.west),
            south: self.south.max(other.south),
            east: self.east.min(other.east),
            north: self.north.min(other.north),
        };
        (part.west <= part.east && part.south <= part.north).then_some(part)
    }

    /// Its quarters.
    pub(crate) fn quarters(self) -> [Self; 4] {
        let (x, y) = (
            f64::midpoint(self.west, self.east),
            f64::midpoint(self.south, self.north),
        );
        [
            Self {
                east: x,
                north: y,
                ..self
            },
            Self {
                west: x,
                north: y,
                ..self
            },
            Self {
                east: x,
                south: y,
                ..self
            },
            Self {
                west: x,
                south: y,
                ..self
            },
        ]
    }

    /// Whether all of another box is in it; neither crosses the date line.
    pub(crate) fn holds(&self, other: Self) -> bool {
        self.contains(other.south, other.west) && self.contains(other.north, other.east)
    }

    /// Whether a position is in it.
    pub fn contains(&self, latitude: f64, longitude: f64) -> bool {
        self.overlaps((longitude, longitude), (latitude, latitude))
    }

    /// Whether another box (minimum and maximum longitude, minimum and maximum latitude) overlaps it.
    pub(crate) fn overlaps(&self, longitudes: (f64, f64), latitudes: (f64, f64)) -> bool {
        let in_latitudes = latitudes.0 <= self.north && latitudes.1 >= self.south;
        let in_longitudes = if self.west <= self.east {
            longitudes.0 <= self.east && longitudes.1 >= self.west
        } else {
            longitudes.0 <= self.east || longitudes.1 >= self.west
        };
        in_latitudes && in_longitudes
    }
}

impl fmt::Display for Bounds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            west,
            south,
            east,
            north,
        } = self;
        write!(f, "{west},{south},{east},{north}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_box_takes_in_what_lies_in_it() {
        let bounds = Bounds::parse("-77, 39,-76,39.5").unwrap();
        assert!(bounds.contains(39.3, -76.6) && !bounds.contains(39.3, -75.9));
        assert!(bounds.overlaps((-90.0, -76.9), (0.0, 39.1)));
        assert!(!bounds.overlaps((-90.0, -77.1), (0.0, 39.1)));
        let aleutians = Bounds::parse("170,50,-160,60").unwrap();
        assert!(aleutians.contains(52.0, 179.0) && aleutians.contains(52.0, -179.0));
        assert!(!aleutians.contains(52.0, 0.0));
        for wrong in [
            "",
            "1,2,3",
            "1,2,3,x",
            "0,10,1,5",
            "-200,0,1,1",
            "1,2,3,4,5",
        ] {
            assert!(Bounds::parse(wrong).is_none(), "{wrong}");
        }
    }
}
