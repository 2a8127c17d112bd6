//! A position in the log's order. Opaque outside `store`: compared, stored and shown, never computed with.

use std::fmt;
use std::str::FromStr;

use crate::error::StoreError;

/// A position in the log's order; a reader there has seen everything at or before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Cursor(u64);

impl Cursor {
    /// Before the first event.
    pub const START: Self = Self(0);

    /// Beyond every event: the checkpoint of a read model that was made of events that the log has lost.
    pub const BEYOND: Self = Self(i64::MAX as u64);

    pub(crate) fn from_position(position: i64) -> Self {
        Self(u64::try_from(position).unwrap_or(0))
    }

    pub(crate) fn position(self) -> i64 {
        i64::try_from(self.0).unwrap_or(i64::MAX)
    }

    /// A number that grows with the position, for comparisons where positions are stored as numbers.
    pub const fn order(self) -> u64 {
        self.0
    }

    pub(super) const fn advanced(self, events: u64) -> Self {
        Self(self.0 + events)
    }
}

impl fmt::Display for Cursor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for Cursor {
    type Err = StoreError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        text.parse()
            .map(Self)
            .map_err(|_| StoreError::Damaged(format!("'{text}' is not a position in the log")))
    }
}
