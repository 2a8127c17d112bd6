//! Searching the catalogue: all matches are ranked at once, their documents read page by page.
//!
//! A search sees the index as of its start, whatever is imported meanwhile. Ranking takes 24 bytes of memory
//! per match. Documents are read only as the stream is read; each page uses a blocking thread that is
//! released in between.
//!
//! A term matches names and categories with its words, and anything of the kind that it names, by any name of
//! that kind ([`crate::taxonomy`]). The term is treated as a typo only if nothing in the city matches: first
//! of the name of a kind, then of any word in the index.

use std::cmp::Ordering;

use futures::{StreamExt, TryStreamExt, stream};
use tantivy::collector::{Collector, SegmentCollector};
use tantivy::columnar::Column;
use tantivy::query::{BooleanQuery, ConstScoreQuery, FuzzyTermQuery, Occur, Query};
use tantivy::schema::Field;
use tantivy::{DocAddress, DocId, Score, Searcher, SegmentOrdinal, SegmentReader, Term};

use super::error::{CatalogueError, unreadable};
use super::looks::{blocking, looking};
use super::schema::{CONFIDENCE, Fields, KEY, has};
use super::searched::Searched;
use super::view::{CatalogueReader, Stop, View, read};
use crate::taxonomy::{Expansion, concept_key, taxonomy};
use crate::text::{Word, phrase_key, words};
use crate::{Place, PlaceQuery, PlaceStream, SourceError};

/// Documents read at a time.
const PAGE: usize = 64;

/// What a match scores, added up. Relevance depends on which of these hold, not on how rare the words are, so
/// that the order does not change with the index's segments.
const CATEGORY_IS_TERM: Score = 4.0;
const CATEGORY_IS_SYNONYM: Score = 3.0;
const NAME_IS_TERM: Score = 2.0;
const CATEGORY_HAS_TERM: Score = 1.0;

/// Words at least this long may contain one typo, or two.
const ONE_SLIP: usize = 5;
const TWO_SLIPS: usize = 9;

/// The most words of a term treated as typos, and the longest term examined for typos, in words.
const MOST_MISTAKEN: usize = 3;
const MOST_WORDS: usize = 8;

/// Every match, best first: by relevance, then confidence, then key.
pub(super) fn search(reader: CatalogueReader, fields: Fields, query: PlaceQuery) -> PlaceStream {
    let start = Step::Rank { reader, query };
    stream::try_unfold(start, move |step| async move {
        blocking(move || step.next(fields)).await
    })
    .map_err(SourceError::from)
    .map_ok(|page| stream::iter(page).map(Ok))
    .try_flatten()
    .boxed()
}

pub(super) async fn count(
    reader: CatalogueReader,
    fields: Fields,
    query: PlaceQuery,
) -> Result<u64, CatalogueError> {
    looking(reader, move |view| {
        Ok(rank(view, fields, &query)?.0.len() as u64)
    })
    .await
}

/// The state of a search between two pages.
enum Step {
    Rank {
        reader: CatalogueReader,
        query: PlaceQuery,
    },
    Read {
        searcher: Searcher,
        ranked: std::vec::IntoIter<Hit>,
        /// The names of the data sets that hits refer to, newest first.
        datasets: Vec<String>,
    },
}

impl Step {
    fn next(self, fields: Fields) -> Result<Option<(Vec<Place>, Self)>, CatalogueError> {
        let (searcher, mut ranked, datasets) = match self {
            Self::Rank { reader, query } => {
                let view = reader.view()?;
                let (hits, datasets) = rank(&view, fields, &query)?;
                (view.searcher, hits.into_iter(), datasets)
            }
            Self::Read {
                searcher,
                ranked,
                datasets,
            } => (searcher, ranked, datasets),
        };
        let page = ranked
            .by_ref()
            .take(PAGE)
            .map(|hit| {
                let mut place = read(&searcher, fields, hit.address)?;
                place.provenance.also_in = hit.also_in(&datasets);
                Ok(place)
            })
            .collect::<Result<Vec<Place>, CatalogueError>>()?;
        let rest = Self::Read {
            searcher,
            ranked,
            datasets,
        };
        Ok((!page.is_empty()).then_some((page, rest)))
    }
}

