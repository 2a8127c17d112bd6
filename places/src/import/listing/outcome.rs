//! Why a row of a file is not offered as a place.

use std::fmt;

use crate::values::squeeze;

/// Why a valid row is not offered to users.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum NotOffered {
    Closed,
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
    NoName,
    /// Its country is not the USA.
    NotUs,
    /// Its state is not a US state.
    UnknownState,
    NoState,
    NoLocation,
    /// Its position is not in the file (a way without its nodes).
    NoGeometry,
    /// It has more cells than columns, so that values may have shifted.
    TooManyCells,
    /// Its name or city is longer than any real one.
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
    /// What a status or kind says about a business that cannot be visited.
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
