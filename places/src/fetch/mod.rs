//! Downloading open data of a part of the country from its publisher.
//!
//! [`overture`] lists the publisher's bucket to find the newest release, reads the footers of its files,
//! which locate the rows, and requests only the byte ranges that the area needs. [`extract`] downloads
//! OpenStreetMap's extract of a state.
//!
//! Downloads are kept in a folder: an interrupted fetch resumes where it stopped, and a second one requests
//! nothing that is already there. What a server sends is checked against what was requested ([`outgoing`]).

mod error;
pub mod extract;
mod listing;
pub mod overture;
mod partial;
mod publisher;
mod spans;

pub use self::error::FetchError;
pub use self::publisher::{Progress, Publisher};
