//! Leases: who may do a piece of work until when. A crashed holder's lease runs out by itself.
//!
//! A lease makes doubled work rare, never impossible; what must happen once is guarded by the
//! expected sequence of an append. Times are the processes' own clocks.

use std::time::Duration;

use crate::db::{Db, now_micros};
use crate::error::StoreError;
use crate::with_writer;

/// The leases that lie with the log.
#[derive(Debug, Clone)]
pub struct Leases {
    db: Db,
}

impl Leases {
    /// The leases in `db`.
    pub const fn new(db: Db) -> Self {
        Self { db }
    }

    /// Takes the lease, or makes one's own longer. Answers its fence, which counts up with each new
    /// holder, or nothing while somebody else holds it.
    pub async fn acquire(
        &self,
        name: &str,
        holder: &str,
        ttl: Duration,
    ) -> Result<Option<i64>, StoreError> {
        let now = now_micros();
        let until = now.saturating_add(i64::try_from(ttl.as_micros()).unwrap_or(i64::MAX));
        Ok(with_writer!(&self.db, pool => sqlx::query_scalar(
            "INSERT INTO leases (name, holder, fence, expires_at) VALUES ($1, $2, 1, $3) \
             ON CONFLICT (name) DO UPDATE SET \
                 fence = CASE WHEN leases.holder = excluded.holder THEN leases.fence \
                              ELSE leases.fence + 1 END, \
                 holder = excluded.holder, expires_at = excluded.expires_at \
             WHERE leases.holder = excluded.holder OR leases.expires_at <= $4 \
             RETURNING fence",
        )
        .bind(name)
        .bind(holder)
        .bind(until)
        .bind(now)
        .fetch_optional(pool)
        .await)?)
    }

    /// Gives the lease back; does nothing where somebody else holds it by now.
    pub async fn release(&self, name: &str, holder: &str) -> Result<(), StoreError> {
        with_writer!(&self.db, pool =>
            sqlx::query("DELETE FROM leases WHERE name = $1 AND holder = $2")
                .bind(name)
                .bind(holder)
                .execute(pool)
                .await
                .map(drop))?;
        Ok(())
    }
}
