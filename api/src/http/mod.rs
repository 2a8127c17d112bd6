//! What every route needs of HTTP: who calls, how requests are read, what errors look like, layers, limits.

pub(crate) mod caller;
pub mod csv;
pub mod error;
pub(crate) mod extract;
pub(crate) mod idempotency;
pub(crate) mod layers;
pub mod limits;
pub(crate) mod request_id;
pub(crate) mod ui;
