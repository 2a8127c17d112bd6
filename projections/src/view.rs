//! What can be done with a view, whatever its rows are.

use std::marker::PhantomData;

use async_trait::async_trait;
use store::StoreError;
use store::db::{Db, Storage, Tx};
use store::log::{EventLog, RecordedEvent};
use store::subscriptions::{ProjectError, Projector, Subscriptions};
use store::with_reader;
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use crate::fold::{self, Fold};
use crate::rebuild::{
    Building, Differences, RebuildError, RebuildProgress, Shadow, Work, rebuild, verify,
    verify_rows,
};

/// A view, for whoever starts, rebuilds or checks all of them.
pub struct View(Box<dyn Inner>);

impl View {
    /// Its name, as the command line takes it.
    pub fn name(&self) -> &'static str {
        self.0.name()
    }

    /// Its checkpoint's name.
    pub fn checkpoint(&self) -> &'static str {
        self.0.checkpoint()
    }

    /// Makes its table where it is missing and follows the log.
    pub async fn start(&self, subscriptions: &Subscriptions) -> Result<(), StoreError> {
        self.0.start(subscriptions).await
    }

    /// Builds it anew, alone; see [`rebuild`].
    pub async fn rebuild(
        &self,
        storage: &Storage,
        log: &EventLog,
        progress: &(dyn Fn(RebuildProgress) + Sync),
    ) -> Result<RebuildProgress, RebuildError> {
        let never = CancellationToken::new();
        rebuild(std::slice::from_ref(self), storage, log, &never, progress).await
    }

    /// Compares the live rows with a fresh rebuild; see [`verify`].
    pub async fn verify(
        &self,
        storage: &Storage,
        log: &EventLog,
        progress: &(dyn Fn(RebuildProgress) + Sync),
    ) -> Result<Differences, RebuildError> {
        verify(self, storage, log, &CancellationToken::new(), progress).await
    }

    pub(crate) async fn compare(&self, work: &Work<'_>) -> Result<Differences, RebuildError> {
        self.0.verify(work).await
    }

    /// A new table for its rows.
    pub(crate) fn shadow(&self, purpose: &str) -> Box<dyn Building> {
        self.0.shadow(purpose)
    }
}

/// What depends on the rows' type.
#[async_trait]
trait Inner: Send + Sync {
    fn name(&self) -> &'static str;
    fn checkpoint(&self) -> &'static str;
    async fn start(&self, subscriptions: &Subscriptions) -> Result<(), StoreError>;
    async fn verify(&self, work: &Work<'_>) -> Result<Differences, RebuildError>;
    fn shadow(&self, purpose: &str) -> Box<dyn Building>;
}

pub(crate) fn boxed<F: Fold>() -> View {
    View(Box::new(ViewOf::<F>(PhantomData)))
}

struct ViewOf<F>(PhantomData<F>);

/// The live table's name.
pub(crate) fn table<F: Fold>() -> String {
    format!("{}_v{}", F::NAME, F::VERSION)
}

/// The statements that make `table`, its indexes named for this build.
pub(crate) fn schema<F: Fold>(table: &str) -> String {
    let build = Uuid::new_v4().simple().to_string();
    F::SCHEMA
        .replace("{table}", table)
        .replace("{build}", &build[..12])
}

/// Makes the live table where it is missing.
pub(crate) async fn ensure_table<F: Fold>(db: &Db) -> Result<(), StoreError> {
    let table = table::<F>();
    let exists = with_reader!(db, pool =>
        sqlx::query(&format!("SELECT 1 FROM {table} LIMIT 1")).execute(pool).await.is_ok());
    if exists {
        return Ok(());
    }
    let made = db.run_script(&schema::<F>(&table)).await;
    // Another process may have made it in the meantime.
    let exists = with_reader!(db, pool =>
        sqlx::query(&format!("SELECT 1 FROM {table} LIMIT 1")).execute(pool).await.is_ok());
    if exists { Ok(()) } else { made }
}

#[async_trait]
impl<F: Fold> Inner for ViewOf<F> {
    fn name(&self) -> &'static str {
        F::NAME
    }

    fn checkpoint(&self) -> &'static str {
        F::CHECKPOINT
    }

    async fn start(&self, subscriptions: &Subscriptions) -> Result<(), StoreError> {
        ensure_table::<F>(subscriptions.views()).await?;
        subscriptions
            .project(Live::<F> {
                table: table::<F>(),
                view: PhantomData,
            })
            .await
    }

    async fn verify(&self, work: &Work<'_>) -> Result<Differences, RebuildError> {
        verify_rows::<F>(work).await
    }

    fn shadow(&self, purpose: &str) -> Box<dyn Building> {
        Box::new(Shadow::<F>::new(purpose))
    }
}

/// Follows the log into the live table.
struct Live<F> {
    table: String,
    view: PhantomData<F>,
}

#[async_trait]
impl<F: Fold> Projector for Live<F> {
    fn checkpoint(&self) -> &str {
        F::CHECKPOINT
    }

    fn concerns(&self, aggregate_type: &str) -> bool {
        F::concerns(aggregate_type)
    }

    async fn project(&self, tx: &mut Tx, events: &[RecordedEvent]) -> Result<(), ProjectError> {
        fold::project::<F>(tx, &self.table, events).await
    }
}
