//! The options of an import, and its progress.

use std::path::PathBuf;
use std::time::Duration;

use super::format::Format;
use super::listing::columns::FieldOverride;
use crate::area::Area;
use crate::catalogue::{CoveredArea, Kinds};

/// How to import a file.
#[derive(Debug, Clone, Default)]
pub struct ImportOptions {
    /// What the file is; detected from its first bytes if absent.
    pub format: Option<Format>,
    /// The data set's name, which a later import uses to replace it; the file's name if absent.
    pub source: Option<String>,
    /// A category that every row gets, as its main one if no column gives another.
    pub category: Option<String>,
    /// The operator's choice of columns (CSV and GeoJSON).
    pub overrides: Vec<FieldOverride>,
    /// The data's licence; if absent, the publisher's if the format implies one.
    pub licence: Option<String>,
    /// The credit line that the licence requires; likewise.
    pub attribution: Option<String>,
    pub release: Option<String>,
    /// Import only what is in this area.
    pub area: Option<Area>,
    /// What the file covers completely, if the operator knows; otherwise derived from format, area and rows.
    pub covers: Covers,
    /// Where to write the rows that are not imported, with reasons.
    pub rejects: Option<PathBuf>,
    /// Checkpoint after this many rows; 250,000 if absent.
    pub checkpoint_rows: Option<u64>,
    /// How long to wait while another import is writing the catalogue.
    pub patience: Duration,
}

/// What the operator says a file covers completely.
#[derive(Debug, Clone, Default)]
pub struct Covers {
    /// Where; derived from the rows if empty.
    pub areas: Vec<CoveredArea>,
    /// Which kinds; likewise.
    pub kinds: Option<Kinds>,
}

/// Progress of an import.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Progress {
    /// Bytes read; a file read several times counts each time.
    pub bytes_read: u64,
    pub bytes_total: u64,
    pub rows: u64,
    /// Whether it is waiting for another import.
    pub waits: bool,
}
