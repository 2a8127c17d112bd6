//! Runs an import: rows are read, deduplicated, stored and counted; at the end all become visible.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::time::{Duration, Instant, SystemTime};

use super::coverage::Census;
use super::dedupe::Seen;
use super::listing::cells::Cells;
use super::listing::outcome::Rejected;
use super::listing::row::{OfferedRow, Row, RowReader};
use super::listing::rows::{Meter, Sink};
use super::rejects::RejectList;
use super::report::ImportReport;
use super::{Import, ImportError, Progress};
use crate::area::Area;
use crate::catalogue::Replacement;
use crate::{Catalogue, CatalogueError};

/// Rows between two progress reports.
const ROWS_PER_REPORT: u64 = 1_000;

/// Rows between two checkpoints, unless the options say otherwise.
const ROWS_PER_CHECKPOINT: u64 = 250_000;

/// Interval for checking whether another import has ended.
const BETWEEN_LOOKS: Duration = Duration::from_millis(200);

/// Part of an import's fingerprint: files read in a different way make a different import.
const READING: u32 = 1;

impl Import {
    /// Imports the file. `progress` is called regularly; its answer may stop the import.
    pub fn run(
        mut self,
        catalogue: &Catalogue,
        mut progress: impl FnMut(Progress) -> ControlFlow<()>,
    ) -> Result<ImportReport, ImportError> {
        let started = Instant::now();
        let fingerprint = self.fingerprint()?;
        let unit = self.format.unit();
        let rejects = RejectList::create(self.options.rejects.as_deref(), unit)?;
        let mut replacement = self.begin(catalogue, &fingerprint, &mut progress)?;
        let reader = RowReader::new(
            self.rows.columns(),
            self.options.category.clone(),
            self.provenance(),
        );
        let mut intake = Intake {
            reader,
            report: ImportReport::new(
                self.source.clone(),
                self.path().to_owned(),
                self.format,
                self.mapping.clone(),
            ),
            seen: Seen::default(),
            rejects,
            area: self.options.area.clone(),
            census: Census::default(),
            stored_before: replacement.stored_rows(),
            checkpoint_rows: self
                .options
                .checkpoint_rows
                .unwrap_or(ROWS_PER_CHECKPOINT)
                .max(1),
            meter: self.rows.meter().clone(),
            progress: &mut progress,
            replacement: &mut replacement,
        };
        let path = self.path().to_owned();
        // The format libraries may panic on inconsistent data.
        let read = catch_unwind(AssertUnwindSafe(|| self.rows.read(&mut intake)));
        let read = read.unwrap_or_else(|_| Err(self.damaged("its data is inconsistent")));
        let checked = read.and_then(|()| intake.finish(&path));
        let (mut report, census) = match checked {
            Ok(done) => done,
            Err(error) => {
                // If the disk was full or the caller stopped, the rows of a good file are kept.
                let may_go_on = matches!(error, ImportError::Catalogue(_) | ImportError::Stopped);
                replacement.give_up(may_go_on);
                return Err(error);
            }
        };
        report.replaced = replacement.replaced_rows();
        let coverage = census.coverage(self.format, &self.options);
        replacement.commit(self.dataset(report.imported, coverage))?;
        catalogue.reload();
        report.duration = started.elapsed();
        Ok(report)
    }

    /// Takes the catalogue once no other import is writing it, within the options' patience.
    fn begin(
        &self,
        catalogue: &Catalogue,
        fingerprint: &str,
        progress: &mut impl FnMut(Progress) -> ControlFlow<()>,
    ) -> Result<Replacement, ImportError> {
        let asked = Instant::now();
        loop {
            match catalogue.replace(&self.source, fingerprint) {
                Err(CatalogueError::Busy) if asked.elapsed() < self.options.patience => {}
                begun => return Ok(begun?),
            }
            let waiting = Progress {
                bytes_read: 0,
                bytes_total: self.rows.meter().bytes_total(),
                rows: 0,
                waits: true,
            };
            if progress(waiting).is_break() {
                return Err(ImportError::Stopped);
            }
            std::thread::sleep(BETWEEN_LOOKS);
        }
    }

    fn damaged(&self, reason: &str) -> ImportError {
        ImportError::Damaged {
            file: self.path().to_owned(),
            format: self.format,
            reason: reason.to_owned(),
        }
    }

