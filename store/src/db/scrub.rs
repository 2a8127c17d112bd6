//! Removes from the files what was erased from the tables.
//!
//! SQLite overwrites what it deletes (`secure_delete`), but not what it moves: where rows go to another page, their bytes
//! stay in the space between a page's cell pointers and its cells. That space is overwritten here, in place and in
//! portions, so that others write in between. The rest is in the write-ahead log, which is truncated.

use std::ops::Range;
use std::time::{Duration, Instant};

use sqlx::{ConnectOptions, Connection, SqliteConnection, SqlitePool};

use super::engines::{Db, Server};
use super::open::Storage;
use crate::error::StoreError;

const _: () = assert!(
    option_env!("LIBSQLITE3_FLAGS").is_some(),
    "SQLite is compiled without sqlite_dbpage: build where .cargo/config.toml of this repository applies"
);

/// Pages that are overwritten in one transaction.
const PORTION: usize = 64;
/// From this number on, the number of a page could be mistaken for the kind of one.
const TOO_MANY_PAGES: i64 = 0x0200_0000;
/// How long others wait for one try to truncate the write-ahead log.
const TRY: Duration = Duration::from_millis(50);
/// Between two tries.
const PAUSE: Duration = Duration::from_millis(100);
/// How long it is tried.
const PATIENCE: Duration = Duration::from_secs(10);

impl Storage {
    /// Removes every trace of what was deleted or overwritten in the read models' `tables` and users' keys. PostgreSQL
    /// writes over the bytes of such rows when it uses their room again.
    pub async fn scrub(&self, tables: &[&str]) -> Result<(), StoreError> {
        for (db, tables) in [(&self.log, &["user_keys"][..]), (&self.views, tables)] {
            match db {
                Db::Sqlite { writer, readers } => {
                    for table in tables {
                        let traces = pages_with_traces(readers, table).await?;
                        for portion in traces.chunks(PORTION) {
                            overwrite(writer, portion).await?;
                        }
                    }
                    truncate_log(writer).await?;
                }
                Db::Postgres(Server { pool, .. }) => {
                    for table in tables {
                        let vacuum = format!("VACUUM {table}");
                        sqlx::query(&vacuum).execute(pool).await?;
                    }
                }
            }
        }
        Ok(())
    }
}

/// The pages of a table and its indexes that hold something where nothing is stored.
async fn pages_with_traces(readers: &SqlitePool, table: &str) -> Result<Vec<i64>, StoreError> {
    let mut tx = readers.begin().await?;
    let roots = "SELECT rootpage FROM sqlite_schema WHERE tbl_name = $1 AND rootpage > 0";
    let roots = sqlx::query_scalar(roots).bind(table).fetch_all(&mut *tx);
    let mut left: Vec<i64> = roots.await?;
    let mut found = Vec::new();
    while let Some(number) = left.pop() {
        if let Some(page) = TreePage::read(&mut tx, number).await? {
            if page.has_traces() {
                found.push(number);
            }
            left.extend(page.children);
        }
    }
    Ok(found)
}

async fn overwrite(writer: &SqlitePool, pages: &[i64]) -> Result<(), StoreError> {
    let mut tx = writer.begin_with("BEGIN IMMEDIATE").await?;
    let count: i64 = sqlx::query_scalar("PRAGMA page_count")
        .fetch_one(&mut *tx)
        .await?;
    if count >= TOO_MANY_PAGES {
        let why =
            "the file of the read models is too large for erased data to be overwritten in it";
        return Err(StoreError::Configuration(why.to_owned()));
    }
    for number in pages {
        // One that was given up meanwhile was overwritten by that.
        if let Some(mut page) = TreePage::read(&mut tx, *number).await?
            && page.has_traces()
        {
            page.bytes[page.unused].fill(0);
            sqlx::query("UPDATE sqlite_dbpage SET data = $2 WHERE pgno = $1")
                .bind(number)
                .bind(page.bytes)
                .execute(&mut *tx)
                .await?;
        }
    }
    tx.commit().await?;
    Ok(())
}

/// Tries again while a reader holds the log; on a connection of its own, so that others write in between.
async fn truncate_log(writer: &SqlitePool) -> Result<(), StoreError> {
    let options = writer.connect_options().as_ref().clone();
    let mut connection = options.busy_timeout(TRY).connect().await?;
    let since = Instant::now();
    loop {
        // What can be done without keeping others from writing is done first.
        checkpoint(&mut connection, "PRAGMA wal_checkpoint(PASSIVE)").await?;
        if checkpoint(&mut connection, "PRAGMA wal_checkpoint(TRUNCATE)").await? {
            connection.close().await?;
            return Ok(());
        }
        if since.elapsed() >= PATIENCE {
            let held = "a reader holds the write-ahead log: try once more".to_owned();
            return Err(StoreError::Unavailable(sqlx::Error::Protocol(held)));
        }
        tokio::time::sleep(PAUSE).await;
    }
}

/// Returns whether it was done to the end.
async fn checkpoint(
    connection: &mut SqliteConnection,
    statement: &'static str,
) -> Result<bool, StoreError> {
    let (busy, _, _): (i64, i64, i64) = sqlx::query_as(statement).fetch_one(connection).await?;
    Ok(busy == 0)
}

/// A page of a b-tree (<https://www.sqlite.org/fileformat2.html#b_tree_pages>).
struct TreePage {
    bytes: Vec<u8>,
    /// Between the cell pointers and the cells. All other free space was overwritten when it became free.
    unused: Range<usize>,
    children: Vec<i64>,
}

impl TreePage {
    async fn read(tx: &mut SqliteConnection, number: i64) -> Result<Option<Self>, StoreError> {
        let page = "SELECT data FROM sqlite_dbpage WHERE pgno = $1";
        let page = sqlx::query_scalar(page).bind(number).fetch_optional(tx);
        Ok(page.await?.and_then(Self::parse))
    }

    /// None of a page that belongs to no tree.
    fn parse(bytes: Vec<u8>) -> Option<Self> {
        let has_children = match bytes.first()? {
            2 | 5 => true,
            10 | 13 => false,
            _ => return None,
        };
        let two = |at: usize| {
            let two = bytes.get(at..at + 2)?.try_into().ok()?;
            Some(usize::from(u16::from_be_bytes(two)))
        };
        let four = |at: usize| {
            let four = bytes.get(at..at + 4)?.try_into().ok()?;
            Some(i64::from(u32::from_be_bytes(four)))
        };
        let pointers = if has_children { 12 } else { 8 };
        let cells = two(3)?;
        let content = match two(5)? {
            0 => 65_536,
            at => at,
        };
        let unused = pointers + 2 * cells..content;
        if unused.start > unused.end || unused.end > bytes.len() {
            return None;
        }
        let mut children = Vec::new();
        if has_children {
            children.push(four(8)?);
            for cell in 0..cells {
                children.push(four(two(pointers + 2 * cell)?)?);
            }
        }
        Some(Self {
            bytes,
            unused,
            children,
        })
    }

    fn has_traces(&self) -> bool {
        self.bytes[self.unused.clone()]
            .iter()
            .any(|byte| *byte != 0)
    }
}
