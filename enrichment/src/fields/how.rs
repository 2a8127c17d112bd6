//! How a field is filled.

use crate::fact::GeographyLevel;
use crate::measure::Measure;
use crate::pack::{RoadClass, SiteKind};

/// How a field is filled; with it, which tables can fill it: [`crate::feeds`].
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum How {
    /// A table's measure of the tract or county, as the field's level says.
    Measured(Measure),
    /// Computed of such measures.
    Computed(&'static [Measure]),
    /// By the shape that holds the point.
    Shape(GeographyLevel),
    /// By places of a kind around the point.
    Site(SiteKind),
    /// By roads of a class around the point.
    Road(RoadClass),
    /// By the table of industries.
    Industry,
    /// Made of other fields: a score, its factors, a judgement.
    Derived,
    /// By what is no table of the pack.
    Outside(Elsewhere),
}

/// Where facts come from that no table has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Elsewhere {
    /// FEMA's flood hazard layer, looked up online.
    FloodLayer,
    /// The imported listings of businesses.
    Listings,
    /// The row: its category, or a code that it carries.
    RowItself,
}
