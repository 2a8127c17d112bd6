//! The HTTP side of `DemandAtlas`: routes, wire types, and what lies around them.
//!
//! This crate alone knows the wire format: DTOs live beside their routes, read-model rows and events
//! never leave it as they are. It is handed the parts that routes use ([`state`]) and starts none of them.

mod balance;
pub mod client;
mod exports;
pub mod http;
pub mod routes;
mod sessions;
pub mod state;
mod wire;
