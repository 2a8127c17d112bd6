//! ZIP codes: the counties of their addresses, and their center points.

use crate::geo::Position;
use crate::geoid::CountyFips;

/// A ZIP code.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ZipEntry {
    /// Five digits.
    pub zip: u32,
    /// Its center, if the table has it.
    pub at: Option<Position>,
    /// Its counties, the one with the most addresses first; empty if the table has none.
    pub counties: Vec<CountyFips>,
}

/// ZIP codes, sorted.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ZipTable {
    entries: Vec<ZipEntry>,
}

impl ZipTable {
    /// Builds a table from its entries; the first of duplicates stays.
    #[must_use]
    pub fn new(mut entries: Vec<ZipEntry>) -> Self {
        entries.sort_by_key(|entry| entry.zip);
        entries.dedup_by_key(|entry| entry.zip);
        Self { entries }
    }

    /// All ZIP codes.
    #[must_use]
    pub fn entries(&self) -> &[ZipEntry] {
        &self.entries
    }

    /// The entry of a ZIP code.
    #[must_use]
    pub fn get(&self, zip: u32) -> Option<&ZipEntry> {
        let place = self.entries.binary_search_by_key(&zip, |entry| entry.zip);
        place.ok().map(|place| &self.entries[place])
    }
}

/// Parses a ZIP code of five or nine digits; leading zeros may be missing.
#[must_use]
pub(crate) fn parse_zip(text: &str) -> Option<u32> {
    let five = text.trim().split(['-', ' ', '.']).next()?;
    let digits = five.len() >= 3 && five.len() <= 5 && five.bytes().all(|b| b.is_ascii_digit());
    digits.then(|| five.parse().ok()).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_zip_code_is_read_however_it_is_written() {
        for (text, zip) in [
            ("02903", Some(2903)),
            ("2903-1234", Some(2903)),
            (" 97201 ", Some(97201)),
            ("Providence", None),
            ("", None),
            ("123456", None),
        ] {
            assert_eq!(parse_zip(text), zip, "{text}");
        }
    }
}
