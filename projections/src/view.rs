//! What can be done with a view, whatever its rows are.

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

/// A view, for whoever starts, rebuilds or checks all of them.
pub struct View(Box<dyn Inner>);

impl View {
    /// The view of those rules.
    pub(crate) fn of<F: Fold>() -> Self {
        Self(Box::new(Of::<F>(PhantomData)))
    }

    /// Its name, as the command line takes it.
    pub fn name(&self) -> &'static str {
        self.0.name()
    }

    /// Its table's name, which is its checkpoint's too.
    pub fn checkpoint(&self) -> &'static str {
        self.0.checkpoint()
    }

    /// The version that answers while this one is built; nothing where this one answers, or none.
    pub async fn answered_by(&self, views: &Db) -> Result<Option<u32>, StoreError> {
        self.0.answered_by(views).await
    }

    /// Makes its first table where nothing was recorded yet, and follows the log. A view that is new to a log
    /// is built before it answers.
    pub(crate) async fn start(&self, subscriptions: &Subscriptions) -> Result<(), StoreError> {
        self.0.start(subscriptions).await
    }

    /// A new table for its rows.
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

    /// How its table is made.
    #[cfg(test)]
    pub(crate) fn shape(&self) -> String {
        self.0.shape()
    }

    /// How the table of an older version is read.
    #[cfg(test)]
    pub(crate) fn select(&self, table: &str, version: u32) -> String {
        self.0.select(table, version)
    }
}

/// What depends on the rows' type.
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
