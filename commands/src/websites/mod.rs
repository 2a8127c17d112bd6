//! Websites of businesses, read for users: what is to be read, what is new of it, who is left out, through which proxy.
//!
//! The reader itself is the crate `websites`, the job's worker `scraping/reading.rs`. Invariants: what websites say is
//! kept in documents for the user who had them read, never in events; whoever asked to be removed is in none of them.

mod contacts;
mod document;
mod forgetting;
mod keep;
mod proxies;
mod reading;
mod start;
#[cfg(test)]
mod tests;

pub use contacts::{ContactKey, Removals, Removed};
pub use document::{PageDocument, WebsiteDocument, narrowed, wants_of};
pub use forgetting::{FORGET_WEBSITES, ForgetWebsites, forget_removed_before};
pub use proxies::{Proxies, ProxyTest};
pub use reading::{WebsiteSettings, WebsiteSource, Websites};
pub use start::{Company, ReadingStart, Started};

/// Said where reading is asked for and not switched on.
pub const READING_IS_OFF: &str = "Reading is off: the operator has set no contact.";
