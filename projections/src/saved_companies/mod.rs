//! The companies that users have saved or written about, with what is known and written of them.

mod project;
mod query;
mod row;

pub(crate) use project::SavedCompaniesView;
pub use query::{NamedCompany, SavedCompaniesQuery};
