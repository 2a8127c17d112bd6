//! What lies beside the log for monitors: when they are due, the businesses that each knows, and what its runs found.
//! Events only count; a business counts as seen once the log says that it was delivered, or that the run has completed.

mod agenda;
mod documents;
mod forgetting;
mod notices;

pub use agenda::{MonitorAgenda, MonitorDue};
pub use documents::{Change, ChangeKind, ChangeTold, Known, MonitorDocuments, Pending};
pub use forgetting::KeptText;
pub use notices::ReadNotices;
