//! How a view's rows are written: the rows that a batch touches are read once, folded in memory, and
//! written back with set-based upserts.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use sqlx::postgres::PgRow;
use sqlx::sqlite::SqliteRow;
use sqlx::{FromRow, QueryBuilder};
use store::db::Tx;
use store::log::RecordedEvent;
use store::subscriptions::ProjectError;
use store::with_tx;

/// Rows per statement; times the columns of the widest view it stays below SQLite's 32,766 parameters.
const ROWS_PER_STATEMENT: usize = 500;

/// A value of a column.
pub(crate) enum Value {
    Text(Option<String>),
    Int(Option<i64>),
    Bool(bool),
}

impl From<String> for Value {
    fn from(text: String) -> Self {
        Self::Text(Some(text))
    }
}

impl From<Option<String>> for Value {
    fn from(text: Option<String>) -> Self {
        Self::Text(text)
    }
}

impl From<i64> for Value {
    fn from(number: i64) -> Self {
        Self::Int(Some(number))
    }
}

impl From<Option<i64>> for Value {
    fn from(number: Option<i64>) -> Self {
        Self::Int(number)
    }
}

impl From<bool> for Value {
    fn from(truth: bool) -> Self {
        Self::Bool(truth)
    }
}

/// A view whose events each change one row.
pub(crate) trait Fold: Send + Sync + 'static {
    /// The view's name; with the version its table's name.
    const NAME: &'static str;
    /// The version of its columns and of its rules.
    const VERSION: u32;
    /// Name and version, as the checkpoint is called.
    const CHECKPOINT: &'static str;
    /// How its table is made.
    const SCHEMA: &'static str;
    /// Its columns; the first is the key.
    const COLUMNS: &'static [&'static str];
    /// A row, in the columns' order.
    type Row: for<'r> FromRow<'r, SqliteRow> + for<'r> FromRow<'r, PgRow> + Send + Unpin;

    /// Does the view depend on events of this aggregate?
    fn concerns(aggregate_type: &str) -> bool;

    /// The key of the row that the event changes, if it changes one.
    fn key(event: &RecordedEvent) -> Result<Option<String>, ProjectError>;

    /// The row after the event. Only called for events that have a key.
    fn apply(row: Option<Self::Row>, event: &RecordedEvent) -> Result<Self::Row, ProjectError>;

    /// The row's values in the columns' order.
    fn values(row: Self::Row) -> Vec<Value>;

    /// The row's key.
    fn row_key(row: &Self::Row) -> &str;
}

/// Writes the events' rows into `table` inside `tx`.
pub(crate) async fn project<F: Fold>(
    tx: &mut Tx,
    table: &str,
    events: &[RecordedEvent],
) -> Result<(), ProjectError> {
    let mut keyed = Vec::with_capacity(events.len());
    for event in events {
        if let Some(key) = F::key(event)? {
            keyed.push((key, event));
        }
    }
    let mut keys: Vec<&str> = keyed.iter().map(|(key, _)| key.as_str()).collect();
    keys.sort_unstable();
    keys.dedup();
    let mut rows: HashMap<String, F::Row> = HashMap::with_capacity(keys.len());
    for chunk in keys.chunks(ROWS_PER_STATEMENT) {
        for row in load::<F>(tx, table, chunk).await? {
            rows.insert(F::row_key(&row).to_owned(), row);
        }
    }
    for (key, event) in &keyed {
        match rows.entry(key.clone()) {
            Entry::Occupied(slot) => {
                let (key, row) = slot.remove_entry();
                rows.insert(key, F::apply(Some(row), event)?);
            }
            Entry::Vacant(slot) => {
                slot.insert(F::apply(None, event)?);
            }
        }
    }
    let mut rows: Vec<F::Row> = rows.into_values().collect();
    // One order of row locks for everybody.
    rows.sort_unstable_by(|a, b| F::row_key(a).cmp(F::row_key(b)));
    while !rows.is_empty() {
        let rest = rows.split_off(rows.len().min(ROWS_PER_STATEMENT));
        upsert::<F>(tx, table, rows).await?;
        rows = rest;
    }
    Ok(())
}

async fn load<F: Fold>(
    tx: &mut Tx,
    table: &str,
    keys: &[&str],
) -> Result<Vec<F::Row>, ProjectError> {
    let columns = F::COLUMNS.join(", ");
    let key = F::COLUMNS[0];
    let rows = with_tx!(tx, conn => {
        let mut select = QueryBuilder::new(format!("SELECT {columns} FROM {table} WHERE {key} IN ("));
        let mut list = select.separated(", ");
        for key in keys {
            list.push_bind(*key);
        }
        select.push(")");
        select.build_query_as().persistent(keys.len() == 1).fetch_all(conn).await
    })?;
    Ok(rows)
}

async fn upsert<F: Fold>(tx: &mut Tx, table: &str, rows: Vec<F::Row>) -> Result<(), ProjectError> {
    let columns = F::COLUMNS.join(", ");
    let key = F::COLUMNS[0];
    let updates = F::COLUMNS[1..]
        .iter()
        .map(|column| format!("{column} = excluded.{column}"))
        .collect::<Vec<_>>()
        .join(", ");
    let single = rows.len() == 1;
    with_tx!(tx, conn => {
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
        insert.push(format!(" ON CONFLICT ({key}) DO UPDATE SET {updates}"));
        insert.build().persistent(single).execute(conn).await.map(drop)
    })?;
    Ok(())
}
