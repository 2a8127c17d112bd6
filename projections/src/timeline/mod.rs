//! Changes of companies and of their listings, with actor and time. Texts stay encrypted here and are decrypted for each query with the
//! user's key, so that there is nothing to erase.

mod listing;
mod project;
mod query;
mod row;

pub(crate) use project::TimelineView;
pub use query::{Change, Changed, ChangedBy, TimelineQuery};
