//! Finds the constants of each kind's demand (`scripts/atlas-constants`): which share of it follows people in the daytime,
//! and how strongly it follows income.
//!
//! Five-fold cross-validation over ten seeded assignments of states: the model is fitted without a fifth of the states,
//! and judged by the likelihood of what is there. Of the pairs within 5 nats of the best mean gain the simplest is taken;
//! none where the gain is not above 5 nats and 2 standard errors.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use anyhow::{Context, bail};
use atlas::{Base, Demand, Observed, Shape, fit};
use enrichment::Reference;
use enrichment::atlas::Kind;
use enrichment::pack::Pack;
use rand::SeedableRng;
use rand::rngs::StdRng;
use rand::seq::SliceRandom;

const FOLDS: usize = 5;
const ASSIGNMENTS: u64 = 10;
const OMEGAS: [f64; 2] = [0.0, 0.5];
const EPSILONS: [f64; 5] = [0.0, 0.5, 1.0, 1.5, 2.0];
/// Nats that count for nothing.
const ALIKE: f64 = 5.0;
const STANDARD_ERRORS: f64 = 2.0;

fn main() -> anyhow::Result<()> {
    let mut arguments = std::env::args_os().skip(1);
    let (Some(pack), Some(table), None) = (arguments.next(), arguments.next(), arguments.next())
    else {
        bail!("usage: atlas-constants REFERENCE.PACK CONSTANTS.TSV");
    };
    let reference = Reference::new(Pack::load(Path::new(&pack))?);
    let text = std::fs::read_to_string(&table).with_context(|| format!("{}", table.display()))?;
    let bases = bases(&text)?;
    let found = all(&reference, &bases);
    let mut out: String = text
        .lines()
        .filter(|line| line.starts_with('#'))
        .map(|line| format!("{line}\n"))
        .collect();
    for kind in Reference::kinds() {
        let demand = found.get(kind.name).context(kind.name)?;
        out += &format!(
            "{}\t{}\t{}\t{}\n",
            kind.name,
            demand.base.name(),
            demand.omega,
            demand.epsilon
        );
    }
    std::fs::write(&table, out)?;
    Ok(())
}

/// Whom each kind serves, which is chosen, not found.
fn bases(table: &str) -> anyhow::Result<BTreeMap<&str, Base>> {
    let lines = table
        .lines()
        .filter(|line| !line.starts_with('#') && !line.is_empty());
    lines
        .map(|line| {
            let mut cells = line.split('\t');
            let kind = cells.next().context("a line without a kind")?;
            let base = cells.next().and_then(Base::named);
            Ok((kind, base.with_context(|| format!("{kind} has no base"))?))
        })
        .collect()
}

/// The constants of all kinds; those that count the same industries are computed once.
#[expect(clippy::print_stdout, reason = "a program of the command line")]
fn all(reference: &Reference, bases: &BTreeMap<&str, Base>) -> BTreeMap<&'static str, Demand> {
    let mut kinds: BTreeMap<Vec<u32>, Vec<Kind>> = BTreeMap::new();
    for kind in Reference::kinds() {
        kinds
            .entry(reference.codes_of(kind))
            .or_default()
            .push(kind);
    }
    let kinds: Vec<Vec<Kind>> = kinds.into_values().collect();
    let (next, found) = (AtomicUsize::new(0), Mutex::new(BTreeMap::new()));
    let work = || {
        while let Some(alike) = kinds.get(next.fetch_add(1, Ordering::Relaxed)) {
            let base = bases.get(alike[0].name).copied().unwrap_or(Base::Residents);
            let demand = constants(reference, alike[0], base);
            let mut found = found.lock().expect("no thread panics with it");
            for kind in alike {
                println!(
                    "{}\t{}\t{}\t{}",
                    kind.name,
                    base.name(),
                    demand.omega,
                    demand.epsilon
                );
                found.insert(kind.name, demand);
            }
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(work);
        }
    });
    found.into_inner().expect("no thread panics with it")
}

