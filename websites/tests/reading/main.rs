//! Websites read over HTTP: the labelled ones of `tests/sites`, and hostile ones.

#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a test that cannot continue should fail on the spot; the figures are shown"
)]

mod fixtures;
mod fuzz_targets;
mod hostile;
mod keeping;
mod manners;
mod support;
