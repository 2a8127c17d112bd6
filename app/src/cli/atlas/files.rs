//! The counties as files, with everything that their figures follow from, so that anybody can compute them again.

use std::io::Write;

use anyhow::Context;
use api::atlas::{AtlasBody, in_words, name_of};
use enrichment::Reference;
use enrichment::atlas::{CountyRow, OfKind};
use serde_json::{Map, Value, json};

const COLUMNS: [&str; 14] = [
    "fips",
    "county",
    "residents",
    "demand",
    "residents_per_sq_mi",
    "businesses_at_least",
    "businesses_at_most",
    "usual",
    "index",
    "index_low",
    "index_high",
    "missing",
    "p_under",
    "class",
];

/// What is said of a county, by column.
fn figures(
    reference: &Reference,
    of_kind: &OfKind<'_>,
    row: &CountyRow,
) -> anyhow::Result<[Value; COLUMNS.len()]> {
    let place = of_kind.market.place(row.fips);
    let (_, observed) = &of_kind.market.counties[place.context("each row is of the market")?];
    Ok([
        json!(row.fips.to_string()),
        json!(name_of(reference, row.fips)),
        json!(row.people),
        json!(observed.demand),
        json!(observed.density.exp()),
        json!(row.count.low()),
        json!(row.count.high()),
        json!(row.usual),
        json!(row.index),
        json!(row.interval[0]),
        json!(row.interval[1]),
        json!(row.gap),
        json!(row.p_under),
        json!(in_words(row.class)),
    ])
}

pub(super) fn write_csv(
    output: &mut impl Write,
    reference: &Reference,
    of_kind: &OfKind<'_>,
    rows: &[CountyRow],
) -> anyhow::Result<()> {
    let mut writer = csv::Writer::from_writer(output);
    writer.write_record(COLUMNS)?;
    for row in rows {
        let figures = figures(reference, of_kind, row)?;
        writer.write_record(figures.map(|value| match value {
            Value::String(text) => text,
            other => other.to_string(),
        }))?;
    }
    writer.flush()?;
    Ok(())
}

/// The counties with their shapes, and what the answer says about itself.
pub(super) fn geojson(
    reference: &Reference,
    of_kind: &OfKind<'_>,
    rows: &[CountyRow],
    answer: &AtlasBody,
) -> anyhow::Result<Value> {
    let feature = |row: &CountyRow| {
        let names = COLUMNS.iter().map(|name| (*name).to_owned());
        let properties: Map<String, Value> = names.zip(figures(reference, of_kind, row)?).collect();
        // Falls Church is too small for the shapes that ship.
        let polygons = reference.county_polygons(row.fips);
        let geometry = (!polygons.is_empty())
            .then(|| json!({"type": "MultiPolygon", "coordinates": polygons}));
        anyhow::Ok(json!({
            "type": "Feature",
            "id": row.fips.to_string(),
            "properties": properties,
            "geometry": geometry,
        }))
    };
    let features: Vec<Value> = rows.iter().map(feature).collect::<Result<_, _>>()?;
    let mut about = serde_json::to_value(answer)?;
    if let Some(about) = about.as_object_mut() {
        about.retain(|name, _| !["columns", "rows"].contains(&name.as_str()));
    }
    Ok(json!({"type": "FeatureCollection", "about": about, "features": features}))
}
