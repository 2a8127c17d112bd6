//! The library of the `demandatlas` binary: its settings, how the parts are assembled, its command line.

pub mod anchors;
pub mod assemble;
pub mod cli;
pub mod core;
mod data;
mod digests;
mod housekeeper;
pub mod issuer;
mod mail;
mod parts;
mod reactors;
mod secret;
pub mod settings;
mod settling;
mod traces;
