//! The best matches of a whole state, or of everything: a few rows out of possibly millions.
//!
//! For a very common term not all matches are ranked: first those of the kind that it names, and at most
//! [`MOST_RANKED`], evenly from all parts of the index. So a search takes a fraction of a second in a
//! catalogue of any size. Among equally ranked rows those with coordinates are preferred, and they come
//! first.

use std::cmp::Ordering;
use std::collections::{BinaryHeap, HashSet};

use futures::{StreamExt, TryStreamExt, stream};
use tantivy::collector::{Collector, DocSetCollector, SegmentCollector};
use tantivy::query::{BooleanQuery, Query, TermQuery, Weight};
use tantivy::schema::IndexRecordOption;
use tantivy::{Score, SegmentOrdinal, SegmentReader, TERMINATED, Term};

use super::covering::in_state;
use super::error::{CatalogueError, unreadable};
use super::looks::blocking;
use super::schema::{Fields, has};
use super::search::{Hit, SegmentHits, Wanted, exact, of_the_kind, scored, similar};
use super::view::{CatalogueReader, View, read};
use crate::taxonomy::taxonomy;
use crate::{Place, PlaceStream, SourceError, WideQuery};

/// The most matches ranked.
const MOST_RANKED: u32 = 200_000;

/// How many of the best are checked for coordinates.
const LOOKED_AT: usize = 200;

/// The best matches, as many as the query wants.
pub(super) fn best(reader: CatalogueReader, fields: Fields, query: WideQuery) -> PlaceStream {
    let found = async move {
        let found = blocking(move || find(&reader.view()?, fields, &query)).await?;
        Ok::<_, SourceError>(stream::iter(found).map(Ok))
    };
    stream::once(found).try_flatten().boxed()
}

fn find(view: &View, fields: Fields, query: &WideQuery) -> Result<Vec<Place>, CatalogueError> {
    let asked = view.asked(query.datasets())?;
    let names: Vec<&str> = asked
        .iter()
        .map(|stored| stored.dataset.name.as_str())
        .collect();
    if names.is_empty() {
        return Ok(Vec::new());
    }
    let imports = asked
        .iter()
        .map(|stored| has(fields.import, &stored.import));
    let mut place: Vec<Box<dyn Query>> = vec![Box::new(BooleanQuery::union(imports.collect()))];
    place.extend(query.state().map(|state| in_state(fields, state)));
    let search = Search {
        view,
        fields,
        names,
        place: Box::new(BooleanQuery::intersection(place)),
        pool: LOOKED_AT.max(query.most() * 2),
    };
    let term = query.term();
    // What is wanted, and the term it stands for.
    type Attempt = tantivy::Result<Option<(Wanted, String)>>;
    let corrected = || {
        let meant = taxonomy().correct(term);
        Ok(meant.map(|meant| (exact(fields, &meant), meant)))
    };
    let of_term = |wanted: Wanted| (wanted, term.to_owned());
    let attempts: [&dyn Fn() -> Attempt; 3] = [
        &|| Ok(Some(of_term(exact(fields, term)))),
        &corrected,
        &|| Ok(similar(view, fields, term)?.map(of_term)),
    ];
    for attempt in attempts {
        let Some((wanted, meant)) = attempt().map_err(unreadable)? else {
            continue;
        };
        let kind = of_the_kind(fields, &meant);
        let mut ranked = search.ranked(&wanted, Some(kind)).map_err(unreadable)?;
        if ranked.len() < search.pool {
            ranked = search.ranked(&wanted, None).map_err(unreadable)?;
        }
        if !ranked.is_empty() {
            return search.places(&ranked, query.most());
        }
    }
    Ok(Vec::new())
}

struct Search<'v> {
    view: &'v View,
    fields: Fields,
    /// The data sets searched, newest first.
    names: Vec<&'v str>,
    /// Restricts to the state and the data sets.
    place: Box<dyn Query>,
    /// How many of the best to keep.
    pool: usize,
}

