//! The facts of a row as they are gathered: each field once, with value and source.

mod value;

pub use value::{Entry, List, Source, Value};

use crate::fact::Missing;
use crate::fields::{FIELDS, Field};

/// A row's facts.
#[derive(Debug)]
pub struct Enriched<'r> {
    entries: Vec<Entry<'r>>,
    /// The index of each field's entry.
    places: [u8; FIELDS.len()],
    /// Fields known to be missing, and why.
    missing: Vec<(Field, Missing)>,
}

/// Marks a field that the row does not have.
const ABSENT: u8 = u8::MAX;
const _: () = assert!(FIELDS.len() < ABSENT as usize, "an index fits into a byte");

impl Default for Enriched<'_> {
    fn default() -> Self {
        Self {
            entries: Vec::with_capacity(FIELDS.len()),
            places: [ABSENT; FIELDS.len()],
            missing: Vec::new(),
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

    /// A field's flag.
    #[must_use]
    pub fn flag(&self, field: Field) -> Option<bool> {
        match self.get(field)?.value {
            Value::Bool(flag) => Some(flag),
            _ => None,
        }
    }

    /// Why fields are missing, if known.
    #[must_use]
    pub fn missing(&self) -> &[(Field, Missing)] {
        &self.missing
    }

    /// Records why a field is missing, unless it has a value.
    pub(crate) fn put_missing(&mut self, field: Field, reason: Missing) {
        if self.get(field).is_none() {
            self.missing.push((field, reason));
        }
    }

    /// Adds a fact. NaN, infinite and empty values are dropped: they would be missing values in disguise.
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

    /// The combined source of fields, for values computed from them.
    pub(crate) fn source_of(&self, fields: &[Field]) -> Source<'r> {
        let sources = fields
            .iter()
            .filter_map(|field| Some(&self.get(*field)?.source));
        Source::joined(sources)
    }

    /// Sorts the facts into the order of [`crate::fields::FIELDS`].
    pub(crate) fn sort(&mut self) {
        self.entries.sort_by_key(|entry| entry.field);
        for (place, entry) in (0_u8..).zip(&self.entries) {
            self.places[entry.field as usize] = place;
        }
    }
}
