//! What a database remembers of the installation that writes it: the fingerprint of its secret key, so
//! that nobody seals events or looks up coupons with another key by mistake, and the import that filled it.

use sqlx::SqliteConnection;

use crate::db::{Db, Tx};
use crate::error::StoreError;
use crate::log::Cursor;
use crate::{with_reader, with_tx, with_writer};

/// What is remembered under a name.
pub(crate) const ENTRY: &str = "SELECT value FROM installation WHERE name = $1";
const FINGERPRINT: &str = "secret_key_fingerprint";
/// Names the import that filled the log.
const IMPORT: &str = "import";
/// There while an import is under way that cannot be one transaction: which.
pub(crate) const BEGUN_IMPORT: &str = "begun_import";
/// There while jobs that came with an import are not ended yet: where the import's events end.
const UNFINISHED_IMPORT: &str = "unfinished_import";

/// Whose log it was when a process began with it: it appends nothing once that has changed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Owner {
    fingerprint: String,
    import: Option<String>,
}

impl Owner {
    /// What is remembered, by name.
    pub(crate) fn entries(&self) -> [(&'static str, Option<&str>); 2] {
        [
            (FINGERPRINT, Some(&self.fingerprint)),
            (IMPORT, self.import.as_deref()),
        ]
    }

    /// Does an open transaction of SQLite see the same?
    pub(crate) async fn still_owns(&self, tx: &mut SqliteConnection) -> Result<bool, sqlx::Error> {
        for (name, expected) in self.entries() {
            let stored: Option<String> = sqlx::query_scalar(ENTRY)
                .bind(name)
                .fetch_optional(&mut *tx)
                .await?;
            if stored.as_deref() != expected {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

/// Remembers the fingerprint of the secret key that comes first; refuses every other from then on.
pub async fn claim(log: &Db, fingerprint: &str) -> Result<Owner, StoreError> {
    with_writer!(log, pool => sqlx::query(
        "INSERT INTO installation (name, value) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING")
        .bind(FINGERPRINT).bind(fingerprint).execute(pool).await.map(drop))?;
    refuse_other(fingerprint, owner(log).await?)?;
    if entry(log, BEGUN_IMPORT).await?.is_some() {
        return Err(half_imported());
    }
    Ok(Owner {
        fingerprint: fingerprint.to_owned(),
        import: entry(log, IMPORT).await?,
    })
}

/// The fingerprint of the secret key that the database belongs to; nothing where none has come yet.
pub async fn owner(log: &Db) -> Result<Option<String>, StoreError> {
    entry(log, FINGERPRINT).await
}

/// Where the events of an import end whose jobs are still to be ended; nothing where there are none.
pub async fn unfinished_import(log: &Db) -> Result<Option<Cursor>, StoreError> {
    let end = entry(log, UNFINISHED_IMPORT).await?;
    end.map(|end| end.parse()).transpose()
}

/// They are ended.
pub async fn finish_import(log: &Db) -> Result<(), StoreError> {
    with_writer!(log, pool => sqlx::query("DELETE FROM installation WHERE name = $1")
        .bind(UNFINISHED_IMPORT).execute(pool).await.map(drop))?;
    Ok(())
}

/// For an import into an empty log, which brings the events of another installation: its key takes the place of the
/// one that came first, and whoever began with that one appends nothing any more. `tx` holds the append lock.
pub(crate) async fn take_over(
    tx: &mut Tx,
    fingerprint: &str,
    import: &str,
) -> Result<(), StoreError> {
    put(tx, FINGERPRINT, fingerprint).await?;
    put(tx, IMPORT, import).await
}

/// The jobs that an import has brought are to be ended; its last event lies at `end`.
pub(crate) async fn leave_unfinished(tx: &mut Tx, end: Cursor) -> Result<(), StoreError> {
    put(tx, UNFINISHED_IMPORT, &end.to_string()).await
}

pub(crate) async fn put(tx: &mut Tx, name: &str, value: &str) -> Result<(), StoreError> {
    with_tx!(tx, conn => sqlx::query(
        "INSERT INTO installation (name, value) VALUES ($1, $2) \
         ON CONFLICT (name) DO UPDATE SET value = excluded.value")
        .bind(name).bind(value).execute(conn).await.map(drop))?;
    Ok(())
}

/// What everybody hears who would work with a log of which an import has brought a part.
pub(crate) fn half_imported() -> StoreError {
    StoreError::Configuration(
        "An import has begun to fill this log and has not come to its end: import the same file again, which goes on \
         with it."
            .to_owned(),
    )
}

/// What a process hears that has begun with another installation's log, or with none.
pub(crate) fn taken_over() -> StoreError {
    StoreError::Configuration(
        "An import has filled this database since this process began: start it again.".to_owned(),
    )
}

async fn entry(log: &Db, name: &str) -> Result<Option<String>, StoreError> {
    Ok(with_reader!(log, pool =>
        sqlx::query_scalar(ENTRY)
            .bind(name)
            .fetch_optional(pool)
            .await)?)
}

fn refuse_other(fingerprint: &str, stored: Option<String>) -> Result<(), StoreError> {
    let stored = stored.unwrap_or_default();
    if stored == fingerprint {
        return Ok(());
    }
    Err(StoreError::Configuration(format!(
        "This database belongs to another secret key ({stored}; here {fingerprint}). Copy secret.key from the \
         data folder of whoever used it first, or set DEMANDATLAS_SECRET_KEY to its content: with another key \
         coupons cannot be found and the ledger cannot be verified. Where nothing was recorded yet, a new \
         database does as well."
    )))
}
