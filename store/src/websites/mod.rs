//! Websites that jobs read, and what they say, for the users who had them read. They are documents, not events: written
//! before the event that counts them, and shown after it. With them: the pages that were read, hosts that refused, whom
//! websites say nothing of any more, and the users' proxies.

mod forgetting;
mod pages;
mod proxies;
mod reads;
mod removed;

pub use pages::WebsitePages;
pub use proxies::UserProxies;
pub use reads::{KeptRead, ReadDocument, ShownWebsite, WebsiteReads, WebsiteTarget, WebsiteToRead};
pub use removed::RemovedContacts;
