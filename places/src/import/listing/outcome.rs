//! Why a row of a file does not become a place that is offered.

use std::fmt;

use crate::values::squeeze;

/// Why a row is not offered to users although it is a good row.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum NotOffered {
    /// The business has closed for good.
    Closed,
    /// The business has not opened yet.
    Planned,
}

impl fmt::Display for NotOffered {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Closed => "closed for good",
            Self::Planned => "planned, not open yet",
        })
    }
}

/// Why a row cannot be used.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Rejected {
    /// It has no name.
    NoName,
    /// Its country is another one.
    NotUs,
    /// Its state is none of the USA's.
    UnknownState,
    /// It has neither a state nor usable coordinates.
    NoState,
    /// It has neither a city nor usable coordinates.
    NoLocation,
    /// Its place on the map is missing from the file (a way without its nodes).
    NoGeometry,
    /// It has more cells than there are columns, so that they may have slipped.
    TooManyCells,
    /// Its name or city is beyond any real one.
    TooLong,
}

impl fmt::Display for Rejected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NoName => "no name",
            Self::NotUs => "not in the USA",
            Self::UnknownState => "not a US state",
            Self::NoState => "neither a state nor usable coordinates",
            Self::NoLocation => "neither a city nor usable coordinates",
            Self::NoGeometry => "its position is not in the file",
            Self::TooManyCells => "more cells than columns",
            Self::TooLong => "name or city unreasonably long (a quote may be missing)",
        })
    }
}

impl NotOffered {
    /// What a status or a kind says about a business that cannot be visited.
    pub(crate) fn of(status: &str) -> Option<Self> {
        match squeeze(status).as_str() {
            "closed" | "permanentlyclosed" | "closedpermanently" | "outofbusiness" | "disused"
            | "abandoned" | "demolished" | "removed" | "vacant" => Some(Self::Closed),
            "planned" | "planning" | "inplanning" | "proposed" | "comingsoon" => {
                Some(Self::Planned)
            }
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn closed_and_planned_are_told_from_open() {
        assert_eq!(NotOffered::of("Closed"), Some(NotOffered::Closed));
        assert_eq!(
            NotOffered::of("CLOSED_PERMANENTLY"),
            Some(NotOffered::Closed)
        );
        assert_eq!(NotOffered::of("planning"), Some(NotOffered::Planned));
        for open in [
            "open",
            "micro",
            "temporarily closed",
            "CLOSED_TEMPORARILY",
            "",
        ] {
            assert_eq!(NotOffered::of(open), None, "{open}");
        }
    }
}
