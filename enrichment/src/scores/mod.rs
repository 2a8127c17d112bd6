//! Scores from 0 to 100 with their factors. `docs/scores.md` has the formulas.
//!
//! A factor is a field's value converted to points: by its rank among all counties, or by a fixed scale for
//! distances. A score is the weighted mean of its factors' points. The weights of missing factors are
//! redistributed over the others, and below `MIN_COVERAGE` of the weights the score is withheld. A missing
//! factor is never replaced by a made-up value.

mod definitions;
mod judgement;

use crate::fact::ScoreFactor;
use crate::fields::{Field, How};
use crate::measure::Measure;
use crate::reference::Reference;
use crate::row::{Enriched, Source, Value};

use definitions::{Factor, MARKET, SCORES, Scale, Score, TOURISM_IMPACT, TRANSPORT_ACCESS};

/// The share of a score's weights that must be present.
pub const MIN_COVERAGE: f64 = 0.5;

/// The measures that scores rank, whose values the reference keeps sorted.
pub(crate) fn ranked_measures() -> Vec<Measure> {
    let factors = SCORES
        .iter()
        .chain([&TRANSPORT_ACCESS, &TOURISM_IMPACT, &MARKET])
        .flat_map(|s| s.factors);
    let mut measures: Vec<Measure> = factors
        .filter(|factor| matches!(factor.scale, Scale::Rank | Scale::InverseRank))
        .filter_map(|factor| match factor.field.spec().how {
            How::Measured(measure) => Some(measure),
            _ => None,
        })
        .collect();
    measures.sort_unstable();
    measures.dedup();
    measures
}

/// The fields that a score, its factors or an assessment are based on.
pub(crate) fn inputs(field: Field) -> Option<Vec<Field>> {
    let scores = SCORES
        .iter()
        .chain([&TRANSPORT_ACCESS, &TOURISM_IMPACT, &MARKET]);
    let of = |score: &&Score| score.score == field || score.factors_in == Some(field);
    let score = { scores }.find(of);
    let factors = score.map(|score| score.factors.iter().map(|factor| factor.field).collect());
    factors.or_else(|| judgement::inputs(field))
}

/// Adds all scores to a row that has its facts.
pub(crate) fn put(reference: &Reference, row: &mut Enriched<'_>) {
    // In this order, because later scores use earlier ones.
    put_score(reference, row, &TRANSPORT_ACCESS);
    put_score(reference, row, &TOURISM_IMPACT);
    for score in SCORES {
        put_score(reference, row, score);
    }
    judgement::put_environment(row);
    put_score(reference, row, &MARKET);
    judgement::put(row);
}

fn put_score(reference: &Reference, row: &mut Enriched<'_>, score: &Score) {
    let there: Vec<(&Factor, f64, f64)> = score
        .factors
        .iter()
        .filter_map(|factor| {
            let input = row.number(factor.field)?;
            Some((factor, input, factor.points(reference, input)?))
        })
        .collect();
    let weight =
        |factors: &mut dyn Iterator<Item = &Factor>| factors.map(|f| f.weight).sum::<f64>();
    let all = weight(&mut score.factors.iter());
    let present = weight(&mut there.iter().map(|(factor, ..)| *factor));
    if present < MIN_COVERAGE * all - 1e-9 {
        return;
    }
    let value = there
        .iter()
        .map(|(factor, _, points)| points * factor.weight)
        .sum::<f64>()
        / present;
    let fields: Vec<Field> = there.iter().map(|(factor, ..)| factor.field).collect();
    let source: Source<'_> = row.source_of(&fields);
    row.put_number(score.score, Some(value), source.clone());
    if let Some(field) = score.factors_in {
        let factors = there.iter().map(|(factor, input, points)| ScoreFactor {
            field: factor.field.name().to_owned(),
            input: *input,
            points: *points,
            weight: factor.weight / present,
        });
        row.put(field, Value::Factors(factors.collect()), source);
    }
}

impl Factor {
    fn points(&self, reference: &Reference, input: f64) -> Option<f64> {
        let rank = || match self.field.spec().how {
            How::Measured(measure) => reference.percentile(measure, input),
            _ => None,
        };
        let linear = |input: f64, best: f64, worst: f64| 100.0 * (worst - input) / (worst - best);
        let points = match self.scale {
            Scale::Rank => rank()?,
            Scale::InverseRank => 100.0 - rank()?,
            Scale::Linear(best, worst) => linear(input, best, worst),
            Scale::Log(best, worst) => linear(input.ln_1p(), best.ln_1p(), worst.ln_1p()),
            Scale::Own => input,
        };
        Some(points.clamp(0.0, 100.0))
    }
}

#[cfg(test)]
mod tests;
