//! Searching the catalogue: all matches are ranked at once, their documents read page by page.
//!
//! A search sees the index as it was when it began, whatever is imported meanwhile. Ranking
//! holds 24 bytes a match in memory; documents are read only as the stream is read, each page
//! on a blocking thread that is given back in between.

use std::cmp::Ordering;
use std::collections::HashSet;

use futures::{StreamExt, TryStreamExt, stream};
use tantivy::collector::{Collector, SegmentCollector};
use tantivy::columnar::Column;
use tantivy::query::{BooleanQuery, ConstScoreQuery, Occur, Query, TermQuery};
use tantivy::schema::{Field, IndexRecordOption, Value};
use tantivy::{
    DocAddress, DocId, IndexReader, Score, Searcher, SegmentOrdinal, SegmentReader,
    TantivyDocument, Term,
};

use super::schema::{CONFIDENCE, Fields, KEY, location_term};
use crate::text::{Word, phrase_key, words};
use crate::{Place, PlaceQuery, PlaceStream, PlacesError};

/// Documents read at a time.
const PAGE: usize = 64;

/// What a match earns, added up: relevance is decided by which of these hold, not by how rare
/// the words are, so that the order does not change with the index's segments.
const CATEGORY_IS_TERM: Score = 4.0;
const NAME_IS_TERM: Score = 2.0;
const CATEGORY_HAS_TERM: Score = 1.0;

/// Every place that matches, best first: relevance, then confidence, then key.
pub(super) fn search(reader: IndexReader, fields: Fields, query: PlaceQuery) -> PlaceStream {
    let start = Step::Rank { reader, query };
    stream::try_unfold(start, move |step| async move {
        blocking(move || step.next(fields)).await
    })
    .map_ok(|page| stream::iter(page).map(Ok))
    .try_flatten()
    .boxed()
}

/// Where a search stands between two pages.
enum Step {
    Rank {
        reader: IndexReader,
        query: PlaceQuery,
    },
    Read {
        searcher: Searcher,
        ranked: std::vec::IntoIter<DocAddress>,
    },
}

impl Step {
    fn next(self, fields: Fields) -> Result<Option<(Vec<Place>, Self)>, PlacesError> {
        let (searcher, mut ranked) = match self {
            Self::Rank { reader, query } => {
                let searcher = reader.searcher();
                let ranked = rank(&searcher, fields, &query)?.into_iter();
                (searcher, ranked)
            }
            Self::Read { searcher, ranked } => (searcher, ranked),
        };
        let page = ranked
            .by_ref()
            .take(PAGE)
            .map(|address| read(&searcher, fields, address))
            .collect::<Result<Vec<Place>, PlacesError>>()?;
        Ok((!page.is_empty()).then_some((page, Self::Read { searcher, ranked })))
    }
}

async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, PlacesError> + Send + 'static,
) -> Result<T, PlacesError> {
    // The task fails only where the runtime is shutting down (or on a bug, which has been logged).
    tokio::task::spawn_blocking(work)
        .await
        .unwrap_or(Err(PlacesError::Stopped))
}

fn read(searcher: &Searcher, fields: Fields, address: DocAddress) -> Result<Place, PlacesError> {
    let document: TantivyDocument = searcher.doc(address).map_err(unreadable)?;
    let json = document
        .get_first(fields.document)
        .and_then(|value| value.as_bytes())
        .ok_or_else(|| unreadable("a row without its document"))?;
    serde_json::from_slice(json).map_err(unreadable)
}

fn unreadable(error: impl std::fmt::Display) -> PlacesError {
    PlacesError::CatalogueRead {
        reason: error.to_string(),
    }
}

/// The matches in order, a business that several data sets have only once.
fn rank(
    searcher: &Searcher,
    fields: Fields,
    query: &PlaceQuery,
) -> Result<Vec<DocAddress>, PlacesError> {
    let Some(query) = index_query(fields, query) else {
        return Ok(Vec::new());
    };
    let mut hits = searcher.search(&*query, &AllHits).map_err(unreadable)?;
    hits.sort_unstable_by(Hit::by_rank);
    let mut seen = HashSet::with_capacity(hits.len());
    hits.retain(|hit| seen.insert(hit.key));
    Ok(hits.into_iter().map(|hit| hit.address).collect())
}

