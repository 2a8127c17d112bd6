//! Rows as lists of values, without repetitions. The columns are named before the rows; after them come the businesses
//! that competitors refer to, and the scores' factors.
//!
//! A row ends with its last known value; unknown ones before it are null.

use std::borrow::Cow;
use std::collections::HashMap;

use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;

use super::facts::{FactorBody, NearbyBody, Short, Value as Fact};
use super::row::ResultRow;

/// Rows as lists of values.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct PackedRows {
    /// The keys of the columns: `row_idx` first, then `source_set` if there are facts, then `yours` if the caller has a
    /// list of known businesses.
    #[schema(example = json!(["row_idx", "source_set", "name", "median_income_tract"]))]
    columns: Vec<String>,
    /// In the order they were found: a value for each column, null if the row has none. A row ends with its last value.
    /// Values are the same as in rows that are objects, except for two lists. A competitor is
    /// `[index in businesses, distance_mi]`. The factors of a score are
    /// `[index in factor_sets, input, points, input, points, …]`.
    #[schema(example = json!([[0, 0, "Example Brewing", 61250], [1, null, "Sample Ales"]]))]
    rows: Vec<Vec<Value>>,
    #[serde(flatten)]
    shared: Shared,
}

/// Lists that rows refer to.
#[derive(Debug, Default, Serialize, ToSchema)]
#[schema(as = SharedByRows)]
pub(super) struct Shared {
    /// The competitors of all rows: name, latitude, longitude.
    #[schema(value_type = Vec<Vec<Value>>, example = json!([["Sample Ales", 44.05, -121.31]]))]
    businesses: Vec<(String, Short, Short)>,
    /// The factors of scores: for each one the key of its fact, and its weight.
    #[schema(value_type = Vec<Vec<Vec<Value>>>, example = json!([[["poverty_rate", 0.5], ["county_growth_rate", 0.5]]]))]
    factor_sets: Vec<Vec<(String, Short)>>,
}

/// Packs the rows of one answer.
pub(super) struct Packer {
    columns: Vec<Cow<'static, str>>,
    places: HashMap<Cow<'static, str>, usize>,
    shared: Shared,
    businesses: HashMap<(String, u64, u64), usize>,
    factor_sets: HashMap<Vec<(String, u64)>, usize>,
}

#[derive(Serialize)]
#[serde(untagged)]
enum Cell {
    Absent,
    Own(Value),
    Fact(Fact),
    Businesses(Vec<(usize, Short)>),
    Factors(Vec<Short>),
}

impl Packer {
    pub(super) fn new(columns: Vec<Cow<'static, str>>) -> Self {
        let places = columns.iter().cloned();
        let places = places.enumerate().map(|(place, name)| (name, place));
        Self {
            places: places.collect(),
            columns,
            shared: Shared::default(),
            businesses: HashMap::new(),
            factor_sets: HashMap::new(),
        }
    }

    pub(super) fn columns(&self) -> &[Cow<'static, str>] {
        &self.columns
    }

    /// The lists that rows refer to, for the end of the answer.
    pub(super) fn shared(&self) -> &Shared {
        &self.shared
    }

    /// The row's values in the columns' order.
    pub(super) fn pack(&mut self, mut row: ResultRow) -> impl Serialize + use<> {
        let facts = std::mem::take(&mut row.facts).0;
        let mut cells: Vec<Cell> = Vec::new();
        cells.resize_with(self.columns.len(), || Cell::Absent);
        if let Ok(Value::Object(own)) = serde_json::to_value(&row) {
            for (name, value) in own {
                if let Some(place) = self.places.get(name.as_str()) {
                    cells[*place] = Cell::Own(value);
                }
            }
        }
        for (name, value) in facts {
            let Some(place) = self.places.get(&name).copied() else {
                continue;
            };
            cells[place] = match value {
                Fact::Businesses(list) => {
                    Cell::Businesses(list.into_iter().map(|near| self.business(near)).collect())
                }
                Fact::Factors(list) => self.factors(list),
                value => Cell::Fact(value),
            };
        }
        let known = |cell: &Cell| !matches!(cell, Cell::Absent);
        cells.truncate(cells.iter().rposition(known).map_or(0, |last| last + 1));
        cells
    }

    fn business(&mut self, near: NearbyBody) -> (usize, Short) {
        let (latitude, longitude) = (near.latitude, near.longitude);
        let key = (near.name, latitude.to_bits(), longitude.to_bits());
        let distance = Short(near.distance_mi);
        if let Some(place) = self.businesses.get(&key) {
            return (*place, distance);
        }
        let list = &mut self.shared.businesses;
        list.push((key.0.clone(), Short(latitude), Short(longitude)));
        let place = list.len() - 1;
        self.businesses.insert(key, place);
        (place, distance)
    }

    fn factors(&mut self, list: Vec<FactorBody>) -> Cell {
        let values = list.iter().flat_map(|factor| [factor.input, factor.points]);
        let values: Vec<f64> = values.collect();
        let key = list
            .into_iter()
            .map(|factor| (factor.field, factor.weight.to_bits()));
        let set = self.factor_set(key.collect());
        // An index in a list is far below 2^53.
        let cell = [set as f64].into_iter().chain(values);
        Cell::Factors(cell.map(Short).collect())
    }

    fn factor_set(&mut self, key: Vec<(String, u64)>) -> usize {
        if let Some(place) = self.factor_sets.get(&key) {
            return *place;
        }
        let weighed =
            |(field, weight): &(String, u64)| (field.clone(), Short(f64::from_bits(*weight)));
        let sets = &mut self.shared.factor_sets;
        sets.push(key.iter().map(weighed).collect());
        let place = sets.len() - 1;
        self.factor_sets.insert(key, place);
        place
    }
}
