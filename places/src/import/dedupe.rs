//! Deduplicates the rows of one data set.
//!
//! Rows are the same business if their company keys are equal, or if they have one name and
//! - are within about 100 m of each other, and one of them has no street or both have one phone number: a
//!   shop drawn both as a point and as a building, or an address written in two ways;
//! - have one phone number in one city, and one of them has no location more precise than the city.
//!
//! Two shops of a chain at two addresses stay two. Only fingerprints are kept, 20 to 45 bytes per row; the
//! chance that any of ten million businesses is mistaken for another is less than one in a thousand.

use std::fmt;
use std::hash::{DefaultHasher, Hash, Hasher};

use qfilter::Filter;
use us::UsState;

use crate::Place;
use crate::text::{city_key, phrase_key};

/// Cells of the grid per degree: about 55 m from north to south. Neighboring cells count as near.
const CELLS_PER_DEGREE: f64 = 2_000.0;

/// Why a row is the same business as an earlier one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Duplicate {
    /// Same name and address, or whatever else the company key is made of.
    SameKey,
    /// Same name, close by.
    Nearby,
    SamePhone,
}

impl fmt::Display for Duplicate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::SameKey => "same name and address",
            Self::Nearby => "same name within about 100 m",
            Self::SamePhone => "same name and phone number in the city",
        })
    }
}

/// The rows so far.
pub(super) struct Seen {
    marks: Fingerprints,
    /// Names seen, with some false positives: a hit needs a closer look.
    names: Filter,
}

impl Default for Seen {
    fn default() -> Self {
        Self {
            marks: Fingerprints::default(),
            names: filter(Self::NAME_BITS),
        }
    }
}

/// Fingerprints, in parts that grow one by one, because a growing part briefly needs twice its memory.
struct Fingerprints {
    parts: Vec<Filter>,
}

impl Fingerprints {
    const PART_BITS: u32 = 6;
    const BITS: u32 = u64::BITS - Self::PART_BITS;

    fn part(hash: u64) -> usize {
        usize::try_from(hash >> Self::BITS).expect("there are few parts")
    }

    /// `false` if it was already there. If the filter is full, a row counts as new.
    fn insert(&mut self, hash: u64) -> bool {
        let part = &mut self.parts[Self::part(hash)];
        part.insert_fingerprint(false, hash).unwrap_or(true)
    }

    fn contains(&self, hash: u64) -> bool {
        self.parts[Self::part(hash)].contains_fingerprint(hash)
    }
}

impl Default for Fingerprints {
    fn default() -> Self {
        let parts = (0..1 << Self::PART_BITS).map(|_| filter(Self::BITS));
        Self {
            parts: parts.collect(),
        }
    }
}

/// An empty filter for fingerprints of `bits` bits.
fn filter(bits: u32) -> Filter {
    const FEW: u64 = 512;
    let bits = u8::try_from(bits).expect("a hash has 64 bits");
    Filter::with_fingerprint_size(FEW, bits).expect("the bits are enough for a few")
}

/// The content of a fingerprint.
#[derive(Hash)]
enum Mark<'a> {
    Key(&'a str),
    At(u64, (i64, i64)),
    AtWithoutStreet(u64, (i64, i64)),
    AtWithPhone(u64, (i64, i64), u64),
    Phone(u64, u64),
    PhoneAlone(u64, u64),
}

impl Seen {
    /// Among ten million names, one in a hundred is a false positive.
    const NAME_BITS: u32 = 31;

