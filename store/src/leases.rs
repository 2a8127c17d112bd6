//! Leases: who may do a piece of work, and until when. A crashed holder's lease expires.
//!
//! A lease makes duplicate work rare, never impossible; what must happen once is guarded by the expected sequence of
//! an append, and a write that a late holder must not make carries its lease into the transaction
//! ([`Lease::still_held`], `Commit::guard`). Times are the database's own clock.

use std::time::Duration;

use crate::db::{Db, Tx};
use crate::error::StoreError;
use crate::{with_tx, with_writer};

/// Touches the lease of a name, a holder and a fence, if it is held.
pub(crate) const STILL_HELD: &str =
    "UPDATE leases SET fence = fence WHERE name = $1 AND holder = $2 AND fence = $3";
/// The holder of a released lease.
const NOBODY: &str = "";

/// A held lease: a later holder has another fence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lease {
    pub name: String,
    pub holder: String,
    /// Rises with each new holder, and never falls while the lease is remembered.
    pub fence: i64,
}

impl Lease {
    /// Is it still held? Checked inside `tx`, so that nobody takes it before `tx` ends.
    pub async fn still_held(&self, tx: &mut Tx) -> Result<bool, StoreError> {
        let held = with_tx!(tx, conn => sqlx::query(STILL_HELD)
        .bind(&self.name)
        .bind(&self.holder)
        .bind(self.fence)
        .execute(conn)
        .await
        .map(|done| done.rows_affected()))?;
        Ok(held == 1)
    }
}

/// The leases of all work.
#[derive(Debug, Clone)]
pub struct Leases {
    db: Db,
}

impl Leases {
    /// Stored with the log in `db`.
    pub const fn new(db: Db) -> Self {
        Self { db }
    }

    /// Takes the lease, or extends one's own. None while another holder has it.
    pub async fn acquire(
        &self,
        name: &str,
        holder: &str,
        ttl: Duration,
    ) -> Result<Option<Lease>, StoreError> {
        let ttl = i64::try_from(ttl.as_micros()).unwrap_or(i64::MAX / 2);
        let now = self.db.clock();
        let sql = format!(
            "INSERT INTO leases (name, holder, fence, expires_at) VALUES ($1, $2, 1, {now} + $3) \
             ON CONFLICT (name) DO UPDATE SET \
                 fence = CASE WHEN leases.holder = excluded.holder THEN leases.fence \
                              ELSE leases.fence + 1 END, \
                 holder = excluded.holder, expires_at = excluded.expires_at \
             WHERE leases.holder = excluded.holder OR leases.expires_at <= {now} \
             RETURNING fence"
        );
        let fence: Option<i64> = with_writer!(&self.db, pool => sqlx::query_scalar(&sql)
        .bind(name)
        .bind(holder)
        .bind(ttl)
        .fetch_optional(pool)
        .await)?;
        Ok(fence.map(|fence| Lease {
            name: name.to_owned(),
            holder: holder.to_owned(),
            fence,
        }))
    }

    /// Extends the lease; returns whether it is still held. Unlike [`Leases::acquire`] it never takes a released
    /// lease: an abandoned renewal may reach the database after the release.
    pub async fn renew(&self, lease: &Lease, ttl: Duration) -> Result<bool, StoreError> {
        let ttl = i64::try_from(ttl.as_micros()).unwrap_or(i64::MAX / 2);
        let now = self.db.clock();
        let sql = format!(
            "UPDATE leases SET expires_at = {now} + $1 WHERE name = $2 AND holder = $3 AND fence = $4"
        );
        let renewed = with_writer!(&self.db, pool => sqlx::query(&sql)
            .bind(ttl)
            .bind(&lease.name)
            .bind(&lease.holder)
            .bind(lease.fence)
            .execute(pool)
            .await
            .map(|done| done.rows_affected()))?;
        Ok(renewed == 1)
    }

    /// Releases the lease; does nothing if another holder has it. Its fence is remembered, so that an earlier holder
    /// cannot take the next lease for its own.
    pub async fn release(&self, name: &str, holder: &str) -> Result<(), StoreError> {
        let now = self.db.clock();
        let sql = format!(
            "UPDATE leases SET holder = '{NOBODY}', expires_at = {now} WHERE name = $1 AND holder = $2"
        );
        with_writer!(&self.db, pool =>
            sqlx::query(&sql).bind(name).bind(holder).execute(pool).await.map(drop))?;
        Ok(())
    }

    /// Deletes leases that were released longer than `age` ago: longer than any process stalls.
    pub async fn forget(&self, age: Duration) -> Result<u64, StoreError> {
        let age = i64::try_from(age.as_micros()).unwrap_or(i64::MAX / 2);
        let now = self.db.clock();
        let sql =
            format!("DELETE FROM leases WHERE holder = '{NOBODY}' AND expires_at < {now} - $1");
        Ok(with_writer!(&self.db, pool =>
            sqlx::query(&sql).bind(age).execute(pool).await.map(|done| done.rows_affected()))?)
    }
}
