//! The counties that searches and maps choose among: one edition of their shapes, the one that ships with the product,
//! so that no point is in two of them.

use us::UsState;

use super::loaded::{Reference, shipped};
use crate::geo::{Position, ShapeIndex};
use crate::geoid::{CountyFips, TractGeoid, state_by_fips};

/// The counties of one edition.
#[derive(Debug, Clone, Copy)]
pub struct CountyMap<'r> {
    reference: &'r Reference,
    index: &'r ShapeIndex,
}

/// A county with its name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NamedCounty {
    pub fips: CountyFips,
    /// `Union County`.
    pub name: String,
    pub state: UsState,
}

impl NamedCounty {
    /// `Union County, OR`.
    #[must_use]
    pub fn with_state(&self) -> String {
        format!("{}, {}", self.name, self.state.code())
    }
}

impl Reference {
    /// The counties that searches choose among.
    #[must_use]
    pub fn county_map(&self) -> Option<CountyMap<'_>> {
        let index = &shipped(&self.shapes)?.index;
        Some(CountyMap {
            reference: self,
            index,
        })
    }
}

impl CountyMap<'_> {
    /// The county of a point (degrees) by their own shapes; on water near a shore the nearest.
    #[must_use]
    pub fn at(&self, latitude: f64, longitude: f64) -> Option<CountyFips> {
        let located = self
            .index
            .locate(Position::from_degrees(latitude, longitude)?)?;
        county(located.geoid)
    }

    /// The same by the shapes of tracts, where they are loaded: they are finer along the borders.
    #[must_use]
    pub fn finely_at(&self, latitude: f64, longitude: f64) -> Option<CountyFips> {
        let at = Position::from_degrees(latitude, longitude)?;
        let tracts = self.reference.shapes.iter();
        let mut tracts = tracts.filter(|area| area.geography.is_tracts());
        let by_tract = tracts.find_map(|area| {
            let shape = area.index.containing(at)?;
            let county = TractGeoid(area.index.set().geoids[shape]).county();
            self.shape_of(county).map(|_| county)
        });
        by_tract.or_else(|| self.at(latitude, longitude))
    }

    /// A county; `None` if there is none of this code.
    #[must_use]
    pub fn named(&self, fips: CountyFips) -> Option<NamedCounty> {
        self.shape_of(fips)?;
        self.name(fips)
    }

    fn name(&self, fips: CountyFips) -> Option<NamedCounty> {
        Some(NamedCounty {
            fips,
            name: self.reference.county_name_in_full(fips)?,
            state: state_by_fips(fips.state())?,
        })
    }

    fn shape_of(&self, fips: CountyFips) -> Option<usize> {
        self.reference.choosable.get(&fips.0).copied()
    }

    /// The rings of a county, in degrees north and east.
    #[must_use]
    pub fn rings(&self, fips: CountyFips) -> Vec<Vec<(f64, f64)>> {
        let degrees = |at: &Position| (at.latitude(), at.longitude());
        self.shape_of(fips)
            .into_iter()
            .flat_map(|shape| self.index.set().rings(shape))
            .map(|ring| ring.iter().map(degrees).collect())
            .collect()
    }

    /// The counties partly within a distance of a point (degrees, meters), by their codes.
    #[must_use]
    pub fn within(&self, (latitude, longitude): (f64, f64), limit_m: f64) -> Vec<NamedCounty> {
        let Some(at) = Position::from_degrees(latitude, longitude) else {
            return Vec::new();
        };
        let mut near = self.index.near(at, limit_m);
        near.retain(|shape| self.index.is_within(*shape, at, limit_m));
        self.sorted(near)
    }

    /// The counties that rings touch (degrees north and east), by their codes.
    #[must_use]
    pub fn touched(&self, rings: &[Vec<(f64, f64)>]) -> Vec<NamedCounty> {
        let positions = |ring: &Vec<(f64, f64)>| {
            let corners = ring.iter();
            corners
                .map(|(latitude, longitude)| Position::rounded(*latitude, *longitude))
                .collect()
        };
        let rings: Vec<Vec<Position>> = rings.iter().map(positions).collect();
        self.sorted(self.index.touched(&rings))
    }

    fn sorted(&self, mut shapes: Vec<usize>) -> Vec<NamedCounty> {
        shapes.sort_unstable();
        shapes.dedup();
        let geoids = &self.index.set().geoids;
        let mut counties: Vec<NamedCounty> = shapes
            .into_iter()
            .filter_map(|shape| self.name(county(geoids[shape])?))
            .collect();
        counties.sort_by_key(|county| county.fips);
        counties
    }

    /// Up to `limit` counties by what is typed: a code, or the beginning of a name, with or without its state. Those
    /// with most people come first.
    #[must_use]
    pub fn find(&self, typed: &str, limit: usize) -> Vec<NamedCounty> {
        if let Some(fips) = CountyFips::parse(typed) {
            return self.named(fips.current()).into_iter().collect();
        }
        let wanted = Wanted::of(typed);
        let geoids = self.index.set().geoids.iter();
        let mut found: Vec<(u8, NamedCounty)> = geoids
            .filter_map(|geoid| self.name(county(*geoid)?))
            .filter_map(|county| Some((wanted.rank(&county)?, county)))
            .collect();
        let inputs = self.reference.atlas_inputs();
        let people = |county: &NamedCounty| {
            let known =
                inputs.and_then(|inputs| Some(&inputs.counties[inputs.place(county.fips)?]));
            known.map_or(0.0, |county| county.people)
        };
        found.sort_by(|(rank, one), (other_rank, other)| {
            let by_people = people(other).total_cmp(&people(one));
            rank.cmp(other_rank)
                .then(by_people)
                .then(one.fips.cmp(&other.fips))
        });
        let found = found.into_iter().take(limit);
        found.map(|(_, county)| county).collect()
    }
}

