//! Writing the catalogue: one data set is replaced as a whole, in one commit.
//!
//! Every row carries the name of its import. During an import, rows may be stored in parts, but searches
//! leave them out ([`Contents::pending`]); the final commit removes the data set's old rows and makes the new
//! ones visible. Any failure before that (an error, a panic, a killed process) leaves the catalogue
//! unchanged, and the same import can later resume with the rows stored.

use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

use tantivy::directory::error::LockError;
use tantivy::merge_policy::LogMergePolicy;
use tantivy::{IndexWriter, TantivyError};

use super::contents::{Contents, Dataset, Pending, Stored};
use super::error::CatalogueError;
use super::opened::Opened;
use super::schema::Fields;
use crate::Place;

/// Memory that each indexing thread uses before it writes a segment.
const BYTES_PER_THREAD: usize = 96 << 20;

/// Larger segments are not merged: it would double the time of an import, and a segment of a single data set
/// is dropped as a whole when that is replaced.
const MOST_DOCS_TO_MERGE: usize = 100_000;

/// More threads only make more and smaller segments.
const MAX_THREADS: usize = 4;

/// A data set being replaced. Dropping it without [`Replacement::commit`] changes nothing that searches see.
pub(crate) struct Replacement {
    writer: IndexWriter,
    fields: Fields,
    contents: Contents,
    source: String,
    pending: Pending,
    folder: PathBuf,
}

impl Replacement {
    /// Takes the catalogue's write lock, which one import across all processes can hold.
    pub(super) fn begin(
        catalogue: &Opened,
        source: &str,
        fingerprint: &str,
    ) -> Result<Self, CatalogueError> {
        let writer = writer(catalogue)?;
        // Read under the lock: no other import can change it now.
        let mut contents = catalogue.contents()?;
        let pending = match contents.pending.remove(source) {
            Some(pending) if pending.fingerprint == fingerprint => pending,
            other => {
                if let Some(other) = other {
                    writer.delete_term(catalogue.fields.import_term(&other.import));
                }
                Pending {
                    import: import_name(source, &contents),
                    fingerprint: fingerprint.to_owned(),
                    rows: 0,
                }
            }
        };
        Ok(Self {
            writer,
            fields: catalogue.fields,
            contents,
            source: source.to_owned(),
            pending,
            folder: catalogue.folder.clone(),
        })
    }

    /// Rows of the data set being replaced.
    pub(crate) fn replaced_rows(&self) -> u64 {
        let old = self.contents.datasets.get(&self.source);
        old.map_or(0, |old| old.dataset.rows)
    }

    /// Rows stored by an earlier, interrupted run of the same import.
    pub(crate) fn stored_rows(&self) -> u64 {
        self.pending.rows
    }

    /// Adds a place. Keys must be distinct within the data set.
    pub(crate) fn add(&mut self, place: &Place) -> Result<(), CatalogueError> {
        let folder = &self.folder;
        let document = self.fields.document(place, &self.pending.import)?;
        self.writer
            .add_document(document)
            .map_err(|error| unwritable(&error, folder))?;
        Ok(())
    }

    /// Stores what was added, hidden from searches. `rows` counts everything that the import has stored.
    pub(crate) fn checkpoint(&mut self, rows: u64) -> Result<(), CatalogueError> {
        self.pending.rows = rows;
        let mut contents = self.contents.clone();
        contents
            .pending
            .insert(self.source.clone(), self.pending.clone());
        commit(&mut self.writer, &contents, &self.folder)
    }

    /// Replaces the data set's rows by the new ones.
    pub(crate) fn commit(mut self, dataset: Dataset) -> Result<(), CatalogueError> {
        let stored = Stored {
            dataset,
            import: self.pending.import.clone(),
        };
        self.contents.hidden.remove(&self.source);
        if let Some(old) = self.contents.datasets.insert(self.source.clone(), stored) {
            self.writer
                .delete_term(self.fields.import_term(&old.import));
        }
        if let Err(error) = commit(&mut self.writer, &self.contents, &self.folder) {
            self.give_up(true);
            return Err(error);
        }
        if let Err(error) = self.writer.wait_merging_threads() {
            // The rows are committed; merging only tidies up, and the next import tries again.
            tracing::warn!(%error, "the catalogue's segments were not merged");
        }
        Ok(())
    }

