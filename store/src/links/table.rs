//! The links, stored with the log.

use sqlx::{FromRow, QueryBuilder};

#[cfg(feature = "kurrentdb")]
use super::link::End;
use super::link::{Kind, Link};
use crate::db::{Db, Tx};
use crate::error::StoreError;
use crate::installation;
use crate::log::Cursor;
use crate::{with_reader, with_tx};

/// Eight parameters each, below SQLite's 32,766.
const ROWS_PER_STATEMENT: usize = 2_000;
/// How many events were there before the chain.
const ADOPTS: &str = "chain_adopts";

const COLUMNS: &str = "number, kind, events, digest, note, key, seal, ends_at";

#[derive(FromRow)]
struct Row {
    number: i64,
    kind: String,
    events: i64,
    digest: String,
    note: String,
    key: String,
    seal: String,
    ends_at: i64,
}

impl From<Row> for Link {
    /// What cannot be read matches nothing, and is found as changed.
    fn from(row: Row) -> Self {
        Self {
            number: row.number.unsigned_abs(),
            kind: Kind::from_name(&row.kind).unwrap_or(Kind::Events),
            events: row.events.unsigned_abs(),
            digest: row.digest.parse().unwrap_or_default(),
            note: row.note,
            key: row.key,
            seal: row.seal.parse().unwrap_or_default(),
            ends_at: Cursor::from_position(row.ends_at),
        }
    }
}

/// The newest ones first, `limit` of them.
fn newest(limit: u32) -> String {
    format!("SELECT {COLUMNS} FROM chain_links ORDER BY number DESC LIMIT {limit}")
}

/// Those after the number `$1`, `$2` of them.
fn following() -> String {
    format!("SELECT {COLUMNS} FROM chain_links WHERE number > $1 ORDER BY number LIMIT $2")
}

/// The stored links.
#[derive(Debug, Clone)]
pub struct Links {
    db: Db,
}

impl Links {
    /// Stored with the log in `db`.
    pub const fn new(db: Db) -> Self {
        Self { db }
    }

    pub(crate) const fn db(&self) -> &Db {
        &self.db
    }

    /// The last link; none before the first.
    pub async fn last(&self) -> Result<Option<Link>, StoreError> {
        let row: Option<Row> = with_reader!(&self.db, pool =>
            sqlx::query_as(&newest(1)).fetch_optional(pool).await)?;
        Ok(row.map(Link::from))
    }

    /// Up to `limit` links after that number, in order.
    pub async fn after(&self, number: u64, limit: usize) -> Result<Vec<Link>, StoreError> {
        let rows: Vec<Row> = with_reader!(&self.db, pool => sqlx::query_as(&following())
            .bind(i64::try_from(number).unwrap_or(i64::MAX))
            .bind(i64::try_from(limit).unwrap_or(i64::MAX))
            .fetch_all(pool)
            .await)?;
        Ok(rows.into_iter().map(Link::from).collect())
    }

    /// The link of that number.
    pub async fn numbered(&self, number: u64) -> Result<Option<Link>, StoreError> {
        let before = number.saturating_sub(1);
        let next = self.after(before, 1).await?.pop();
        Ok(next.filter(|link| link.number == number))
    }

    /// The links that only hold a note of that kind.
    pub async fn notes(&self, kind: Kind) -> Result<Vec<Link>, StoreError> {
        let sql = format!("SELECT {COLUMNS} FROM chain_links WHERE kind = $1 ORDER BY number");
        let rows: Vec<Row> = with_reader!(&self.db, pool =>
            sqlx::query_as(&sql).bind(kind.name()).fetch_all(pool).await)?;
        Ok(rows.into_iter().map(Link::from).collect())
    }

    /// How many events were in the log before it had a chain.
    pub(crate) async fn adopts(&self) -> Result<u64, StoreError> {
        let adopts: Option<String> = with_reader!(&self.db, pool =>
            sqlx::query_scalar(installation::ENTRY).bind(ADOPTS).fetch_optional(pool).await)?;
        Ok(adopts.and_then(|adopts| adopts.parse().ok()).unwrap_or(0))
    }
}

/// Records how many events were in the log before it had a chain.
pub(crate) async fn adopt(tx: &mut Tx, events: u64) -> Result<(), StoreError> {
    installation::put(tx, ADOPTS, &events.to_string()).await
}

/// The last link, as a transaction sees it.
pub(crate) async fn last_within(tx: &mut Tx) -> Result<Option<Link>, StoreError> {
    let row: Option<Row> =
        with_tx!(tx, conn => sqlx::query_as(&newest(1)).fetch_optional(conn).await)?;
    Ok(row.map(Link::from))
}

/// Up to `limit` links after that number, in order, as a transaction sees them.
pub(crate) async fn after_within(
    tx: &mut Tx,
    number: u64,
    limit: usize,
) -> Result<Vec<Link>, StoreError> {
    let rows: Vec<Row> = with_tx!(tx, conn => sqlx::query_as(&following())
        .bind(i64::try_from(number).unwrap_or(i64::MAX))
        .bind(i64::try_from(limit).unwrap_or(i64::MAX))
        .fetch_all(conn)
        .await)?;
    Ok(rows.into_iter().map(Link::from).collect())
}

/// Stores further links. A number that is taken is an error: no chain forks.
pub(crate) async fn insert(tx: &mut Tx, links: &[Link]) -> Result<(), StoreError> {
    let number = |number: u64| i64::try_from(number).unwrap_or(i64::MAX);
    for chunk in links.chunks(ROWS_PER_STATEMENT) {
        with_tx!(&mut *tx, conn => {
            let mut insert = QueryBuilder::new(format!("INSERT INTO chain_links ({COLUMNS}) "));
            insert.push_values(chunk, |mut row, link| {
                row.push_bind(number(link.number))
                    .push_bind(link.kind.name())
                    .push_bind(number(link.events))
                    .push_bind(link.digest.to_string())
                    .push_bind(&link.note)
                    .push_bind(&link.key)
                    .push_bind(link.seal.to_string())
                    .push_bind(link.ends_at.position());
            });
            insert.build().persistent(chunk.len() == 1).execute(conn).await.map(drop)
        })?;
    }
    Ok(())
}

/// The last link and the end of the one before it.
#[cfg(feature = "kurrentdb")]
pub(crate) async fn last_and_before(tx: &mut Tx) -> Result<Option<(Link, End)>, StoreError> {
    let rows: Vec<Row> = with_tx!(tx, conn => sqlx::query_as(&newest(2)).fetch_all(conn).await)?;
    let mut links = rows.into_iter().map(Link::from);
    Ok(links.next().map(|last| {
        let before = links.next();
        (last, before.as_ref().map(End::from).unwrap_or_default())
    }))
}

/// Removes the last link.
#[cfg(feature = "kurrentdb")]
pub(crate) async fn remove(tx: &mut Tx, last: &Link) -> Result<(), StoreError> {
    with_tx!(tx, conn => sqlx::query("DELETE FROM chain_links WHERE number = $1")
        .bind(i64::try_from(last.number).unwrap_or(i64::MAX))
        .execute(conn)
        .await
        .map(drop))?;
    Ok(())
}
