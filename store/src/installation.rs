//! What a database records about its installation: the fingerprint of its secret key, so that nobody seals events or
//! looks up coupons with another key by mistake, and the import that filled it.

use sqlx::SqliteConnection;

use crate::db::{Db, Tx};
use crate::error::StoreError;
use crate::log::Cursor;
use crate::{with_reader, with_tx, with_writer};

/// The value recorded under a name.
pub(crate) const ENTRY: &str = "SELECT value FROM installation WHERE name = $1";
/// Tells the store from others, and goes along with copies of its database.
pub(crate) const ID: &str = "id";
const FINGERPRINT: &str = "secret_key_fingerprint";
/// Names the import that filled the log.
const IMPORT: &str = "import";
/// Set while an import is under way that cannot be one transaction: its name.
pub(crate) const BEGUN_IMPORT: &str = "begun_import";
/// Set while jobs of an import have not been ended yet: the end of the import's events.
const UNFINISHED_IMPORT: &str = "unfinished_import";
/// The day of the last anchor that was kept elsewhere.
const ANCHORED_ON: &str = "anchored_on";

/// The owner of the log when a process started with it: the process appends nothing once that has changed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Owner {
    fingerprint: String,
    import: Option<String>,
}

impl Owner {
    /// The recorded values, by name.
    pub(crate) fn entries(&self) -> [(&'static str, Option<&str>); 2] {
        [
            (FINGERPRINT, Some(&self.fingerprint)),
            (IMPORT, self.import.as_deref()),
        ]
    }

    /// Does an open transaction see the same owner?
    pub(crate) async fn owns(&self, tx: &mut Tx) -> Result<bool, StoreError> {
        for (name, expected) in self.entries() {
            let stored: Option<String> = with_tx!(&mut *tx, conn =>
                sqlx::query_scalar(ENTRY).bind(name).fetch_optional(conn).await)?;
            if stored.as_deref() != expected {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// As [`Self::owns`], for SQLite's append.
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

/// Records the fingerprint of the first secret key, and an id; refuses any other key from then on.
pub async fn claim(log: &Db, fingerprint: &str) -> Result<Owner, StoreError> {
    let mut id = [0; 16];
    aws_lc_rs::rand::fill(&mut id).expect("the system's random source works");
    with_writer!(log, pool => sqlx::query(
        "INSERT INTO installation (name, value) VALUES ($1, $2), ($3, $4) ON CONFLICT (name) DO NOTHING")
        .bind(FINGERPRINT).bind(fingerprint).bind(ID).bind(hex::encode(id)).execute(pool).await.map(drop))?;
    refuse_other(fingerprint, owner(log).await?)?;
    if entry(log, BEGUN_IMPORT).await?.is_some() {
        return Err(half_imported());
    }
    Ok(Owner {
        fingerprint: fingerprint.to_owned(),
        import: entry(log, IMPORT).await?,
    })
}

/// The fingerprint of the secret key that the database belongs to; none if it belongs to no key yet.
pub async fn owner(log: &Db) -> Result<Option<String>, StoreError> {
    entry(log, FINGERPRINT).await
}

/// The id of a store that a process has claimed.
pub async fn id(log: &Db) -> Result<String, StoreError> {
    Ok(entry(log, ID).await?.unwrap_or_default())
}

/// The end of an import's events, if its jobs are still to be ended.
pub async fn unfinished_import(log: &Db) -> Result<Option<Cursor>, StoreError> {
    let end = entry(log, UNFINISHED_IMPORT).await?;
    end.map(|end| end.parse()).transpose()
}

/// Records that they are ended.
pub async fn finish_import(log: &Db) -> Result<(), StoreError> {
    with_writer!(log, pool => sqlx::query("DELETE FROM installation WHERE name = $1")
        .bind(UNFINISHED_IMPORT).execute(pool).await.map(drop))?;
    Ok(())
}

/// For an import into an empty log, with the events of another installation: its key replaces the first one, and
/// processes that started with that one can no longer append. `tx` holds the append lock.
pub(crate) async fn take_over(
    tx: &mut Tx,
    fingerprint: &str,
    import: &str,
) -> Result<(), StoreError> {
    put(tx, FINGERPRINT, fingerprint).await?;
    put(tx, IMPORT, import).await
}

/// As [`owner`], as a transaction sees it.
pub(crate) async fn owner_within(tx: &mut Tx) -> Result<Option<String>, StoreError> {
    Ok(with_tx!(tx, conn => sqlx::query_scalar(ENTRY)
        .bind(FINGERPRINT)
        .fetch_optional(conn)
        .await)?)
}

/// The secret key was replaced: processes that started with the former one can no longer append.
pub(crate) async fn change_owner(tx: &mut Tx, fingerprint: &str) -> Result<(), StoreError> {
    put(tx, FINGERPRINT, fingerprint).await
}

/// Records that the jobs of an import are to be ended; its last event is at `end`.
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

/// The error for anybody who would work with a log that holds part of an import.
pub(crate) fn half_imported() -> StoreError {
    StoreError::Configuration(
        "An import has begun to fill this log and has not come to its end: import the same file again, which goes on \
         with it."
            .to_owned(),
    )
}

/// The error for a process that started with another installation's log, or with none.
pub(crate) fn taken_over() -> StoreError {
    StoreError::Configuration(
        "An import has filled this database since this process began, or its secret key was replaced: start the process \
         again, with the new key."
            .to_owned(),
    )
}

/// The day (UTC) of the last anchor that was kept elsewhere.
pub async fn anchored_on(log: &Db) -> Result<Option<String>, StoreError> {
    entry(log, ANCHORED_ON).await
}

/// Records that that day's anchor is kept.
pub async fn set_anchored_on(log: &Db, day: &str) -> Result<(), StoreError> {
    let mut tx = log.begin().await?;
    put(&mut tx, ANCHORED_ON, day).await?;
    tx.commit().await
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
