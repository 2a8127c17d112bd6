//! GeoJSON: a FeatureCollection of any size, or one feature per line (GeoJSON text sequences), read feature
//! by feature.
//!
//! Properties are read like a table's columns: nested ones by their path (`addresses.locality`; of a list,
//! the first object), whose meaning is guessed from its spelling. Files made from OpenStreetMap data have
//! tags as properties, which are interpreted as in a `.osm.pbf` file.

mod features;

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use serde_json::Value;

use self::features::{Feature, FeatureReader};
use super::error::ImportError;
use super::listing::cells::{Cells, Values};
use super::listing::columns::{ColumnMapping, FieldOverride, Mapped, listed};
use super::listing::fields::Field;
use super::listing::rows::{Meter, Rows, Sink};
use crate::osm::tags::{OsmTags, fill};

/// Features examined to learn the names of properties.
const LOOKED_AT: u64 = 1_000;

/// More property names than any listing has.
const MOST_NAMES: usize = 2_000;

/// The deepest nesting of objects that is read.
const DEEPEST: usize = 4;

/// A GeoJSON file whose properties are known.
pub(super) struct GeoJsonRows {
    path: PathBuf,
    meter: Meter,
    mapping: ColumnMapping,
    fields: HashMap<String, Field>,
}

impl GeoJsonRows {
    pub(super) fn open(path: &Path, overrides: &[FieldOverride]) -> Result<Self, ImportError> {
        let names = property_names(path)?;
        let mapping = ColumnMapping::new(&names, overrides)?;
        if !mapping.has(Field::Name) {
            return Err(ImportError::NoNameColumn {
                columns: listed(&names),
            });
        }
        let size = std::fs::metadata(path).map_or(0, |metadata| metadata.len());
        let read_as = mapping
            .columns
            .iter()
            .map(|column| (column.column.clone(), column.field));
        Ok(Self {
            path: path.to_owned(),
            meter: Meter::new(size),
            fields: read_as.collect(),
            mapping,
        })
    }

    /// Writes the cells of a feature.
    fn fill(&self, feature: &Feature, values: &mut Values) {
        values.clear();
        let is_tagged = self.fill_from_tags(feature, values);
        each_leaf(&feature.properties, &mut |path, leaf| {
            let Some(field) = self.fields.get(path) else {
                return;
            };
            // The OpenStreetMap tags already cover this field.
            if is_tagged && *field == Field::FoundingDate {
                return;
            }
            if *field == Field::Outline && leaf.is_array() {
                // A list of lists is kept as JSON.
                values.set(Field::Outline, &leaf.to_string());
                return;
            }
            let mut texts = texts(leaf);
            match field {
                Field::Categories
                | Field::Email
                | Field::Phone
                | Field::AdditionalPhones
                | Field::OwnerNames
                | Field::ServiceAreas
                | Field::TechnologyStack
                | Field::SocialLinks => {
                    texts.for_each(|text| values.add(*field, &text));
                }
                _ => {
                    if let Some(text) = texts.next() {
                        values.set(*field, &text);
                    }
                }
            }
        });
        if let Some(id) = feature.id.as_ref().and_then(text) {
            values.set(Field::Id, &id);
        }
        if let Some((latitude, longitude)) = feature.centre() {
            values.set(Field::Latitude, &latitude.to_string());
            values.set(Field::Longitude, &longitude.to_string());
        }
        values.outline = feature.outline();
    }

    /// Fills in a feature without a category from its OpenStreetMap tags. Returns whether it has any.
    fn fill_from_tags(&self, feature: &Feature, values: &mut Values) -> bool {
        let category = self
            .mapping
            .columns
            .iter()
            .find(|column| column.field == Field::Category);
        if category.is_some_and(|column| feature.properties.contains_key(&column.column)) {
            return false;
        }
        let tags = feature
            .properties
            .iter()
            .filter_map(|(key, value)| Some((key.as_str(), value.as_str()?)));
        let tags = OsmTags::of_business(tags);
        if let Some(tags) = &tags {
            fill(tags, values);
        }
        tags.is_some()
    }
}

impl Mapped for GeoJsonRows {
    fn mapping(&self) -> &ColumnMapping {
        &self.mapping
    }
}

impl Rows for GeoJsonRows {
    fn read(&mut self, sink: &mut dyn Sink) -> Result<(), ImportError> {
        let mut values = Values::new();
        let mut number = 0;
        FeatureReader::open(&self.path, &self.meter)?.each(&mut |feature| {
            number += 1;
            self.fill(&feature, &mut values);
            sink.row(number, Cells::Values(&values))?;
            Ok(true)
        })
    }

    fn meter(&self) -> &Meter {
        &self.meter
    }
}

/// The paths of the first features' properties, in order of appearance.
fn property_names(path: &Path) -> Result<Vec<String>, ImportError> {
    let size = std::fs::metadata(path).map_or(0, |metadata| metadata.len());
    let mut names: Vec<String> = Vec::new();
    let mut known = std::collections::HashSet::new();
    let mut looked_at = 0;
    FeatureReader::open(path, &Meter::new(size))?.each(&mut |feature| {
        looked_at += 1;
        each_leaf(&feature.properties, &mut |path, _| {
            if names.len() < MOST_NAMES && known.insert(path.to_owned()) {
                names.push(path.to_owned());
            }
        });
        Ok(looked_at < LOOKED_AT)
    })?;
    if looked_at == 0 {
        return Err(ImportError::NotPlaces {
            file: path.to_owned(),
            reason: "it has no features".to_owned(),
        });
    }
    Ok(names)
}

/// Calls `take` with every value that is not an object, and its path.
fn each_leaf(properties: &serde_json::Map<String, Value>, take: &mut dyn FnMut(&str, &Value)) {
    fn walk(path: &str, value: &Value, depth: usize, take: &mut dyn FnMut(&str, &Value)) {
        match value {
            Value::Null => {}
            Value::Object(object) if depth < DEEPEST => {
                for (name, value) in object {
                    walk(&format!("{path}.{name}"), value, depth + 1, take);
                }
            }
            Value::Array(list) => match list.first() {
                Some(Value::Object(_)) => walk(path, &list[0], depth + 1, take),
                Some(_) => take(path, value),
                None => {}
            },
            _ => take(path, value),
        }
    }
    for (name, value) in properties {
        walk(name, value, 0, take);
    }
}

fn texts(value: &Value) -> Box<dyn Iterator<Item = String> + '_> {
    match value {
        Value::Array(list) => Box::new(list.iter().filter_map(text)),
        single => Box::new(text(single).into_iter()),
    }
}

fn text(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        Value::Bool(yes) => Some(yes.to_string()),
        _ => None,
    }
}
