//! A row's facts: a pure function of the row, the reference and the businesses around.

mod areas;
mod competitors;
mod hazards;
mod industry;
mod naics;
mod surroundings;
mod value;

pub use competitors::{Business, CompetitorIndex, Competitors};
pub(crate) use hazards::behind as hazards_behind;
pub use naics::naics_of_category;
pub use surroundings::NEARBY_MI;
pub use value::{Entry, Source, Value};

use crate::fact::Fact;
use crate::fields::{FIELDS, Field};
use crate::geo::Position;
use crate::reference::{Areas, Reference};

/// What is known of a business before it is enriched.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Subject<'a> {
    /// Its own key, so that it is not its own competitor.
    pub key: Option<&'a str>,
    /// Latitude and longitude.
    pub coordinates: Option<(f64, f64)>,
    /// The ZIP code.
    pub zip: Option<&'a str>,
    /// The county's code, used where there are no coordinates.
    pub county_fips: Option<&'a str>,
    /// The industry's NAICS code.
    pub naics: Option<&'a str>,
    /// What the business mainly is; tells the industry where there is no code, and who competes.
    pub category: Option<&'a str>,
}

/// A row's facts.
#[derive(Debug)]
pub struct Enriched<'r> {
    entries: Vec<Entry<'r>>,
    /// Where each field's entry is.
    places: [u8; FIELDS.len()],
}

/// A field that the row does not have.
const ABSENT: u8 = u8::MAX;
const _: () = assert!(FIELDS.len() < ABSENT as usize, "a place fits into a byte");

impl Default for Enriched<'_> {
    fn default() -> Self {
        Self {
            entries: Vec::with_capacity(FIELDS.len()),
            places: [ABSENT; FIELDS.len()],
        }
    }
}

impl<'r> Enriched<'r> {
    /// The facts, in the order of [`crate::fields::FIELDS`].
    #[must_use]
    pub fn entries(&self) -> &[Entry<'r>] {
        &self.entries
    }

    /// A field's fact.
    #[must_use]
    pub fn get(&self, field: Field) -> Option<&Entry<'r>> {
        self.entries.get(usize::from(self.places[field as usize]))
    }

    /// A field's number.
    #[must_use]
    pub fn number(&self, field: Field) -> Option<f64> {
        match self.get(field)?.value {
            Value::Number(number) => Some(number),
            _ => None,
        }
    }

    /// A field's text.
    #[must_use]
    pub fn text(&self, field: Field) -> Option<&str> {
        match &self.get(field)?.value {
            Value::Text(text) => Some(text),
            _ => None,
        }
    }

    /// A field's yes or no.
    #[must_use]
    pub fn flag(&self, field: Field) -> Option<bool> {
        match self.get(field)?.value {
            Value::Bool(flag) => Some(flag),
            _ => None,
        }
    }

    /// The facts as they are stored, by canonical name.
    pub fn facts(&self) -> impl Iterator<Item = (&'static str, Fact)> {
        self.entries
            .iter()
            .map(|entry| (entry.field.name(), entry.fact()))
    }

    /// Adds a fact. A number that is none is not added: it would be a missing value in disguise.
    pub(crate) fn put(&mut self, field: Field, value: Value<'r>, source: Source<'r>) {
        let sound = match &value {
            Value::Number(number) => number.is_finite(),
            Value::Text(text) => !text.trim().is_empty(),
            Value::Competitors(_) | Value::Factors(_) | Value::Bool(_) => true,
        };
        if sound && self.get(field).is_none() {
            // There are fewer fields than a byte can count.
            self.places[field as usize] = u8::try_from(self.entries.len()).unwrap_or(ABSENT);
            self.entries.push(Entry {
                field,
                value,
                source,
            });
        }
    }

    pub(crate) fn put_number(&mut self, field: Field, number: Option<f64>, source: Source<'r>) {
        if let Some(number) = number {
            self.put(field, Value::Number(number), source);
        }
    }

    /// The sources of fields, together: for what is computed of them.
    pub(crate) fn source_of(&self, fields: &[Field]) -> Source<'r> {
        let sources = fields
            .iter()
            .filter_map(|field| Some(&self.get(*field)?.source));
        Source::joined(sources)
    }

    fn sort(&mut self) {
        self.entries.sort_by_key(|entry| entry.field);
        for (place, entry) in (0_u8..).zip(&self.entries) {
            self.places[entry.field as usize] = place;
        }
    }
}

impl Reference {
    /// Enriches a row. Fields without data are absent.
    #[must_use]
    pub fn enrich(&self, subject: &Subject<'_>, around: Option<&dyn Competitors>) -> Enriched<'_> {
        let mut row = Enriched::default();
        let at = subject
            .coordinates
            .and_then(|(lat, lon)| Position::from_degrees(lat, lon));
        let areas = self.areas_of(subject, at);
        self.put_areas(&mut row, &areas);
        self.put_measures(&mut row, &areas);
        self.put_area_sums(&mut row, &areas);
        self.put_flood(&mut row, &areas);
        hazards::put(&mut row);
        if let Some(at) = at {
            self.put_surroundings(&mut row, at, &areas);
        }
        self.put_parks_of_state(&mut row, &areas);
        self.put_industry(&mut row, subject, &areas);
        let placed = at.filter(|_| areas.county().is_some());
        if let (Some(at), Some(around)) = (placed, around) {
            competitors::put(&mut row, subject, at, around);
        }
        crate::scores::put(self, &mut row);
        row.sort();
        row
    }

    /// The areas of the coordinates; of the county that the row names, or its ZIP code, only where it has no
    /// coordinates. Coordinates abroad have no areas, whatever else the row says.
    fn areas_of(&self, subject: &Subject<'_>, at: Option<Position>) -> Areas<'_> {
        if let Some(at) = at {
            return self.locate(at);
        }
        let given = subject.county_fips.map(|code| self.locate_county(code));
        given
            .filter(|areas| areas.county().is_some())
            .or_else(|| subject.zip.map(|zip| self.locate_zip(zip)))
            .unwrap_or_default()
    }
}
