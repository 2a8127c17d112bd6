//! Reading the log to its end, and following it: one runner for projectors and reactors.
//!
//! A **projector** writes rows in the transaction that moves its checkpoint: exactly once. A **reactor** turns events
//! into commands or work: at least once; its checkpoint is stored with the log, and no rebuild ever runs it. They are
//! different traits, so that a rebuild cannot send a command.
//!
//! A failing batch is retried event by event; an event that keeps failing pauses its subscription, with the reason in
//! the checkpoint, and the others continue. An unavailable database is waited for.

mod checkpoints;
mod handler;
mod projector;
mod reactor;
mod registry;
mod runner;

pub use checkpoints::{Checkpoint, Checkpoints, Status};
pub use projector::{ProjectError, Projector};
pub use reactor::{ReactError, Reactor};
pub use registry::{Seen, Subscriptions};
pub use runner::Progress;
