//! Calls to other servers: the one policy for all of them.
//!
//! - Every call says who asks ([`USER_AGENT`]) and has its limits: time to connect, time without a
//!   byte, time in all, bytes ([`Limits`]).
//! - A redirect is followed only where the caller wants that, never from https to plain http, and never
//!   from a public host to this machine or its private network.
//! - Errors are words ([`CallError`]) without addresses, which may hold keys.
//! - [`Pace`] keeps calls apart, [`Breaker`] leaves a failing service alone, [`Retries`] says how long
//!   to wait before the next attempt.
//! - [`download`] brings a file, and goes on where it was broken off; [`Client::range`] brings a part
//!   of one. What a server sends is compared with what was asked for.
//!
//! Deliberately absent: what is asked, and what an answer means.

mod breaker;
mod client;
mod download;
mod error;
mod pace;
mod range;
mod redirects;
mod retries;
mod watched;

pub use breaker::Breaker;
pub use client::{Client, Limits, USER_AGENT, retry_after};
pub use download::{Download, DownloadError, Downloaded, Progress, download};
pub use error::CallError;
pub use pace::Pace;
pub use range::{ContentRange, RangeError, RemoteFile, is_trouble};
pub use retries::{Retries, tell_retry};
pub use watched::watched;
