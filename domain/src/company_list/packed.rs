//! A list's state in sorted arrays: small in memory, and read from a snapshot without building a tree of each company.
//!
//! It never changes. What happened since lies beside it (see `state`) until both are packed again.

use std::collections::{BTreeMap, BTreeSet};

use base64::Engine;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};
use uuid::Uuid;

use super::company::{Company, Standing, number};
use crate::ids::CompanyId;
use crate::personal::Mark;

/// An index into the companies.
type Place = u32;

/// Companies with their marks.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Packed {
    /// Sorted.
    companies: Vec<u128>,
    /// Of each company.
    standings: Vec<u8>,
    /// The identities, sorted.
    marks: Vec<u128>,
    /// The company of each identity.
    met: Vec<Place>,
    /// The marks of tags, each once, sorted.
    tags: Vec<u128>,
    /// Companies with the places of their tags, sorted.
    tagged: Vec<(Place, Place)>,
    /// Companies with the marks of their refreshed facts, sorted.
    known: Vec<(Place, u128)>,
    /// Companies with the marks of how their listings differ, sorted.
    changed: Vec<(Place, u128)>,
}

fn mark(number: u128) -> Mark {
    Mark::new(URL_SAFE_NO_PAD.encode(number.to_be_bytes()))
}

fn id(number: u128) -> CompanyId {
    CompanyId::new(Uuid::from_u128(number))
}

const fn code(standing: Standing) -> u8 {
    match standing {
        Standing::Met => 0,
        Standing::Saved => 1,
        Standing::Removed => 2,
    }
}

const fn standing(code: u8) -> Standing {
    match code {
        1 => Standing::Saved,
        2 => Standing::Removed,
        _ => Standing::Met,
    }
}

impl Packed {
    pub(super) fn len(&self) -> usize {
        self.companies.len() + self.marks.len()
    }

    pub(super) fn bytes(&self) -> usize {
        self.companies.len() * 17
            + self.marks.len() * 20
            + self.tags.len() * 16
            + self.tagged.len() * size_of::<(Place, Place)>()
            + (self.known.len() + self.changed.len()) * size_of::<(Place, u128)>()
    }

    /// The company of an identity.
    pub(super) fn met(&self, mark: &Mark) -> Option<CompanyId> {
        let place = self.marks.binary_search(&number(mark)?).ok()?;
        Some(id(self.companies[self.met[place] as usize]))
    }

    pub(super) fn standing(&self, company: CompanyId) -> Option<Standing> {
        let place = self.place(company)?;
        Some(standing(self.standings[place as usize]))
    }

    pub(super) fn company(&self, company: CompanyId) -> Option<Company> {
        let place = self.place(company)?;
        let first = self.tagged.partition_point(|(of, _)| *of < place);
        let tagged = self.tagged[first..].iter();
        let tagged = tagged.take_while(|(of, _)| *of == place);
        let mark_of = |marks: &[(Place, u128)]| {
            let at = marks.binary_search_by_key(&place, |(of, _)| *of);
            at.ok().map(|at| mark(marks[at].1))
        };
        Some(Company {
            standing: standing(self.standings[place as usize]),
            tags: tagged
                .map(|(_, tag)| mark(self.tags[*tag as usize]))
                .collect(),
            known: mark_of(&self.known),
            changed: mark_of(&self.changed),
        })
    }

