//! Writing the catalogue: one data set is replaced as a whole, in one commit.
//!
//! Searches see the old rows until the commit and the new ones after it. Whatever happens before
//! the commit (an error, a panic, a killed process) leaves the catalogue as it was.

use std::collections::BTreeMap;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use tantivy::directory::error::LockError;
use tantivy::merge_policy::LogMergePolicy;
use tantivy::{IndexWriter, TantivyError};

use super::{Catalogue, schema::Fields};
use crate::{Place, PlacesError};

/// Memory of each indexing thread before it writes a segment.
const BYTES_PER_THREAD: usize = 96 << 20;

/// Segments of more documents are not merged any more: that would cost an import as much time
/// again, and a segment of one data set alone goes at once when that is replaced.
const MOST_DOCS_TO_MERGE: usize = 100_000;

/// More threads than this only make more, smaller segments.
const MAX_THREADS: usize = 4;

/// One imported data set, as `places status` and the credits of a map show it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Dataset {
    /// The name that a newer import replaces it by.
    pub name: String,
    /// How many places it has.
    pub rows: u64,
    /// The data's licence, where the importer was told.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub licence: Option<String>,
    /// The credit line that the licence asks for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub attribution: Option<String>,
    /// The source's own release.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub release: Option<String>,
    /// When it was imported.
    pub imported_at: jiff::Timestamp,
}

/// What is kept with each commit: the data sets by name.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(super) struct Contents {
    pub(super) datasets: BTreeMap<String, Dataset>,
}

/// A data set being replaced. Dropping it without [`Replacement::commit`] changes nothing.
pub(crate) struct Replacement {
    writer: IndexWriter,
    fields: Fields,
    contents: Contents,
    source: String,
    folder: PathBuf,
}

impl Replacement {
    /// Takes the catalogue's write lock, which only one import of any process can hold.
    pub(super) fn begin(catalogue: &Catalogue, source: &str) -> Result<Self, PlacesError> {
        let folder = catalogue.folder();
        let threads = std::thread::available_parallelism().map_or(1, |n| n.get().min(MAX_THREADS));
        let writer: IndexWriter = catalogue
            .index
            .writer_with_num_threads(threads, threads * BYTES_PER_THREAD)
            .map_err(|error| unwritable(&error, folder))?;
        let mut merging = LogMergePolicy::default();
        merging.set_max_docs_before_merge(MOST_DOCS_TO_MERGE);
        writer.set_merge_policy(Box::new(merging));
        // Read under the lock: no other import can change it now.
        let contents = catalogue.contents()?;
        writer.delete_term(catalogue.fields.source_term(source));
        Ok(Self {
            writer,
            fields: catalogue.fields,
            contents,
            source: source.to_owned(),
            folder: folder.to_owned(),
        })
    }

    /// Rows of the data set that is being replaced.
    pub(crate) fn replaced_rows(&self) -> u64 {
        self.contents
            .datasets
            .get(&self.source)
            .map_or(0, |dataset| dataset.rows)
    }

    /// Adds a place. Keys must be distinct within the data set.
    pub(crate) fn add(&mut self, place: &Place) -> Result<(), PlacesError> {
        let folder = &self.folder;
        let document = self.fields.document(place)?;
        self.writer
            .add_document(document)
            .map_err(|error| unwritable(&error, folder))?;
        Ok(())
    }

    /// Makes the new rows the data set's rows.
    pub(crate) fn commit(mut self, dataset: Dataset) -> Result<(), PlacesError> {
        self.contents.datasets.insert(self.source.clone(), dataset);
        if let Err(error) = self.try_commit() {
            self.abandon();
            return Err(error);
        }
        if let Err(error) = self.writer.wait_merging_threads() {
            // The rows are committed; merging only tidies up and is tried again by the next import.
            tracing::warn!(%error, "the catalogue's segments were not merged");
        }
        Ok(())
    }

    fn try_commit(&mut self) -> Result<(), PlacesError> {
        let folder = &self.folder;
        let payload =
            serde_json::to_string(&self.contents).map_err(|error| PlacesError::CatalogueWrite {
                reason: error.to_string(),
            })?;
        let mut prepared = self
            .writer
            .prepare_commit()
            .map_err(|error| unwritable(&error, folder))?;
        prepared.set_payload(&payload);
        prepared
            .commit()
            .map_err(|error| unwritable(&error, folder))?;
        Ok(())
    }

    /// Gives up, and removes what was written so far from the disk.
    pub(crate) fn abandon(mut self) {
        let tidied = self
            .writer
            .rollback()
            .and_then(|_| self.writer.garbage_collect_files().wait());
        if let Err(error) = tidied {
            // Left-over files are no part of the index; the next import removes them.
            tracing::warn!(%error, "left-over files of an abandoned import were not removed");
        }
    }
}

/// Says in words why the index refuses to be written.
fn unwritable(error: &TantivyError, folder: &Path) -> PlacesError {
    let io = match error {
        TantivyError::LockFailure(LockError::LockBusy, _) => return PlacesError::CatalogueBusy,
        TantivyError::IoError(io) | TantivyError::LockFailure(LockError::IoError(io), _) => {
            Some(io)
        }
        _ => None,
    };
    // An indexing thread keeps the cause of its end to itself, so the disk is asked.
    if io.is_some_and(|io| io.kind() == ErrorKind::StorageFull) || is_full(folder) {
        return PlacesError::DiskFull;
    }
    PlacesError::CatalogueWrite {
        reason: error.to_string(),
    }
}

/// Whether the disk takes no more data, found by writing some.
fn is_full(folder: &Path) -> bool {
    const ROOM: usize = 1 << 20;
    let attempt = || {
        let mut file = tempfile::tempfile_in(folder)?;
        file.write_all(&vec![1; ROOM])?;
        file.sync_all()
    };
    attempt().is_err_and(|error| error.kind() == ErrorKind::StorageFull)
}
