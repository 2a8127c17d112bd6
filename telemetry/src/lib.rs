//! What the server counts about itself, as Prometheus reads it: one table of everything that is counted while the
//! product works ([`Metrics`]), and gauges that are measured when somebody asks ([`Measured`]).
//!
//! - A label's values are routes' templates, names of commands, events, services and limits: few, and known beforehand.
//!   No user, session, path or text is ever one.
//! - Counting never waits, and costs well below a microsecond. It is done whether or not anybody reads it.
//!
//! Deliberately absent: how the metrics are served (`api`), and what they are measured of.

mod labels;
mod measured;
mod metrics;

pub use labels::Outcome;
pub use measured::Measured;
pub use metrics::{CacheMetrics, Metrics, metrics};

/// The target of spans and events that make up exported traces. What is recorded under it may leave the machine.
pub const TRACES: &str = "demandatlas::traces";

/// How many events no link of the chain over the whole log covers yet, and how long the oldest of them has waited.
pub fn chain_lag(events: u64, seconds: f64) {
    metrics().chain_lag(events, seconds);
}