fn constants(reference: &Reference, kind: Kind, base: Base) -> Demand {
    let plain = Demand {
        base,
        omega: 0.0,
        epsilon: 0.0,
    };
    let pairs = OMEGAS.iter().flat_map(|omega| {
        EPSILONS.map(|epsilon| Demand {
            base,
            omega: *omega,
            epsilon,
        })
    });
    // Only counties that have all inputs, so that all pairs are judged by the same.
    let fullest = Demand {
        base,
        omega: 0.5,
        epsilon: 1.0,
    };
    let Ok(with_all) = reference.observations(kind, &fullest) else {
        return plain;
    };
    let judged = |demand: &Demand| -> Option<Vec<f64>> {
        let observations = reference.observations(kind, demand).ok()?;
        let of_county: BTreeMap<_, _> = observations
            .fips
            .iter()
            .zip(observations.observed)
            .collect();
        let counties: Vec<(u32, Observed)> = with_all
            .fips
            .iter()
            .filter_map(|fips| Some((fips.state(), of_county.get(fips)?.clone())))
            .collect();
        (0..ASSIGNMENTS)
            .map(|seed| held_out(&counties, seed))
            .collect()
    };
    let Some(plainly) = judged(&plain) else {
        return plain;
    };
    let gains = pairs.filter_map(|demand| {
        let gains: Vec<f64> = judged(&demand)?
            .iter()
            .zip(&plainly)
            .map(|(with, without)| with - without)
            .collect();
        Some((demand, gains))
    });
    simplest(plain, &gains.collect::<Vec<_>>())
}

/// The likelihood of counties by the model that was fitted without their states. None where a fifth of the states leaves
/// too little to be fitted.
fn held_out(counties: &[(u32, Observed)], seed: u64) -> Option<f64> {
    let mut states: Vec<u32> = counties.iter().map(|(state, _)| *state).collect();
    states.sort_unstable();
    states.dedup();
    states.shuffle(&mut StdRng::seed_from_u64(seed));
    let fold_of: BTreeMap<u32, usize> = states
        .iter()
        .enumerate()
        .map(|(place, state)| (*state, place % FOLDS))
        .collect();
    let mut likelihood = 0.0;
    for fold in 0..FOLDS {
        let split = |held: bool| -> Vec<Observed> {
            let of_fold = counties
                .iter()
                .filter(|(state, _)| (fold_of[state] == fold) == held);
            of_fold.map(|(_, county)| county.clone()).collect()
        };
        likelihood += fit(&split(false), Shape::Density)?.log_likelihood(&split(true));
    }
    Some(likelihood)
}

fn simplest(plain: Demand, gains: &[(Demand, Vec<f64>)]) -> Demand {
    let mean = |gains: &[f64]| gains.iter().sum::<f64>() / gains.len() as f64;
    let best = gains
        .iter()
        .max_by(|a, b| mean(&a.1).total_cmp(&mean(&b.1)));
    let Some((_, best)) = best else {
        return plain;
    };
    let most = mean(best);
    let spread =
        best.iter().map(|gain| (gain - most).powi(2)).sum::<f64>() / (best.len() - 1) as f64;
    let error = (spread / best.len() as f64).sqrt();
    if most <= ALIKE || most <= STANDARD_ERRORS * error {
        return plain;
    }
    let alike = gains
        .iter()
        .filter(|(_, gains)| mean(gains) >= most - ALIKE);
    let cost = |demand: &Demand| {
        let used = u8::from(demand.omega > 0.0) + u8::from(demand.epsilon > 0.0);
        (
            used,
            (2.0 * demand.epsilon) as u8,
            (2.0 * demand.omega) as u8,
        )
    };
    alike
        .map(|(demand, _)| *demand)
        .min_by_key(cost)
        .unwrap_or(plain)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn demand(omega: f64, epsilon: f64) -> Demand {
        Demand {
            base: Base::Residents,
            omega,
            epsilon,
        }
    }

    #[test]
    fn the_simplest_pair_that_is_nearly_the_best_is_taken() {
        let plain = demand(0.0, 0.0);
        let around = |gain: f64| vec![gain - 1.0, gain, gain + 1.0];
        let gains = [
            (plain, around(0.0)),
            (demand(0.0, 1.0), around(36.0)),
            (demand(0.5, 1.5), around(40.0)),
        ];
        assert_eq!(simplest(plain, &gains), demand(0.0, 1.0));
        let gains = [
            (plain, around(0.0)),
            (demand(0.0, 1.0), around(30.0)),
            (demand(0.5, 1.5), around(40.0)),
        ];
        assert_eq!(simplest(plain, &gains), demand(0.5, 1.5));
    }

    #[test]
    fn little_gain_and_gain_by_chance_count_for_nothing() {
        let plain = demand(0.0, 0.0);
        let little = [
            (plain, vec![0.0; 3]),
            (demand(0.0, 1.0), vec![4.9, 5.0, 5.0]),
        ];
        assert_eq!(simplest(plain, &little), plain);
        let by_chance = [
            (plain, vec![0.0; 3]),
            (demand(0.0, 1.0), vec![-90.0, 100.0, 30.0]),
        ];
        assert_eq!(simplest(plain, &by_chance), plain);
    }
}
