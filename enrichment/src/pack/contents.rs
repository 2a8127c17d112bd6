//! What a pack holds.

use super::tables::Table;

/// Public tables, as they were read.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Pack {
    /// The tables, in no particular order.
    pub tables: Vec<Table>,
}
