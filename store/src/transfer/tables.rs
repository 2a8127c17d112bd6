//! The tables beside the log that a backup holds and an export does not: rows that were delivered, and what the product
//! remembers about calls. Snapshots, leases, work and pages of websites are not among them: they are made anew. Nor is the audit log, which is
//! about this installation, and goes on while a backup is restored.

use futures::TryStreamExt;
use serde_json::Value;
use sqlx::QueryBuilder;

use crate::db::Tx;
use crate::error::StoreError;
use crate::with_tx;

/// Parameters per statement, below SQLite's 32,766.
const PARAMETERS: usize = 16_000;
/// Bytes of texts per statement, unless one row has more: some rows are whole lists.
const BYTES: usize = 16 * 1024 * 1024;

/// What a column holds. The engines write truth differently.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Holds {
    Text,
    Number,
    Truth,
}

use Holds::{Number, Text, Truth};

struct Table {
    name: &'static str,
    columns: &'static [(&'static str, Holds)],
    /// How many of the columns, from the first, are the key.
    key: usize,
}

const TABLES: [Table; 17] = [
    Table {
        name: "result_rows",
        columns: &[
            ("session_key", Text),
            ("row_idx", Number),
            ("place_key", Text),
            ("document", Text),
        ],
        key: 2,
    },
    Table {
        name: "row_facts",
        columns: &[
            ("session_key", Text),
            ("row_idx", Number),
            ("document", Text),
        ],
        key: 2,
    },
    Table {
        name: "expiring_rows",
        columns: &[("session_key", Text), ("used_at", Number), ("gone", Truth)],
        key: 1,
    },
    Table {
        name: "http_answers",
        columns: &[
            ("request_key", Text),
            ("body_hash", Text),
            ("status", Number),
            ("body", Text),
            ("had_effect", Truth),
            ("answered_at", Number),
        ],
        key: 1,
    },
    Table {
        name: "live_requests",
        columns: &[
            ("user_id", Text),
            ("service", Text),
            ("day", Text),
            ("requests", Number),
        ],
        key: 3,
    },
    Table {
        name: "seen_sessions",
        columns: &[
            ("user_id", Text),
            ("session_key", Text),
            ("seen_at", Number),
        ],
        key: 2,
    },
    Table {
        name: "website_reads",
        columns: &[
            ("session_key", Text),
            ("row_idx", Number),
            ("user_id", Text),
            ("website", Text),
            ("address", Text),
            ("wants", Text),
            ("listed", Text),
            ("read_at", Number),
            ("shown", Truth),
            ("document", Text),
        ],
        key: 2,
    },
    Table {
        name: "website_companies",
        columns: &[
            ("user_id", Text),
            ("company_id", Text),
            ("session_key", Text),
            ("row_idx", Number),
        ],
        key: 4,
    },
    Table {
        name: "removed_contacts",
        columns: &[("mark", Text), ("removed_at", Number)],
        key: 1,
    },
    Table {
        name: "user_proxies",
        columns: &[
            ("user_id", Text),
            ("closed", Text),
            ("saved_at", Number),
            ("removed_at", Number),
        ],
        key: 1,
    },
    Table {
        name: "mail_addresses",
        columns: &[
            ("user_id", Text),
            ("closed", Text),
            ("state", Text),
            ("salt", Text),
            ("token_hash", Text),
            ("asked_at", Number),
            ("told_until", Number),
            ("telling_until", Number),
            ("sent_at", Number),
            ("look_at", Number),
            ("failures", Number),
        ],
        key: 1,
    },
    Table {
        name: "known_lists",
        columns: &[
            ("user_id", Text),
            ("list_id", Text),
            ("uploaded_at", Number),
            ("businesses", Number),
            ("found", Number),
            ("found_in", Text),
            ("kinds", Text),
            ("digests", Text),
            ("listings", Text),
        ],
        key: 1,
    },
    Table {
        name: "known_businesses",
        columns: &[("user_id", Text), ("part", Number), ("closed", Text)],
        key: 2,
    },
    Table {
        name: "monitor_seen",
        columns: &[
            ("monitor_id", Text),
            ("business", Number),
            ("user_id", Text),
            ("identities", Text),
            ("fingerprint", Text),
            ("watched", Text),
            ("paid", Truth),
            ("source", Text),
            ("part", Text),
            ("missing_in", Text),
            ("missing_of", Text),
        ],
        key: 2,
    },
    Table {
        name: "monitor_changes",
        columns: &[
            ("session_key", Text),
            ("n", Number),
            ("monitor_id", Text),
            ("user_id", Text),
            ("kind", Text),
            ("business", Number),
            ("identities", Text),
            ("fingerprint", Text),
            ("watched", Text),
            ("paid", Truth),
            ("source", Text),
            ("part", Text),
            ("missing_in", Text),
            ("missing_of", Text),
            ("told", Text),
            ("document", Text),
            ("folded", Truth),
        ],
        key: 2,
    },
    Table {
        name: "notices_read",
        columns: &[("user_id", Text), ("notice_id", Text)],
        key: 2,
    },
    Table {
        name: "unfinished_erasures",
        columns: &[
            ("user_id", Text),
            ("begun_at", Number),
            ("forgotten", Truth),
        ],
        key: 1,
    },
];

