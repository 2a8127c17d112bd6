//! The contents of a pack.

use super::tables::Table;

/// Public tables as read from their files.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Pack {
    /// In no particular order.
    pub tables: Vec<Table>,
}
