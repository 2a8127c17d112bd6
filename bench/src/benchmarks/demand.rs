//! B18: the Demand Map's figures, beside the same computation in numpy and scipy, one core each.
//!
//! Counties and tracts are those that ship with the product; businesses are drawn from a printed seed, where people live.

use std::fs;
use std::sync::Arc;
use std::time::{Duration, Instant};

use atlas::{Estimates, Observed, Position, Shape, Tract, reach};
use enrichment::Reference;
use enrichment::atlas::{Kind, Observations};
use enrichment::pack::Pack;
use rand::distr::weighted::WeightedIndex;
use rand::prelude::*;
use serde_json::{Value, json};

use super::{Bench, Peer, at_least, at_most};
use crate::error::BenchError;
use crate::python::Python;
use crate::report::Comparison;
use crate::rounds::{BoxFuture, Contestant, Figures, Series, progress};

const NAME: &str = "DemandAtlas, one thread";
const LIMIT: &str = "the limit";
/// Common and rare ones, with published cells and with sums that leave some out.
const KINDS: [&str; 5] = ["dentist", "brewery", "gas station", "florist", "hotel"];
const SEED: u64 = 18;
const BUSINESSES: usize = 7_000;
/// Where reach ends, in miles.
const REACH: f64 = 10.0;
/// Limits for one kind and for all tracts, in milliseconds.
const KIND_MS: f64 = 150.0;
const TRACTS_MS: f64 = 250.0;

/// What both contestants are asked about.
struct Questions {
    kinds: Vec<Observations>,
    tracts: Vec<Tract>,
    businesses: Vec<Position>,
}

impl Questions {
    fn new() -> Result<Self, BenchError> {
        let pack = Pack::starter().map_err(BenchError::of("the tables that ship"))?;
        let reference = Reference::new(pack);
        let observations = |name: &&str| {
            let kind =
                Kind::named(name).ok_or_else(|| BenchError::of("kind")((*name).to_owned()))?;
            let found = reference.observations(kind, &reference.demand_for(kind));
            found.map_err(|error| BenchError::of("kind")(format!("{name}: {error:?}")))
        };
        let kinds = KINDS.iter().map(observations).collect::<Result<_, _>>()?;
        let inputs = reference.atlas_inputs();
        let tracts: Vec<Tract> = inputs
            .into_iter()
            .flat_map(|inputs| &inputs.tracts)
            .map(|tract| Tract {
                middle: tract.middle,
                demand: tract.people,
            })
            .collect();
        let mut random = StdRng::seed_from_u64(SEED);
        let by_people = WeightedIndex::new(tracts.iter().map(|tract| tract.demand))
            .map_err(BenchError::of("tracts"))?;
        let businesses = (0..BUSINESSES).map(|_| {
            let Position {
                latitude,
                longitude,
            } = tracts[by_people.sample(&mut random)].middle;
            Position {
                latitude: latitude + random.random_range(-0.02..0.02),
                longitude: longitude + random.random_range(-0.02..0.02),
            }
        });
        Ok(Self {
            businesses: businesses.collect(),
            kinds,
            tracts,
        })
    }

    /// For the peers.
    fn write(&self, folder: &std::path::Path) -> Result<(), BenchError> {
        let kind = |kind: &Observations| {
            let of = |value: &dyn Fn(&Observed) -> Value| -> Vec<Value> {
                kind.observed.iter().map(value).collect()
            };
            json!({
                "demand": of(&|one| json!(one.demand)),
                "density": of(&|one| json!(one.density)),
                "published": of(&|one| json!(one.count.low())),
                "ways": of(&|one| json!(one.count.ways())),
            })
        };
        let kinds: Vec<Value> = self.kinds.iter().map(kind).collect();
        let at = |at: &Position| [at.latitude, at.longitude];
        let tracts = self.tracts.iter().map(|tract| {
            let [latitude, longitude] = at(&tract.middle);
            [latitude, longitude, tract.demand]
        });
        let all = json!({
            "kinds": kinds,
            "tracts": tracts.collect::<Vec<_>>(),
            "businesses": self.businesses.iter().map(at).collect::<Vec<_>>(),
            "reach": REACH,
        });
        Ok(fs::write(folder.join("demand.json"), all.to_string())?)
    }

    /// Fits a kind's model and says all of every county: `κ`, and how many counties have room.
    fn kind(&self, place: usize) -> (f64, usize) {
        let Observations { fips, observed, .. } = &self.kinds[place % self.kinds.len()];
        let state_of = |place: usize| fips[place].state();
        let estimates = Estimates::of(observed, Shape::Density, state_of)
            .expect("the kinds have businesses in these tables");
        let mut under = 0;
        // Beside the nation's mean, as the peer does; in some states it is the state's.
        let usual = estimates.mean;
        for one in observed {
            let county = estimates.county(one);
            std::hint::black_box((county.interval(usual), county.gap(usual)));
            under += usize::from(county.p_under(usual) >= 0.8);
        }
        (estimates.model.kappa, under)
    }

