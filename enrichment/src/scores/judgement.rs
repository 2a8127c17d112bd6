//! Assessments: environmental risk, risk level, sentiment, recommendation.

use std::borrow::Cow;

use crate::fields::Field;
use crate::row::{Enriched, Value};

/// Miles within which a Superfund site counts.
const SUPERFUND_MI: f64 = 5.0;

/// The assessments, and the fields they are based on.
const JUDGEMENTS: [(Field, &[Field]); 4] = [
    (
        Field::EnvironmentalRisk,
        &[
            Field::AggregatedRisk,
            Field::RiskIndex,
            Field::SuperfundDistance,
        ],
    ),
    (Field::Sentiment, &[Field::MarketScore]),
    (
        Field::RiskLevel,
        &[Field::EnvironmentalRisk, Field::EconomicScore],
    ),
    (
        Field::Recommendation,
        &[Field::MarketScore, Field::RiskLevel],
    ),
];

/// The fields that an assessment is based on.
pub(super) fn inputs(field: Field) -> Option<Vec<Field>> {
    let found = JUDGEMENTS.iter().find(|(judgement, _)| *judgement == field);
    found.map(|(_, inputs)| inputs.to_vec())
}

/// The environmental risk: FEMA's index, or the mean of the nine hazards, raised near a Superfund site, the
/// nearer the more, by at most 20.
pub(super) fn put_environment(row: &mut Enriched<'_>) {
    let natural = [Field::AggregatedRisk, Field::RiskIndex];
    let Some((field, natural)) = natural.iter().find_map(|f| Some((*f, row.number(*f)?))) else {
        return;
    };
    let (raised, fields) = match row.number(Field::SuperfundDistance) {
        Some(miles) => {
            let near = (1.0 - miles / SUPERFUND_MI).clamp(0.0, 1.0);
            (natural + 20.0 * near, vec![field, Field::SuperfundDistance])
        }
        None => (natural, vec![field]),
    };
    let source = row.source_of(&fields);
    row.put_number(
        Field::EnvironmentalRisk,
        Some(raised.clamp(0.0, 100.0)),
        source,
    );
}

/// Sentiment, risk level and recommendation, each only if its inputs are there.
pub(super) fn put(row: &mut Enriched<'_>) {
    let market = row.number(Field::MarketScore);
    if let Some(score) = market {
        let source = row.source_of(&[Field::MarketScore]);
        let sentiment = match score {
            s if s >= 60.0 => "Positive",
            s if s >= 40.0 => "Neutral",
            _ => "Negative",
        };
        row.put(Field::Sentiment, text(sentiment), source);
    }
    let risk = put_risk(row);
    let (Some(market), Some(risk)) = (market, risk) else {
        return;
    };
    let source = row.source_of(&[Field::MarketScore, Field::RiskLevel]);
    let advice = match (market, risk) {
        (m, Risk::High) if m >= 60.0 => "Pursue with care: strong market, high risk",
        (m, _) if m >= 60.0 => "Pursue: strong market",
        (m, Risk::High) if m >= 40.0 => "Monitor: mixed market, high risk",
        (m, _) if m >= 40.0 => "Consider: mixed market",
        (_, Risk::High) => "Avoid: weak market, high risk",
        _ => "Low priority: weak market",
    };
    row.put(Field::Recommendation, text(advice), source);
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Risk {
    Low,
    Moderate,
    High,
}

/// The mean of environmental and economic risk (100 minus the economic strength); needs both.
fn put_risk(row: &mut Enriched<'_>) -> Option<Risk> {
    let environment = row.number(Field::EnvironmentalRisk)?;
    let economy = 100.0 - row.number(Field::EconomicScore)?;
    let (risk, name) = match f64::midpoint(environment, economy) {
        r if r >= 60.0 => (Risk::High, "High"),
        r if r >= 35.0 => (Risk::Moderate, "Moderate"),
        _ => (Risk::Low, "Low"),
    };
    let source = row.source_of(&[Field::EnvironmentalRisk, Field::EconomicScore]);
    row.put(Field::RiskLevel, text(name), source);
    Some(risk)
}

fn text(value: &'static str) -> Value<'static> {
    Value::Text(Cow::Borrowed(value))
}
