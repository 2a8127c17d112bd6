//! The command line, and what operators do around a server: imports, backups, the auditor, moving a ledger.

mod atlas;
mod audit_log;
mod auditing;
mod backup;
mod bad_commands;
mod before_releases;
mod chain;
mod deploy;
pub(crate) mod first_run;
mod former_versions;
mod keeping_out;
mod logs;
mod metrics;
mod moving;
mod real_listings;
mod reference;
mod traces;
mod which_store;
