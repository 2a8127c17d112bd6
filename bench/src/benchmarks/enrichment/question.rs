//! What is asked of the product and of its peers.

/// What is asked of each point.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Question {
    /// The county.
    County,
    /// The tract.
    Tract,
    /// The nearest road.
    Road,
    /// Every field: areas, roads, airports, competitors, scores.
    Row,
}
