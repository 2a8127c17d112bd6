//! The HTTP side of `DemandAtlas`: routes, wire types, and the layers around them.
//!
//! Only this crate knows the wire format: DTOs live next to their routes; rows of read models and events never leave it
//! unchanged. It receives the parts that routes use ([`state`]) and starts none of them.

pub mod atlas;
mod balance;
pub mod client;
mod exports;
pub mod http;
pub mod metrics;
pub mod routes;
mod sessions;
pub mod state;
mod wire;
