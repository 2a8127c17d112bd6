//! Who may append: nobody while an unfinished import fills the log, and no process that started with another log.

use crate::db::Tx;
use crate::error::StoreError;
use crate::installation::{BEGUN_IMPORT, ENTRY, Owner};
use crate::with_tx;

/// The import that has begun to fill the log, by its file's SHA-256.
pub(super) async fn begun_import(tx: &mut Tx) -> Result<Option<String>, StoreError> {
    Ok(with_tx!(tx, conn => sqlx::query_scalar(ENTRY)
        .bind(BEGUN_IMPORT)
        .fetch_optional(conn)
        .await)?)
}

/// Does an open transaction see the owner with which the process started?
pub(super) async fn still_owned(owner: &Owner, tx: &mut Tx) -> Result<bool, StoreError> {
    for (name, expected) in owner.entries() {
        let stored: Option<String> = with_tx!(&mut *tx, conn =>
            sqlx::query_scalar(ENTRY).bind(name).fetch_optional(conn).await)?;
        if stored.as_deref() != expected {
            return Ok(false);
        }
    }
    Ok(true)
}
