//! Reads rows of a view's table by key and writes them in sets.

use std::fmt::Write as _;

use sqlx::{PgConnection, QueryBuilder};
use store::db::Tx;
use store::subscriptions::ProjectError;
use store::with_tx;

use crate::column::Value;
use crate::table::{Row, columns};

/// Rows per statement. Multiplied by the columns of the widest view, it stays below SQLite's 32,766 parameters.
const ROWS_PER_STATEMENT: usize = 500;

/// The rows of those `keys` that exist in `table`.
pub(crate) async fn load<R: Row>(
    tx: &mut Tx,
    table: &str,
    keys: &[&str],
) -> Result<Vec<R>, ProjectError> {
    let columns = columns::<R>();
    let key = R::COLUMNS[0].name;
    let mut rows = Vec::with_capacity(keys.len());
    for chunk in keys.chunks(ROWS_PER_STATEMENT) {
        let found: Vec<R> = with_tx!(&mut *tx, conn => {
            let mut select = QueryBuilder::new(format!("SELECT {columns} FROM {table} WHERE {key} IN ("));
            let mut list = select.separated(", ");
            for key in chunk {
                list.push_bind(*key);
            }
            select.push(")");
            select.build_query_as().persistent(chunk.len() == 1).fetch_all(conn).await
        })?;
        rows.extend(found);
    }
    Ok(rows)
}

/// Inserts or updates rows.
pub(crate) async fn upsert<R: Row>(
    tx: &mut Tx,
    table: &str,
    rows: Vec<R>,
) -> Result<(), ProjectError> {
    let key = R::COLUMNS[0].name;
    let updates = R::COLUMNS[1..]
        .iter()
        .map(|column| format!("{name} = excluded.{name}", name = column.name))
        .collect::<Vec<_>>()
        .join(", ");
    let conflict = format!(" ON CONFLICT ({key}) DO UPDATE SET {updates}");
    insert(tx, table, rows, &conflict).await
}

/// Inserts rows that do not exist yet.
pub(crate) async fn append<R: Row>(
    tx: &mut Tx,
    table: &str,
    rows: Vec<R>,
) -> Result<(), ProjectError> {
    match tx {
        Tx::Postgres(conn) => copy(conn, table, rows).await,
        sqlite @ Tx::Sqlite(_) => insert(sqlite, table, rows, "").await,
    }
}

async fn insert<R: Row>(
    tx: &mut Tx,
    table: &str,
    mut rows: Vec<R>,
    conflict: &str,
) -> Result<(), ProjectError> {
    // All writers lock rows in the same order.
    rows.sort_unstable_by(|a, b| a.key().cmp(b.key()));
    let columns = columns::<R>();
    while !rows.is_empty() {
        let rest = rows.split_off(rows.len().min(ROWS_PER_STATEMENT));
        let single = rows.len() == 1;
        with_tx!(&mut *tx, conn => {
            let mut insert = QueryBuilder::new(format!("INSERT INTO {table} ({columns}) "));
            insert.push_values(rows, |mut values, row| {
                for value in row.values() {
                    match value {
                        Value::Text(text) => values.push_bind(text),
                        Value::Int(number) => values.push_bind(number),
                        Value::Bool(truth) => values.push_bind(truth),
                    };
                }
            });
            insert.push(conflict);
            insert.build().persistent(single).execute(conn).await.map(drop)
        })?;
        rows = rest;
    }
    Ok(())
}

/// PostgreSQL's bulk insert.
async fn copy<R: Row>(
    conn: &mut PgConnection,
    table: &str,
    rows: Vec<R>,
) -> Result<(), ProjectError> {
    if rows.is_empty() {
        return Ok(());
    }
    let mut lines = String::new();
    for row in rows {
        for (index, value) in row.values().into_iter().enumerate() {
            if index > 0 {
                lines.push('\t');
            }
            push_field(&mut lines, value);
        }
        lines.push('\n');
    }
    let columns = columns::<R>();
    let mut copy = conn
        .copy_in_raw(&format!("COPY {table} ({columns}) FROM STDIN"))
        .await?;
    copy.send(lines.into_bytes()).await?;
    copy.finish().await?;
    Ok(())
}

/// A field in COPY's text format.
fn push_field(line: &mut String, value: Value) {
    match value {
        Value::Text(None) | Value::Int(None) | Value::Bool(None) => line.push_str("\\N"),
        Value::Int(Some(number)) => {
            write!(line, "{number}").expect("writing to a String cannot fail");
        }
        Value::Bool(Some(truth)) => line.push(if truth { 't' } else { 'f' }),
        Value::Text(Some(text)) => {
            for letter in text.chars() {
                match letter {
                    '\\' => line.push_str("\\\\"),
                    '\t' => line.push_str("\\t"),
                    '\n' => line.push_str("\\n"),
                    '\r' => line.push_str("\\r"),
                    other => line.push(other),
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::column::Column;

    #[test]
    fn what_ends_a_field_or_a_line_is_escaped() {
        let mut line = String::new();
        for value in [
            "a\tb\nc\\d\re".to_owned().write(),
            "\\N".to_owned().write(),
            None::<i64>.write(),
            (-7_i64).write(),
            true.write(),
        ] {
            push_field(&mut line, value);
            line.push('|');
        }
        assert_eq!(line, "a\\tb\\nc\\\\d\\re|\\\\N|\\N|-7|t|");
    }
}
