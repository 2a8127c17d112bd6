//! What an operator says of an import, and what is said of one under way.

use std::path::PathBuf;
use std::time::Duration;

use super::format::Format;
use super::listing::columns::FieldOverride;
use crate::area::Area;
use crate::catalogue::{CoveredArea, Kinds};

/// How to import a file.
#[derive(Debug, Clone, Default)]
pub struct ImportOptions {
    /// What the file is; told by its first bytes where absent.
    pub format: Option<Format>,
    /// The data set's name, which a later import replaces it by; the file's name where absent.
    pub source: Option<String>,
    /// A category that every row gets, and its main one where no column gives another.
    pub category: Option<String>,
    /// Columns as the operator says (CSV and GeoJSON).
    pub overrides: Vec<FieldOverride>,
    /// The data's licence; the publisher's where absent and the format tells who that is.
    pub licence: Option<String>,
    /// The credit line that the licence asks for; likewise.
    pub attribution: Option<String>,
    /// The source's own release.
    pub release: Option<String>,
    /// Import only what is in there.
    pub area: Option<Area>,
    /// What the file is whole for, where the operator knows; else told by format, area and rows.
    pub covers: Covers,
    /// Write the rows that are not imported there, with reasons.
    pub rejects: Option<PathBuf>,
    /// Store what there is after so many rows; 250,000 where absent.
    pub checkpoint_rows: Option<u64>,
    /// How long to wait for another import that is writing the catalogue.
    pub patience: Duration,
}

/// What an operator says that a file is whole for.
#[derive(Debug, Clone, Default)]
pub struct Covers {
    /// Where; told by the rows where nothing is said.
    pub areas: Vec<CoveredArea>,
    /// Of what; likewise.
    pub kinds: Option<Kinds>,
}

/// How far an import is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Progress {
    /// Bytes of the file that have been read; a file that is read several times counts so often.
    pub bytes_read: u64,
    /// The bytes to read in all.
    pub bytes_total: u64,
    /// Rows that have been read.
    pub rows: u64,
    /// Does it wait for another import?
    pub waits: bool,
}
