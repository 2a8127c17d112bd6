//! A business as a table: a line for each fact, in the sections of its page, with units and sources. The lines follow
//! from the description of the columns; nothing that a user wrote is part of it.

use enrichment::fields::{ColumnOf, Field, FieldKind, FieldSpec, Format, Group, columns};
use enrichment::{FactSource, GeographyLevel, NationFigure, Reference, RowFacts};
use places::Provenance;
use serde_json::Value;

use super::about::stem_of;
use super::cell::text;
use super::csv::with_byte_order_mark;
use super::table::{fact_source, value_of};
use crate::http::csv_writer::csv_text;
use crate::sessions::row::StoredRow;
use crate::sessions::sources::SourceBook;

const HEADS: [&str; 10] = [
    "Section",
    "Label",
    "Value",
    "Unit",
    "National average",
    "Source",
    "Vintage",
    "Level",
    "Publisher",
    "License",
];
const NOT_AVAILABLE: &str = "Not available";
/// Further decimals are artifacts of binary numbers.
const DECIMALS: f64 = 1e6;
const LONGEST_STEM: usize = 60;

/// The report's file name without its extension.
pub(crate) fn report_stem(name: &str) -> String {
    let stem = stem_of(name, LONGEST_STEM);
    format!("{}-report", stem.as_deref().unwrap_or("business"))
}

/// The report as CSV.
pub(crate) fn report(stored: StoredRow, reference: &Reference) -> String {
    let origins = Origins {
        listing: stored.place.provenance.clone(),
        known: stored.known.clone().unwrap_or_default(),
        reference,
    };
    let row = value_of(stored, &mut SourceBook::default());
    let mut lines = vec![HEADS.map(str::to_owned).to_vec()];
    for group in Group::ALL.iter().filter(|group| **group != Group::Listing) {
        let of_group = columns().iter().map(|column| column.of);
        let section: Vec<Line> = of_group
            .filter(|of| of.group() == *group)
            .flat_map(|of| origins.lines(of, row.get(of.name())))
            .collect();
        if section.iter().all(|line| line[1] == NOT_AVAILABLE) {
            continue;
        }
        let label = || vec![group.label().to_owned()];
        lines.extend(section.into_iter().map(|line| [label(), line].concat()));
    }
    with_byte_order_mark(&csv_text(lines))
}

/// The cells of a line after its section.
type Line = Vec<String>;

/// The cells after the unit.
type Rest = [String; 6];

fn line(label: String, value: String, unit: &str, rest: Rest) -> Line {
    let cells = [label, value, unit.to_owned()];
    cells.into_iter().chain(rest).collect()
}

/// Where the values of a row come from.
struct Origins<'r> {
    listing: Provenance,
    known: RowFacts,
    reference: &'r Reference,
}

impl Origins<'_> {
    fn lines(&self, of: ColumnOf, value: Option<&Value>) -> Vec<Line> {
        let spec = match of {
            ColumnOf::Business(_) => return vec![line_of(of, value, self.listing())],
            ColumnOf::Fact(spec) => spec,
        };
        match value {
            Some(Value::Array(factors)) if spec.kind() == FieldKind::Factors => factors
                .iter()
                .filter_map(|factor| self.factor(spec, factor))
                .collect(),
            _ => vec![line_of(of, value, self.fact(spec))],
        }
    }

    fn listing(&self) -> Rest {
        let licence = self.listing.licence.clone().unwrap_or_default();
        let level = "The business itself".to_owned();
        let (source, none) = (self.listing.source.clone(), String::new);
        [none(), source, none(), level, none(), licence]
    }

    fn fact(&self, spec: &FieldSpec) -> Rest {
        let Some(source) = fact_source(&self.known, spec) else {
            let mut rest = Rest::default();
            rest[3] = level_text(spec.level).to_owned();
            return rest;
        };
        [
            self.average(spec, source).map(figure).unwrap_or_default(),
            source.table.clone(),
            source.vintage.clone(),
            level_text(source.level.unwrap_or(spec.level)).to_owned(),
            source.publisher.clone().unwrap_or_default(),
            source.licence.clone().unwrap_or_default(),
        ]
    }

    /// The national average in the fact's own table and edition; a median of areas is not one.
    fn average(&self, spec: &FieldSpec, source: &FactSource) -> Option<f64> {
        let [table] = source.tables.as_slice() else {
            return None;
        };
        let same = |info: &enrichment::pack::TableInfo| {
            info.id == *table && info.vintage.label == source.vintage
        };
        let mut nation = self.reference.nation(spec.field);
        match nation.find(|(info, _)| same(info))?.1 {
            NationFigure::Average(average) => Some(average),
            NationFigure::Deciles(_) => None,
        }
    }

    /// An input of a score.
    fn factor(&self, of: &FieldSpec, factor: &Value) -> Option<Line> {
        let spec = Field::find(factor["field"].as_str()?)?.spec();
        let weight = figure(factor["weight"].as_f64()? * 100.0);
        let mut rest = self.fact(spec);
        // The average is that of the input, not of its points.
        rest[0].clear();
        Some(line(
            format!("{}: {}", of.label, spec.label),
            figure(factor["points"].as_f64()?),
            &format!("points of 100, weight {weight}%"),
            rest,
        ))
    }
}

fn line_of(of: ColumnOf, value: Option<&Value>, rest: Rest) -> Line {
    let value = match value {
        Some(Value::Number(number)) => figure(number.as_f64().unwrap_or_default()),
        value => text(of.format(), value),
    };
    let value = if value.is_empty() {
        NOT_AVAILABLE.to_owned()
    } else {
        value
    };
    let unit = match of.format() {
        Format::Index100 => "100 = average",
        format => format.unit_in_head("").unwrap_or_default(),
    };
    line(of.label().to_owned(), value, unit, rest)
}

fn figure(value: f64) -> String {
    ((value * DECIMALS).round() / DECIMALS).to_string()
}

fn level_text(level: GeographyLevel) -> &'static str {
    match level {
        GeographyLevel::Point => "This location",
        GeographyLevel::Tract => "Census tract",
        GeographyLevel::County => "County",
        GeographyLevel::State => "State",
    }
}
