//! Calls to other servers: one policy for all of them.
//!
//! - Every call identifies the program ([`USER_AGENT`]) and has limits: time to connect, time without
//!   a byte, total time, bytes ([`Limits`]).
//! - A redirect is followed only if the caller wants that, never from https to plain http, and never
//!   from a public host to this machine or its private network.
//! - Errors are words ([`CallError`]) without addresses, which may contain keys.
//! - [`Pace`] spaces calls out, [`Breaker`] leaves a failing service alone, [`Retries`] says how long
//!   to wait before the next attempt.
//! - [`download`] downloads a file and resumes broken downloads; [`Client::range`] fetches a part of
//!   one. What a server sends is checked against what was requested.
//! - [`untrusted`] calls addresses that users or other servers have named.
//!
//! Deliberately absent: what is requested, and what a response means.

mod breaker;
mod client;
mod download;
mod error;
mod global;
mod pace;
mod range;
mod redirects;
mod retries;
pub mod untrusted;
mod watched;

pub use breaker::Breaker;
pub use client::{Client, Limits, USER_AGENT, retry_after};
pub use download::{Download, DownloadError, Downloaded, Progress, download};
pub use error::CallError;
pub use global::is_global;
pub use pace::Pace;
pub use range::{ContentRange, RangeError, RemoteFile, is_trouble};
pub use retries::{Retries, tell_retry};
pub use watched::watched;
