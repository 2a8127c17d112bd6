//! The operations on views, independent of their rows.

use std::marker::PhantomData;

use async_trait::async_trait;
use jiff::Timestamp;
use store::StoreError;
use store::db::{Db, Storage};
use store::log::{Cursor, EventLog};
use store::subscriptions::Subscriptions;

use crate::catalog::versions;
use crate::fold::Fold;
use crate::live::{Live, drop_abandoned, drop_ahead, make_first};
use crate::rebuild::{Building, Shadow};
use crate::table::Row;

/// A view of any type of rows, to be started, rebuilt or checked.
pub struct View(Box<dyn Inner>);

impl View {
    /// The view with those rules.
    pub(crate) fn of<F: Fold>() -> Self {
        Self(Box::new(Of::<F>(PhantomData)))
    }

    /// Its name, as used on the command line.
    pub fn name(&self) -> &'static str {
        self.0.name()
    }

    /// The name of its table and of its checkpoint.
    pub fn checkpoint(&self) -> &'static str {
        self.0.checkpoint()
    }

    /// The older version that answers while this one is built; `None` if this one answers, or none.
    pub async fn answered_by(&self, views: &Db) -> Result<Option<u32>, StoreError> {
        self.0.answered_by(views).await
    }

    /// Creates its table if the log is empty, and follows the log. A view that is new to a log is built before it
    /// answers.
    pub(crate) async fn start(&self, subscriptions: &Subscriptions) -> Result<(), StoreError> {
        self.0.start(subscriptions).await
    }

    /// A new table, to be filled.
    pub(crate) fn shadow(&self, purpose: &str) -> Box<dyn Building> {
        self.0.shadow(purpose)
    }

    /// See [`drop_abandoned`].
    pub(crate) async fn drop_abandoned(
        &self,
        storage: &Storage,
        log: &EventLog,
        now: Timestamp,
    ) -> Result<usize, StoreError> {
        self.0.drop_abandoned(storage, log, now).await
    }

    /// The statements that create its table.
    #[cfg(test)]
    pub(crate) fn shape(&self) -> String {
        self.0.shape()
    }

    /// The SQL that reads the table of an older version.
    #[cfg(test)]
    pub(crate) fn select(&self, table: &str, version: u32) -> String {
        self.0.select(table, version)
    }
}

/// The part that depends on the type of rows.
#[async_trait]
trait Inner: Send + Sync {
    fn name(&self) -> &'static str;
    fn checkpoint(&self) -> &'static str;
    fn shadow(&self, purpose: &str) -> Box<dyn Building>;
    async fn start(&self, subscriptions: &Subscriptions) -> Result<(), StoreError>;
    async fn answered_by(&self, views: &Db) -> Result<Option<u32>, StoreError>;
    async fn drop_abandoned(
        &self,
        storage: &Storage,
        log: &EventLog,
        now: Timestamp,
    ) -> Result<usize, StoreError>;
    #[cfg(test)]
    fn shape(&self) -> String;
    #[cfg(test)]
    fn select(&self, table: &str, version: u32) -> String;
}

struct Of<F>(PhantomData<F>);

#[async_trait]
impl<F: Fold> Inner for Of<F> {
    fn name(&self) -> &'static str {
        F::Row::NAME
    }

    fn checkpoint(&self) -> &'static str {
        F::Row::TABLE
    }

    fn shadow(&self, purpose: &str) -> Box<dyn Building> {
        Box::new(Shadow::<F>::new(purpose))
    }

    async fn start(&self, subscriptions: &Subscriptions) -> Result<(), StoreError> {
        let storage = subscriptions.storage();
        drop_ahead::<F::Row>(&storage.views, subscriptions.log()).await?;
        if subscriptions.log_head().await? == Cursor::START {
            make_first::<F::Row>(&storage.views).await?;
        }
        let log = subscriptions.log().clone();
        let live = Live::<F>::new(storage.clone(), log);
        subscriptions.project(live).await
    }

    async fn answered_by(&self, views: &Db) -> Result<Option<u32>, StoreError> {
        let newest = versions::<F::Row>(views).await?.first().copied();
        Ok(newest.filter(|&version| version < F::Row::VERSION))
    }

    async fn drop_abandoned(
        &self,
        storage: &Storage,
        log: &EventLog,
        now: Timestamp,
    ) -> Result<usize, StoreError> {
        drop_abandoned::<F::Row>(storage, log, now).await
    }

    #[cfg(test)]
    fn shape(&self) -> String {
        crate::table::shape::<F::Row>()
    }

    #[cfg(test)]
    fn select(&self, table: &str, version: u32) -> String {
        crate::table::select::<F::Row>(table, version)
    }
}
