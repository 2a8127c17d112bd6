//! Which tables of the pack can fill a field. This is derived from how the field is filled, what the readers
//! can read, and the inputs of scores.

use std::sync::LazyLock;

use crate::enrich::hazards_behind;
use crate::fact::GeographyLevel;
use crate::fields::{Elsewhere, FIELDS, Field, FieldSpec, How};
use crate::measure::Measure;
use crate::pack::{RoadClass, SiteKind, TableSpec, table};
use crate::readers::measured;
use crate::reference::growth_of;
use crate::scores;

const COUNTY_SHAPES: &TableSpec = table("county-shapes");
const TRACT_SHAPES: &TableSpec = table("tract-shapes");
const ZIPS: [&TableSpec; 4] = [
    table("zip-county"),
    table("zip-county-list"),
    table("zcta"),
    table("zip-places"),
];
const SUPERFUND: &TableSpec = table("superfund");
const AIRPORTS: &TableSpec = table("airports");
const PARKS: [&TableSpec; 2] = [table("parks"), table("parks-natural-earth")];
const INTERCHANGES: &TableSpec = table("osm-interchanges");
const INDUSTRIES: [&TableSpec; 2] = [table("qcew"), table("cbp")];
const ROADS: [&TableSpec; 2] = [table("tiger-roads"), table("osm-roads")];

type Tables = Vec<&'static TableSpec>;

/// The tables that can fill a field, preferred ones first; empty if no table does.
#[must_use]
pub fn tables_of(field: Field) -> &'static [&'static TableSpec] {
    static TABLES: LazyLock<Vec<Tables>> = LazyLock::new(|| {
        let measured = with_growth(measured());
        let all = FIELDS.iter().map(|spec| find(spec.field, &measured));
        all.collect()
    });
    &TABLES[field as usize]
}

/// The fields that a field is computed from; empty if it comes from tables.
#[must_use]
pub fn inputs_of(field: Field) -> Vec<Field> {
    scores::inputs(field)
        .or_else(|| hazards_behind(field))
        .unwrap_or_default()
}

/// The origin of a field for people: tables, other fields, or other sources.
#[must_use]
pub fn origin_of(spec: &FieldSpec) -> String {
    match spec.how {
        How::Outside(Elsewhere::FloodLayer) => "FEMA's flood hazard layer, online".to_owned(),
        How::Outside(Elsewhere::Listings) => "the imported listings".to_owned(),
        How::Outside(Elsewhere::RowItself) => "the row itself".to_owned(),
        How::Derived => {
            let inputs = inputs_of(spec.field).into_iter();
            inputs.map(Field::name).collect::<Vec<_>>().join(", ")
        }
        _ => {
            let tables = tables_of(spec.field).iter();
            let titles = tables.map(|table| format!("{} ({})", table.title, table.publisher));
            titles.collect::<Vec<_>>().join(" or ")
        }
    }
}

type Measured = [(&'static TableSpec, Measure)];

fn find(field: Field, measured: &Measured) -> Tables {
    let spec = field.spec();
    let at = |level: GeographyLevel, measure: Measure| -> Tables {
        let tables = measured
            .iter()
            .filter(|(table, there)| *there == measure && table.areas.contains(&level));
        tables.map(|(table, _)| *table).collect()
    };
    let of = |measure| at(spec.level, measure);
    let mut tables = match spec.how {
        How::Measured(measure) => of(measure),
        How::Computed(measures) => together(measures.iter().map(|measure| of(*measure)).collect()),
        How::Nearby(measures) => {
            let tables = measures
                .iter()
                .flat_map(|measure| at(GeographyLevel::Tract, *measure));
            tables.chain([TRACT_SHAPES]).collect()
        }
        // The finer tract shapes give the county too; without coordinates, the ZIP code does.
        How::Shape(GeographyLevel::Tract) => vec![TRACT_SHAPES],
        How::Shape(_) => [&[COUNTY_SHAPES, TRACT_SHAPES][..], &ZIPS].concat(),
        How::Site(kind) => sites(kind),
        How::Road(RoadClass::Interstate | RoadClass::UsHighway) => ROADS.to_vec(),
        How::Industry => INDUSTRIES.to_vec(),
        How::Derived => {
            let inputs = inputs_of(field).into_iter();
            inputs.flat_map(|input| find(input, measured)).collect()
        }
        How::Outside(_) => Vec::new(),
    };
    tables.sort_by_key(|table| (table.rank, table.id));
    tables.dedup_by_key(|table| table.id);
    tables
}

fn sites(kind: SiteKind) -> Tables {
    match kind {
        SiteKind::Superfund => vec![SUPERFUND],
        SiteKind::CommercialAirport | SiteKind::GeneralAviationAirport => vec![AIRPORTS],
        SiteKind::NationalPark | SiteKind::ParkUnit => PARKS.to_vec(),
        SiteKind::Interchange => vec![INTERCHANGES],
    }
}

/// The tables that have all the measures; if there are none, those that have any.
fn together(each: Vec<Tables>) -> Tables {
    let has_all = |table: &&TableSpec| each.iter().all(|tables| has(tables, table));
    let all: Tables = each.iter().flatten().copied().filter(has_all).collect();
    if all.is_empty() {
        return each.into_iter().flatten().collect();
    }
    all
}

fn has(tables: &Tables, wanted: &TableSpec) -> bool {
    tables.iter().any(|table| table.id == wanted.id)
}

/// Adds growth, which two vintages of a table give for each of its measures.
fn with_growth(
    mut measured: Vec<(&'static TableSpec, Measure)>,
) -> Vec<(&'static TableSpec, Measure)> {
    let growth = measured.iter().copied();
    let growth: Vec<_> = growth
        .filter_map(|(table, measure)| Some((table, growth_of(measure)?)))
        .collect();
    measured.extend(growth);
    measured
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ids(field: Field) -> Vec<&'static str> {
        tables_of(field).iter().map(|table| table.id).collect()
    }

    #[test]
    // ENR-06
    fn enr_06_every_field_has_a_table_or_says_where_else_it_is_from() {
        for spec in FIELDS {
            let outside = matches!(spec.how, How::Outside(_));
            assert_eq!(tables_of(spec.field).is_empty(), outside, "{}", spec.name);
            let derived = spec.how == How::Derived;
            assert_eq!(inputs_of(spec.field).is_empty(), !derived, "{}", spec.name);
        }
        assert_eq!(Field::Naics6.spec().how, How::Outside(Elsewhere::RowItself));
    }

    #[test]
    fn a_fields_tables_follow_from_how_it_is_filled() {
        assert_eq!(ids(Field::FoodDesert), ["food-access"]);
        assert_eq!(
            ids(Field::PerCapitaIncomeTract),
            ["acs", "svi", "oeps-economy-tract"]
        );
        assert_eq!(
            ids(Field::EmploymentGrowth),
            ["laus"],
            "of two vintages of employment"
        );
        // One table has both people and area; permits and people are in two.
        assert_eq!(ids(Field::PopulationDensity), ["svi", "oeps-county"]);
        let permits = ids(Field::PermitsPer1000);
        assert!(permits.contains(&"permits") && permits.contains(&"pep"));
        assert_eq!(ids(Field::TopRisk1), ["nri"]);
        let score = ids(Field::MarketFactors);
        assert!(score.contains(&"laus") && score.contains(&"airports"));
    }
}
