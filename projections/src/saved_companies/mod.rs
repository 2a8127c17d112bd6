//! The companies that users have saved or written about, with their facts and notes.

mod lists;
mod project;
mod query;
mod row;
mod summary;

pub use lists::{
    ContactFilter, Facets, Filters, FindError, Found, ListMemory, ListQuery, Listed, ListedCompany,
    ListedSummary, Page, SavedCompanyLists, ScoreBand, Sort, SortKey, UNKNOWN_INDUSTRY, ValueCount,
    WebsiteContacts,
};
pub(crate) use project::SavedCompaniesView;
pub use query::SavedCompaniesQuery;
pub(crate) use row::SavedCompanyRow;
pub use summary::GOOGLE_PLACE;

use crate::table::Row;

/// The view's checkpoint.
pub const CHECKPOINT: &str = row::SavedCompanyRow::TABLE;