    /// How many businesses have a tract in reach.
    fn tracts(&self) -> usize {
        let reached = reach(&self.tracts, &self.businesses, REACH);
        std::hint::black_box(&reached.tracts);
        reached.businesses
    }
}

/// What a contestant of ours does in each step.
#[derive(Debug, Clone, Copy)]
enum Work {
    Kind,
    Tracts,
}

struct Product {
    questions: Arc<Questions>,
    work: Work,
}

impl Contestant for Product {
    fn name(&self) -> String {
        NAME.to_owned()
    }

    fn round(&mut self, _: u32, length: Duration) -> BoxFuture<'_, Result<Figures, BenchError>> {
        let (questions, work) = (Arc::clone(&self.questions), self.work);
        Box::pin(async move {
            let work = tokio::task::spawn_blocking(move || {
                let begun = Instant::now();
                let mut steps = 0_u32;
                while begun.elapsed() < length {
                    match work {
                        Work::Kind => drop(questions.kind(steps as usize)),
                        Work::Tracts => drop(questions.tracts()),
                    }
                    steps += 1;
                }
                vec![f64::from(steps) / begun.elapsed().as_secs_f64()]
            });
            work.await.map_err(BenchError::of("DemandAtlas"))
        })
    }
}

impl Bench<'_> {
    /// B18, the Demand Map's half of it.
    pub(super) async fn demand(&self) -> Result<Vec<Comparison>, BenchError> {
        progress(format_args!("B18: {BUSINESSES} businesses, seed {SEED}"));
        let questions = Arc::new(Questions::new()?);
        questions.write(self.folder)?;
        let python = Python::new(&self.options.python, "demand.py", self.folder);
        same(&questions, &python)?;
        let mut lines = Vec::new();
        for (work, title, unit, name, word, target, limit) in [
            (
                Work::Kind,
                "B18: a kind fitted, all counties told",
                "kinds/s",
                "numpy and scipy (BFGS)",
                "kinds",
                1.0,
                KIND_MS,
            ),
            (
                Work::Tracts,
                "B18: all tracts beside 7,000 businesses",
                "runs/s",
                "scipy (cKDTree)",
                "tracts",
                5.0,
                TRACTS_MS,
            ),
        ] {
            let product = Box::new(Product {
                questions: Arc::clone(&questions),
                work,
            });
            let peer: Peer = (Box::new(python.contestant(name, &[word])), at_least(target));
            let compared = self.compare(title, unit, product, vec![peer]).await?;
            lines.extend(compared.iter().map(|line| limited(line, limit)));
            lines.extend(compared);
        }
        Ok(lines)
    }
}

/// A rate as the milliseconds of one step, beside a limit.
fn limited(line: &Comparison, limit: f64) -> Comparison {
    let one = |name: &str, values| Series {
        name: name.to_owned(),
        values,
    };
    let rates = &line.product.values;
    Comparison {
        title: format!("{}, once", line.title),
        unit: "ms",
        product: one(NAME, rates.iter().map(|rate| 1_000.0 / rate).collect()),
        peer: one(LIMIT, vec![limit; rates.len()]),
        target: at_most(1.0),
    }
}

/// Both compute the same, or the comparison says nothing.
fn same(questions: &Questions, python: &Python) -> Result<(), BenchError> {
    let printed = python.print(&["check", "0"])?;
    let peer: Value = serde_json::from_str(&printed).map_err(BenchError::of("peer"))?;
    let number = |value: &Value| value.as_f64().unwrap_or(f64::NAN);
    for (place, name) in KINDS.iter().enumerate() {
        let (kappa, under) = questions.kind(place);
        let theirs = &peer["kinds"][place];
        let (their_kappa, their_under) = (number(&theirs["kappa"]), number(&theirs["under"]));
        let (their_kappa, their_under) = (their_kappa / kappa, their_under - under as f64);
        if !((their_kappa - 1.0).abs() < 0.01 && their_under.abs() <= 3.0) {
            let differs = format!("{name}: ours κ {kappa}, {under} counties; theirs {theirs}");
            return Err(BenchError::of("another result")(differs));
        }
    }
    let (ours, theirs) = (questions.tracts(), number(&peer["tracts"]));
    if (theirs - ours as f64).abs() > 1e-6 {
        let differs = format!("Σ D·A: ours {ours}, theirs {theirs}");
        return Err(BenchError::of("another result")(differs));
    }
    Ok(())
}
