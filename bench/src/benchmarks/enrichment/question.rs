//! What the product and its peers are asked.

/// What is asked about each point.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Question {
    County,
    Tract,
    Road,
    /// Every field: areas, roads, airports, competitors, scores.
    Row,
}

impl Question {
    /// What the peers' script calls it.
    pub(super) const fn word(self) -> &'static str {
        match self {
            Self::County => "county",
            Self::Tract => "tract",
            Self::Road | Self::Row => "road",
        }
    }
}
