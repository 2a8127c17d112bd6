//! Which columns a file needs: those that any of its rows fills.

use std::collections::BTreeSet;
use std::pin::pin;

use enrichment::fields::{ColumnOf, columns};
use futures::{Stream, TryStreamExt as _};
use serde_json::Value;

use crate::http::error::ApiError;
use crate::sessions::facts::Naming;
use crate::sessions::row::{ResultRow, StoredRow};
use crate::sessions::sources::SourceBook;

/// What says nothing in a file: the place in the session, and what the notice says too.
const LEFT_OUT: [&str; 2] = ["row_idx", "sample"];

/// The columns that any of the rows fills, in the order of rows.
pub(super) async fn filled_columns(
    pages: impl Stream<Item = Result<Vec<StoredRow>, ApiError>>,
) -> Result<Vec<ColumnOf>, ApiError> {
    let mut filled = BTreeSet::new();
    let mut pages = pin!(pages);
    while let Some(rows) = pages.try_next().await? {
        for row in rows {
            if let Value::Object(members) = value_of(row, &mut SourceBook::default()) {
                filled.extend(members.into_iter().map(|(name, _)| name));
            }
        }
    }
    let all = columns().iter().map(|column| column.of);
    let is_needed = |of: &ColumnOf| filled.contains(of.name()) && !LEFT_OUT.contains(&of.name());
    Ok(all.filter(is_needed).collect())
}

/// A row by the canonical names of its columns.
pub(super) fn value_of(row: StoredRow, book: &mut SourceBook) -> Value {
    let row = ResultRow::new(row, Naming::Names, book);
    serde_json::to_value(row).expect("strings and finite numbers: always JSON")
}