    pub(super) fn companies(&self) -> impl Iterator<Item = CompanyId> + '_ {
        self.companies.iter().copied().map(id)
    }

    /// How many are saved.
    pub(super) fn saved(&self) -> usize {
        let saved = code(Standing::Saved);
        self.standings.iter().filter(|code| **code == saved).count()
    }

    fn place(&self, company: CompanyId) -> Option<Place> {
        let place = self.companies.binary_search(&company.uuid().as_u128());
        Place::try_from(place.ok()?).ok()
    }

    /// With what happened since; marks must be of the form that can be packed.
    pub(super) fn with(
        &self,
        met: &BTreeMap<u128, CompanyId>,
        changed: &BTreeMap<CompanyId, Company>,
    ) -> Self {
        let also = met.values().chain(changed.keys());
        let also: BTreeSet<u128> = also.map(|one| one.uuid().as_u128()).collect();
        let companies = merged(self.companies.iter().copied(), also.into_iter(), |one| *one);
        // Both are sorted: one walk finds where each former company is now.
        let mut moved = Vec::with_capacity(self.companies.len());
        let mut now = 0;
        for company in &self.companies {
            while companies[now] != *company {
                now += 1;
            }
            moved.push(Place::try_from(now).unwrap_or(Place::MAX));
        }
        let mut standings = vec![code(Standing::Met); companies.len()];
        for (former, now) in moved.iter().enumerate() {
            standings[*now as usize] = self.standings[former];
        }
        for (company, state) in changed {
            standings[place_in(&companies, company.uuid().as_u128()) as usize] =
                code(state.standing);
        }
        let former = self.marks.iter().zip(&self.met);
        let former = former.map(|(mark, company)| (*mark, moved[*company as usize]));
        let since = met.iter().map(|(mark, company)| {
            let place = place_in(&companies, company.uuid().as_u128());
            (*mark, place)
        });
        let (marks, met) = merged(former, since, |(mark, _)| *mark).into_iter().unzip();
        let tagged = self.tagged.iter();
        let tagged = tagged.map(|(company, tag)| (*company, self.tags[*tag as usize]));
        let tagged = replaced(tagged, &moved, &companies, changed, |company| {
            company.tags.as_slice()
        });
        let known = self.known.iter().copied();
        let known = replaced(known, &moved, &companies, changed, |company| {
            company.known.as_slice()
        });
        let noted = self.changed.iter().copied();
        let noted = replaced(noted, &moved, &companies, changed, |company| {
            company.changed.as_slice()
        });
        let tags: BTreeSet<u128> = tagged.iter().map(|(_, tag)| *tag).collect();
        let tags: Vec<u128> = tags.into_iter().collect();
        let tagged = tagged.into_iter();
        let tagged = tagged.map(|(company, tag)| (company, place_in(&tags, tag)));
        Self {
            companies,
            standings,
            marks,
            met,
            tagged: tagged.collect(),
            tags,
            known,
            changed: noted,
        }
    }

    /// As a text: the numbers of entries, then the arrays.
    pub(super) fn encode(&self) -> String {
        let mut bytes = Vec::with_capacity(self.bytes() + 6 * 4);
        for length in [
            self.companies.len(),
            self.marks.len(),
            self.tags.len(),
            self.tagged.len(),
            self.known.len(),
            self.changed.len(),
        ] {
            let length = Place::try_from(length).unwrap_or(Place::MAX);
            bytes.extend(length.to_le_bytes());
        }
        for company in &self.companies {
            bytes.extend(company.to_le_bytes());
        }
        bytes.extend(&self.standings);
        for mark in &self.marks {
            bytes.extend(mark.to_le_bytes());
        }
        for place in &self.met {
            bytes.extend(place.to_le_bytes());
        }
        for tag in &self.tags {
            bytes.extend(tag.to_le_bytes());
        }
        for (company, tag) in &self.tagged {
            bytes.extend(company.to_le_bytes());
            bytes.extend(tag.to_le_bytes());
        }
        for (company, mark) in self.known.iter().chain(&self.changed) {
            bytes.extend(company.to_le_bytes());
            bytes.extend(mark.to_le_bytes());
        }
        STANDARD.encode(bytes)
    }

    /// What [`Self::encode`] wrote; `None` if it is damaged.
    pub(super) fn decode(text: &str) -> Option<Self> {
        let bytes = STANDARD.decode(text).ok()?;
        let mut rest = Rest(&bytes);
        let mut lengths = [0; 6];
        for length in &mut lengths {
            *length = rest.place()? as usize;
        }
        let [companies, marks, tags, tagged, known, changed] = lengths;
        let packed = Self {
            companies: rest.numbers(companies)?,
            standings: rest.take(companies)?.to_vec(),
            marks: rest.numbers(marks)?,
            met: rest.places(marks)?,
            tags: rest.numbers(tags)?,
            tagged: rest.each(tagged, |rest| Some((rest.place()?, rest.place()?)))?,
            known: rest.each(known, |rest| Some((rest.place()?, rest.number()?)))?,
            changed: rest.each(changed, |rest| Some((rest.place()?, rest.number()?)))?,
        };
        let is_there = |place: &Place| (*place as usize) < companies;
        let is_whole = rest.0.is_empty()
            && packed.companies.is_sorted()
            && packed.marks.is_sorted()
            && packed.tagged.is_sorted()
            && packed.known.is_sorted()
            && packed.changed.is_sorted()
            && packed.met.iter().all(is_there)
            && (packed.known.iter().chain(&packed.changed)).all(|(company, _)| is_there(company))
            && (packed.tagged.iter())
                .all(|(company, tag)| is_there(company) && (*tag as usize) < tags);
        is_whole.then_some(packed)
    }
}

