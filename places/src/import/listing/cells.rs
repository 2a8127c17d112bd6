//! The cells of one row, by field, in any file format.

use std::borrow::Cow;

use csv::ByteRecord;

use super::fields::{FIELD_COUNT, Field};
use super::outcome::Rejected;
use crate::outline::{Corner, outline};
use crate::text::words;
use crate::values;

/// The longest name accepted, in characters.
const LONGEST_NAME: usize = 300;

/// The longest outline that is read, in bytes.
const LONGEST_OUTLINE: usize = 1 << 20;

/// The cells of one row.
#[derive(Clone, Copy)]
pub(crate) enum Cells<'a> {
    Table {
        positions: &'a [Option<usize>; FIELD_COUNT],
        record: &'a ByteRecord,
    },
    /// Of a format whose values are already text.
    Values(&'a Values),
}

/// The texts of one row; readers fill in those that the row has. Reused for all rows of a file.
#[derive(Debug)]
pub(crate) struct Values {
    texts: [String; FIELD_COUNT],
    /// Social media pages of any network.
    pub(crate) socials: Vec<String>,
    /// The corners of its outline; empty if the source has none.
    pub(crate) outline: Vec<Corner>,
}

impl Values {
    pub(crate) fn new() -> Self {
        Self {
            texts: [const { String::new() }; FIELD_COUNT],
            socials: Vec::new(),
            outline: Vec::new(),
        }
    }

    pub(crate) fn clear(&mut self) {
        self.texts.iter_mut().for_each(String::clear);
        self.socials.clear();
        self.outline.clear();
    }

    /// The field's text, for writing.
    pub(crate) fn text(&mut self, field: Field) -> &mut String {
        &mut self.texts[field.position()]
    }

    /// Sets a field unless it is already set.
    pub(crate) fn set(&mut self, field: Field, value: &str) {
        let text = self.text(field);
        if text.is_empty() {
            text.push_str(value);
        }
    }

    /// Adds to a field that holds several values.
    pub(crate) fn add(&mut self, field: Field, value: &str) {
        let text = self.text(field);
        if !text.is_empty() {
            text.push(';');
        }
        text.push_str(value);
    }

    pub(crate) fn has(&self, field: Field) -> bool {
        !self.texts[field.position()].is_empty()
    }
}

impl<'a> Cells<'a> {
    fn raw(&self, field: Field) -> Option<Cow<'a, str>> {
        match *self {
            Self::Table { positions, record } => {
                let cell = record.get(positions[field.position()]?)?;
                (!cell.is_empty()).then(|| values::decode(cell).0)
            }
            Self::Values(values) => {
                let text = values.texts[field.position()].as_str();
                (!text.is_empty()).then_some(Cow::Borrowed(text))
            }
        }
    }

    /// A cleaned cell; `None` if it is empty.
    pub(crate) fn get(&self, field: Field) -> Option<String> {
        values::clean(&self.raw(field)?)
    }

    /// A number; `None` if the cell has none or marks a missing value.
    pub(crate) fn number(&self, field: Field) -> Option<f64> {
        let value = values::number(&self.get(field)?)?;
        // The usual missing marks, with any number of decimals.
        (value != -999.0 && value != -9999.0).then_some(value)
    }

    /// The business's name, which every row needs.
    pub(crate) fn name(&self) -> Result<String, Rejected> {
        let raw = self.raw(Field::Name).ok_or(Rejected::NoName)?;
        if raw.chars().count() > LONGEST_NAME {
            return Err(Rejected::TooLong);
        }
        let name = values::clean(&raw).ok_or(Rejected::NoName)?;
        if words(&name).is_empty() {
            return Err(Rejected::NoName);
        }
        Ok(name)
    }

    /// Social media pages without a field of their own.
    pub(crate) fn socials(&self) -> impl Iterator<Item = String> + use<'a> {
        let socials: &'a [String] = match *self {
            Self::Table { .. } => &[],
            Self::Values(values) => &values.socials,
        };
        socials.iter().filter_map(|page| values::clean(page))
    }

    pub(crate) fn outline(&self) -> Vec<Corner> {
        if let Self::Values(values) = *self
            && !values.outline.is_empty()
        {
            return values.outline.clone();
        }
        // Not cleaned: outlines may be longer than any accepted text.
        let written = self
            .raw(Field::Outline)
            .filter(|text| text.len() <= LONGEST_OUTLINE);
        let corners = written.and_then(|text| serde_json::from_str::<Vec<Corner>>(&text).ok());
        outline(corners.unwrap_or_default())
    }

    /// Identifies the row in a report of rejected rows: its name, or nothing.
    pub(crate) fn hint(&self) -> String {
        let name = self.get(Field::Name).unwrap_or_default();
        name.chars().take(LONGEST_NAME).collect()
    }

    /// Whether any cell used is not UTF-8.
    pub(crate) fn any_re_encoded(&self) -> bool {
        match *self {
            Self::Table { positions, record } => positions
                .iter()
                .flatten()
                .filter_map(|index| record.get(*index))
                .any(|cell| values::decode(cell).1),
            Self::Values(_) => false,
        }
    }

    /// Whether a table's row has more cells than the table has columns.
    pub(crate) fn overflows(&self, columns: usize) -> bool {
        match *self {
            Self::Table { record, .. } => record
                .iter()
                .skip(columns)
                .any(|cell| !cell.trim_ascii().is_empty()),
            Self::Values(_) => false,
        }
    }
}