/// The index query: state and city, every word of the term in name or categories, and the boosts.
fn index_query(fields: Fields, query: &PlaceQuery) -> Option<Box<dyn Query>> {
    let location = location_term(query.state(), query.city())?;
    let words = words(query.term());
    let term = phrase_key(query.term());
    let boost = |query: Box<dyn Query>, score| -> (Occur, Box<dyn Query>) {
        (Occur::Should, Box::new(ConstScoreQuery::new(query, score)))
    };
    let needed = |query: Box<dyn Query>| -> (Occur, Box<dyn Query>) {
        (Occur::Must, Box::new(ConstScoreQuery::new(query, 0.0)))
    };
    Some(Box::new(BooleanQuery::new(vec![
        needed(has(fields.location, &location)),
        needed(has_words(fields.words, &words)),
        boost(has(fields.category, &term), CATEGORY_IS_TERM),
        boost(has(fields.name, &term), NAME_IS_TERM),
        boost(has_words(fields.category_words, &words), CATEGORY_HAS_TERM),
    ])))
}

fn has(field: Field, text: &str) -> Box<dyn Query> {
    Box::new(TermQuery::new(
        Term::from_field_text(field, text),
        IndexRecordOption::Basic,
    ))
}

/// All the words, where a hyphenated one may also stand as one (`wal-mart`, `walmart`).
fn has_words(field: Field, words: &[Word]) -> Box<dyn Query> {
    let each = words.iter().map(|word| {
        let parts = word.parts.iter().map(|part| has(field, part)).collect();
        let parts: Box<dyn Query> = Box::new(BooleanQuery::intersection(parts));
        match word.joined() {
            Some(joined) => Box::new(BooleanQuery::union(vec![parts, has(field, &joined)])),
            None => parts,
        }
    });
    Box::new(BooleanQuery::intersection(each.collect()))
}

/// One match, as much of it as ranking needs.
#[derive(Debug, Clone, Copy)]
struct Hit {
    relevance: Score,
    confidence: Option<f32>,
    key: u64,
    address: DocAddress,
}

impl Hit {
    fn by_rank(&self, other: &Self) -> Ordering {
        let confidence = |hit: &Self| hit.confidence.unwrap_or(-1.0);
        other
            .relevance
            .total_cmp(&self.relevance)
            .then_with(|| confidence(other).total_cmp(&confidence(self)))
            .then_with(|| self.key.cmp(&other.key))
            .then_with(|| self.address.cmp(&other.address))
    }
}

/// Collects every match.
struct AllHits;

struct SegmentHits {
    segment: SegmentOrdinal,
    keys: Column<u64>,
    confidences: Column<f64>,
    hits: Vec<Hit>,
}

impl Collector for AllHits {
    type Fruit = Vec<Hit>;
    type Child = SegmentHits;

    fn for_segment(
        &self,
        segment: SegmentOrdinal,
        reader: &SegmentReader,
    ) -> tantivy::Result<SegmentHits> {
        Ok(SegmentHits {
            segment,
            keys: reader.fast_fields().u64(KEY)?,
            confidences: reader.fast_fields().f64(CONFIDENCE)?,
            hits: Vec::new(),
        })
    }

    fn requires_scoring(&self) -> bool {
        true
    }

    fn merge_fruits(&self, fruits: Vec<Vec<Hit>>) -> tantivy::Result<Vec<Hit>> {
        Ok(fruits.concat())
    }
}

impl SegmentCollector for SegmentHits {
    type Fruit = Vec<Hit>;

    fn collect(&mut self, doc: DocId, score: Score) {
        self.hits.push(Hit {
            relevance: score,
            // Precise enough to rank by.
            confidence: self
                .confidences
                .first(doc)
                .map(|confidence| confidence as f32),
            // Every document has a key; zero would only move it within its equals.
            key: self.keys.first(doc).unwrap_or_default(),
            address: DocAddress::new(self.segment, doc),
        });
    }

    fn harvest(self) -> Vec<Hit> {
        self.hits
    }
}
