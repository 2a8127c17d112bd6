//! The cells of one row, by field.

use std::borrow::Cow;

use csv::ByteRecord;

use super::fields::{FIELD_COUNT, Field};
use super::report::Rejected;
use super::values;
use crate::text::words;

/// The longest name that is believed, in characters.
const LONGEST_NAME: usize = 300;

/// The cells of one row, by field.
pub(super) struct Cells<'a> {
    positions: &'a [Option<usize>; FIELD_COUNT],
    record: &'a ByteRecord,
}

impl<'a> Cells<'a> {
    pub(super) fn new(positions: &'a [Option<usize>; FIELD_COUNT], record: &'a ByteRecord) -> Self {
        Self { positions, record }
    }

    fn raw(&self, field: Field) -> Option<Cow<'_, str>> {
        let cell = self.record.get(self.positions[field.position()]?)?;
        (!cell.is_empty()).then(|| values::decode(cell).0)
    }

    /// A cell, cleaned; none where it holds nothing.
    pub(super) fn get(&self, field: Field) -> Option<String> {
        values::clean(&self.raw(field)?)
    }

    /// A number; none where it holds none or a mark of nothing.
    pub(super) fn number(&self, field: Field) -> Option<f64> {
        let value = values::number(&self.get(field)?)?;
        // The usual marks of nothing, however many decimals they are written with.
        (value != -999.0 && value != -9999.0).then_some(value)
    }

    /// The business's name, which every row needs.
    pub(super) fn name(&self) -> Result<String, Rejected> {
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

    /// Whether any cell that is read is not UTF-8.
    pub(super) fn any_re_encoded(&self) -> bool {
        let mut cells = self
            .positions
            .iter()
            .flatten()
            .filter_map(|index| self.record.get(*index));
        cells.any(|cell| values::decode(cell).1)
    }
}
