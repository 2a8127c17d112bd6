//! Statistics of areas.

use serde::{Deserialize, Serialize};

use super::numbers::{Numbers, differences, sums};
use crate::pack::{Geography, MetricTable};

#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Written {
    geography: Geography,
    keys: Vec<i64>,
    columns: Vec<(String, Numbers)>,
}

pub(super) fn write(table: &MetricTable) -> Written {
    let keys = table.keys().iter().map(|key| key.cast_signed());
    let column = |(measure, values): (&str, &[f64])| (measure.to_owned(), Numbers::write(values));
    Written {
        geography: table.geography,
        keys: differences(keys),
        columns: table.columns().map(column).collect(),
    }
}

pub(super) fn read(written: Written) -> Option<MetricTable> {
    let keys = sums(&written.keys).map(i64::cast_unsigned).collect();
    let column = |(measure, numbers): (String, Numbers)| Some((measure, numbers.read()?));
    let columns = written
        .columns
        .into_iter()
        .map(column)
        .collect::<Option<_>>()?;
    MetricTable::from_columns(written.geography, keys, columns)
}
