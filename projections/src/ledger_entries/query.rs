//! A user's entries, newest first, and the usage of each day.

use domain::Credits;
use domain::credit_account::CreditEventType;
use domain::ids::SessionKey;
use jiff::Timestamp;
use jiff::civil::Date;
use jiff::tz::TimeZone;
use store::StoreError;
use store::db::Db;
use store::with_reader;

use super::row::LedgerEntryRow;
use crate::ledger::LedgerLine;
use crate::serving::Serving;

/// Selects entries; by default all.
#[derive(Debug, Clone, Default)]
pub struct EntryFilter {
    /// Empty for all.
    pub events: Vec<CreditEventType>,
    pub since: Option<Timestamp>,
    /// Inclusive.
    pub until: Option<Timestamp>,
    pub session: Option<SessionKey>,
}

/// The usage of a day.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct UsedOnDay {
    /// The day (UTC).
    pub day: Date,
    /// Credits debited.
    pub credits: Credits,
}

/// A day in microseconds.
const DAY: i64 = 86_400_000_000;

/// Reads ledgers.
#[derive(Debug, Clone)]
pub struct LedgerEntriesQuery {
    rows: Serving<LedgerEntryRow>,
}

impl LedgerEntriesQuery {
    /// Over the read models in `db`.
    pub fn new(db: Db) -> Self {
        Self {
            rows: Serving::new(db),
        }
    }

    /// The user's entries, newest first, at most `limit`; only those before entry number `before`, if given.
    pub async fn newest(
        &self,
        user: &str,
        filter: &EntryFilter,
        before: Option<u64>,
        limit: u32,
    ) -> Result<Vec<LedgerLine>, StoreError> {
        let events: Vec<_> = filter
            .events
            .iter()
            .map(|event| format!("'{}'", event.name()))
            .collect();
        let only = if events.is_empty() {
            String::new()
        } else {
            // Frozen names, not input.
            format!(" AND event IN ({})", events.join(", "))
        };
        let of_session = filter.session.map_or("", |_| " AND session_id = $5");
        let sql = format!(
            "{} WHERE user_id = $1 AND sequence < $2 AND at >= $3 AND at <= $4{of_session}{only} \
             ORDER BY sequence DESC LIMIT {limit}",
            self.rows.select().await?
        );
        let before = before.map_or(i64::MAX, |before| i64::try_from(before).unwrap_or(i64::MAX));
        let since = filter.since.map_or(i64::MIN, Timestamp::as_microsecond);
        let until = filter.until.map_or(i64::MAX, Timestamp::as_microsecond);
        let rows: Vec<LedgerEntryRow> = with_reader!(self.rows.db(), pool => {
            let query = sqlx::query_as(&sql).bind(user).bind(before).bind(since).bind(until);
            match filter.session {
                Some(session) => query.bind(session.to_string()),
                None => query,
            }
            .fetch_all(pool)
            .await
        })?;
        Ok(rows.into_iter().map(LedgerLine::from).collect())
    }

    /// The user's usage of each day (UTC) since `since`, oldest first, without days that have no debit.
    pub async fn used(&self, user: &str, since: Timestamp) -> Result<Vec<UsedOnDay>, StoreError> {
        let sql = format!(
            "SELECT at / {DAY} AS day, CAST(SUM(-credits) AS BIGINT) FROM ({}) AS entries \
             WHERE user_id = $1 AND at >= $2 AND event = '{}' GROUP BY day ORDER BY day",
            self.rows.select().await?,
            CreditEventType::CreditsDebited.name()
        );
        let days: Vec<(i64, Credits)> = with_reader!(self.rows.db(), pool => sqlx::query_as(&sql)
            .bind(user)
            .bind(since.as_microsecond())
            .fetch_all(pool)
            .await)?;
        days.into_iter()
            .map(|(day, credits)| {
                let start = Timestamp::from_microsecond(day * DAY);
                let start = start.map_err(|error| StoreError::Damaged(error.to_string()))?;
                Ok(UsedOnDay {
                    day: start.to_zoned(TimeZone::UTC).date(),
                    credits,
                })
            })
            .collect()
    }
}
