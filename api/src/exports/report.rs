//! A business as a table: a line for each fact, in the sections of its page, with units and sources. The lines follow
//! from the description of the columns; nothing that a user wrote is part of it.

use enrichment::fields::{ColumnOf, Field, FieldKind, FieldSpec, Group, columns};
use enrichment::geo::{METERS_PER_MILE, Position, distance_m};
use enrichment::{FactSource, GeographyLevel, NationFigure, Reference, RowFacts};
use places::{Place, Provenance};
use serde_json::Value;
use slug::slugify;

use super::cell::text;
use super::csv::BYTE_ORDER_MARK;
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
const NEAREST: usize = 4;
/// Beyond this distance, coordinates must be wrong.
const FARTHEST_MI: f64 = 998.0;
const LONGEST_STEM: usize = 60;

/// The report's file name without its extension.
pub(crate) fn report_stem(name: &str) -> String {
    let mut stem = slugify(name);
    stem.truncate(LONGEST_STEM);
    match stem.trim_end_matches('-') {
        "" => "business-report".to_owned(),
        stem => format!("{stem}-report"),
    }
}

/// The nearest other businesses of a search.
pub(crate) struct Nearest {
    here: Option<Position>,
    row_idx: u32,
    /// Names and distances in miles, nearest first.
    found: Vec<(String, f64)>,
}

impl Nearest {
    pub(crate) fn to(row: &StoredRow) -> Self {
        Self {
            here: position(&row.place),
            row_idx: row.row_idx,
            found: Vec::new(),
        }
    }

    /// Considers a page of the search's rows.
    pub(crate) fn consider(&mut self, rows: Vec<StoredRow>) {
        let Some(here) = self.here else { return };
        for row in rows.into_iter().filter(|row| row.row_idx != self.row_idx) {
            if let Some(there) = position(&row.place) {
                let miles = distance_m(here, there) / METERS_PER_MILE;
                self.found.push((row.place.name, miles));
            }
        }
        self.found.retain(|(_, miles)| *miles <= FARTHEST_MI);
        self.found
            .sort_by(|(_, one), (_, other)| one.total_cmp(other));
        self.found.truncate(NEAREST);
    }
}

fn position(place: &Place) -> Option<Position> {
    let (latitude, longitude) = place.coordinates()?;
    Position::from_degrees(latitude, longitude)
}

/// The report as CSV.
pub(crate) fn report(stored: StoredRow, nearest: &Nearest, reference: &Reference) -> String {
    let about = About {
        origin: stored.place.provenance.clone(),
        known: stored.known.clone().unwrap_or_default(),
        reference,
    };
    let row = value_of(stored, &mut SourceBook::default());
    let mut lines = vec![HEADS.map(str::to_owned)];
    for group in Group::ALL.iter().filter(|group| **group != Group::Listing) {
        let mut section = Vec::new();
        for of in columns().iter().map(|column| column.of) {
            if of.group() == *group {
                section.extend(about.lines(of, row.get(of.name())));
            }
        }
        let is_known = section.iter().any(|line| line.value != NOT_AVAILABLE);
        if *group == Group::Competitors {
            section.extend(near(nearest));
        } else if !is_known {
            continue;
        }
        lines.extend(section.into_iter().map(|line| line.cells(*group)));
    }
    format!("{BYTE_ORDER_MARK}{}", csv_text(lines))
}

fn near(nearest: &Nearest) -> Vec<Line> {
    let each = nearest.found.iter().zip(1..);
    let lines = each.flat_map(|((name, miles), place)| {
        let at = Line::new(format!("Nearest {place}"), name.clone(), "");
        let miles = format!("{miles:.2}");
        [
            at,
            Line::new(format!("Nearest {place}, distance"), miles, "mi"),
        ]
    });
    lines.collect()
}

#[derive(Default)]
struct Line {
    label: String,
    value: String,
    unit: String,
    average: String,
    source: String,
    vintage: String,
    level: &'static str,
    publisher: String,
    licence: String,
}

impl Line {
    fn new(label: String, value: String, unit: &str) -> Self {
        Self {
            label,
            value,
            unit: unit.to_owned(),
            ..Self::default()
        }
    }

    fn cells(self, group: Group) -> [String; HEADS.len()] {
        [
            group.label().to_owned(),
            self.label,
            self.value,
            self.unit,
            self.average,
            self.source,
            self.vintage,
            self.level.to_owned(),
            self.publisher,
            self.licence,
        ]
    }
}

/// Writes the lines of a row.
struct About<'r> {
    origin: Provenance,
    known: RowFacts,
    reference: &'r Reference,
}

impl About<'_> {
    fn lines(&self, of: ColumnOf, value: Option<&Value>) -> Vec<Line> {
        let spec = match of {
            ColumnOf::Business(_) => return vec![self.of_listing(of, value)],
            ColumnOf::Fact(spec) => spec,
        };
        match value {
            Some(Value::Array(factors)) if spec.kind() == FieldKind::Factors => factors
                .iter()
                .filter_map(|factor| self.factor(spec, factor))
                .collect(),
            _ => vec![self.fact(spec, line_of(of, value))],
        }
    }

    fn of_listing(&self, of: ColumnOf, value: Option<&Value>) -> Line {
        Line {
            source: self.origin.source.clone(),
            level: "The business itself",
            licence: self.origin.licence.clone().unwrap_or_default(),
            ..line_of(of, value)
        }
    }

    fn fact(&self, spec: &FieldSpec, line: Line) -> Line {
        let Some(source) = fact_source(&self.known, spec) else {
            return Line {
                level: level_text(spec.level),
                ..line
            };
        };
        Line {
            average: self.average(spec, source).map(figure).unwrap_or_default(),
            source: source.table.clone(),
            vintage: source.vintage.clone(),
            level: level_text(source.level.unwrap_or(spec.level)),
            publisher: source.publisher.clone().unwrap_or_default(),
            licence: source.licence.clone().unwrap_or_default(),
            ..line
        }
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
        let line = Line::new(
            format!("{}: {}", of.label, spec.label),
            figure(factor["points"].as_f64()?),
            &format!("points of 100, weight {weight}%"),
        );
        let about = self.fact(spec, line);
        // The average belongs to the input, not to its points.
        Some(Line {
            average: String::new(),
            ..about
        })
    }
}

fn line_of(of: ColumnOf, value: Option<&Value>) -> Line {
    let value = match value {
        Some(Value::Number(number)) => figure(number.as_f64().unwrap_or_default()),
        value => text(of.format(), value),
    };
    let value = if value.is_empty() {
        NOT_AVAILABLE.to_owned()
    } else {
        value
    };
    let unit = of.format().unit().map_or("", unit_text);
    Line::new(of.label().to_owned(), value, unit)
}

fn figure(value: f64) -> String {
    ((value * DECIMALS).round() / DECIMALS).to_string()
}

fn unit_text(unit: &'static str) -> &'static str {
    match unit {
        "count" => "",
        "index_100" => "100 = average",
        "per_1000_residents" => "per 1,000 residents",
        "per_sq_mi" => "per sq mi",
        "percent" => "%",
        "score_0_100" => "0 to 100",
        "usd" => "USD",
        unit => unit,
    }
}

fn level_text(level: GeographyLevel) -> &'static str {
    match level {
        GeographyLevel::Point => "This location",
        GeographyLevel::Tract => "Census tract",
        GeographyLevel::County => "County",
        GeographyLevel::State => "State",
    }
}
