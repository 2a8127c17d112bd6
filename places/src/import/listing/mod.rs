//! A listing: rows of cells in any format, and what a row means.

pub(crate) mod cells;
pub(super) mod columns;
pub(crate) mod fields;
pub(crate) mod location;
pub(crate) mod outcome;
mod owners;
pub(crate) mod row;
pub(crate) mod rows;
