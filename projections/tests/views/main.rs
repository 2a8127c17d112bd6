//! Views over a real log, on both engines.

#![allow(clippy::unwrap_used, reason = "test code")]

mod lists;
mod rebuild;
mod seen;
mod shares;
mod support;
