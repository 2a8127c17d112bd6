//! What an import did: every row of the file is counted once.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::Duration;

use super::dedupe::Duplicate;
use super::format::Format;
use super::listing::columns::ColumnMapping;
use super::listing::outcome::{NotOffered, Rejected};

/// How many line numbers a tally keeps.
const LINES_KEPT: usize = 5;

/// A count, with the lines where it first happened.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Tally {
    /// How often.
    pub count: u64,
    /// The first few lines, counted from 1 as an editor does; in other formats than CSV the numbers
    /// of the rows or features, or the ids.
    pub first_lines: Vec<u64>,
}

impl Tally {
    pub(super) fn add(&mut self, line: u64) {
        self.count += 1;
        if self.first_lines.len() < LINES_KEPT {
            self.first_lines.push(line);
        }
    }
}

/// What an import did.
#[derive(Debug, Clone, PartialEq)]
pub struct ImportReport {
    /// The data set's name: importing under it again replaces these rows.
    pub source: String,
    /// The file.
    pub file: PathBuf,
    /// What kind of file it is.
    pub format: Format,
    /// Which column was read as what; empty where the format itself says so.
    pub mapping: ColumnMapping,
    /// Rows in the file, the header not counted:
    /// imported + duplicates + not offered + rejected.
    pub read: u64,
    /// Places that the data set now has.
    pub imported: u64,
    /// Rows of a business that an earlier row of the file already gave.
    pub duplicates: Tally,
    /// How those were told.
    pub duplicate_reasons: BTreeMap<Duplicate, u64>,
    /// Rows that were left out without being read, since their part of the file lies elsewhere.
    pub skipped: u64,
    /// Imported rows that an earlier, broken-off run of the same import had already stored.
    pub resumed: u64,
    /// Good rows that are not offered.
    pub not_offered: BTreeMap<NotOffered, Tally>,
    /// Rows that cannot be used.
    pub rejected: BTreeMap<Rejected, Tally>,
    /// Imported rows whose coordinates were impossible and left out.
    pub coordinates_dropped: Tally,
    /// Imported rows without coordinates: they do not show on maps.
    pub without_coordinates: u64,
    /// Imported rows whose city or state was found by their coordinates.
    pub placed: u64,
    /// Imported rows without a city, with none near either: no search by city finds them.
    pub without_city: u64,
    /// Rows that are not UTF-8 and were read as Windows-1252 (Western European).
    pub re_encoded: Tally,
    /// Places of the data set before.
    pub replaced: u64,
    /// How long it took.
    pub duration: Duration,
}

impl ImportReport {
    pub(super) fn new(
        source: String,
        file: PathBuf,
        format: Format,
        mapping: ColumnMapping,
    ) -> Self {
        Self {
            source,
            file,
            format,
            mapping,
            read: 0,
            imported: 0,
            duplicates: Tally::default(),
            duplicate_reasons: BTreeMap::new(),
            skipped: 0,
            resumed: 0,
            placed: 0,
            not_offered: BTreeMap::new(),
            rejected: BTreeMap::new(),
            coordinates_dropped: Tally::default(),
            without_coordinates: 0,
            without_city: 0,
            re_encoded: Tally::default(),
            replaced: 0,
            duration: Duration::ZERO,
        }
    }

    /// How many rows were not imported and why, on one line.
    pub fn reasons(&self) -> String {
        let rejected = self
            .rejected
            .iter()
            .map(|(why, tally)| format!("{}: {why}", tally.count));
        let hidden = self
            .not_offered
            .iter()
            .map(|(why, tally)| format!("{}: {why}", tally.count));
        let elsewhere =
            (self.skipped > 0).then(|| format!("{}: outside of the area", self.skipped));
        let all = rejected.chain(hidden).chain(elsewhere);
        all.collect::<Vec<String>>().join("; ")
    }
}
