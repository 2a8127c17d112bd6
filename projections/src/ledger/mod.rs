//! The auditor's view of credit accounts: every event with the running balance, replayed from the log itself, and the
//! check that the log, the chain of seals and the read model agree.
//!
//! Not a projection: nothing is stored, so nothing can be stale.

mod audit;
mod read_model;
mod replay;
mod stream;
pub mod table;

pub use audit::{AuditProgress, Finding, Summary, audit_all};
pub use replay::{Cut, LedgerLine, LedgerReader};
pub use stream::{AccountAudit, StreamAudit, audit_account};
