//! What a run finds, compared with what its monitor knows.

use std::collections::{BTreeMap, HashMap, HashSet};

use domain::scrape_job::{First, PublisherChange, WatchedField};
use enrichment::geo::{Position, distance_m};
use places::{Identities, Identity, Place, Watched, WatchedText, identities};
use store::monitors::{Known, Pending};
use store::user_keys::UserKey;

use super::kept::{ChangeText, Told, ToldField, ToldGone};

/// A business that is farther from where it was has moved.
const MOVED_M: f64 = 100.0;
/// A field that changes in a larger share of a data set's rows, in percent, is the publisher's change.
const PUBLISHERS_PERCENT: u32 = 20;
/// In fewer rows than this nothing is the publisher's change: one of three is no sign.
const LEAST_COMPARED: u32 = 20;

/// A business that is to be delivered.
#[derive(Debug, Clone)]
pub(crate) struct Found {
    pub(crate) place: Place,
    pub(crate) is_new: bool,
    /// As it is known once it is delivered.
    pub(crate) known: Known,
    /// What has changed; nothing of a new one.
    pub(crate) told: Told,
    /// Whether the user has paid for it before.
    pub(crate) is_paid: bool,
}

/// A known business that was not found.
#[derive(Debug, Clone)]
pub(crate) struct Gone {
    pub(crate) known: Known,
    pub(crate) told: Told,
    /// Not found twice, so that it is not known any more.
    pub(crate) delisted: bool,
}

/// What a run has found.
#[derive(Debug, Default)]
pub(crate) struct Results {
    pub(crate) new: Vec<Found>,
    pub(crate) changed: Vec<Found>,
    /// What is known from now on without being told.
    pub(crate) quiet: Vec<Known>,
    pub(crate) gone: Vec<Gone>,
    pub(crate) unchanged: u32,
    pub(crate) by_publisher: Vec<PublisherChange>,
}

/// How many rows of a data set were compared, and in how many a field differs.
#[derive(Default)]
struct Compared {
    rows: u32,
    differ: BTreeMap<WatchedField, u32>,
}

/// A comparison under way.
pub(crate) struct Comparison {
    key: UserKey,
    hours: bool,
    first: Option<First>,
    known: Vec<Known>,
    by_mark: HashMap<String, usize>,
    found: Vec<bool>,
    next: i64,
    /// Marks of businesses that the user has paid for in another search.
    paid: HashSet<String>,
    /// Changed businesses that wait to be paid, with their fingerprints.
    waiting: HashSet<(i64, String)>,
    compared: BTreeMap<String, Compared>,
    results: Results,
}

impl Comparison {
    /// With what the monitor knows.
    pub(crate) fn new(key: UserKey, hours: bool, first: Option<First>, known: Vec<Known>) -> Self {
        let mut by_mark = HashMap::new();
        for (at, business) in known.iter().enumerate() {
            for mark in business
                .identities
                .split(' ')
                .filter(|mark| !mark.is_empty())
            {
                by_mark.entry(mark.to_owned()).or_insert(at);
            }
        }
        Self {
            key,
            hours,
            first,
            found: vec![false; known.len()],
            next: known.last().map_or(0, |last| last.business + 1),
            known,
            by_mark,
            paid: HashSet::new(),
            waiting: HashSet::new(),
            compared: BTreeMap::new(),
            results: Results::default(),
        }
    }

    /// The same, with rows that the user has paid for in another search.
    pub(crate) fn paid(mut self, rows: &[Place]) -> Self {
        for row in rows {
            let (_, kept) = self.marks(row);
            self.paid.extend(kept);
        }
        self
    }

    /// The same, with what could not be paid before.
    pub(crate) fn waiting(mut self, pending: &[Pending]) -> Self {
        let changed = pending.iter().filter(|waits| !waits.is_new());
        let known = changed.map(|waits| (waits.known.business, waits.known.fingerprint.clone()));
        self.waiting.extend(known);
        self
    }

    /// By which a row finds a business, and by which it is found. A row that says too little for an identity is at least
    /// the one with the same key.
    fn marks(&self, place: &Place) -> (Vec<String>, Vec<String>) {
        let Identities { sure, kept, sought } = identities(place);
        let key = Identity {
            kind: "key",
            text: place.key.clone(),
        };
        let sure: Vec<String> = sure
            .iter()
            .chain([&key])
            .map(|one| self.mark(one))
            .collect();
        let with = |weaker: &[Identity]| -> Vec<String> {
            let weaker = weaker.iter().map(|one| self.mark(one));
            sure.iter().cloned().chain(weaker).collect()
        };
        (with(&sought), with(&kept))
    }

