//! The queries of a list.

use std::collections::BTreeMap;

use jiff::civil::Date;

use super::filter::Filters;
use super::sort::Sort;

/// The queries of a list.
#[derive(Debug, Clone, Default)]
pub struct ListQuery {
    /// Words to find in names, places, notes and tags; empty for all companies.
    pub search: String,
    pub filters: Filters,
    pub sort: Sort,
    /// `None` for all.
    pub page: Option<Page>,
    /// The day up to which due follow-ups are counted.
    pub today: Option<Date>,
    /// The periods of each installed table, by table id: facts of other periods are stale.
    pub vintages: BTreeMap<String, Vec<String>>,
    /// Whether to count the values of filters.
    pub facets: bool,
}

/// A page of a sorted list.
#[derive(Debug, Clone, Copy)]
pub struct Page {
    pub skip: usize,
    pub take: usize,
}
