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
    pub count: u64,
    /// The first few lines, counted from 1 as in an editor; for formats other than CSV, the numbers of the
    /// rows or features, or the ids.
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
    /// Importing under this name again replaces these rows.
    pub source: String,
    pub file: PathBuf,
    pub format: Format,
    /// Which column was read as what; empty if the format defines it.
    pub mapping: ColumnMapping,
    /// Rows in the file without the header: imported + duplicates + not offered + rejected.
    pub read: u64,
    /// Places that the data set now has.
    pub imported: u64,
    /// Rows of a business that an earlier row of the file already had.
    pub duplicates: Tally,
    pub duplicate_reasons: BTreeMap<Duplicate, u64>,
    /// Rows skipped unread, because their part of the file is outside of the area.
    pub skipped: u64,
    /// Imported rows that an earlier, interrupted run of the same import had already stored.
    pub resumed: u64,
    /// Valid rows that are not offered.
    pub not_offered: BTreeMap<NotOffered, Tally>,
    pub rejected: BTreeMap<Rejected, Tally>,
    /// Imported rows whose impossible coordinates were dropped.
    pub coordinates_dropped: Tally,
    /// Imported rows without coordinates, which do not show on maps.
    pub without_coordinates: u64,
    /// Imported rows whose city or state was derived from their coordinates.
    pub placed: u64,
    /// Imported rows without a city and with none nearby: no search by city finds them.
    pub without_city: u64,
    /// Rows that are not UTF-8 and were read as Windows-1252 (Western European).
    pub re_encoded: Tally,
    /// Places that the data set had before.
    pub replaced: u64,
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
