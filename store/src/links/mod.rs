//! One chain over the whole log: the order of all events, and that none is missing, whatever stream they are in.
//!
//! A link covers the next events in the log's order, or a note. Its *digest* needs no key: SHA-256 of the digest before
//! it and of the events' stored bytes, so that whoever has the events and one digest that was kept elsewhere (an
//! [`Anchor`]) can check all of them. Its *seal* is an HMAC over the link and the seal before it: without the key nobody
//! who can write to the database can make a chain that fits changed events.
//!
//! Links are made after the events are stored, by the [`Sealer`](crate::sealer::Sealer) of one process at a time; appends wait for nothing.
//! Positions and times of recording are not covered, since an import into another engine may change them.

mod anchor;
mod check;
mod digest;
mod link;
mod queue;
mod table;

pub use anchor::{Anchor, NoAnchor, Restoration};
pub(crate) use check::rotation_note;
pub use check::{Broken, LinkCheck};
pub use digest::Digest;
pub(crate) use link::{End, LONGEST};
pub use link::{Kind, Link};
pub use queue::LinkQueue;
pub use table::Links;
pub(crate) use table::{adopt, after_within, insert, last_within};
#[cfg(feature = "kurrentdb")]
pub(crate) use table::{last_and_before, remove};
