//! Nobody may append while an unfinished import fills the log.

use crate::db::Tx;
use crate::error::StoreError;
use crate::installation::{BEGUN_IMPORT, ENTRY};
use crate::with_tx;

/// The import that has begun to fill the log, by its file's SHA-256.
pub(super) async fn begun_import(tx: &mut Tx) -> Result<Option<String>, StoreError> {
    Ok(with_tx!(tx, conn => sqlx::query_scalar(ENTRY)
        .bind(BEGUN_IMPORT)
        .fetch_optional(conn)
        .await)?)
}
