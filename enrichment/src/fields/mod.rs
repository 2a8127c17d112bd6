//! What a row can say: of the business itself, and of its surroundings.
//!
//! The one description of a column. The API, exports, the documentation and the browser's app are made
//! from it: a canonical name for the API, the specification's label for screens and exports, and every
//! other spelling that is accepted.

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
