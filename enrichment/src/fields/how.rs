//! How a field is filled.

use crate::fact::GeographyLevel;
use crate::measure::Measure;
use crate::pack::{RoadClass, SiteKind};

/// How a field is filled, which implies the tables that can fill it: [`crate::feeds`].
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum How {
    /// With a table's measure of the tract or county, depending on the field's level.
    Measured(Measure),
    /// Computed from such measures.
    Computed(&'static [Measure]),
    /// Computed from such measures of the tracts around the point.
    Nearby(&'static [Measure]),
    /// By the shape that contains the point.
    Shape(GeographyLevel),
    /// By sites of a kind around the point.
    Site(SiteKind),
    /// By roads of a class around the point.
    Road(RoadClass),
    Industry,
    /// Computed from other fields: a score, its factors, an assessment.
    Derived,
    /// From something other than a table of the pack.
    Outside(Elsewhere),
}

/// Sources of facts other than tables.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Elsewhere {
    /// FEMA's flood hazard layer, looked up online.
    FloodLayer,
    Listings,
    /// The row's category, or a code in it.
    RowItself,
}