/// Where a number is that is there.
fn place_in(sorted: &[u128], number: u128) -> Place {
    let place = sorted.binary_search(&number).unwrap_or_default();
    Place::try_from(place).unwrap_or(Place::MAX)
}

/// The marks of companies, sorted: the former ones, where the companies are now, and those of the changed companies.
fn replaced(
    former: impl Iterator<Item = (Place, u128)>,
    moved: &[Place],
    companies: &[u128],
    changed: &BTreeMap<CompanyId, Company>,
    marks: impl Fn(&Company) -> &[Mark],
) -> Vec<(Place, u128)> {
    let former = former.map(|(company, mark)| (moved[company as usize], mark));
    let kept = former.filter(|(company, _)| {
        let company = id(companies[*company as usize]);
        !changed.contains_key(&company)
    });
    let since = changed.iter().flat_map(|(company, state)| {
        let place = place_in(companies, company.uuid().as_u128());
        let marks = marks(state).iter().filter_map(number);
        marks.map(move |mark| (place, mark))
    });
    let mut all: Vec<(Place, u128)> = kept.chain(since).collect();
    all.sort_unstable();
    all
}

/// What is left to read.
struct Rest<'a>(&'a [u8]);

impl<'a> Rest<'a> {
    fn take(&mut self, bytes: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.0.split_at_checked(bytes)?;
        self.0 = rest;
        Some(taken)
    }

    fn place(&mut self) -> Option<Place> {
        let bytes = self.take(size_of::<Place>())?;
        Some(Place::from_le_bytes(bytes.try_into().ok()?))
    }

    fn number(&mut self) -> Option<u128> {
        let bytes = self.take(size_of::<u128>())?;
        Some(u128::from_le_bytes(bytes.try_into().ok()?))
    }

    fn numbers(&mut self, count: usize) -> Option<Vec<u128>> {
        let bytes = self.take(count.checked_mul(size_of::<u128>())?)?;
        let (numbers, _) = bytes.as_chunks();
        Some(numbers.iter().copied().map(u128::from_le_bytes).collect())
    }

    fn places(&mut self, count: usize) -> Option<Vec<Place>> {
        let bytes = self.take(count.checked_mul(size_of::<Place>())?)?;
        let (places, _) = bytes.as_chunks();
        Some(places.iter().copied().map(Place::from_le_bytes).collect())
    }

    fn each<T>(&mut self, count: usize, read: impl Fn(&mut Self) -> Option<T>) -> Option<Vec<T>> {
        (0..count).map(|_| read(self)).collect()
    }
}

/// Two sorted sequences as one; where both have an entry, the second's.
fn merged<T, K: Ord>(
    one: impl Iterator<Item = T>,
    other: impl Iterator<Item = T>,
    key: impl Fn(&T) -> K,
) -> Vec<T> {
    let (mut one, mut other) = (one.peekable(), other.peekable());
    let mut all = Vec::with_capacity(one.size_hint().0 + other.size_hint().0);
    while let (Some(left), Some(right)) = (one.peek(), other.peek()) {
        let (left, right) = (key(left), key(right));
        if left < right {
            all.extend(one.next());
        } else {
            all.extend(other.next());
        }
        if left == right {
            one.next();
        }
    }
    all.extend(one);
    all.extend(other);
    all
}
