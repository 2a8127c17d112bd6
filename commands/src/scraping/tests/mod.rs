//! Jobs from their start to their end, with a maps service made for it and processes that die.

mod areas;
mod cancelling;
mod delivering;
mod dying;
mod enriching;
mod going_on;
mod knowing;
mod monitoring;
mod process;
mod reading;
mod scene;
mod sharing;
mod sources;
mod suspending;
