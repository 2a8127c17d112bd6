//! How a saved company's listing came to differ from what was saved, between the changes to its record.

use domain::company_list::ListingChange;
use domain::ids::RecordId;
use domain::metadata::Actor;
use jiff::Timestamp;
use store::StoreError;
use store::user_keys::UserKey;
use store::with_reader;

use super::query::{Change, Changed, ChangedBy, TimelineQuery};
use super::row::TimelineRow;

/// Most changes of a listing between two pages of changes to its record.
const MOST: u32 = 500;

impl TimelineQuery {
    /// A page of the record's changes with those of the listing in between, newest first. The page begins before event
    /// number `before`, if that is given, and ends with the record's first one unless there are `more`.
    pub async fn with_listing(
        &self,
        record: &RecordId,
        key: &UserKey,
        page: Vec<ChangedBy>,
        before: Option<u64>,
        more: bool,
    ) -> Result<Vec<ChangedBy>, StoreError> {
        let until = match before {
            None => Timestamp::MAX,
            Some(before) => match self.time_of(record, before).await? {
                Some(at) => at,
                None => page.first().map_or(Timestamp::MIN, |first| first.at),
            },
        };
        let since = match page.last() {
            Some(last) if more => last.at,
            _ => Timestamp::MIN,
        };
        let rows = self.listing(record, since, until).await?;
        let opened = rows.into_iter().filter_map(|row| told(row, key));
        let mut all: Vec<ChangedBy> = page.into_iter().chain(opened).collect();
        // Equal times stay as they are: the record's before the listing's.
        all.sort_by_key(|one| std::cmp::Reverse(one.at));
        Ok(all)
    }

    /// The time of the record's change with that number.
    async fn time_of(
        &self,
        record: &RecordId,
        sequence: u64,
    ) -> Result<Option<Timestamp>, StoreError> {
        let sql = format!(
            "SELECT at FROM ({} WHERE user_id = $1 AND company_id = $2) AS entries \
             WHERE listing IS NULL AND sequence = $3",
            self.rows.select().await?
        );
        let at: Option<i64> = with_reader!(self.rows.db(), pool => sqlx::query_scalar(&sql)
            .bind(record.user.as_str())
            .bind(record.company.to_string())
            .bind(sequence.cast_signed())
            .fetch_optional(pool)
            .await)?;
        Ok(at.and_then(|at| Timestamp::from_microsecond(at).ok()))
    }

    /// The changes of the listing after a moment, until another.
    async fn listing(
        &self,
        record: &RecordId,
        since: Timestamp,
        until: Timestamp,
    ) -> Result<Vec<TimelineRow>, StoreError> {
        let sql = format!(
            "SELECT * FROM ({} WHERE user_id = $1 AND company_id = $2) AS entries \
             WHERE listing IS NOT NULL AND at > $3 AND at <= $4 ORDER BY at DESC, sequence DESC LIMIT {MOST}",
            self.rows.select().await?
        );
        Ok(with_reader!(self.rows.db(), pool => sqlx::query_as(&sql)
            .bind(record.user.as_str())
            .bind(record.company.to_string())
            .bind(since.as_microsecond())
            .bind(until.as_microsecond())
            .fetch_all(pool)
            .await)?)
    }
}

/// None if it was erased, or differs no more.
fn told(row: TimelineRow, key: &UserKey) -> Option<ChangedBy> {
    let change = key.open(&row.listing?.text)?;
    let change: ListingChange = serde_json::from_str(&change).ok()?;
    let changes = change.fields.into_iter().map(|field| Change {
        what: Changed::Listing(field.field),
        from: field.before,
        to: field.after,
    });
    let changes: Vec<Change> = changes.collect();
    (!changes.is_empty()).then_some(ChangedBy {
        sequence: row.sequence,
        by: Actor::from(row.actor),
        at: row.at,
        changes,
    })
}
