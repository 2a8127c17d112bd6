//! Finds the tables of views.

use store::StoreError;
use store::db::{Db, Tx};
use store::{with_reader, with_tx};

use crate::table::Row;

const SQLITE: &str = "SELECT name FROM sqlite_master WHERE type = 'table'";
const POSTGRES: &str = "SELECT tablename::text FROM pg_tables WHERE schemaname = current_schema()";

/// The tables whose names start with `prefix`.
pub(crate) async fn tables(views: &Db, prefix: &str) -> Result<Vec<String>, StoreError> {
    let sql = match views {
        Db::Sqlite { .. } => SQLITE,
        Db::Postgres(_) => POSTGRES,
    };
    let tables: Vec<String> =
        with_reader!(views, pool => sqlx::query_scalar(sql).fetch_all(pool).await)?;
    Ok(starting(tables, prefix))
}

/// Like [`tables`], as seen by `tx`.
async fn tables_within(tx: &mut Tx, prefix: &str) -> Result<Vec<String>, StoreError> {
    let sql = match tx {
        Tx::Sqlite(_) => SQLITE,
        Tx::Postgres(_) => POSTGRES,
    };
    let tables: Vec<String> = with_tx!(tx, conn => sqlx::query_scalar(sql).fetch_all(conn).await)?;
    Ok(starting(tables, prefix))
}

fn starting(mut tables: Vec<String>, prefix: &str) -> Vec<String> {
    tables.retain(|table| table.starts_with(prefix));
    tables
}

/// The versions of the view that have a table, newest first; none newer than this binary's.
pub(crate) async fn versions<R: Row>(views: &Db) -> Result<Vec<u32>, StoreError> {
    Ok(versions_of::<R>(&tables(views, R::NAME).await?))
}

/// Like [`versions`], as seen by `tx`.
pub(crate) async fn versions_within<R: Row>(tx: &mut Tx) -> Result<Vec<u32>, StoreError> {
    Ok(versions_of::<R>(&tables_within(tx, R::NAME).await?))
}

fn versions_of<R: Row>(tables: &[String]) -> Vec<u32> {
    let prefix = format!("{}_v", R::NAME);
    let mut versions: Vec<u32> = tables
        .iter()
        .filter_map(|table| table.strip_prefix(&prefix)?.parse().ok())
        .filter(|&version| version <= R::VERSION)
        .collect();
    versions.sort_unstable_by(|a, b| b.cmp(a));
    versions
}

/// The name of that version's table and of its checkpoint.
pub(crate) fn table_of<R: Row>(version: u32) -> String {
    format!("{}_v{version}", R::NAME)
}