impl Search<'_> {
    /// The best matches in order; if a kind is given, only those of it.
    fn ranked(&self, wanted: &Wanted, kind: Option<Box<dyn Query>>) -> tantivy::Result<Vec<Hit>> {
        let place = match kind {
            Some(kind) => Box::new(BooleanQuery::intersection(vec![
                self.place.box_clone(),
                kind,
            ])),
            None => self.place.box_clone(),
        };
        let query = self.view.visible(self.fields, scored(place, wanted));
        let segments = self.view.searcher.segment_readers().iter();
        let collector = Best {
            most: self.pool,
            rows: segments.map(|segment| u64::from(segment.max_doc())).sum(),
        };
        self.view.searcher.search(&query, &collector)
    }

    /// The best rows, as many as wanted, those with coordinates first; each business once, as in the newest
    /// data set.
    fn places(&self, ranked: &[Hit], most: usize) -> Result<Vec<Place>, CatalogueError> {
        let mut seen = HashSet::new();
        let mut best: Vec<Place> = Vec::new();
        for alike in ranked.chunk_by(Hit::is_alike) {
            let mut rows = Vec::new();
            for hit in alike {
                let row = read(&self.view.searcher, self.fields, hit.address)?;
                if seen.insert(row.key.clone()) {
                    rows.push(self.newest(hit, row)?);
                }
            }
            rows.sort_by_key(|row| row.coordinates().is_none());
            best.extend(rows);
            if best.len() >= most {
                break;
            }
        }
        best.truncate(most);
        best.sort_by_key(|row| row.coordinates().is_none());
        Ok(best)
    }

    /// The row of a business in the newest data set, with the names of the others.
    fn newest(&self, hit: &Hit, row: Place) -> Result<Place, CatalogueError> {
        if self.names.len() == 1 {
            return Ok(row);
        }
        let key = TermQuery::new(
            Term::from_field_u64(self.fields.key, hit.key),
            IndexRecordOption::Basic,
        );
        let query = self.view.visible(self.fields, Box::new(key));
        let found = self.view.searcher.search(&query, &DocSetCollector);
        let mut rows: Vec<(usize, Place)> = Vec::new();
        for address in found.map_err(unreadable)? {
            let place = read(&self.view.searcher, self.fields, address)?;
            let mut names = self.names.iter();
            if let Some(rank) = names.position(|name| *name == place.provenance.source)
                && place.key == row.key
            {
                rows.push((rank, place));
            }
        }
        rows.sort_by_key(|(rank, _)| *rank);
        rows.dedup_by_key(|(rank, _)| *rank);
        let mut rows = rows.into_iter().map(|(_, place)| place);
        let mut newest = rows.next().unwrap_or(row);
        newest.provenance.also_in = rows.map(|place| place.provenance.source).collect();
        Ok(newest)
    }
}

struct Best {
    most: usize,
    /// Number of rows in the index.
    rows: u64,
}

/// Ordered by rank: the greatest is the worst.
struct Ranked(Hit);

impl PartialEq for Ranked {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Ranked {}

impl PartialOrd for Ranked {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Ranked {
    fn cmp(&self, other: &Self) -> Ordering {
        self.0.by_rank(&other.0)
    }
}

struct BestOfSegment {
    hits: SegmentHits,
    best: BinaryHeap<Ranked>,
    most: usize,
}

impl SegmentCollector for BestOfSegment {
    type Fruit = Vec<Hit>;

    fn collect(&mut self, doc: u32, score: Score) {
        let hit = Ranked(self.hits.hit(doc, score));
        if self.best.len() < self.most {
            self.best.push(hit);
        } else if let Some(mut worst) = self.best.peek_mut()
            && hit < *worst
        {
            *worst = hit;
        }
    }

    fn harvest(self) -> Vec<Hit> {
        self.best.into_iter().map(|ranked| ranked.0).collect()
    }
}

impl Collector for Best {
    type Fruit = Vec<Hit>;
    type Child = BestOfSegment;

    fn for_segment(
        &self,
        segment: SegmentOrdinal,
        reader: &SegmentReader,
    ) -> tantivy::Result<BestOfSegment> {
        Ok(BestOfSegment {
            hits: SegmentHits::of(segment, reader)?,
            best: BinaryHeap::new(),
            most: self.most,
        })
    }

    fn requires_scoring(&self) -> bool {
        true
    }

    fn merge_fruits(&self, fruits: Vec<Vec<Hit>>) -> tantivy::Result<Vec<Hit>> {
        let mut hits = fruits.concat();
        hits.sort_unstable_by(Hit::by_rank);
        hits.truncate(self.most);
        Ok(hits)
    }

    /// Stops after the segment's share of the ranked matches.
    fn collect_segment(
        &self,
        weight: &dyn Weight,
        segment: SegmentOrdinal,
        reader: &SegmentReader,
    ) -> tantivy::Result<Vec<Hit>> {
        let mut best = self.for_segment(segment, reader)?;
        let alive = reader.alive_bitset();
        let share = u64::from(MOST_RANKED) * u64::from(reader.max_doc()) / self.rows.max(1);
        let mut left = share.max(self.most as u64);
        let mut matches = weight.scorer(reader, 1.0)?;
        let mut doc = matches.doc();
        while doc != TERMINATED && left > 0 {
            if alive.is_none_or(|alive| alive.is_alive(doc)) {
                best.collect(doc, matches.score());
            }
            left -= 1;
            doc = matches.advance();
        }
        Ok(best.harvest())
    }
}
