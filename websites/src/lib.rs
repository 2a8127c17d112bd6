//! Reads what businesses say of themselves on their websites: contacts, hours, profiles, technology.
//!
//! - A website is its home page and at most four more that its links call contact, about, locations and the like. Each
//!   value names the page that says it, when it was read, and how it was found; nothing is guessed, and no address is
//!   made up.
//! - Manners: robots.txt, `noindex` and `noai`, one request at a time a host with a pause after it, an honest
//!   `User-Agent`; what was refused is not asked again for a day. Some websites are never read.
//! - Addresses come from users and listings: nothing but the public internet is called (`outgoing::untrusted`).
//!   Responses are bounded in bytes and time.
//! - Pages are kept by the caller ([`Keep`]): a page of the last day is not asked for again.
//!
//! Deliberately absent: events, routes, prices, who may see what.

mod address;
mod contacts;
mod error;
mod hours;
mod keep;
mod manners;
mod never;
pub mod page;
mod reader;
mod social;
mod technology;

pub use address::{WebsiteAddress, domain_of};
pub use contacts::{Contacts, EmailKind, phone_digits};
pub use error::ReadError;
pub use hours::Hours;
pub use keep::{Keep, KeptPage, MemoryKeep, Refused};
pub use manners::Manners;
pub use never::never_read;
pub use page::{Link, LinkKind, Page};
pub use reader::charset::text as text_of_body;
pub use reader::facts::{Found, SiteFacts};
pub use reader::{Depth, PageRead, ReaderSettings, SiteRead, WebsiteReader};
pub use social::network_of;
