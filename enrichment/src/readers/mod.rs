//! Readers of the publishers' own files.
//!
//! A file is recognized by its columns (a shape by its properties), never by its name, which only gives the
//! year if the columns do not. A file that is not recognized, or has no known year, is skipped with the
//! reason; nothing is guessed.

mod acs;
mod airports;
mod cells;
mod columns;
mod ers;
mod geometry;
mod industries;
mod laus;
mod nri;
mod permits;
mod reading;
mod recognise;
mod registry;
mod roads;
mod shapes;
mod sheet;
mod simple;
mod sites;
mod spreadsheet;
#[cfg(test)]
mod tests;
mod topojson;
mod votes;
mod zips;
mod zones;

pub(crate) use acs::variables as acs_variables;
pub(crate) use airports::from_records as airports_from_records;
pub(crate) use nri::release_of_dictionary;
pub(crate) use permits::{PERMITS, annual as annual_permits};
pub(crate) use reading::{Content, FileName, PermitMonth, ReadError, Reading};
pub(crate) use recognise::{read_json, read_shapefile, read_text};
pub(crate) use registry::measured;
pub(crate) use spreadsheet::read as read_spreadsheet;
pub(crate) use topojson::shapes as topojson_shapes;
