//! The `demandatlas` binary's inside: its configuration, how the parts are put together, its command line.

pub mod assemble;
pub mod cli;
pub mod config;
pub mod issuer;
mod secret;
