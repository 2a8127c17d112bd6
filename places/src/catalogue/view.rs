//! What a search sees: the index at one commit, and which of its rows are hidden.
//!
//! Tantivy stores the list of data sets with the rows but does not return both together. So a view is taken
//! only if the rows match the list, which a comparison of their segments shows.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use tantivy::index::SegmentId;
use tantivy::query::{BooleanQuery, EnableScoring, Occur, Query, TermQuery};
use tantivy::schema::{IndexRecordOption, Value};
use tantivy::{
    DocAddress, DocSet, Index, IndexReader, Opstamp, Searcher, TERMINATED, TantivyDocument,
    TantivyError,
};

use super::contents::{Contents, Stored};
use super::error::{CatalogueError, unreadable};
use super::schema::Fields;
use crate::Place;

/// How often to retry a view while commits intervene.
const ATTEMPTS: usize = 50;

/// Segments with their latest deletions, which identify a state of the index.
type Segments = BTreeMap<SegmentId, Option<Opstamp>>;

/// Creates views. Cheap to clone.
#[derive(Clone)]
pub(super) struct CatalogueReader {
    index: Index,
    reader: IndexReader,
}

/// The catalogue at one commit.
pub(super) struct View {
    pub(super) searcher: Searcher,
    /// Imports whose rows are hidden.
    pub(super) hidden: Vec<String>,
    /// The data sets, newest first.
    pub(super) datasets: Vec<Stored>,
    stop: Stop,
}

/// Tells a query that nobody waits for it any more.
#[derive(Debug, Clone, Default)]
pub(super) struct Stop(Arc<AtomicBool>);

impl Stop {
    pub(super) fn stop(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Fails once stopped.
    pub(super) fn check(&self) -> tantivy::Result<()> {
        if self.0.load(Ordering::Relaxed) {
            let nobody = "nobody waits for this query any more";
            return Err(TantivyError::InternalError(nobody.to_owned()));
        }
        Ok(())
    }
}

impl CatalogueReader {
    pub(super) fn new(index: Index, reader: IndexReader) -> Self {
        Self { index, reader }
    }

    pub(super) fn reload(&self) {
        if let Err(error) = self.reader.reload() {
            // The reader reloads on its own within a second.
            tracing::warn!(%error, "the catalogue could not be reloaded at once; the next reload follows within a second");
        }
    }

    pub(super) fn view(&self) -> Result<View, CatalogueError> {
        for _ in 0..ATTEMPTS {
            let searcher = self.reader.searcher();
            let (contents, segments) = contents(&self.index)?;
            if *searcher.generation().segments() == segments {
                let pending = contents.pending.into_values();
                let mut datasets: Vec<Stored> = contents.datasets.into_values().collect();
                datasets.sort_by(|one, other| {
                    let (day, other_day) = (one.dataset.day(), other.dataset.day());
                    let newest = other_day.cmp(&day);
                    newest.then_with(|| one.dataset.name.cmp(&other.dataset.name))
                });
                return Ok(View {
                    searcher,
                    hidden: pending.map(|pending| pending.import).collect(),
                    datasets,
                    stop: Stop::default(),
                });
            }
            self.reload();
        }
        Err(CatalogueError::Read {
            reason: "it keeps changing".to_owned(),
        })
    }
}

impl View {
    /// The same view, whose queries end when `stop` is set.
    pub(super) fn until(self, stop: Stop) -> Self {
        Self { stop, ..self }
    }

    /// What a query checks between two parts of the index.
    pub(super) const fn stop(&self) -> &Stop {
        &self.stop
    }

    /// The query without hidden rows.
    pub(super) fn visible(&self, fields: Fields, query: Box<dyn Query>) -> Box<dyn Query> {
        if self.hidden.is_empty() {
            return query;
        }
        let mut clauses = vec![(Occur::Must, query)];
        clauses.extend(self.hidden.iter().map(|import| {
            let hidden = TermQuery::new(fields.import_term(import), IndexRecordOption::Basic);
            (Occur::MustNot, Box::new(hidden) as Box<dyn Query>)
        }));
        Box::new(BooleanQuery::new(clauses))
    }

    /// The data sets that a search may use, newest first; all if it names none.
    pub(super) fn asked(&self, names: Option<&[String]>) -> Result<Vec<&Stored>, CatalogueError> {
        let Some(names) = names else {
            return Ok(self.datasets.iter().collect());
        };
        let is_there = |name: &&String| {
            self.datasets
                .iter()
                .any(|stored| stored.dataset.name == **name)
        };
        if let Some(gone) = names.iter().find(|name| !is_there(name)) {
            return Err(CatalogueError::Gone(gone.clone()));
        }
        let asked = self
            .datasets
            .iter()
            .filter(|stored| names.contains(&stored.dataset.name));
        Ok(asked.collect())
    }

    /// Whether any visible row matches.
    pub(super) fn any(&self, fields: Fields, query: Box<dyn Query>) -> tantivy::Result<bool> {
        let query = self.visible(fields, query);
        let weight = query.weight(EnableScoring::disabled_from_searcher(&self.searcher))?;
        for segment in self.searcher.segment_readers() {
            self.stop.check()?;
            let mut matches = weight.scorer(segment, 1.0)?;
            let alive = segment.alive_bitset();
            let mut doc = matches.doc();
            while doc != TERMINATED {
                if alive.is_none_or(|alive| alive.is_alive(doc)) {
                    return Ok(true);
                }
                doc = matches.advance();
            }
        }
        Ok(false)
    }

    /// How many places are visible.
    pub(super) fn rows(&self, fields: Fields) -> u64 {
        let hidden = self.hidden.iter().map(|import| {
            let term = fields.import_term(import);
            // Nothing of a pending import is deleted, so the term's frequency counts its rows.
            self.searcher.doc_freq(&term).unwrap_or_default()
        });
        self.searcher.num_docs().saturating_sub(hidden.sum())
    }
}

/// The list of data sets, and the state of the index that it belongs to.
pub(super) fn contents(index: &Index) -> Result<(Contents, Segments), CatalogueError> {
    let unreadable = |reason: String| CatalogueError::Read { reason };
    let metas = index
        .load_metas()
        .map_err(|error| unreadable(error.to_string()))?;
    let contents = match metas.payload.as_deref() {
        Some(payload) => {
            serde_json::from_str(payload).map_err(|error| unreadable(error.to_string()))?
        }
        None => Contents::default(),
    };
    let segments = metas
        .segments
        .iter()
        .map(|segment| (segment.id(), segment.delete_opstamp()));
    Ok((contents, segments.collect()))
}

/// A row.
pub(super) fn read(
    searcher: &Searcher,
    fields: Fields,
    address: DocAddress,
) -> Result<Place, CatalogueError> {
    let document: TantivyDocument = searcher.doc(address).map_err(unreadable)?;
    let json = document
        .get_first(fields.document)
        .and_then(|value| value.as_bytes())
        .ok_or_else(|| unreadable("a row without its document"))?;
    let place: Place = serde_json::from_slice(json).map_err(unreadable)?;
    Ok(place.in_readable_case())
}