/// What is typed: the beginning of a name, and perhaps its state.
struct Wanted {
    whole: String,
    /// The text without its last word, where that names a state.
    in_state: Option<(String, UsState)>,
}

impl Wanted {
    fn of(typed: &str) -> Self {
        let state_at_end = |text: &str| {
            let (name, state) = text
                .rsplit_once(',')
                .or_else(|| text.trim_end().rsplit_once(' '))?;
            Some((folded(name), UsState::parse(state)?))
        };
        Self {
            whole: folded(typed),
            in_state: state_at_end(typed),
        }
    }

    /// 0 for the name itself, 1 for its beginning, 2 for that of a later word.
    fn rank(&self, county: &NamedCounty) -> Option<u8> {
        let name = folded(&county.name);
        let of_state = self.in_state.as_ref();
        let of_state = of_state.filter(|(_, state)| *state == county.state);
        let texts = [Some(&self.whole), of_state.map(|(text, _)| text)];
        texts
            .into_iter()
            .flatten()
            .filter_map(|text| {
                let is_whole = name == *text || name.strip_prefix(text.as_str()) == Some(" county");
                if is_whole {
                    Some(0)
                } else if name.starts_with(text.as_str()) {
                    Some(1)
                } else {
                    name.contains(&format!(" {text}")).then_some(2)
                }
            })
            .min()
    }
}

/// In small letters, without punctuation, each space once.
fn folded(text: &str) -> String {
    let letters: String = text
        .chars()
        .flat_map(char::to_lowercase)
        .map(|c| if c.is_alphanumeric() { c } else { ' ' })
        .collect();
    let words: Vec<&str> = letters.split_whitespace().collect();
    words.join(" ")
}

fn county(geoid: u64) -> Option<CountyFips> {
    u32::try_from(geoid).ok().map(CountyFips)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(counties: &[NamedCounty]) -> Vec<String> {
        counties.iter().map(NamedCounty::with_state).collect()
    }

    #[test]
    fn a_county_is_found_by_code_and_by_the_beginning_of_its_name() {
        let reference = Reference::builtin();
        let map = reference.county_map().unwrap();
        let first = |typed: &str| {
            names(&map.find(typed, 3))
                .first()
                .cloned()
                .unwrap_or_default()
        };
        assert_eq!(first("41061"), "Union County, OR");
        assert_eq!(first("1001"), "Autauga County, AL");
        assert_eq!(first("union, or"), "Union County, OR");
        assert_eq!(first("Union County OR"), "Union County, OR");
        assert_eq!(first("desch"), "Deschutes County, OR");
        assert_eq!(first("baltimore city"), "Baltimore city, MD");
        assert_eq!(first("orleans par"), "Orleans Parish, LA");
        assert_eq!(first("st. louis county"), "St. Louis County, MN");
        assert!(map.find("xyzzy", 3).is_empty());
        assert!(
            names(&map.find("union", 50))
                .iter()
                .all(|name| name.starts_with("Union "))
        );
        assert_eq!(map.find("", 5).len(), 5);
    }

    #[test]
    fn a_point_is_in_one_county_and_an_outline_touches_those_that_it_meets() {
        let reference = Reference::builtin();
        let map = reference.county_map().unwrap();
        assert_eq!(map.at(45.32, -118.09), Some(CountyFips(41061)));
        assert_eq!(map.at(45.0, -130.0), None);
        // Around La Grande, within its county; then wider.
        assert_eq!(
            names(&map.within((45.32, -118.09), 5_000.0)),
            ["Union County, OR"]
        );
        assert!(map.within((45.32, -118.09), 60_000.0).len() > 2);
        let square = |latitude: f64, longitude: f64, half: f64| {
            vec![
                (latitude - half, longitude - half),
                (latitude - half, longitude + half),
                (latitude + half, longitude + half),
                (latitude + half, longitude - half),
            ]
        };
        let touched =
            |latitude, longitude, half| names(&map.touched(&[square(latitude, longitude, half)]));
        assert_eq!(touched(45.32, -118.09, 0.05), ["Union County, OR"]);
        // A city in the hole of a county, both from inside and from around it.
        assert_eq!(touched(38.03, -78.48, 0.005), ["Charlottesville city, VA"]);
        let around = touched(38.03, -78.48, 0.1);
        assert!(around.contains(&"Albemarle County, VA".to_owned()));
        assert!(around.contains(&"Charlottesville city, VA".to_owned()));
        // Portland and Vancouver: two states.
        let two = touched(45.6, -122.66, 0.1);
        assert!(
            two.contains(&"Clark County, WA".to_owned())
                && two.contains(&"Multnomah County, OR".to_owned())
        );
        assert!(touched(45.0, -130.0, 0.1).is_empty());
        assert_eq!(map.rings(CountyFips(41061)).len(), 1);
    }
}
