//! A search: queued, processed city by city, ended once; then its rows may be enriched. Or a reading of websites, or a
//! monitor's run, which are queued, paid, stopped and ended in the same way.
//!
//! Invariants: queued → processing → one end; nothing is delivered after an end; rows are delivered in order without
//! gaps, so that the rows of a session are exactly `0..delivered`. The rows themselves are documents; an event only
//! counts rows that are already stored. The stream's id is the session key.

mod aggregate;
mod answering;
mod area;
mod commands;
mod enrichment;
mod error;
mod events;
mod monitoring;
mod open_jobs;
mod outline;
mod reading;
mod search;
mod slices;
mod status;
#[cfg(test)]
mod tests;

pub use aggregate::{RunCounts, ScrapeJob};
pub use answering::{Answering, AnsweringPart};
pub use area::{AreaCounty, AreaShape, InvalidArea, SearchArea};
pub use commands::ScrapeJobCommand;
pub use enrichment::{Enrichment, EnrichmentCommand, EnrichmentRefusal};
pub use error::ScrapeJobRefusal;
pub(crate) use events::is_zero;
pub use events::*;
pub use monitoring::{First, MonitorRun, PublisherChange, RunFound, WatchedField};
pub use open_jobs::OpenJobs;
pub use outline::{Corner, Degrees};
pub use reading::{MAX_PAGES, MAX_WEBSITES, Reading, ReadingOf, Want};
pub use search::{InvalidSearch, MAX_CITIES, MAX_CITY_CHARS, MAX_TERM_CHARS, Search};
pub use status::{EnrichmentStatus, JobStatus, ScrapeType};
