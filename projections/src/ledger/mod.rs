//! The auditor's view of credit accounts: every event with the running balance, replayed from the log
//! itself, and the check that log, chain of seals and read model agree.
//!
//! Not a projection: nothing is stored, so nothing can be stale.

mod audit;
mod replay;

pub use audit::{AccountAudit, AuditProgress, Finding, Summary, audit_account, audit_all};
pub use replay::{Cut, LedgerLine, LedgerReader};
