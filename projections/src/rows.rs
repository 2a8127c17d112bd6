//! Rows of a view's table: read by key, written in sets.

use std::fmt::Write as _;

use sqlx::{PgConnection, QueryBuilder};
use store::db::Tx;
use store::subscriptions::ProjectError;
use store::with_tx;

use crate::fold::{Fold, Value};

/// Rows per statement; times the columns of the widest view it stays below SQLite's 32,766 parameters.
const ROWS_PER_STATEMENT: usize = 500;

/// What the rows of those `keys` say, as far as `table` has them.
pub(crate) async fn load<F: Fold>(
    tx: &mut Tx,
    table: &str,
    keys: &[&str],
) -> Result<Vec<F::State>, ProjectError> {
    let columns = F::COLUMNS.join(", ");
    let key = F::COLUMNS[0];
    let mut states = Vec::with_capacity(keys.len());
    for chunk in keys.chunks(ROWS_PER_STATEMENT) {
        let found: Vec<F::Row> = with_tx!(&mut *tx, conn => {
            let mut select = QueryBuilder::new(format!("SELECT {columns} FROM {table} WHERE {key} IN ("));
            let mut list = select.separated(", ");
            for key in chunk {
                list.push_bind(*key);
            }
            select.push(")");
            select.build_query_as().persistent(chunk.len() == 1).fetch_all(conn).await
        })?;
        for row in found {
            states.push(F::state(row)?);
        }
    }
    Ok(states)
}

/// Writes rows, whether the table has them or not.
pub(crate) async fn upsert<F: Fold>(
    tx: &mut Tx,
    table: &str,
    rows: Vec<F::State>,
) -> Result<(), ProjectError> {
    let key = F::COLUMNS[0];
    let updates = F::COLUMNS[1..]
        .iter()
        .map(|column| format!("{column} = excluded.{column}"))
        .collect::<Vec<_>>()
        .join(", ");
    let conflict = format!(" ON CONFLICT ({key}) DO UPDATE SET {updates}");
    insert::<F>(tx, table, rows, &conflict).await
}

/// Writes rows that the table does not have.
pub(crate) async fn append<F: Fold>(
    tx: &mut Tx,
    table: &str,
    rows: Vec<F::State>,
) -> Result<(), ProjectError> {
    match tx {
        Tx::Postgres(conn) => copy::<F>(conn, table, rows).await,
        sqlite @ Tx::Sqlite(_) => insert::<F>(sqlite, table, rows, "").await,
    }
}

async fn insert<F: Fold>(
    tx: &mut Tx,
    table: &str,
    mut rows: Vec<F::State>,
    conflict: &str,
) -> Result<(), ProjectError> {
    // One order of row locks for everybody.
    rows.sort_unstable_by(|a, b| F::state_key(a).cmp(F::state_key(b)));
    let columns = F::COLUMNS.join(", ");
    while !rows.is_empty() {
        let rest = rows.split_off(rows.len().min(ROWS_PER_STATEMENT));
        let single = rows.len() == 1;
        with_tx!(&mut *tx, conn => {
            let mut insert = QueryBuilder::new(format!("INSERT INTO {table} ({columns}) "));
            insert.push_values(rows, |mut values, row| {
                for value in F::values(row) {
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

/// PostgreSQL's way for many rows at once.
async fn copy<F: Fold>(
    conn: &mut PgConnection,
    table: &str,
    rows: Vec<F::State>,
) -> Result<(), ProjectError> {
    if rows.is_empty() {
        return Ok(());
    }
    let mut lines = String::new();
    for row in rows {
        for (index, value) in F::values(row).into_iter().enumerate() {
            if index > 0 {
                lines.push('\t');
            }
            push_field(&mut lines, value);
        }
        lines.push('\n');
    }
    let columns = F::COLUMNS.join(", ");
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
        Value::Text(None) | Value::Int(None) => line.push_str("\\N"),
        Value::Int(Some(number)) => {
            write!(line, "{number}").expect("writing to a String cannot fail");
        }
        Value::Bool(truth) => line.push(if truth { 't' } else { 'f' }),
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

    #[test]
    fn what_ends_a_field_or_a_line_is_escaped() {
        let mut line = String::new();
        for value in [
            Value::from("a\tb\nc\\d\re".to_owned()),
            Value::from("\\N".to_owned()),
            Value::from(None::<i64>),
            Value::from(-7),
            Value::from(true),
        ] {
            push_field(&mut line, value);
            line.push('|');
        }
        assert_eq!(line, "a\\tb\\nc\\\\d\\re|\\\\N|\\N|-7|t|");
    }
}
