//! What the import sees of every format: rows, one after another, always in the same order. A reader pushes
//! them, because some formats cannot be paused inside a structure.

use std::fs::File;
use std::io::{self, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use super::cells::Cells;
use super::outcome::Rejected;
use crate::import::error::ImportError;

/// One opened file.
pub(crate) trait Rows: Send {
    /// Passes all rows to `sink`, or stops when it says so.
    fn read(&mut self, sink: &mut dyn Sink) -> Result<(), ImportError>;

    /// The reading progress.
    fn meter(&self) -> &Meter;

    /// The maximum number of cells in a row.
    fn columns(&self) -> usize {
        usize::MAX
    }

    /// The release that the file names.
    fn release(&self) -> Option<String> {
        None
    }
}

/// Receives the rows.
pub(crate) trait Sink {
    /// Takes a row; `at` is its position in the file.
    fn row(&mut self, at: u64, cells: Cells<'_>) -> Result<(), ImportError>;

    /// Records a row that cannot be used.
    fn reject(&mut self, at: u64, why: Rejected, cells: Cells<'_>) -> Result<(), ImportError>;

    /// Records rows that need not be read.
    fn skip(&mut self, rows: u64);

    /// Called occasionally while no rows come.
    fn tick(&mut self) -> Result<(), ImportError>;
}

/// Counts the bytes read. Clones share the count.
#[derive(Debug, Clone, Default)]
pub(crate) struct Meter {
    read: Arc<AtomicU64>,
    total: u64,
    /// How far may be read before the current row counts as too long.
    allowed: Arc<AtomicU64>,
}

impl Meter {
    /// A meter for `total` bytes.
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

    /// Allows this many more bytes.
    pub(crate) fn allow(&self, bytes: u64) {
        let allowed = self.read.load(Ordering::Relaxed).saturating_add(bytes);
        self.allowed.store(allowed, Ordering::Relaxed);
    }

    /// Wraps a reader so that its bytes are counted here.
    pub(crate) fn measure<R>(&self, inner: R) -> Metered<R> {
        Metered {
            inner,
            meter: self.clone(),
        }
    }
}

/// Counts the bytes read, and fails if a row does not end.
#[derive(Debug)]
pub(crate) struct Metered<R = File> {
    inner: R,
    meter: Meter,
}

/// Marks that failure among other read errors.
#[derive(Debug, thiserror::Error)]
#[error("it does not end")]
pub(crate) struct TooLong;

impl<R: Read> Read for Metered<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let meter = &self.meter;
        if meter.read.load(Ordering::Relaxed) >= meter.allowed.load(Ordering::Relaxed) {
            return Err(io::Error::other(TooLong));
        }
        let bytes = self.inner.read(buffer)?;
        meter.add(bytes as u64);
        Ok(bytes)
    }
}

/// Whether a read error means a row that does not end.
pub(crate) fn is_too_long(error: &io::Error) -> bool {
    error.get_ref().is_some_and(|inner| inner.is::<TooLong>())
}
