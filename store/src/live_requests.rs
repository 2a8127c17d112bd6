//! How often live maps services were asked: counted per user and in all, by all processes of a database, so that a
//! restart forgets nothing.

use crate::db::{Db, Tx};
use crate::error::StoreError;
use crate::{with_reader, with_tx, with_writer};

/// The user under whom everybody's requests are counted: no user's id is empty.
const EVERYBODY: &str = "";

/// Maximum requests a day.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DailyLimits {
    /// Per user.
    pub each: u32,
    /// All users together; none if nobody pays for the requests.
    pub all: Option<u32>,
}

impl DailyLimits {
    /// The names under which a request of `user` is counted, their limits, and the outcome beyond them. Always in
    /// this order, so that transactions do not deadlock.
    fn of(self, user: &str) -> impl Iterator<Item = (&str, u32, Counted)> {
        let all = self.all.map(|all| (EVERYBODY, all, Counted::Limit));
        std::iter::once((user, self.each, Counted::UserLimit)).chain(all)
    }
}

/// The outcome of counting a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Counted {
    /// It is counted and may be made.
    Yes,
    /// The user has reached the limit per user.
    UserLimit,
    /// All users together have reached their limit.
    Limit,
}

/// The counts of all users.
#[derive(Debug, Clone)]
pub struct LiveRequests {
    db: Db,
}

impl LiveRequests {
    /// Stored with the log in `db`.
    pub const fn new(db: Db) -> Self {
        Self { db }
    }

    /// Counts a request of `user` to `service` on `day` (`2026-01-31`), unless that exceeds a limit.
    pub async fn count(
        &self,
        user: &str,
        service: &str,
        day: &str,
        limits: DailyLimits,
    ) -> Result<Counted, StoreError> {
        let counting = Box::pin(self.count_all(user, service, day, limits));
        self.db.in_time(counting).await
    }

    async fn count_all(
        &self,
        user: &str,
        service: &str,
        day: &str,
        limits: DailyLimits,
    ) -> Result<Counted, StoreError> {
        let mut tx = self.db.begin().await?;
        for (whose, most, refused) in limits.of(user) {
            if !one_more(&mut tx, whose, service, day, most).await? {
                return Ok(refused);
            }
        }
        tx.commit().await?;
        Ok(Counted::Yes)
    }

    /// Whether another request of `user` would be counted.
    pub async fn would_count(
        &self,
        user: &str,
        service: &str,
        day: &str,
        limits: DailyLimits,
    ) -> Result<Counted, StoreError> {
        for (whose, most, refused) in limits.of(user) {
            if self.made(whose, service, day).await? >= u64::from(most) {
                return Ok(refused);
            }
        }
        Ok(Counted::Yes)
    }

    /// How many requests of `user` to `service` were counted on `day`.
    async fn made(&self, user: &str, service: &str, day: &str) -> Result<u64, StoreError> {
        let made: Option<i64> = with_reader!(&self.db, pool => sqlx::query_scalar(
            "SELECT requests FROM live_requests WHERE user_id = $1 AND service = $2 AND day = $3",
        )
        .bind(user)
        .bind(service)
        .bind(day)
        .fetch_optional(pool)
        .await)?;
        Ok(u64::try_from(made.unwrap_or_default()).unwrap_or_default())
    }

    /// Deletes the days before `day`.
    pub async fn forget_before(&self, day: &str) -> Result<(), StoreError> {
        with_writer!(&self.db, pool => sqlx::query("DELETE FROM live_requests WHERE day < $1")
            .bind(day)
            .execute(pool)
            .await
            .map(drop))?;
        Ok(())
    }
}

/// Counts one more unless there are `most`; false where there are.
async fn one_more(
    tx: &mut Tx,
    user: &str,
    service: &str,
    day: &str,
    most: u32,
) -> Result<bool, StoreError> {
    if most == 0 {
        return Ok(false);
    }
    let counted = with_tx!(tx, conn => sqlx::query(
        "INSERT INTO live_requests (user_id, service, day, requests) VALUES ($1, $2, $3, 1) \
         ON CONFLICT (user_id, service, day) DO UPDATE SET requests = live_requests.requests + 1 \
         WHERE live_requests.requests < $4",
    )
    .bind(user)
    .bind(service)
    .bind(day)
    .bind(i64::from(most))
    .execute(conn)
    .await
    .map(|done| done.rows_affected()))?;
    Ok(counted == 1)
}