    fn mark(&self, identity: &Identity) -> String {
        let mark = self.key.mark(identity.kind, &identity.text);
        mark.as_str().to_owned()
    }

    /// Takes a row that a source gave for a part of the search. One that is `hidden` is not told, whatever it is.
    pub(crate) fn take(&mut self, place: Place, part: &str, hidden: bool) {
        let (sought, kept) = self.marks(&place);
        let met = sought
            .iter()
            .find_map(|mark| self.by_mark.get(mark))
            .copied();
        if hidden {
            if let Some(at) = met.and_then(|at| self.found.get_mut(at)) {
                *at = true;
            }
            return;
        }
        let is_paid = sought.iter().any(|mark| self.paid.contains(mark));
        let watched = Watched::of(&place);
        let now = Known {
            identities: kept.join(" "),
            fingerprint: self.fingerprint(&watched),
            source: place.provenance.source.clone(),
            part: part.to_owned(),
            paid: is_paid,
            ..Known::default()
        };
        match met {
            None => self.take_new(place, now, &kept, &watched),
            // A row of this run that is the same business as one before it.
            Some(at) if at >= self.known.len() || self.found[at] => {}
            Some(at) => {
                self.found[at] = true;
                self.compare(at, place, now, &watched);
            }
        }
    }

    fn fingerprint(&self, watched: &Watched) -> String {
        let text = watched.fingerprint(self.hours);
        self.key.mark("watched", &text).as_str().to_owned()
    }

    fn close<T: serde::Serialize>(&self, what: &T) -> String {
        let text = serde_json::to_string(what).expect("texts and finite numbers: always JSON");
        self.key.close(&text).as_str().to_owned()
    }

    fn take_new(&mut self, place: Place, mut now: Known, marks: &[String], watched: &Watched) {
        now.business = self.next;
        now.watched = self.close(watched);
        self.next += 1;
        // Beyond the known ones: a second row of the business is no second business.
        for mark in marks {
            self.by_mark.entry(mark.clone()).or_insert(usize::MAX);
        }
        let is_known = match self.first {
            Some(First::Known) => true,
            Some(First::All) => now.paid,
            None => false,
        };
        if is_known {
            self.results.unchanged += 1;
            self.results.quiet.push(now);
            return;
        }
        let is_paid = now.paid;
        now.paid = true;
        self.results.new.push(Found {
            place,
            is_new: true,
            known: now,
            told: Told::default(),
            is_paid,
        });
    }

    fn compare(&mut self, at: usize, place: Place, now: Known, watched: &Watched) {
        let before = self.known[at].clone();
        let compared = self.compared.entry(now.source.clone()).or_default();
        compared.rows += 1;
        let was_missing = !before.missing_in.is_empty();
        let same = before.fingerprint == now.fingerprint;
        // What cannot be read any more was closed with a key that was destroyed.
        let former = (!same).then(|| self.open(&before)).flatten();
        let differences = former.map(|former| self.differences(&former, watched));
        let is_paid = before.paid || now.paid;
        let later = Known {
            business: before.business,
            paid: is_paid,
            ..now
        };
        match differences.filter(|told| !told.fields.is_empty() || told.meters.is_some()) {
            Some(told) => {
                self.count(&later, &told);
                let watched = self.close(watched);
                self.results.changed.push(Found {
                    place,
                    is_new: false,
                    known: Known { watched, ..later },
                    told,
                    is_paid,
                });
            }
            None => {
                self.results.unchanged += 1;
                if was_missing || !same || is_paid != before.paid {
                    // With the position that it had at first: many small moves are one far one.
                    self.results.quiet.push(Known {
                        fingerprint: later.fingerprint,
                        paid: is_paid,
                        missing_in: String::new(),
                        missing_of: String::new(),
                        ..before
                    });
                }
            }
        }
    }

    /// Counts the fields of a changed business. What has changed before and waits is no change of this release.
    fn count(&mut self, later: &Known, told: &Told) {
        let waits = (later.business, later.fingerprint.clone());
        if self.waiting.contains(&waits) {
            return;
        }
        let compared = self.compared.entry(later.source.clone()).or_default();
        let moved = told.meters.map(|_| WatchedField::Position);
        for field in told.fields.iter().map(|told| told.field).chain(moved) {
            *compared.differ.entry(field).or_default() += 1;
        }
    }

    fn open(&self, known: &Known) -> Option<Watched> {
        let text = self
            .key
            .open(&domain::personal::Closed::new(known.watched.clone()))?;
        serde_json::from_str(&text).ok()
    }

