//! B10: enrichment of a million points, compared with shapely and DuckDB, one core each.
//!
//! The counties are real (those that ship with the product). Tracts, roads, businesses and points are
//! made up from a printed seed, since no package registry carries the nation's. Every contestant reads
//! the same shapes and points.

mod made_up;
mod question;

use std::sync::Arc;
use std::time::{Duration, Instant};

use enrichment::enrich::{Business, CompetitorIndex, ListSource};
use enrichment::geo::{NearestIndex, Position, ShapeIndex};
use enrichment::pack::{Pack, TableData};
use enrichment::{Reference, Subject};

use super::{Bench, at_least, at_most};
use crate::error::BenchError;
use crate::python::Python;
use crate::report::Comparison;
use crate::rounds::{BoxFuture, Contestant, Figures, Series, progress};

use made_up::{MadeUp, SEED, Size};
use question::Question;

/// Points asked about between two looks at the clock.
const RUN: usize = 10_000;
/// Single businesses, timed one by one.
const SINGLES: usize = 50_000;

/// Target for whole rows, per second.
const ROWS_PER_SECOND: f64 = 50_000.0;
/// Target for the 99th percentile of one business, in microseconds.
const SINGLE_MICROS: f64 = 100.0;
const LIMIT: &str = "the limit";
const NAME: &str = "DemandAtlas, one thread";
/// The peers: their names, and what their script calls them.
const SHAPELY: (&str, &str) = ("shapely 2 (STRtree), one process", "shapely");
const DUCKDB: (&str, &str) = ("DuckDB spatial join, one thread", "duckdb");

struct Loaded {
    reference: Reference,
    counties: ShapeIndex,
    tracts: ShapeIndex,
    roads: NearestIndex,
    around: CompetitorIndex,
    points: Vec<(f64, f64)>,
}

impl Loaded {
    fn new(made_up: &MadeUp) -> Self {
        let mut pack = Pack::builtin();
        let counties = pack.tables.iter().find_map(|table| match &table.data {
            TableData::Shapes(shapes) => Some(shapes.shapes.clone()),
            _ => None,
        });
        let businesses = made_up.points.iter().take(made_up::BUSINESSES).enumerate();
        let businesses = businesses.map(|(number, at)| Business {
            key: number.to_string(),
            name: format!("Example {number}"),
            category: "brewery".to_owned(),
            coordinates: *at,
        });
        let around = CompetitorIndex::new(ListSource::default(), businesses);
        let roads = (0_u32..).zip(&made_up.roads).flat_map(|(owner, course)| {
            course.windows(2).map(move |pair| (owner, pair[0], pair[1]))
        });
        let roads = NearestIndex::of_segments(roads);
        pack.merge(made_up.tract_table());
        pack.merge(made_up.road_table());
        Self {
            reference: Reference::new(pack),
            counties: ShapeIndex::new(counties.unwrap_or_default()),
            tracts: ShapeIndex::new(made_up.tracts.clone()),
            roads,
            around,
            points: made_up.points.clone(),
        }
    }

    /// Asks about a run of points; returns how many were answered, so that nothing is optimized away.
    fn ask(&self, question: Question, run: usize) -> usize {
        let from = run * RUN % (self.points.len() - RUN);
        let points = &self.points[from..from + RUN];
        let position = |at: &(f64, f64)| Position::from_degrees(at.0, at.1);
        match question {
            Question::County => points
                .iter()
                .filter_map(|p| self.counties.containing(position(p)?))
                .count(),
            Question::Tract => points
                .iter()
                .filter_map(|p| self.tracts.containing(position(p)?))
                .count(),
            Question::Road => points
                .iter()
                .filter_map(|p| self.roads.nearest(position(p)?))
                .count(),
            Question::Row => points.iter().map(|p| self.row(*p)).sum(),
        }
    }

    fn row(&self, coordinates: (f64, f64)) -> usize {
        let subject = Subject {
            coordinates: Some(coordinates),
            category: Some("brewery"),
            ..Subject::default()
        };
        self.reference
            .enrich(&subject, Some(&self.around))
            .entries()
            .len()
    }

