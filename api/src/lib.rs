//! The HTTP side of `DemandAtlas` and its command line.
//!
//! This crate alone knows the wire format: DTOs live beside their routes, read-model rows and events
//! never leave it as they are. It is also where the parts are put together ([`runtime`]).

pub mod auth;
pub mod cli;
pub mod config;
mod csv_cells;
pub mod dev_idp;
pub mod error;
mod ledger_table;
mod private_files;
pub mod routes;
mod rows;
pub mod runtime;
mod secret;
mod ui;