    fn differences(&self, before: &Watched, now: &Watched) -> Told {
        let fields = before.changed(now, self.hours).into_iter();
        let fields = fields.map(|which| ToldField {
            field: field_of(which),
            change: ChangeText {
                before: before.text(which).map(str::to_owned),
                after: now.text(which).map(str::to_owned),
            },
        });
        let meters = before.at.zip(now.at).and_then(|(from, to)| {
            let meters = distance_m(position(from)?, position(to)?);
            Some(meters).filter(|meters| *meters > MOVED_M)
        });
        Told {
            name: now.name.clone(),
            city: now.city.clone(),
            at: now.at,
            fields: fields.collect(),
            moved_from: meters.and(before.at),
            meters: meters.map(whole_meters),
            gone: None,
        }
    }

    /// What was found. `held` says whether a source still answers for a part, and with which release; a live source has
    /// none. `session` is the run's.
    pub(crate) fn finish(
        mut self,
        session: &str,
        held: impl Fn(&str, &str) -> Option<Option<String>>,
    ) -> Results {
        self.leave_to_publishers();
        let known = std::mem::take(&mut self.known);
        for (before, found) in known.into_iter().zip(&self.found) {
            if *found {
                continue;
            }
            let Some(release) = held(&before.part, &before.source) else {
                continue;
            };
            if let Some(gone) = self.gone(before, session, release) {
                self.results.gone.push(gone);
            }
        }
        self.results
    }

    /// What waited and is still to be delivered, with what was told of it.
    pub(crate) fn waited(mut self, mut told: HashMap<String, Told>) -> Results {
        for found in &mut self.results.changed {
            if let Some(told) = told.remove(&found.place.key) {
                found.told = told;
            }
        }
        let unchanged = self.known.len().saturating_sub(self.results.changed.len());
        self.results.unchanged = u32::try_from(unchanged).unwrap_or(u32::MAX);
        self.results
    }

    /// A business that was not found; `None` if it was told already and its source has nothing newer.
    fn gone(&self, before: Known, session: &str, release: Option<String>) -> Option<Gone> {
        let is_first = before.missing_in.is_empty();
        let release = release.unwrap_or_default();
        if !is_first && before.missing_of == release && !release.is_empty() {
            return None;
        }
        let watched = self.open(&before).unwrap_or_default();
        let gone = match is_first {
            true => ToldGone::NotFound,
            false => ToldGone::NoLongerListed,
        };
        Some(Gone {
            delisted: !is_first,
            told: Told {
                name: watched.name,
                city: watched.city,
                at: watched.at,
                gone: Some(gone),
                ..Told::default()
            },
            known: Known {
                missing_in: session.to_owned(),
                missing_of: release,
                ..before
            },
        })
    }

    /// Fields that differ in a large part of a data set are not told of its businesses.
    fn leave_to_publishers(&mut self) {
        let mut theirs: Vec<(String, WatchedField)> = Vec::new();
        for (source, Compared { rows, differ }) in &self.compared {
            for (field, count) in differ {
                if *rows >= LEAST_COMPARED && count * 100 > rows * PUBLISHERS_PERCENT {
                    let percent = u8::try_from(count * 100 / rows).unwrap_or(100);
                    theirs.push((source.clone(), *field));
                    self.results.by_publisher.push(PublisherChange {
                        field: *field,
                        percent,
                    });
                }
            }
        }
        if theirs.is_empty() {
            return;
        }
        let changed = std::mem::take(&mut self.results.changed);
        for mut found in changed {
            let is_theirs = |field| theirs.contains(&(found.known.source.clone(), field));
            let moves = is_theirs(WatchedField::Position);
            found.told.fields.retain(|told| !is_theirs(told.field));
            if moves {
                (found.told.meters, found.told.moved_from) = (None, None);
            }
            if found.told.fields.is_empty() && found.told.meters.is_none() {
                self.results.unchanged += 1;
                self.results.quiet.push(found.known);
            } else {
                self.results.changed.push(found);
            }
        }
    }
}

fn position((north, east): (f64, f64)) -> Option<Position> {
    Position::from_degrees(north, east)
}

/// The field that a text is.
pub(crate) const fn field_of(which: WatchedText) -> WatchedField {
    match which {
        WatchedText::Name => WatchedField::Name,
        WatchedText::Street => WatchedField::Street,
        WatchedText::Phone => WatchedField::Phone,
        WatchedText::Website => WatchedField::Website,
        WatchedText::Hours => WatchedField::Hours,
    }
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a distance on the earth in meters"
)]
fn whole_meters(meters: f64) -> u32 {
    meters.round() as u32
}
