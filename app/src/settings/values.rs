//! How values are written: lists with commas, and 'none' to turn something off.

/// Turns something off.
const NONE: &str = "none";

/// The value, unless it is `none`.
pub(super) fn wanted(value: Option<&str>) -> Option<&str> {
    value.map(str::trim).filter(|text| *text != NONE)
}

/// The names in a comma-separated list.
pub(super) fn names(list: &str) -> impl Iterator<Item = &str> {
    list.split(',')
        .map(str::trim)
        .filter(|name| !name.is_empty() && *name != NONE)
}