/// The matches in order, and the names of their data sets.
fn rank(
    view: &View,
    fields: Fields,
    query: &PlaceQuery,
) -> Result<(Vec<Hit>, Vec<String>), CatalogueError> {
    let asked = view.asked(query.datasets())?;
    let ground = Searched::of(fields, query.spot());
    let hits = |wanted: &Wanted| {
        let mut hits = Vec::new();
        for (dataset, stored) in (0_u16..).zip(&asked) {
            for (place, is_inside) in &ground.parts {
                let places = BooleanQuery::intersection(vec![
                    place.box_clone(),
                    has(fields.import, &stored.import),
                ]);
                let found = collect(view, fields, Box::new(places), wanted)?;
                for hit in found {
                    if *is_inside || ground.has(view, fields, hit.address)? {
                        hits.push(Hit { dataset, ..hit });
                    }
                }
            }
        }
        Ok::<_, CatalogueError>(hits)
    };
    let mut found = hits(&exact(fields, query.term()))?;
    if found.is_empty()
        && let Some(meant) = taxonomy().correct(query.term())
    {
        found = hits(&exact(fields, &meant))?;
    }
    if found.is_empty()
        && let Some(similar) = similar(view, fields, query.term()).map_err(unreadable)?
    {
        found = hits(&similar)?;
    }
    let mut found = each_once(found);
    found.sort_unstable_by(Hit::by_rank);
    let names = asked.iter().map(|stored| stored.dataset.name.clone());
    Ok((found, names.collect()))
}

/// Keeps a business of several data sets once, as in the newest, with the others noted.
fn each_once(mut hits: Vec<Hit>) -> Vec<Hit> {
    hits.sort_unstable_by_key(|hit| (hit.key, hit.dataset, hit.address));
    hits.dedup_by(|other, kept| {
        let is_same = other.key == kept.key;
        if is_same && other.dataset != kept.dataset {
            kept.also_in |= 1_u64.checked_shl(other.dataset.into()).unwrap_or(0);
        }
        is_same
    });
    hits
}

/// What a term asks for: what must match, and what adds to the score.
pub(super) struct Wanted {
    pub(super) must: Box<dyn Query>,
    boosts: Vec<(Box<dyn Query>, Score)>,
}

fn collect(
    view: &View,
    fields: Fields,
    city: Box<dyn Query>,
    wanted: &Wanted,
) -> Result<Vec<Hit>, CatalogueError> {
    let query = view.visible(fields, scored(city, wanted));
    let all = AllHits(view.stop());
    view.searcher.search(&query, &all).map_err(unreadable)
}

/// What is wanted within a place, scored.
pub(super) fn scored(place: Box<dyn Query>, wanted: &Wanted) -> Box<dyn Query> {
    let unscored = |query| Box::new(ConstScoreQuery::new(query, 0.0)) as Box<dyn Query>;
    let mut clauses = vec![
        (Occur::Must, unscored(place)),
        (Occur::Must, unscored(wanted.must.box_clone())),
    ];
    clauses.extend(wanted.boosts.iter().map(|(query, score)| {
        let boost = ConstScoreQuery::new(query.box_clone(), *score);
        let boost = Box::new(boost) as Box<dyn Query>;
        (Occur::Should, boost)
    }));
    Box::new(BooleanQuery::new(clauses))
}

/// Rows with the term itself among their categories.
pub(super) fn of_the_kind(fields: Fields, term: &str) -> Box<dyn Query> {
    Box::new(BooleanQuery::union(vec![
        has(fields.category, &concept_key(term)),
        has(fields.category, &phrase_key(term)),
    ]))
}

/// Rows with every word of the term in name or categories, or with a category of the kind it names.
pub(super) fn exact(fields: Fields, term: &str) -> Wanted {
    let words = words(term);
    let phrase = phrase_key(term);
    let Expansion {
        own,
        synonyms,
        related,
        ..
    } = taxonomy().expand(term);
    let mut kinds = vec![has(fields.category, &own)];
    let synonyms: Vec<Box<dyn Query>> = synonyms
        .iter()
        .map(|kind| has(fields.category, kind))
        .collect();
    kinds.extend(synonyms.iter().map(|query| query.box_clone()));
    kinds.extend(related.iter().map(|kind| has(fields.category, kind)));
    let mut boosts: Vec<(Box<dyn Query>, Score)> = vec![
        (of_the_kind(fields, term), CATEGORY_IS_TERM),
        (has(fields.name, &phrase), NAME_IS_TERM),
        (has_words(fields.category_words, &words), CATEGORY_HAS_TERM),
    ];
    if !synonyms.is_empty() {
        let any: Box<dyn Query> = Box::new(BooleanQuery::union(synonyms));
        boosts.push((any, CATEGORY_IS_SYNONYM));
    }
    kinds.push(has_words(fields.words, &words));
    Wanted {
        must: Box::new(BooleanQuery::union(kinds)),
        boosts,
    }
}

