//! What every format is to the import: rows, one after the other, in an order that is the same each
//! time. A reader pushes them, since some formats cannot stop in the middle of a structure.

use std::fs::File;
use std::io::{self, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use super::cells::Cells;
use super::outcome::Rejected;
use crate::import::error::ImportError;

/// One opened file.
pub(crate) trait Rows: Send {
    /// Gives all rows to `sink`, and ends where that says so.
    fn read(&mut self, sink: &mut dyn Sink) -> Result<(), ImportError>;

    /// How far it is.
    fn meter(&self) -> &Meter;

    /// How many cells a row may have.
    fn columns(&self) -> usize {
        usize::MAX
    }

    /// The release that the file names.
    fn release(&self) -> Option<String> {
        None
    }
}

/// Who takes the rows.
pub(crate) trait Sink {
    /// Takes a row; `at` says where in the file it stands.
    fn row(&mut self, at: u64, cells: Cells<'_>) -> Result<(), ImportError>;

    /// Takes note of a row that cannot be used.
    fn reject(&mut self, at: u64, why: Rejected, cells: Cells<'_>) -> Result<(), ImportError>;

    /// Takes note of rows that need not be read.
    fn skip(&mut self, rows: u64);

    /// Called now and then where rows are long in coming.
    fn tick(&mut self) -> Result<(), ImportError>;
}

/// Counts the bytes that are read. Clones count together.
#[derive(Debug, Clone, Default)]
pub(crate) struct Meter {
    read: Arc<AtomicU64>,
    total: u64,
    /// Up to where may be read before the row at hand counts as too long.
    allowed: Arc<AtomicU64>,
}

impl Meter {
    /// For so many bytes in all.
    pub(crate) fn new(total: u64) -> Self {
        Self {
            total,
            read: Arc::default(),
            allowed: Arc::new(AtomicU64::new(u64::MAX)),
        }
    }

    pub(crate) fn bytes_read(&self) -> u64 {
        self.read.load(Ordering::Relaxed).min(self.total)
    }

    pub(crate) fn bytes_total(&self) -> u64 {
        self.total
    }

    pub(crate) fn add(&self, bytes: u64) {
        self.read.fetch_add(bytes, Ordering::Relaxed);
    }

    /// Allows so many bytes more.
    pub(crate) fn allow(&self, bytes: u64) {
        let allowed = self.read.load(Ordering::Relaxed).saturating_add(bytes);
        self.allowed.store(allowed, Ordering::Relaxed);
    }

    /// A file whose bytes are counted here.
    pub(crate) fn measure(&self, file: File) -> Metered {
        Metered {
            file,
            meter: self.clone(),
        }
    }
}

/// Counts what is read, and refuses to go on where a row does not end.
#[derive(Debug)]
pub(crate) struct Metered {
    file: File,
    meter: Meter,
}

/// The mark of that refusal among other read errors.
#[derive(Debug, thiserror::Error)]
#[error("it does not end")]
pub(crate) struct TooLong;

impl Read for Metered {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let meter = &self.meter;
        if meter.read.load(Ordering::Relaxed) >= meter.allowed.load(Ordering::Relaxed) {
            return Err(io::Error::other(TooLong));
        }
        let bytes = self.file.read(buffer)?;
        meter.add(bytes as u64);
        Ok(bytes)
    }
}

/// Whether a read error is the refusal of a row that does not end.
pub(crate) fn is_too_long(error: &io::Error) -> bool {
    error.get_ref().is_some_and(|inner| inner.is::<TooLong>())
}
