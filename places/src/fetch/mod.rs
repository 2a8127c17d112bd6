//! Bringing open data of a part of the country from its publisher.
//!
//! [`overture`] lists the publisher's bucket for the newest release, reads the ends of its files, which
//! tell where things lie, and asks for the byte ranges of the parts that the area needs and nothing
//! else. [`extract`] brings OpenStreetMap's extract of a state.
//!
//! Everything that came is kept in a folder: a fetch that is broken off at any moment goes on where it
//! stopped, and a second one asks for nothing that is there. What a server sends is compared with what
//! was asked for ([`outgoing`]).

mod error;
pub mod extract;
mod listing;
pub mod overture;
mod partial;
mod publisher;
mod spans;

pub use self::error::FetchError;
pub use self::publisher::{Progress, Publisher};
