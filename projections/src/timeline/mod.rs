//! What was changed about companies, by whom and when. Texts stay closed here: they are opened for whoever
//! asks with the user's key, so that there is nothing to erase.

mod project;
mod query;
mod row;

pub(crate) use project::TimelineView;
pub use query::{Change, ChangedBy, TimelineQuery};
