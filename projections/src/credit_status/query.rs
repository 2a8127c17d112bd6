//! A user's balance at a moment. Periods that have begun since the last event count as granted, since the next command
//! will grant them.

use domain::credit_account::balance::Balance;
use domain::tier::Tier;
use jiff::Timestamp;
use store::StoreError;
use store::db::Db;
use store::with_reader;

use super::row::CreditStatusRow;
use crate::serving::Serving;

/// Used credits as a share of the total, in percent with two decimals; 0 if the total is 0.
pub fn percentage_used(balance: &Balance) -> f64 {
    if balance.total == 0 {
        return 0.0;
    }
    #[expect(clippy::cast_precision_loss, reason = "credits are far below 2^52")]
    let share = balance.used as f64 / balance.total as f64;
    (share * 10_000.0).round() / 100.0
}

/// What a user has and may do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Status {
    /// At the requested moment.
    pub balance: Balance,
    /// How many companies the user may save.
    pub max_saves: u32,
}

impl Status {
    pub(super) fn of(row: &CreditStatusRow, now: Timestamp) -> Self {
        let balance = row.balance.at(now);
        // A plan that has come with a period since.
        let come = row
            .balance
            .next_tier
            .filter(|_| balance.period > row.balance.period);
        Self {
            max_saves: come.map_or_else(|| row.max_saves(), Tier::max_saves),
            balance,
        }
    }
}

/// An account in a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Account {
    /// The user's subject id.
    pub user_id: String,
    /// At the requested moment.
    pub balance: Balance,
}

/// Reads balances.
#[derive(Debug, Clone)]
pub struct CreditStatusQuery {
    rows: Serving<CreditStatusRow>,
}

impl CreditStatusQuery {
    /// Over the read models in `db`.
    pub fn new(db: Db) -> Self {
        Self {
            rows: Serving::new(db),
        }
    }

    /// The status of a user at `now`; `None` if the user has no account.
    pub async fn status(&self, user: &str, now: Timestamp) -> Result<Option<Status>, StoreError> {
        let sql = format!("{} WHERE user_id = $1", self.rows.select().await?);
        let row: Option<CreditStatusRow> = with_reader!(self.rows.db(), pool =>
            sqlx::query_as(&sql).bind(user).fetch_optional(pool).await)?;
        Ok(row.map(|row| Status::of(&row, now)))
    }

    /// The balance of a user at `now`; `None` if the user has no account.
    pub async fn at(&self, user: &str, now: Timestamp) -> Result<Option<Balance>, StoreError> {
        let status = self.status(user, now).await?;
        Ok(status.map(|status| status.balance))
    }

    /// Up to `limit` accounts by user id, after the user id `after`.
    pub async fn list(
        &self,
        after: &str,
        limit: u32,
        now: Timestamp,
    ) -> Result<Vec<Account>, StoreError> {
        let sql = format!(
            "{} WHERE user_id > $1 ORDER BY user_id LIMIT $2",
            self.rows.select().await?
        );
        let rows: Vec<CreditStatusRow> = with_reader!(self.rows.db(), pool =>
            sqlx::query_as(&sql)
                .bind(after)
                .bind(i64::from(limit))
                .fetch_all(pool)
                .await)?;
        let accounts = rows.into_iter().map(|row| Account {
            balance: row.balance.at(now),
            user_id: row.user_id,
        });
        Ok(accounts.collect())
    }
}