    /// The time per single business.
    fn singles(&self) -> Comparison {
        let mut times: Vec<f64> = (0..SINGLES)
            .map(|number| {
                let begun = Instant::now();
                std::hint::black_box(self.row(self.points[number * 7 % self.points.len()]));
                begun.elapsed().as_secs_f64() * 1e6
            })
            .collect();
        times.sort_unstable_by(f64::total_cmp);
        let series = |name: &str, value| Series {
            name: name.to_owned(),
            values: vec![value],
        };
        Comparison {
            title: "B10: one business, 99th percentile".to_owned(),
            unit: "µs",
            product: series(NAME, times[SINGLES * 99 / 100]),
            peer: series(LIMIT, SINGLE_MICROS),
            target: at_most(1.0),
        }
    }
}

struct Product {
    loaded: Arc<Loaded>,
    question: Question,
}

impl Contestant for Product {
    fn name(&self) -> String {
        NAME.to_owned()
    }

    fn round(
        &mut self,
        round: u32,
        length: Duration,
    ) -> BoxFuture<'_, Result<Figures, BenchError>> {
        let (loaded, question) = (Arc::clone(&self.loaded), self.question);
        Box::pin(async move {
            let work = tokio::task::spawn_blocking(move || {
                let begun = Instant::now();
                let mut asked = 0_u32;
                while begun.elapsed() < length {
                    let run = asked as usize + round as usize * 31;
                    std::hint::black_box(loaded.ask(question, run));
                    asked += 1;
                }
                vec![f64::from(asked) * RUN as f64 / begun.elapsed().as_secs_f64()]
            });
            work.await.map_err(BenchError::of("DemandAtlas"))
        })
    }
}

impl Bench<'_> {
    /// B10.
    pub(super) async fn enrichment(&self) -> Result<Vec<Comparison>, BenchError> {
        progress(format_args!(
            "B10: making up tracts, roads and points, seed {SEED}"
        ));
        let short = self.options.short;
        let size = if short { Size::SHORT } else { Size::NATION };
        let made_up = MadeUp::new(SEED, size);
        let python = Python::new(&self.options.python, "enrichment.py", self.folder);
        let loaded = Arc::new(Loaded::new(&made_up));
        made_up.write(self.folder, loaded.counties.set())?;
        progress(format_args!(
            "B10: loaded in {} ms, {} MiB held",
            loaded.reference.loaded_in().as_millis(),
            loaded.reference.memory() >> 20
        ));
        let mut lines = Vec::new();
        if !short {
            lines.push(loaded.singles());
        }
        for (question, title, peers) in [
            (
                Question::County,
                "B10: county of a point",
                vec![(SHAPELY, at_least(3.0)), (DUCKDB, None)],
            ),
            (
                Question::Tract,
                "B10: tract of a point",
                vec![(SHAPELY, at_least(3.0))],
            ),
            (
                Question::Road,
                "B10: nearest road of a point",
                vec![(SHAPELY, at_least(6.0))],
            ),
        ] {
            let product = product(&loaded, question);
            let wanted = peers
                .into_iter()
                .filter(|(peer, _)| !short || *peer == SHAPELY);
            let peers = wanted.map(|((name, word), target)| {
                let peer = python.contestant(name, &[word, question.word()]);
                (Box::new(peer) as Box<dyn Contestant>, target)
            });
            let peers = peers.collect();
            lines.extend(self.compare(title, "points/s", product, peers).await?);
        }
        if short {
            return Ok(lines);
        }
        let title = "B10: a whole row";
        let limit = Box::new(Limit(ROWS_PER_SECOND));
        let peers: Vec<super::Peer> = vec![(limit, at_least(1.0))];
        let row = product(&loaded, Question::Row);
        lines.extend(self.compare(title, "rows/s", row, peers).await?);
        Ok(lines)
    }
}

fn product(loaded: &Arc<Loaded>, question: Question) -> Box<dyn Contestant> {
    let loaded = Arc::clone(loaded);
    Box::new(Product { loaded, question })
}

/// A target figure.
struct Limit(f64);

impl Contestant for Limit {
    fn name(&self) -> String {
        LIMIT.to_owned()
    }

    fn round(&mut self, _: u32, _: Duration) -> BoxFuture<'_, Result<Figures, BenchError>> {
        let figures = vec![self.0];
        Box::pin(async move { Ok(figures) })
    }
}
