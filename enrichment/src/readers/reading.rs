//! What readers are given of a file besides its content, and what they return.

use std::collections::BTreeMap;

use crate::geoid::CountyFips;
use crate::pack::{Table, TableData, TableInfo, TableSpec};
use crate::vintage::Vintage;

/// What a reader made of a file.
#[derive(Debug)]
pub(crate) struct Reading {
    pub content: Content,
    /// Number of rows used.
    pub rows: u64,
    /// Rows skipped, by reason.
    pub left: Vec<(String, u64)>,
}

/// A table, or a part of one.
#[derive(Debug)]
pub(crate) enum Content {
    /// A whole table; boxed because it is much larger than the other variant.
    Table(Box<Table>),
    /// One month of building permits; the months of a year are combined later.
    Permits(PermitMonth),
}

/// One month, or a year, of the building permits survey.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct PermitMonth {
    pub(crate) year: u16,
    /// `None` in a file for a whole year.
    pub(crate) month: Option<u8>,
    /// Buildings, units and value, each for 1, 2, 3-4 and 5 or more units.
    pub(crate) counties: BTreeMap<CountyFips, [f64; 12]>,
}

/// Why a file is skipped.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ReadError {
    #[error("not recognized: its columns match no known table")]
    NotRecognised,
    /// A recognized table whose period neither columns nor name give.
    #[error(
        "recognized as {0}, but neither its columns nor its name gives the year; put it in the name"
    )]
    NoVintage(&'static str),
    /// A list whose columns do not identify the publisher.
    #[error(
        "a list of unemployment rates whose columns do not say who published it; \
         say what it is with --table FILE=laus-rate (a year's rates of the Bureau of Labor Statistics) \
         or --table FILE=acs (the five-year survey)"
    )]
    NoPublisher,
    /// The file is another table than declared.
    #[error("declared as {0}, but its columns are those of {1}")]
    OtherTable(&'static str, &'static str),
    /// A recognized table without a usable row.
    #[error("recognized as {0}, but none of its rows can be used{1}")]
    Empty(&'static str, String),
    #[error("broken: {0}")]
    Broken(String),
    #[error("cannot be read: {0}")]
    Io(#[from] std::io::Error),
}

impl From<csv::Error> for ReadError {
    fn from(error: csv::Error) -> Self {
        Self::Broken(error.to_string())
    }
}

impl From<serde_json::Error> for ReadError {
    fn from(error: serde_json::Error) -> Self {
        Self::Broken(error.to_string())
    }
}

/// What is known of a file besides its content.
#[derive(Debug, Clone, Copy)]
pub(crate) struct FileName<'a> {
    /// The file name without its extension.
    pub stem: &'a str,
    pub folder: &'a str,
    /// The release named by a dictionary next to it (FEMA's).
    pub release: Option<&'a Vintage>,
    /// The table that the operator declared it to be.
    pub said: Option<&'static TableSpec>,
}

impl FileName<'_> {
    /// The year in the file's name, or else in the folder's.
    pub(super) fn year(&self) -> Option<u16> {
        crate::vintage::year_in(self.stem).or_else(|| crate::vintage::year_in(self.folder))
    }

    /// The four digits after a word in the name, ignoring case.
    pub(super) fn year_after(&self, word: &str) -> Option<u16> {
        let name = self.stem.to_ascii_lowercase();
        let (_, rest) = name.split_once(word)?;
        crate::vintage::year_in(rest.get(..4)?)
    }
}

impl Reading {
    /// A whole table. The import fills in `files`.
    pub(super) fn table(
        spec: &'static TableSpec,
        vintage: Vintage,
        data: TableData,
        rows: u64,
    ) -> Self {
        let mut info = TableInfo::new(spec.id, vintage);
        info.rows = rows;
        Self {
            content: Content::Table(Box::new(Table { info, data })),
            rows,
            left: Vec::new(),
        }
    }

    pub(super) fn leaving(mut self, left: Tally) -> Self {
        self.left = left.0.into_iter().collect();
        self
    }
}

/// Skipped rows, counted by reason.
#[derive(Debug, Default)]
pub(crate) struct Tally(BTreeMap<String, u64>);

impl Tally {
    pub(super) fn add(&mut self, reason: &str) {
        if let Some(count) = self.0.get_mut(reason) {
            *count += 1;
        } else {
            self.0.insert(reason.to_owned(), 1);
        }
    }

    /// The most frequent reason, for the message about a table without a usable row.
    pub(super) fn first(&self) -> String {
        let most = self.0.iter().max_by_key(|(_, count)| **count);
        most.map_or_else(String::new, |(reason, _)| format!(" ({reason})"))
    }
}