impl Table {
    fn named(name: &str) -> Option<&'static Self> {
        TABLES.iter().find(|table| table.name == name)
    }

    /// Each row as a JSON array, in the same order on both engines.
    fn select(&self, tx: &Tx) -> String {
        let (array, collation) = match tx {
            Tx::Sqlite(_) => ("json_array", ""),
            Tx::Postgres(_) => ("json_build_array", " COLLATE \"C\""),
        };
        let columns: Vec<_> = self.columns.iter().map(|(column, _)| *column).collect();
        let order: Vec<_> = self.columns[..self.key]
            .iter()
            .map(|(column, holds)| match holds {
                Text => format!("{column}{collation}"),
                Number | Truth => (*column).to_owned(),
            })
            .collect();
        format!(
            "SELECT CAST({array}({}) AS TEXT) FROM {} ORDER BY {}",
            columns.join(", "),
            self.name,
            order.join(", ")
        )
    }

    /// The values as both engines would write them; none if they are not those of this table.
    fn values(&self, row: &str) -> Option<Vec<Value>> {
        let mut values: Vec<Value> = serde_json::from_str(row).ok()?;
        for (value, (_, holds)) in values.iter_mut().zip(self.columns) {
            if *holds == Truth && value.is_number() {
                *value = Value::Bool(*value != 0);
            }
        }
        self.fits(&values).then_some(values)
    }

    fn fits(&self, values: &[Value]) -> bool {
        let fits = |(value, (_, holds)): (&Value, &(&str, Holds))| match holds {
            Text => value.is_string(),
            Number => value.is_i64(),
            Truth => value.is_boolean(),
        };
        values.len() == self.columns.len() && values.iter().zip(self.columns).all(fits)
    }
}

/// Is it a row of one of these tables?
pub(super) fn is_row(table: &str, values: &[Value]) -> bool {
    Table::named(table).is_some_and(|table| table.fits(values))
}

/// Every row, table by table; `take` gets its table's name too.
pub(super) async fn read(
    tx: &mut Tx,
    take: &mut (dyn FnMut(&'static str, Vec<Value>) -> Result<(), StoreError> + Send),
) -> Result<(), StoreError> {
    for table in &TABLES {
        let sql = table.select(tx);
        let damaged = || StoreError::Damaged(format!("a row of {} cannot be read", table.name));
        with_tx!(&mut *tx, conn => {
            let mut rows = sqlx::query_scalar::<_, String>(&sql).fetch(conn);
            while let Some(row) = rows.try_next().await? {
                take(table.name, table.values(&row).ok_or_else(damaged)?)?;
            }
            Ok::<_, StoreError>(())
        })?;
    }
    Ok(())
}

/// The rows in portions of at most so many, and of [`BYTES`].
fn portions<'r>(rows: &'r [&'r Vec<Value>], most: usize) -> Vec<&'r [&'r Vec<Value>]> {
    let texts = |row: &Vec<Value>| -> usize {
        let texts = row.iter().filter_map(Value::as_str);
        texts.map(str::len).sum()
    };
    let (mut portions, mut first, mut bytes) = (Vec::new(), 0, 0);
    for (at, row) in rows.iter().enumerate() {
        let of_row = texts(row);
        if at > first && (at - first == most || bytes + of_row > BYTES) {
            portions.push(&rows[first..at]);
            (first, bytes) = (at, 0);
        }
        bytes += of_row;
    }
    portions.push(&rows[first..]);
    portions
}

/// Stores rows of one table, which [`is_row`].
pub(super) async fn insert(
    tx: &mut Tx,
    table: &str,
    rows: &[&Vec<Value>],
) -> Result<(), StoreError> {
    let Some(table) = Table::named(table) else {
        return Ok(());
    };
    let columns: Vec<_> = table.columns.iter().map(|(column, _)| *column).collect();
    let columns = columns.join(", ");
    for rows in portions(rows, PARAMETERS / table.columns.len()) {
        with_tx!(&mut *tx, conn => {
            let mut insert = QueryBuilder::new(format!("INSERT INTO {} ({columns}) ", table.name));
            insert.push_values(rows, |mut into, values| {
                for (value, (_, holds)) in values.iter().zip(table.columns) {
                    match holds {
                        Text => into.push_bind(value.as_str().unwrap_or_default()),
                        Number => into.push_bind(value.as_i64().unwrap_or_default()),
                        Truth => into.push_bind(value.as_bool().unwrap_or_default()),
                    };
                }
            });
            insert.build().persistent(false).execute(conn).await.map(drop)
        })?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_go_in_portions_of_bounded_numbers_and_bytes() {
        let row = |bytes: usize| vec![Value::from("x".repeat(bytes)), Value::from(7)];
        let lengths = |rows: &[Vec<Value>], most| -> Vec<usize> {
            let rows: Vec<&Vec<Value>> = rows.iter().collect();
            portions(&rows, most)
                .iter()
                .map(|part| part.len())
                .collect()
        };
        let small: Vec<_> = (0..7).map(|_| row(1)).collect();
        assert_eq!(lengths(&small, 3), [3, 3, 1]);
        let large: Vec<_> = [BYTES / 2, BYTES / 2, 1, 2 * BYTES, 1].map(row).into();
        assert_eq!(lengths(&large, 100), [2, 1, 1, 1]);
    }
}
