//! The command line, and what operators do around a server: imports, backups, the auditor, moving a ledger.

mod auditing;
mod backup;
mod bad_commands;
mod before_releases;
pub(crate) mod first_run;
mod logs;
mod moving;
mod real_listings;
mod reference;
