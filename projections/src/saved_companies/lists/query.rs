//! What is asked of a list.

use std::collections::BTreeMap;

use jiff::civil::Date;

use super::filter::Filters;
use super::sort::Sort;

/// What is asked of a list.
#[derive(Debug, Clone, Default)]
pub struct ListQuery {
    /// Words to look for in names, places, notes and tags; any company where it has none.
    pub search: String,
    /// Which companies.
    pub filters: Filters,
    /// By what, and which way, they are sorted.
    pub sort: Sort,
    /// A part of them; all where there is none.
    pub page: Option<Page>,
    /// The day up to which companies are to be asked again, to count them.
    pub today: Option<Date>,
    /// Which periods each installed table describes, by its id: facts of another period are old.
    pub vintages: BTreeMap<String, Vec<String>>,
    /// Count the values that filters can take.
    pub facets: bool,
}

/// A part of a sorted list.
#[derive(Debug, Clone, Copy)]
pub struct Page {
    /// Companies before it.
    pub skip: usize,
    /// Companies in it.
    pub take: usize,
}