/// Rows with every word of the term, or with words one or two typos away. A possible typo is compared with
/// every word of the index, so only words that the index does not contain are treated as typos if a term has
/// many long words. `None` if there are too many of them, if the term is a whole sentence, or if all its
/// words are too short.
pub(super) fn similar(view: &View, fields: Fields, term: &str) -> tantivy::Result<Option<Wanted>> {
    let phrase = phrase_key(term);
    let words: Vec<&str> = phrase.split(' ').collect();
    let mut mistaken: Vec<&str> = words.clone();
    mistaken.retain(|word| word.len() >= ONE_SLIP);
    mistaken.sort_unstable();
    mistaken.dedup();
    if mistaken.len() > MOST_MISTAKEN {
        let mut unknown = Vec::new();
        for word in mistaken {
            let borne = Term::from_field_text(fields.words, word);
            if view.searcher.doc_freq(&borne)? == 0 {
                unknown.push(word);
            }
        }
        mistaken = unknown;
    }
    if words.len() > MOST_WORDS || mistaken.is_empty() || mistaken.len() > MOST_MISTAKEN {
        return Ok(None);
    }
    let each = words.iter().map(|word| -> Box<dyn Query> {
        if !mistaken.contains(word) {
            return has(fields.words, word);
        }
        let slips = if word.len() < TWO_SLIPS { 1 } else { 2 };
        let word = Term::from_field_text(fields.words, word);
        Box::new(FuzzyTermQuery::new(word, slips, true))
    });
    Ok(Some(Wanted {
        must: Box::new(BooleanQuery::intersection(each.collect())),
        boosts: Vec::new(),
    }))
}

/// All the words; a hyphenated one may also be written as one (`wal-mart`, `walmart`).
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

/// One match, with only what ranking needs.
#[derive(Debug, Clone, Copy)]
pub(super) struct Hit {
    relevance: Score,
    confidence: Option<f32>,
    /// The first 64 bits of its company key.
    pub(super) key: u64,
    pub(super) address: DocAddress,
    /// Index of its data set among those searched.
    dataset: u16,
    /// One bit for each of the other data sets that have it.
    also_in: u64,
}

impl Hit {
    /// The names of the other data sets that have the business.
    fn also_in(&self, datasets: &[String]) -> Vec<String> {
        let each = (0_u32..u64::BITS).zip(datasets);
        let others = each.filter(|(bit, _)| self.also_in & (1 << bit) != 0);
        others.map(|(_, name)| name.clone()).collect()
    }

    /// Whether both are equally relevant.
    pub(super) fn is_alike(&self, other: &Self) -> bool {
        self.relevance.total_cmp(&other.relevance) == Ordering::Equal
    }

    pub(super) fn by_rank(&self, other: &Self) -> Ordering {
        let confidence = |hit: &Self| hit.confidence.unwrap_or(-1.0);
        other
            .relevance
            .total_cmp(&self.relevance)
            .then_with(|| confidence(other).total_cmp(&confidence(self)))
            .then_with(|| self.key.cmp(&other.key))
            .then_with(|| self.address.cmp(&other.address))
    }
}

struct AllHits<'v>(&'v Stop);

pub(super) struct SegmentHits {
    segment: SegmentOrdinal,
    keys: Column<u64>,
    confidences: Column<f64>,
    hits: Vec<Hit>,
}

impl SegmentHits {
    pub(super) fn of(segment: SegmentOrdinal, reader: &SegmentReader) -> tantivy::Result<Self> {
        Ok(Self {
            segment,
            keys: reader.fast_fields().u64(KEY)?,
            confidences: reader.fast_fields().f64(CONFIDENCE)?,
            hits: Vec::new(),
        })
    }

    pub(super) fn hit(&self, doc: DocId, score: Score) -> Hit {
        Hit {
            relevance: score,
            // Precise enough for ranking.
            confidence: self
                .confidences
                .first(doc)
                .map(|confidence| confidence as f32),
            // Every document has a key; zero would only move it among its equals.
            key: self.keys.first(doc).unwrap_or_default(),
            address: DocAddress::new(self.segment, doc),
            dataset: 0,
            also_in: 0,
        }
    }
}

impl Collector for AllHits<'_> {
    type Fruit = Vec<Hit>;
    type Child = SegmentHits;

    fn for_segment(
        &self,
        segment: SegmentOrdinal,
        reader: &SegmentReader,
    ) -> tantivy::Result<SegmentHits> {
        self.0.check()?;
        SegmentHits::of(segment, reader)
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
        self.hits.push(self.hit(doc, score));
    }

    fn harvest(self) -> Vec<Hit> {
        self.hits
    }
}