    /// Remembers a row, or says why it repeats an earlier one.
    pub(super) fn duplicate(&mut self, place: &Place) -> Option<Duplicate> {
        if !self.insert(&Mark::Key(&place.key)) {
            return Some(Duplicate::SameKey);
        }
        let name = hash(&phrase_key(&place.name));
        let cell = place.coordinates().map(cell);
        let phone = phone(place);
        let has_street = place.street_address.is_some();
        let is_vague = !has_street && cell.is_none();
        if !self.names.insert_fingerprint(false, name).unwrap_or(false) {
            if cell.is_some_and(|cell| self.is_near(name, cell, phone, has_street)) {
                return Some(Duplicate::Nearby);
            }
            let same_phone = phone.is_some_and(|phone| {
                self.has(&Mark::PhoneAlone(name, phone))
                    || is_vague && self.has(&Mark::Phone(name, phone))
            });
            if same_phone {
                return Some(Duplicate::SamePhone);
            }
        }
        if let Some(cell) = cell {
            self.insert(&Mark::At(name, cell));
            if !has_street {
                self.insert(&Mark::AtWithoutStreet(name, cell));
            }
            if let Some(phone) = phone {
                self.insert(&Mark::AtWithPhone(name, cell, phone));
            }
        }
        if let Some(phone) = phone {
            self.insert(&Mark::Phone(name, phone));
            if is_vague {
                self.insert(&Mark::PhoneAlone(name, phone));
            }
        }
        None
    }

    fn is_near(&self, name: u64, (y, x): (i64, i64), phone: Option<u64>, has_street: bool) -> bool {
        let around = (-1..=1).flat_map(|dy| (-1..=1).map(move |dx| (y + dy, x + dx)));
        around.into_iter().any(|cell| {
            if has_street {
                self.has(&Mark::AtWithoutStreet(name, cell))
                    || phone.is_some_and(|phone| self.has(&Mark::AtWithPhone(name, cell, phone)))
            } else {
                self.has(&Mark::At(name, cell))
            }
        })
    }

    fn has(&self, mark: &Mark<'_>) -> bool {
        self.marks.contains(hash(mark))
    }

    /// `false` if it was already there.
    fn insert(&mut self, mark: &Mark<'_>) -> bool {
        self.marks.insert(hash(mark))
    }
}

/// The last ten digits of the phone number together with the city.
fn phone(place: &Place) -> Option<u64> {
    let digits: Vec<u8> = place
        .phone
        .as_deref()?
        .bytes()
        .filter(u8::is_ascii_digit)
        .collect();
    let number = digits.get(digits.len().checked_sub(10)?..)?;
    let state = place.state.as_deref().and_then(UsState::parse);
    let city = place
        .city
        .as_deref()
        .zip(state)
        .map(|(city, state)| (state.code(), city_key(city, state)));
    Some(hash(&(number, city)))
}

fn cell((latitude, longitude): (f64, f64)) -> (i64, i64) {
    let cell = |degrees: f64| (degrees * CELLS_PER_DEGREE).floor() as i64;
    (cell(latitude), cell(longitude))
}

fn hash(value: &(impl Hash + ?Sized)) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Provenance;

    /// Row `number` of a listing whose rows all differ in name, street, place and phone number.
    fn row(number: u32) -> Place {
        let provenance = Provenance::new("a listing".to_owned());
        let (key, name) = (format!("key {number}"), format!("Made Up {number}"));
        let mut place = Place::new(key, name, provenance);
        place.street_address = Some(format!("{number} Example Street"));
        place.city = Some("Bend".to_owned());
        place.state = Some("OR".to_owned());
        place.phone = Some(format!("541555{number:04}"));
        place.latitude = Some(44.0 + f64::from(number) / 1e5);
        place.longitude = Some(-121.0);
        place
    }

    #[test]
    fn a_row_is_remembered_in_few_bytes_and_never_taken_for_another() {
        const ROWS: u32 = 300_000;
        let mut seen = Seen::default();
        for number in 0..ROWS {
            assert_eq!(seen.duplicate(&row(number)), None, "row {number}");
        }
        for number in (0..ROWS).step_by(1_000) {
            assert_eq!(seen.duplicate(&row(number)), Some(Duplicate::SameKey));
        }
        let parts = seen.marks.parts.iter().chain([&seen.names]);
        let bytes: usize = parts.map(Filter::memory_usage).sum();
        assert!(
            bytes / ROWS as usize <= 50,
            "{} bytes a row",
            bytes / ROWS as usize
        );
    }
}