    /// Gives up and deletes what no checkpoint has stored, and also what one has, unless the import may
    /// resume later.
    pub(crate) fn give_up(mut self, may_go_on: bool) {
        let mut tidied = self.writer.rollback().map(drop);
        if tidied.is_ok() && !may_go_on && self.pending.rows > 0 {
            self.writer
                .delete_term(self.fields.import_term(&self.pending.import));
            if let Err(error) = commit(&mut self.writer, &self.contents, &self.folder) {
                tracing::warn!(%error, "rows of an abandoned import could not be removed; they stay hidden");
            }
        }
        if tidied.is_ok() {
            tidied = self.writer.garbage_collect_files().wait().map(drop);
        }
        if let Err(error) = tidied {
            // Leftover files are not part of the index; the next import removes them.
            tracing::warn!(%error, "leftover files of an abandoned import were not removed; the next import removes them");
        }
    }
}

/// Removes a data set and what an unfinished import of it has stored. Returns how many places it had; `None`
/// if there is no such data set.
pub(super) fn remove(catalogue: &Opened, source: &str) -> Result<Option<u64>, CatalogueError> {
    let mut writer = writer(catalogue)?;
    let mut contents = catalogue.contents()?;
    let removed = contents.datasets.remove(source);
    if removed
        .as_ref()
        .is_some_and(|stored| stored.dataset.shipped)
    {
        contents.hidden.insert(source.to_owned());
    }
    let pending = contents.pending.remove(source);
    let imports = removed.iter().map(|stored| &stored.import);
    for import in imports.chain(pending.iter().map(|pending| &pending.import)) {
        writer.delete_term(catalogue.fields.import_term(import));
    }
    if removed.is_none() && pending.is_none() {
        return Ok(None);
    }
    commit(&mut writer, &contents, &catalogue.folder)?;
    if let Err(error) = writer.wait_merging_threads() {
        tracing::warn!(%error, "the catalogue's segments were not merged");
    }
    Ok(Some(removed.map_or(0, |stored| stored.dataset.rows)))
}

fn writer(catalogue: &Opened) -> Result<IndexWriter, CatalogueError> {
    let threads = std::thread::available_parallelism().map_or(1, |n| n.get().min(MAX_THREADS));
    let writer: IndexWriter = catalogue
        .index
        .writer_with_num_threads(threads, threads * BYTES_PER_THREAD)
        .map_err(|error| unwritable(&error, &catalogue.folder))?;
    let mut merging = LogMergePolicy::default();
    merging.set_max_docs_before_merge(MOST_DOCS_TO_MERGE);
    writer.set_merge_policy(Box::new(merging));
    Ok(writer)
}

/// A name that no import in the catalogue has.
fn import_name(source: &str, contents: &Contents) -> String {
    let now = jiff::Timestamp::now().as_microsecond();
    let is_taken = |name: &String| {
        let stored = contents.datasets.values().map(|stored| &stored.import);
        let pending = contents.pending.values().map(|pending| &pending.import);
        stored.chain(pending).any(|taken| taken == name)
    };
    (0_i64..)
        .map(|step| format!("{source}/{}", now + step))
        .find(|name| !is_taken(name))
        .expect("numbers never run out")
}

fn commit(
    writer: &mut IndexWriter,
    contents: &Contents,
    folder: &Path,
) -> Result<(), CatalogueError> {
    let payload = serde_json::to_string(contents).map_err(|error| CatalogueError::Write {
        reason: error.to_string(),
    })?;
    let mut prepared = writer
        .prepare_commit()
        .map_err(|error| unwritable(&error, folder))?;
    prepared.set_payload(&payload);
    prepared
        .commit()
        .map_err(|error| unwritable(&error, folder))?;
    Ok(())
}

/// Explains why the index cannot be written.
fn unwritable(error: &TantivyError, folder: &Path) -> CatalogueError {
    let io = match error {
        TantivyError::LockFailure(LockError::LockBusy, _) => return CatalogueError::Busy,
        TantivyError::IoError(io) | TantivyError::LockFailure(LockError::IoError(io), _) => {
            Some(io)
        }
        _ => None,
    };
    // An indexing thread does not report why it ended, so the disk itself is tested.
    if io.is_some_and(|io| io.kind() == ErrorKind::StorageFull) || is_full(folder) {
        return CatalogueError::DiskFull;
    }
    CatalogueError::Write {
        reason: error.to_string(),
    }
}

/// Whether the disk is full, tested by writing.
fn is_full(folder: &Path) -> bool {
    const ROOM: usize = 1 << 20;
    let attempt = || {
        let mut file = tempfile::tempfile_in(folder)?;
        file.write_all(&vec![1; ROOM])?;
        file.sync_all()
    };
    attempt().is_err_and(|error| error.kind() == ErrorKind::StorageFull)
}
