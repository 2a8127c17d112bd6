//! What is stored next to the log and goes along with it: the records of carried-out commands, so that none is
//! repeated, users' keys on request, and in a backup all the rest. One line each, after the events.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use sqlx::QueryBuilder;

use super::tables;
use crate::db::Tx;
use crate::error::StoreError;
use crate::with_tx;

/// Rows per read or statement: four parameters each.
const PORTION: usize = 2_000;

/// A row of one of these tables.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "snake_case")]
pub(crate) enum Aside {
    Command {
        key: String,
        body_hash: String,
        answer: String,
        recorded_at: i64,
    },
    UserKey {
        user_id: String,
        wrapped: String,
        made_at: i64,
    },
    /// A row of a table that only a backup holds.
    Row { table: String, values: Vec<Value> },
}

/// How much goes along.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Along {
    /// An export: what is needed to carry no command out twice.
    Commands,
    /// An export, with users' keys: they reveal what users wrote to anybody who has the secret key.
    UserKeys,
    /// A backup.
    Everything,
}

impl Aside {
    pub(crate) fn to_line(&self) -> String {
        serde_json::to_string(self).expect("strings and numbers: always JSON")
    }

    /// None if the line is something else.
    pub(crate) fn from_line(line: &str) -> Option<Self> {
        // An event's line begins differently: it need not be parsed twice.
        let begins = ["{\"command\"", "{\"user_key\"", "{\"row\""];
        let may_be = begins.iter().any(|begin| line.starts_with(begin));
        let aside = may_be.then(|| serde_json::from_str(line).ok()).flatten();
        aside.filter(|aside| match aside {
            Self::Row { table, values } => tables::is_row(table, values),
            Self::Command { .. } | Self::UserKey { .. } => true,
        })
    }
}

/// A table whose rows go along: its name, its columns, and the column that orders it.
const COMMANDS: [&str; 3] = [
    "commands",
    "command_key, body_hash, answer, recorded_at",
    "command_key",
];
const USER_KEYS: [&str; 3] = ["user_keys", "user_id, wrapped, '', made_at", "user_id"];

/// What goes along, by names; `take` gets a portion at a time.
pub(crate) async fn read(
    tx: &mut Tx,
    along: Along,
    take: &mut (dyn FnMut(Aside) -> Result<(), StoreError> + Send),
) -> Result<(), StoreError> {
    let with_keys = along != Along::Commands;
    let tables = [COMMANDS, USER_KEYS];
    for [table, columns, key] in tables.into_iter().take(1 + usize::from(with_keys)) {
        // Byte by byte, as the other engine orders.
        let order = match tx {
            Tx::Sqlite(_) => key.to_owned(),
            Tx::Postgres(_) => format!("{key} COLLATE \"C\""),
        };
        let sql = format!(
            "SELECT {columns} FROM {table} WHERE {order} > $1 ORDER BY {order} LIMIT {PORTION}"
        );
        let mut after = String::new();
        loop {
            let rows: Vec<(String, String, String, i64)> = with_tx!(&mut *tx, conn =>
                sqlx::query_as(&sql).bind(&after).fetch_all(conn).await)?;
            let Some((last, ..)) = rows.last() else {
                break;
            };
            after.clone_from(last);
            for (first, second, third, at) in rows {
                take(if table == COMMANDS[0] {
                    Aside::Command {
                        key: first,
                        body_hash: second,
                        answer: third,
                        recorded_at: at,
                    }
                } else {
                    Aside::UserKey {
                        user_id: first,
                        wrapped: second,
                        made_at: at,
                    }
                })?;
            }
        }
    }
    if along == Along::Everything {
        let mut row = |table: &'static str, values| {
            let table = table.to_owned();
            take(Aside::Row { table, values })
        };
        tables::read(tx, &mut row).await?;
    }
    Ok(())
}

/// Stores the rows.
pub(crate) async fn insert(tx: &mut Tx, asides: &[Aside]) -> Result<(), StoreError> {
    for chunk in asides.chunks(PORTION) {
        let commands = chunk.iter().filter_map(|aside| match aside {
            Aside::Command {
                key,
                body_hash,
                answer,
                recorded_at,
            } => Some((key, body_hash, answer, recorded_at)),
            Aside::UserKey { .. } | Aside::Row { .. } => None,
        });
        let commands: Vec<_> = commands.collect();
        if !commands.is_empty() {
            with_tx!(&mut *tx, conn => {
                let mut insert = QueryBuilder::new(
                    "INSERT INTO commands (command_key, body_hash, answer, recorded_at) ",
                );
                insert.push_values(commands, |mut row, (key, hash, answer, at)| {
                    row.push_bind(key).push_bind(hash).push_bind(answer).push_bind(at);
                });
                insert.build().persistent(false).execute(conn).await.map(drop)
            })?;
        }
        let keys = chunk.iter().filter_map(|aside| match aside {
            Aside::UserKey {
                user_id,
                wrapped,
                made_at,
            } => Some((user_id, wrapped, made_at)),
            Aside::Command { .. } | Aside::Row { .. } => None,
        });
        let keys: Vec<_> = keys.collect();
        if !keys.is_empty() {
            with_tx!(&mut *tx, conn => {
                let mut insert =
                    QueryBuilder::new("INSERT INTO user_keys (user_id, wrapped, made_at) ");
                insert.push_values(keys, |mut row, (user, wrapped, at)| {
                    row.push_bind(user).push_bind(wrapped).push_bind(at);
                });
                insert.build().persistent(false).execute(conn).await.map(drop)
            })?;
        }
    }
    let mut rows: BTreeMap<&str, Vec<&Vec<Value>>> = BTreeMap::new();
    for aside in asides {
        if let Aside::Row { table, values } = aside {
            rows.entry(table).or_default().push(values);
        }
    }
    for (table, rows) in rows {
        tables::insert(tx, table, &rows).await?;
    }
    Ok(())
}
