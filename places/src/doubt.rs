//! Positions that cannot be where the business is: a listing's city, ZIP code and state checked against its
//! coordinates. Nothing is moved or removed; a doubtful position is marked, so that no facts about its
//! surroundings are shown.

use us::UsState;

use crate::{Place, gazetteer};

/// A position farther than this from every place of its city's name is in no town of that name.
const FAR_KM: f64 = 15.0 * 1.609_344;

/// What is known about counties, by their five-digit codes.
pub trait Counties: Send + Sync {
    /// Counties of a point (degrees), both current and former ones.
    fn counties_at(&self, at: (f64, f64)) -> Vec<u32>;

    /// Counties of a ZIP code's addresses.
    fn counties_of_zip(&self, zip: &str) -> Vec<u32>;

    /// The center of a ZIP code's area (degrees).
    fn middle_of_zip(&self, zip: &str) -> Option<(f64, f64)>;
}

/// Whether a place is more than 15 miles from every place of its city's name (or from its ZIP code, if no
/// list knows the city), and either in a county that neither its ZIP code nor its city touches, or in another
/// state than it claims.
pub fn is_doubtful(place: &Place, counties: &dyn Counties) -> bool {
    let Some((at, state, city)) = off_its_city(place) else {
        return false;
    };
    let zip = place.zip.as_deref().unwrap_or_default();
    if !gazetteer::is_known_city(state, city) {
        let middle = counties.middle_of_zip(zip);
        if middle.is_none_or(|middle| gazetteer::km_between(middle, at) <= FAR_KM) {
            return false;
        }
    }
    let lies_in = counties.counties_at(at);
    let in_state = |county: &u32| county / 1_000 == state.fips();
    let mut touched = counties.counties_of_zip(zip);
    touched.extend(gazetteer::counties_of(state, city));
    !lies_in.iter().any(in_state) || !lies_in.iter().any(|county| touched.contains(county))
}

/// Whether [`is_doubtful`] is worth asking; cheap, because it needs no counties.
pub fn may_be_doubtful(place: &Place) -> bool {
    off_its_city(place).is_some()
}

/// Position, state and city of a place that is far from every known place of its city's name.
fn off_its_city(place: &Place) -> Option<((f64, f64), UsState, &str)> {
    if place.provenance.placed_by_coordinates {
        return None;
    }
    let (at, city) = (place.coordinates()?, place.city.as_deref()?);
    let state = UsState::from_code(place.state.as_deref()?)?;
    let is_near = |named: &(f64, f64)| gazetteer::km_between(*named, at) <= FAR_KM;
    let is_off = !gazetteer::places_of(state, city).iter().any(is_near);
    is_off.then_some((at, state, city))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Provenance;

    /// Oregon's Deschutes and Multnomah by longitude, Washington's Clark in the north, the sea in the south.
    struct Ground;

    impl Counties for Ground {
        fn counties_at(&self, (latitude, longitude): (f64, f64)) -> Vec<u32> {
            match () {
                () if latitude > 45.7 => vec![53_011],
                () if latitude < 41.0 => Vec::new(),
                () if longitude < -122.0 => vec![41_051],
                () => vec![41_017],
            }
        }

        fn counties_of_zip(&self, zip: &str) -> Vec<u32> {
            let near = [("97701", 41_017), ("97209", 41_051)];
            let near = near.into_iter().filter(|(code, _)| *code == zip);
            near.map(|(_, county)| county).collect()
        }

        fn middle_of_zip(&self, zip: &str) -> Option<(f64, f64)> {
            (zip == "97701").then_some((44.1, -121.3))
        }
    }

    fn place(city: &str, zip: &str, at: (f64, f64)) -> Place {
        Place {
            city: Some(city.to_owned()),
            state: Some("OR".to_owned()),
            zip: Some(zip.to_owned()),
            latitude: Some(at.0),
            longitude: Some(at.1),
            ..Place::new(
                "k".to_owned(),
                "A".to_owned(),
                Provenance::new("test".to_owned()),
            )
        }
    }

    #[test]
    // ENR-06
    fn enr_06_a_position_that_contradicts_city_zip_and_state_is_doubtful() {
        let (bend, portland, vancouver, sea) = (
            (44.06, -121.31),
            (45.52, -122.68),
            (45.8, -122.68),
            (40.0, -124.0),
        );
        for (city, zip, at, doubtful) in [
            ("Bend", "97701", bend, false),
            ("BEND", "", portland, true),
            ("Bend", "97701", portland, true),
            // Its ZIP code is there too: either of the two could be wrong.
            ("Bend", "97209", portland, false),
            ("Bend", "97701", vancouver, true),
            ("Bend", "97701", sea, true),
            // 30 miles from Bend, in its county.
            ("Bend", "97701", (43.67, -121.5), false),
            // Across the border, but near its town.
            ("Portland", "97209", (45.71, -122.68), false),
            // No list has the town: its ZIP code decides.
            ("Nowhere in Particular", "97701", bend, false),
            ("Nowhere in Particular", "97701", portland, true),
            ("Nowhere in Particular", "", portland, false),
        ] {
            let found = is_doubtful(&place(city, zip, at), &Ground);
            assert_eq!(found, doubtful, "{city} {zip} {at:?}");
        }
    }

    #[test]
    fn what_was_placed_by_its_coordinates_is_not_held_against_them() {
        let mut placed = place("Bend", "", (45.52, -122.68));
        placed.provenance.placed_by_coordinates = true;
        assert!(!is_doubtful(&placed, &Ground));
        placed.latitude = None;
        placed.longitude = None;
        assert!(!is_doubtful(&placed, &Ground));
    }
}
