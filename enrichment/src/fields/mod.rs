//! The columns of a row: about the business itself, and about its surroundings.
//!
//! This is the single description of a column, from which the API, exports, the documentation and the
//! browser's app are made: a canonical name for the API, the specification's label for screens and exports,
//! and every other accepted spelling.

mod columns;
mod format;
mod group;
mod how;
mod list;
mod own;

pub use columns::{Column, ColumnOf, column_named, columns};
pub use format::{FieldKind, Format};
pub use group::Group;
pub use how::{Elsewhere, How};
pub use list::{FIELDS, Field, FieldSpec};
pub use own::{OWN_COLUMNS, OwnColumn};

#[cfg(test)]
mod tests;
