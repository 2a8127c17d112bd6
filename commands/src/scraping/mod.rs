//! The worker: takes queued jobs by lease, streams places city by city, stores rows, pays slice by slice; and
//! enriches the rows of ended jobs on request in the same manner.
//!
//! How a slice is paid, so that a crash at any point ends with the same balance as no crash:
//! 1. credits are held for up to 20 rows;
//! 2. the rows are stored as documents at the indexes that follow the delivered ones;
//! 3. one commit debits the hold, gives back its rest and counts the rows in the job.
//!
//! From top to bottom: the `worker` takes jobs by lease; a `run` of a job picks what there is to do; the `search`
//! with its `delivery`, the `enrichment`, the `reading` of websites, and
//! `monitoring`; `job` is what both need from log, account and rows.
//!
//! A worker that starts again reads the job: rows beyond the count were never shown or paid for and are overwritten,
//! an open hold is found by its name, and delivered businesses by their company keys.

mod delivery;
mod enrichment;
mod job;
mod monitoring;
mod own_businesses;
mod ports;
mod queue;
mod reading;
mod run;
mod search;
mod suspended;
mod takeover;
#[cfg(test)]
mod tests;
mod turns;
mod worker;

pub use ports::{FactSource, WorkerPorts};
pub use queue::{Census, ENQUEUE_JOBS, EnqueueJobs, WorkTable};
pub use suspended::{CANCEL_SUSPENDED, CancelSuspended};
pub use worker::{ScrapeWorker, WorkerSettings};
