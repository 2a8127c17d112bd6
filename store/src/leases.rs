//! Leases: who may do a piece of work until when. A crashed holder's lease runs out by itself.
//!
//! A lease makes doubled work rare, never impossible; what must happen once is guarded by the
//! expected sequence of an append. Times are the processes' own clocks.

use std::time::Duration;

use crate::db::{Db, Tx, now_micros};
use crate::error::StoreError;
use crate::{with_tx, with_writer};

/// A lease that is held: whoever has taken it since has another fence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lease {
    /// What it allows.
    pub name: String,
    /// Who holds it.
    pub holder: String,
    /// Counts up with each new holder.
    pub fence: i64,
}

impl Lease {
    /// Is it still held? Asked inside `tx`, so that nobody takes it before `tx` ends.
    pub async fn still_held(&self, tx: &mut Tx) -> Result<bool, StoreError> {
        let held = with_tx!(tx, conn => sqlx::query(
            "UPDATE leases SET fence = fence WHERE name = $1 AND holder = $2 AND fence = $3",
        )
        .bind(&self.name)
        .bind(&self.holder)
        .bind(self.fence)
        .execute(conn)
        .await
        .map(|done| done.rows_affected()))?;
        Ok(held == 1)
    }
}

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

    /// Takes the lease, or makes one's own longer. Nothing while somebody else holds it.
    pub async fn acquire(
        &self,
        name: &str,
        holder: &str,
        ttl: Duration,
    ) -> Result<Option<Lease>, StoreError> {
        let now = now_micros();
        let until = now.saturating_add(i64::try_from(ttl.as_micros()).unwrap_or(i64::MAX));
        let fence: Option<i64> = with_writer!(&self.db, pool => sqlx::query_scalar(
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
        .await)?;
        Ok(fence.map(|fence| Lease {
            name: name.to_owned(),
            holder: holder.to_owned(),
            fence,
        }))
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
