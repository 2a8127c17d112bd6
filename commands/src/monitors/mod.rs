//! Monitors: searches that run again by a schedule, and pay only for what is new or has changed.
//!
//! A reactor notes in an agenda when each monitor is due, as its events say; the keeper looks at those that are due: it
//! starts a run, or records why there is none. A run is a scrape job (`scraping/monitoring.rs`), which compares what it
//! finds with what the monitor knows (`comparison`) and notes the differences beside the log. They count as known once the
//! log says that they were delivered (`fold`), so that a crash anywhere leaves nothing paid twice and nothing lost.

mod comparison;
mod control;
mod ended;
mod fold;
mod keeper;
mod kept;
mod reactor;
mod sources;
mod start;
mod told;

pub(crate) use comparison::{Comparison, Found, Results, field_of};
pub use control::MonitorControl;
pub(crate) use ended::run_end;
pub(crate) use fold::fold_open_runs;
pub use keeper::MonitorKeeper;
pub use kept::{ChangeText, Told, ToldField, ToldGone};
pub use reactor::{KEEP_MONITORS, KeepMonitors};
pub use sources::answering;
pub(crate) use sources::{Asked, Releases, ask};
pub use start::{MonitorPorts, Monitors, NewMonitor, NotWatchable};
pub use told::ChangesOf;
