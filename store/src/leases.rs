//! Leases: who may do a piece of work until when. A crashed holder's lease runs out by itself.
//!
//! A lease makes doubled work rare, never impossible; what must happen once is guarded by the
//! expected sequence of an append, and what a late holder must not write any more carries its lease
//! into the transaction ([`Lease::still_held`], `Commit::guard`). Times are the database's own clock.

use std::time::Duration;

use crate::db::{Db, Tx};
use crate::error::StoreError;
use crate::{with_tx, with_writer};

/// Touches the lease of a name, a holder and a fence, where it is held.
pub(crate) const STILL_HELD: &str =
    "UPDATE leases SET fence = fence WHERE name = $1 AND holder = $2 AND fence = $3";
/// Who holds a lease that was given back.
const NOBODY: &str = "";

/// A lease that is held: whoever has taken it since has another fence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lease {
    /// What it allows.
    pub name: String,
    /// Who holds it.
    pub holder: String,
    /// Counts up with each new holder, and never goes back while the lease is remembered.
    pub fence: i64,
}

impl Lease {
    /// Is it still held? Asked inside `tx`, so that nobody takes it before `tx` ends.
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

    /// Makes the lease longer; answers whether it is still held. Unlike [`Leases::acquire`] it never takes what was
    /// given back: a renewal that nobody waits for any more may reach the database after that.
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

    /// Gives the lease back; does nothing where somebody else holds it by now. Its fence is remembered, so that a
    /// holder from before cannot take the next one for its own.
    pub async fn release(&self, name: &str, holder: &str) -> Result<(), StoreError> {
        let now = self.db.clock();
        let sql = format!(
            "UPDATE leases SET holder = '{NOBODY}', expires_at = {now} WHERE name = $1 AND holder = $2"
        );
        with_writer!(&self.db, pool =>
            sqlx::query(&sql).bind(name).bind(holder).execute(pool).await.map(drop))?;
        Ok(())
    }

    /// Forgets leases that were given back longer than `age` ago: longer than any process stands still.
    pub async fn forget(&self, age: Duration) -> Result<u64, StoreError> {
        let age = i64::try_from(age.as_micros()).unwrap_or(i64::MAX / 2);
        let now = self.db.clock();
        let sql =
            format!("DELETE FROM leases WHERE holder = '{NOBODY}' AND expires_at < {now} - $1");
        Ok(with_writer!(&self.db, pool =>
            sqlx::query(&sql).bind(age).execute(pool).await.map(|done| done.rows_affected()))?)
    }
}
