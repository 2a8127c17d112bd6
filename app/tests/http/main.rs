//! The product through its HTTP interface and its command line: the main job, the money, who may see
//! what, and what happens when things go wrong (issue 2; quality sections 2 and 3).
//!
//! Most tests run a server in their own process ([`support::Server`]), on SQLite and on PostgreSQL;
//! those that kill it or use the command line start the real binary ([`support::Process`]).

#![allow(
    clippy::unwrap_used,
    clippy::print_stderr,
    reason = "a test that cannot go on should fail where it stands, and one that is skipped says so"
)]

mod faults;
mod limits;
mod mail;
mod operators;
mod routes;
mod support;
#[path = "../../../sign-in/tests/tokens/mod.rs"]
mod tokens;
mod websites;
