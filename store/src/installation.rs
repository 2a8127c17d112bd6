//! What a database remembers of the installation that writes it: the fingerprint of its secret key, so
//! that nobody seals events or looks up coupons with another key by mistake.

use crate::db::Db;
use crate::error::StoreError;
use crate::{with_reader, with_writer};

const FINGERPRINT: &str = "secret_key_fingerprint";

/// Remembers the fingerprint of the secret key that writes first; refuses every other from the first event
/// on.
pub async fn claim(log: &Db, fingerprint: &str) -> Result<(), StoreError> {
    with_writer!(log, pool => sqlx::query(
        "INSERT INTO installation (name, value) VALUES ($1, $2) \
         ON CONFLICT (name) DO UPDATE SET value = excluded.value \
         WHERE NOT EXISTS (SELECT 1 FROM events)",
    )
    .bind(FINGERPRINT)
    .bind(fingerprint)
    .execute(pool)
    .await
    .map(drop))?;
    let stored: String = with_reader!(log, pool =>
        sqlx::query_scalar("SELECT value FROM installation WHERE name = $1")
            .bind(FINGERPRINT)
            .fetch_one(pool)
            .await)?;
    if stored == fingerprint {
        return Ok(());
    }
    Err(StoreError::Configuration(format!(
        "This database was written with another secret key ({stored}; here {fingerprint}). Copy \
         secret.key from the data folder of the server that wrote it, or set DEMANDATLAS_SECRET_KEY \
         to its content: with another key coupons cannot be found and the ledger cannot be verified."
    )))
}