    /// Identifies an interrupted import when it is started again.
    fn fingerprint(&self) -> Result<String, ImportError> {
        let mut hasher = DefaultHasher::new();
        READING.hash(&mut hasher);
        for path in &self.paths {
            let metadata = std::fs::metadata(path).map_err(|error| ImportError::Unreadable {
                file: path.clone(),
                reason: error.to_string(),
            })?;
            let changed = metadata.modified().unwrap_or(SystemTime::UNIX_EPOCH);
            (path, metadata.len(), changed).hash(&mut hasher);
        }
        let options = &self.options;
        let said = (
            &options.category,
            &options.overrides,
            &options.licence,
            &options.attribution,
            &options.release,
            &options.area,
        );
        format!("{said:?}").hash(&mut hasher);
        Ok(format!("{:016x}", hasher.finish()))
    }
}

/// Takes the rows of a file into the catalogue.
struct Intake<'a, P> {
    reader: RowReader,
    report: ImportReport,
    seen: Seen,
    rejects: RejectList,
    area: Option<Area>,
    census: Census,
    /// Rows stored by an earlier run.
    stored_before: u64,
    checkpoint_rows: u64,
    meter: Meter,
    progress: &'a mut P,
    replacement: &'a mut Replacement,
}

impl<P: FnMut(Progress) -> ControlFlow<()>> Sink for Intake<'_, P> {
    fn row(&mut self, at: u64, cells: Cells<'_>) -> Result<(), ImportError> {
        self.report.read += 1;
        match self.reader.read(&cells) {
            Row::NotOffered(reason) => {
                self.report.not_offered.entry(reason).or_default().add(at);
                self.list(at, &format!("not offered: {reason}"), cells)?;
            }
            Row::Rejected(reason) => {
                self.report.rejected.entry(reason).or_default().add(at);
                self.list(at, &format!("rejected: {reason}"), cells)?;
            }
            Row::Offered(row) => self.offered(at, &row, cells)?,
        }
        if self.report.read.is_multiple_of(ROWS_PER_REPORT) {
            self.tick()?;
        }
        Ok(())
    }

    fn reject(&mut self, at: u64, why: Rejected, cells: Cells<'_>) -> Result<(), ImportError> {
        self.report.read += 1;
        self.report.rejected.entry(why).or_default().add(at);
        self.list(at, &format!("rejected: {why}"), cells)
    }

    fn skip(&mut self, rows: u64) {
        self.report.skipped += rows;
    }

    fn tick(&mut self) -> Result<(), ImportError> {
        let progress = Progress {
            bytes_read: self.meter.bytes_read(),
            bytes_total: self.meter.bytes_total(),
            rows: self.report.read,
            waits: false,
        };
        match (self.progress)(progress) {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(()) => Err(ImportError::Stopped),
        }
    }
}

impl<P: FnMut(Progress) -> ControlFlow<()>> Intake<'_, P> {
    fn offered(&mut self, at: u64, row: &OfferedRow, cells: Cells<'_>) -> Result<(), ImportError> {
        if self.area.as_ref().is_some_and(|area| !area.has(&row.place)) {
            self.report.read -= 1;
            self.report.skipped += 1;
            return Ok(());
        }
        if let Some(reason) = self.seen.duplicate(&row.place) {
            self.report.duplicates.add(at);
            *self.report.duplicate_reasons.entry(reason).or_default() += 1;
            return self.list(at, &format!("repeated: {reason}"), cells);
        }
        self.count(row, at);
        self.census.count(&row.place);
        if self.report.imported <= self.stored_before {
            self.report.resumed += 1;
            return Ok(());
        }
        self.replacement.add(&row.place)?;
        if self.report.imported.is_multiple_of(self.checkpoint_rows) {
            self.replacement.checkpoint(self.report.imported)?;
        }
        Ok(())
    }

    fn count(&mut self, row: &OfferedRow, at: u64) {
        let report = &mut self.report;
        report.imported += 1;
        if row.coordinates_dropped {
            report.coordinates_dropped.add(at);
        }
        if row.re_encoded {
            report.re_encoded.add(at);
        }
        let place = &row.place;
        report.placed += u64::from(place.provenance.placed_by_coordinates);
        report.without_coordinates += u64::from(place.coordinates().is_none());
        report.without_city += u64::from(place.city.is_none() || place.state.is_none());
    }

    fn list(&mut self, at: u64, outcome: &str, cells: Cells<'_>) -> Result<(), ImportError> {
        if !self.rejects.is_kept() {
            return Ok(());
        }
        self.rejects.add(at, outcome, &cells.hint())
    }

    fn finish(mut self, path: &Path) -> Result<(ImportReport, Census), ImportError> {
        self.tick()?;
        self.rejects.finish()?;
        let report = self.report;
        if report.read == 0 && report.skipped == 0 {
            return Err(ImportError::NoRows {
                file: path.to_owned(),
            });
        }
        if report.imported == 0 {
            let (rows, reasons) = (report.read + report.skipped, report.reasons());
            return Err(ImportError::NothingToImport { rows, reasons });
        }
        Ok((report, self.census))
    }
}
