//! The worker: takes queued jobs by lease, streams places city by city, stores rows, pays slice by
//! slice; and enriches the rows of ended jobs, once that is asked for, in the same manner.
//!
//! How a slice is paid, so that a crash at any point ends with the same balance as no crash:
//! 1. credits are held for up to 20 rows;
//! 2. the rows are stored as documents at the indexes that follow the delivered ones;
//! 3. one commit debits the hold, gives back its rest and counts the rows in the job.
//!
//! A worker that starts again reads the job: rows beyond the count were never shown nor paid and are
//! written over, an open hold is found by its name, businesses already delivered are known by their
//! company keys.

mod delivery;
mod enrichment;
mod queue;
mod run;
mod worker;

pub use queue::{ENQUEUE_JOBS, EnqueueJobs, WorkTable};
pub use worker::{ScrapeWorker, WorkerSettings};
