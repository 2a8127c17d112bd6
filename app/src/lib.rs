//! The `demandatlas` binary's inside: its settings, how the parts are put together, its command line.

pub mod assemble;
pub mod cli;
pub mod issuer;
mod secret;
pub mod settings;
