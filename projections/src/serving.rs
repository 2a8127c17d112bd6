//! Finds the table that answers. A view whose version has changed is rebuilt next to the table of the version before,
//! which answers until the new one replaces it; see [`crate::live`].

use std::marker::PhantomData;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use store::StoreError;
use store::db::{Db, Tx};

use crate::catalog::{table_of, versions, versions_within};
use crate::table::{Row, select};

/// Finds a view's rows in the table of the version that answers.
pub(crate) struct Serving<R> {
    db: Db,
    /// Once this version's table exists, it stays.
    current: Arc<AtomicBool>,
    row: PhantomData<fn() -> R>,
}

impl<R> Clone for Serving<R> {
    fn clone(&self) -> Self {
        Self {
            db: self.db.clone(),
            current: Arc::clone(&self.current),
            row: PhantomData,
        }
    }
}

impl<R> std::fmt::Debug for Serving<R> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Serving").finish_non_exhaustive()
    }
}

impl<R: Row> Serving<R> {
    /// Over the read models in `db`.
    pub(crate) fn new(db: Db) -> Self {
        Self {
            db,
            current: Arc::default(),
            row: PhantomData,
        }
    }

    /// The read models.
    pub(crate) const fn db(&self) -> &Db {
        &self.db
    }

    /// The SQL that selects whole rows of the table that answers.
    pub(crate) async fn select(&self) -> Result<String, StoreError> {
        Ok(self.answering().await?.0)
    }

    /// The same, with the version of that table.
    pub(crate) async fn answering(&self) -> Result<(String, u32), StoreError> {
        let version = self.version().await?;
        Ok((select::<R>(&table_of::<R>(version), version), version))
    }

    /// The version whose table answers.
    async fn version(&self) -> Result<u32, StoreError> {
        if self.current.load(Ordering::Relaxed) {
            return Ok(R::VERSION);
        }
        let newest = versions::<R>(&self.db).await?.first().copied();
        // Without any table, the query fails.
        let newest = newest.unwrap_or(R::VERSION);
        if newest == R::VERSION {
            self.current.store(true, Ordering::Relaxed);
        }
        Ok(newest)
    }
}

/// Whether this version's own table answers, as seen by `tx`.
pub(crate) async fn is_current<R: Row>(tx: &mut Tx) -> Result<bool, StoreError> {
    Ok(versions_within::<R>(tx).await?.first() == Some(&R::VERSION))
}
