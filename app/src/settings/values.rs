//! How values are written: a list with commas, and 'none' for what is not wanted.

/// Says that something is not wanted.
const NONE: &str = "none";

/// A value, unless it says that nothing is wanted.
pub(super) fn wanted(value: Option<&str>) -> Option<&str> {
    value.map(str::trim).filter(|text| *text != NONE)
}

/// The names in a list that is separated by commas.
pub(super) fn names(list: &str) -> impl Iterator<Item = &str> {
    list.split(',')
        .map(str::trim)
        .filter(|name| !name.is_empty() && *name != NONE)
}
