//! A box of degrees that an import keeps to.

use super::error::ImportError;

/// West, south, east and north in degrees; a box over the date line has its west east of its east.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Area {
    west: f64,
    south: f64,
    east: f64,
    north: f64,
}

impl Area {
    /// Reads `west,south,east,north`.
    pub fn parse(text: &str) -> Result<Self, ImportError> {
        let numbers: Vec<f64> = text
            .split(',')
            .filter_map(|part| part.trim().parse().ok())
            .collect();
        let area = match numbers.as_slice() {
            &[west, south, east, north] if text.split(',').count() == 4 => Some(Self {
                west,
                south,
                east,
                north,
            }),
            _ => None,
        };
        area.filter(|area| {
            let longitudes = -180.0..=180.0;
            area.south < area.north
                && (-90.0..=90.0).contains(&area.south)
                && (-90.0..=90.0).contains(&area.north)
                && longitudes.contains(&area.west)
                && longitudes.contains(&area.east)
        })
        .ok_or_else(|| ImportError::Area {
            given: text.to_owned(),
        })
    }

    /// Whether a position lies in it.
    pub(super) fn contains(&self, latitude: f64, longitude: f64) -> bool {
        self.overlaps((longitude, longitude), (latitude, latitude))
    }

    /// Whether a box (least and greatest longitude, least and greatest latitude) has a part in it.
    pub(super) fn overlaps(&self, longitudes: (f64, f64), latitudes: (f64, f64)) -> bool {
        let in_latitudes = latitudes.0 <= self.north && latitudes.1 >= self.south;
        let in_longitudes = if self.west <= self.east {
            longitudes.0 <= self.east && longitudes.1 >= self.west
        } else {
            longitudes.0 <= self.east || longitudes.1 >= self.west
        };
        in_latitudes && in_longitudes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_area_takes_in_what_lies_in_it() {
        let area = Area::parse("-77, 39,-76,39.5").unwrap();
        assert!(area.contains(39.3, -76.6) && !area.contains(39.3, -75.9));
        assert!(area.overlaps((-90.0, -76.9), (0.0, 39.1)));
        assert!(!area.overlaps((-90.0, -77.1), (0.0, 39.1)));
        let aleutians = Area::parse("170,50,-160,60").unwrap();
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
            assert!(Area::parse(wrong).is_err(), "{wrong}");
        }
    }
}
