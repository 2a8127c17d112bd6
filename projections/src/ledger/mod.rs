//! The auditor's view of credit accounts: every event with the running balance, replayed from the log itself, and the
//! check that the log, the chain of seals and the read model agree.
//!
//! Not a projection: nothing is stored, so nothing can be stale.

mod ahead;
mod audit;
mod finding;
mod keys;
mod proofs;
mod read_model;
mod replay;
mod stream;
pub mod table;
mod whole_log;

pub use audit::{AuditProgress, Scope, Summary, audit_all};
pub use finding::Finding;
pub use proofs::{Proofs, Whole};
pub use replay::{Cut, LedgerLine, LedgerReader};
pub use stream::{AccountAudit, StreamAudit, audit_account};
pub use whole_log::Chain;
