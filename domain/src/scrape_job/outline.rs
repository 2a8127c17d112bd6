//! Outlines of areas: positions to a millionth of a degree (11 cm), so that equal outlines are equal, and whether a ring
//! crosses itself, in whole numbers.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Degrees to a millionth.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Degrees(i32);

impl Degrees {
    const SCALE: f64 = 1e6;

    /// `None` if they are beyond `limit` on either side.
    fn new(degrees: f64, limit: f64) -> Option<Self> {
        (degrees.abs() <= limit).then(|| Self((degrees * Self::SCALE).round() as i32))
    }

    /// As a number.
    #[must_use]
    pub fn get(self) -> f64 {
        f64::from(self.0) / Self::SCALE
    }
}

impl fmt::Debug for Degrees {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.get())
    }
}

impl Serialize for Degrees {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_f64(self.get())
    }
}

impl<'de> Deserialize<'de> for Degrees {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let degrees = f64::deserialize(deserializer)?;
        Self::new(degrees, 180.0).ok_or_else(|| serde::de::Error::custom("no such degrees"))
    }
}

/// A position as GeoJSON writes it: degrees east, then north.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Corner(
    #[cfg_attr(feature = "schema", schemars(with = "f64"))] pub Degrees,
    #[cfg_attr(feature = "schema", schemars(with = "f64"))] pub Degrees,
);

impl Corner {
    /// From degrees; `None` if they are not on the earth.
    #[must_use]
    pub fn new(longitude: f64, latitude: f64) -> Option<Self> {
        Some(Self(
            Degrees::new(longitude, 180.0)?,
            Degrees::new(latitude, 90.0)?,
        ))
    }

    /// Degrees north, then east.
    #[must_use]
    pub fn position(self) -> (f64, f64) {
        (self.1.get(), self.0.get())
    }
}

/// `44.06, −121.31`, about a kilometer.
impl fmt::Display for Corner {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (latitude, longitude) = self.position();
        let text = format!("{latitude:.2}, {longitude:.2}");
        f.write_str(&text.replace('-', "\u{2212}"))
    }
}

/// Turns a ring counterclockwise, and begins it with its least corner.
pub(super) fn normalize(ring: &mut [Corner]) {
    let next = ring.iter().cycle().skip(1);
    let twice: i128 = ring
        .iter()
        .zip(next)
        .map(|(one, other)| {
            i128::from(one.0.0) * i128::from(other.1.0)
                - i128::from(other.0.0) * i128::from(one.1.0)
        })
        .sum();
    if twice < 0 {
        ring.reverse();
    }
    let least = (0..ring.len()).min_by_key(|at| ring[*at]).unwrap_or(0);
    ring.rotate_left(least);
}

/// A corner near which two sides cross or touch that are not neighbors.
pub(super) fn crossing(rings: &[Vec<Corner>]) -> Option<Corner> {
    let sides: Vec<(usize, usize, Corner, Corner)> = rings
        .iter()
        .enumerate()
        .flat_map(|(number, ring)| {
            let next = ring.iter().cycle().skip(1);
            let sides = ring.iter().zip(next).enumerate();
            sides.map(move |(at, (from, to))| (number, at, *from, *to))
        })
        .collect();
    for (index, (ring, at, from, to)) in sides.iter().enumerate() {
        for (other_ring, other_at, other_from, other_to) in &sides[index + 1..] {
            let length = rings[*ring].len();
            let neighbors = ring == other_ring
                && ((at + 1) % length == *other_at || (other_at + 1) % length == *at);
            if neighbors {
                // They share a corner; if they run back over one another, the far corner lies on the first side.
                let far = if (at + 1) % length == *other_at {
                    other_to
                } else {
                    other_from
                };
                if length > 2 && is_on((*from, *to), *far) {
                    return Some(*far);
                }
                continue;
            }
            if cross((*from, *to), (*other_from, *other_to)) {
                return Some(meeting((*from, *to), (*other_from, *other_to)));
            }
        }
    }
    None
}

type Side = (Corner, Corner);

/// Twice the area of a triangle, positive if it turns left.
fn turn(one: Corner, other: Corner, third: Corner) -> i128 {
    let (x, y) = (
        |of: Corner| i128::from(of.0.0),
        |of: Corner| i128::from(of.1.0),
    );
    (x(other) - x(one)) * (y(third) - y(one)) - (x(third) - x(one)) * (y(other) - y(one))
}

fn is_on((from, to): Side, at: Corner) -> bool {
    let between = |low: Degrees, high: Degrees, value: Degrees| {
        (low.min(high)..=low.max(high)).contains(&value)
    };
    turn(from, to, at) == 0 && between(from.0, to.0, at.0) && between(from.1, to.1, at.1)
}

fn cross(one: Side, other: Side) -> bool {
    let side_of = |side: Side, at: Corner| turn(side.0, side.1, at).signum();
    let apart = side_of(one, other.0) != side_of(one, other.1)
        && side_of(other, one.0) != side_of(other, one.1);
    apart
        || is_on(one, other.0)
        || is_on(one, other.1)
        || is_on(other, one.0)
        || is_on(other, one.1)
}

/// About where two sides meet.
fn meeting(one: Side, other: Side) -> Corner {
    let far = turn(one.0, one.1, other.0).unsigned_abs() as f64;
    let near = turn(one.0, one.1, other.1).unsigned_abs() as f64;
    let share = if far + near == 0.0 {
        0.0
    } else {
        far / (far + near)
    };
    let ((latitude, longitude), (to_latitude, to_longitude)) =
        (other.0.position(), other.1.position());
    Corner::new(
        longitude + (to_longitude - longitude) * share,
        latitude + (to_latitude - latitude) * share,
    )
    .unwrap_or(other.0)
}
