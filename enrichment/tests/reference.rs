//! Reference data: what tables become, what ships, and real public files. One binary, as each that is linked takes
//! seconds.

#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a test that cannot continue should fail on the spot, and these print what they found or skipped"
)]

mod publishers;
mod shared_data;
mod starter;
