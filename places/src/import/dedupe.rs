//! Folding the rows of one data set that are the same business.
//!
//! Rows are the same where their company keys are; and beyond that, under one name,
//! - within about 100 m of each other, where one of them names no street or both have one phone
//!   number: a shop that is drawn as a point and as a building, or an address written twice;
//! - with one phone number in one city, where one of them says nothing closer than the city.
//!
//! Two shops of a chain at two addresses stay two. Only hashes are kept, about 60 bytes a row; that
//! two businesses of ten million share one has a chance of a few in a million.

use std::collections::HashSet;
use std::fmt;
use std::hash::{DefaultHasher, Hash, Hasher};

use us::UsState;

use crate::Place;
use crate::text::{city_key, phrase_key};

/// Cells of the grid per degree: about 55 m from north to south. Neighbouring cells count as near.
const CELLS_PER_DEGREE: f64 = 2_000.0;

/// Why a row is the same business as an earlier one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Duplicate {
    /// Same name and address, or what else the company key is made of.
    SameKey,
    /// Same name, next to it.
    Nearby,
    /// Same name, phone number and city.
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
#[derive(Default)]
pub(super) struct Seen {
    hashes: HashSet<u64>,
}

/// What a hash in the one set stands for.
#[derive(Hash)]
enum Mark<'a> {
    Key(&'a str),
    Name(u64),
    At(u64, (i64, i64)),
    AtWithoutStreet(u64, (i64, i64)),
    AtWithPhone(u64, (i64, i64), u64),
    Phone(u64, u64),
    PhoneAlone(u64, u64),
}

impl Seen {
    /// Remembers a row, or says which earlier kind of row it repeats.
    pub(super) fn duplicate(&mut self, place: &Place) -> Option<Duplicate> {
        if !self.insert(&Mark::Key(&place.key)) {
            return Some(Duplicate::SameKey);
        }
        let name = hash(&phrase_key(&place.name));
        let cell = place.coordinates().map(cell);
        let phone = phone(place);
        let has_street = place.street_address.is_some();
        let is_vague = !has_street && cell.is_none();
        if !self.insert(&Mark::Name(name)) {
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
        self.hashes.contains(&hash(mark))
    }

    /// False where it was there.
    fn insert(&mut self, mark: &Mark<'_>) -> bool {
        self.hashes.insert(hash(mark))
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
