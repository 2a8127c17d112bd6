//! The audit log: who got in, who was refused, which limits were hit, what operators did. Rows beside the event log,
//! deleted after a while. They hold no tokens, codes, addresses of e-mail or texts: a user is a subject id.
//!
//! Recording never waits and never fails a call: a writer of its own ([`AuditWriter`]) stores in batches what a bounded
//! queue holds. What did not fit is counted in a row of its own. What the same user, or the same address, does again
//! within a minute adds to a row's count, so that nobody can fill the disk by being refused.

mod entry;
mod minutes;
mod table;
mod writer;

pub use entry::{AuditEntry, AuditEvent, AuditKind};
pub use table::{AuditEntries, AuditFilter};
pub use writer::{AUDIT_LOG, AuditLog, AuditWriter};
