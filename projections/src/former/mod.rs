//! A view with a former version. View, events and data are made up (`domain::testing`, `store/tests/former`), since no view
//! of the product has an older version yet.

mod doors;
mod tests;

pub(crate) use doors::{DoorRow, DoorsView};
