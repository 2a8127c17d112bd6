//! The nine hazards, their mean and the highest three.

use crate::fields::Field;
use crate::measure::Measure as M;
use crate::reference::{Areas, Reference};
use crate::row::{Enriched, Source, Value};

/// The hazards, with the field of each.
const HAZARDS: [(Field, &str); 9] = [
    (Field::Lightning, "Lightning"),
    (Field::Hurricane, "Hurricane"),
    (Field::Wildfire, "Wildfire"),
    (Field::Tornado, "Tornado"),
    (Field::FloodRisk, "Flood"),
    (Field::Earthquake, "Earthquake"),
    (Field::Hail, "Hail"),
    (Field::HeatWave, "Heat Wave"),
    (Field::Drought, "Drought"),
];

/// With fewer hazards their mean is not representative.
const MIN_HAZARDS: usize = 5;

const TOP: [(Field, Field); 3] = [
    (Field::TopRisk1, Field::TopRisk1Score),
    (Field::TopRisk2, Field::TopRisk2Score),
    (Field::TopRisk3, Field::TopRisk3Score),
];

/// The hazards that a field is computed from; `None` for other fields.
pub(crate) fn behind(field: Field) -> Option<Vec<Field>> {
    let of_top = |(name, score): &(Field, Field)| *name == field || *score == field;
    let made_of_them = field == Field::AggregatedRisk || TOP.iter().any(of_top);
    made_of_them.then(|| HAZARDS.iter().map(|(hazard, _)| *hazard).collect())
}

impl Reference {
    pub(super) fn put_flood<'r>(&'r self, row: &mut Enriched<'r>, areas: &Areas<'r>) {
        let of = |measure| self.county(areas, measure);
        let higher = [of(M::RiverineFloodRisk), of(M::CoastalFloodRisk)]
            .into_iter()
            .flatten()
            .reduce(|a, b| if b.value > a.value { b } else { a });
        if let Some(flood) = higher {
            let source = Source::Table(flood.table);
            row.put_number(Field::FloodRisk, Some(flood.value), source);
        }
    }
}

/// Adds the mean and the highest three of the hazards already in the row.
pub(super) fn put(row: &mut Enriched<'_>) {
    let mut there: Vec<(Field, &'static str, f64)> = HAZARDS
        .iter()
        .filter_map(|(field, name)| Some((*field, *name, row.number(*field)?)))
        .collect();
    let fields: Vec<Field> = there.iter().map(|(field, ..)| *field).collect();
    if there.len() >= MIN_HAZARDS {
        let mean = there.iter().map(|(.., score)| score).sum::<f64>() / there.len() as f64;
        let source = row.source_of(&fields);
        row.put_number(Field::AggregatedRisk, Some(mean), source);
    }
    there.retain(|(.., score)| *score > 0.0);
    there.sort_by(|a, b| b.2.total_cmp(&a.2));
    for ((field, name, score), (top, top_score)) in there.into_iter().zip(TOP) {
        let source = row.source_of(&[field]);
        row.put(top, Value::Text(name.into()), source.clone());
        row.put_number(top_score, Some(score), source);
    }
}
