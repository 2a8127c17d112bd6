//! The encoding of a table in the pack's file: small, and quick to read.
//!
//! Columns are stored separately; integers and coordinates as differences, decimals as integers in units of
//! their last digit, and a common border of two areas once. Zstandard compresses the result. Every value is
//! restored exactly.

mod industries;
mod metrics;
mod numbers;
mod pen;
mod roads;
mod shapes;
mod zips;

use serde::{Deserialize, Serialize};

use super::tables::{SiteTable, TableData};

/// How hard to compress.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Effort {
    /// For a pack that somebody is waiting for.
    Quick,
    /// For a pack that is made once and shipped.
    Small,
}

impl Effort {
    fn level(self) -> i32 {
        match self {
            Self::Quick => 3,
            Self::Small => 22,
        }
    }
}

#[derive(Serialize, Deserialize)]
enum Written {
    Metrics(metrics::Written),
    Shapes(shapes::Written),
    Sites(SiteTable),
    Roads(roads::Written),
    Industries(industries::Written),
    Zips(zips::Written),
}

/// A table's compressed bytes, and their uncompressed size.
pub(super) fn encode(data: &TableData, effort: Effort) -> Result<(Vec<u8>, u64), String> {
    let written = match data {
        TableData::Metrics(table) => Written::Metrics(metrics::write(table)),
        TableData::Shapes(table) => Written::Shapes(shapes::write(table)),
        TableData::Sites(table) => Written::Sites(table.clone()),
        TableData::Roads(table) => Written::Roads(roads::write(table)),
        TableData::Industries(table) => Written::Industries(industries::write(table)),
        TableData::Zips(table) => Written::Zips(zips::write(table)),
    };
    let plain = postcard::to_stdvec(&written).map_err(|error| error.to_string())?;
    let packed = zstd::bulk::compress(&plain, effort.level()).map_err(|error| error.to_string())?;
    Ok((packed, plain.len() as u64))
}

/// Decodes a table from compressed bytes with the uncompressed size `plain`.
pub(super) fn decode(packed: &[u8], plain: u64) -> Result<TableData, String> {
    let capacity = usize::try_from(plain).map_err(|error| error.to_string())?;
    let plain = zstd::bulk::decompress(packed, capacity).map_err(|error| error.to_string())?;
    let written: Written = postcard::from_bytes(&plain).map_err(|error| error.to_string())?;
    let table = match written {
        Written::Metrics(table) => metrics::read(table).map(TableData::Metrics),
        Written::Shapes(table) => shapes::read(&table).map(TableData::Shapes),
        Written::Sites(table) => Some(TableData::Sites(table)),
        Written::Roads(table) => roads::read(table).map(TableData::Roads),
        Written::Industries(table) => industries::read(&table).map(TableData::Industries),
        Written::Zips(table) => zips::read(&table).map(TableData::Zips),
    };
    table.ok_or_else(|| "its parts are inconsistent".to_owned())
}

#[cfg(test)]
mod tests;
