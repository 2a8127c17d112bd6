//! What readers are given of a file beside its content, and what they make of it.

use std::collections::BTreeMap;

use crate::geoid::CountyFips;
use crate::pack::{Table, TableData, TableInfo, TableSpec};
use crate::vintage::Vintage;

/// What a reader made of a file.
#[derive(Debug)]
pub(crate) struct Reading {
    /// What it held.
    pub content: Content,
    /// Rows taken.
    pub rows: u64,
    /// Rows left, by reason.
    pub left: Vec<(String, u64)>,
}

/// A table, or a part of one.
#[derive(Debug)]
pub(crate) enum Content {
    /// A whole table; boxed because it is much larger than the other.
    Table(Box<Table>),
    /// One month of building permits; a year's are put together.
    Permits(PermitMonth),
}

/// One month, or a year, of the building permits survey.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct PermitMonth {
    /// The year.
    pub(crate) year: u16,
    /// The month; none for a whole year's file.
    pub(crate) month: Option<u8>,
    /// Buildings, units and value, for 1, 2, 3-4 and 5 or more units.
    pub(crate) counties: BTreeMap<CountyFips, [f64; 12]>,
}

/// Why a file is left.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ReadError {
    /// It is none of the tables that are known.
    #[error("not recognized: its columns match no known table")]
    NotRecognised,
    /// A recognised table whose period is not told by columns or name.
    #[error(
        "recognized as {0}, but neither its columns nor its name gives the year; put it in the name"
    )]
    NoVintage(&'static str),
    /// A list whose columns do not tell whose figures they are.
    #[error(
        "a list of unemployment rates whose columns do not say who published it; \
         say what it is with --table FILE=laus-rate (a year's rates of the Bureau of Labor Statistics) \
         or --table FILE=acs (the five-year survey)"
    )]
    NoPublisher,
    /// A file that is another table than was said.
    #[error("said to be {0}, but its columns are those of {1}")]
    OtherTable(&'static str, &'static str),
    /// A recognised table without a usable row.
    #[error("recognized as {0}, but none of its rows can be used{1}")]
    Empty(&'static str, String),
    /// It is broken.
    #[error("broken: {0}")]
    Broken(String),
    /// It cannot be read.
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

/// What is known of a file beside its content.
#[derive(Debug, Clone, Copy)]
pub(crate) struct FileName<'a> {
    /// Its name without the ending.
    pub stem: &'a str,
    /// The folder that it lies in.
    pub folder: &'a str,
    /// The release that a dictionary beside it names (FEMA's).
    pub release: Option<&'a Vintage>,
    /// What whoever imports it says it is.
    pub said: Option<&'static TableSpec>,
}

impl FileName<'_> {
    /// The year in the name, or else in the folder's.
    pub(super) fn year(&self) -> Option<u16> {
        crate::vintage::year_in(self.stem).or_else(|| crate::vintage::year_in(self.folder))
    }

    /// The four digits after a word in the name, whatever the case.
    pub(super) fn year_after(&self, word: &str) -> Option<u16> {
        let name = self.stem.to_ascii_lowercase();
        let (_, rest) = name.split_once(word)?;
        crate::vintage::year_in(rest.get(..4)?)
    }
}

impl Reading {
    /// A whole table. `files` are filled in by the import.
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

/// Rows left, counted by reason.
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

    /// For the message of a table without a usable row.
    pub(super) fn first(&self) -> String {
        let most = self.0.iter().max_by_key(|(_, count)| **count);
        most.map_or_else(String::new, |(reason, _)| format!(" ({reason})"))
    }
}
