//! A user's companies: saved from the rows of sessions, and written about.
//!
//! Personal data is encrypted here, with the user's key, before any aggregate sees it.

mod changes;
mod crm;
mod erasing;
mod noting;
mod outcomes;
mod recording;
mod refreshing;
mod saving;
mod shared;
#[cfg(test)]
pub(crate) mod testing;
#[cfg(test)]
mod tests;

pub use changes::{Changes, TagChange};
pub use crm::{CrmEntry, CrmRecord, CrmTexts, CrmVersion};
pub use erasing::Erased;
pub use noting::{ListingChanges, MetListings, SavedBusinesses};
pub use outcomes::{Failed, Outcome};
pub use refreshing::Refreshed;
pub use saving::{RowToSave, Saved};
pub use shared::{Companies, SessionRow};
