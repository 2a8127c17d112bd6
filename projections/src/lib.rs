//! The reading side: views, which turn the log into read models, and typed queries of them.
//!
//! A view is a folder: `row` (its table, defined once), `project` (event → row) and `query` (typed queries). Views are
//! fed only by subscriptions, so that each can be dropped and rebuilt from the log while the product is running.
//!
//! Invariants:
//! - A view's rows and its checkpoint move in one transaction.
//! - Live rows equal a rebuild from the first event ([`verify`]).
//! - Table names carry the view's version: an old and a new binary can run side by side, and the table of
//!   the version before answers until the new one has caught up.
//!
//! [`ledger`] is not a view: it replays accounts from the log for auditors.
//!
//! Deliberately absent: commands, and anything that reaches outside the database.

mod batch;
mod catalog;
mod column;
pub mod credit_status;
mod event;
mod fold;
#[cfg(test)]
mod former;
pub mod history;
pub mod jobs;
mod keys;
pub mod ledger;
pub mod ledger_entries;
mod live;
pub mod monitor_runs;
pub mod monitors;
pub mod personal_data;
mod rebuild;
mod rows;
pub mod saved_companies;
mod serving;
#[cfg(test)]
mod shapes;
mod table;
pub mod timeline;
mod view;

use std::time::Duration;

use jiff::Timestamp;
use store::StoreError;
use store::db::Storage;
use store::log::{Cursor, EventLog};
use store::subscriptions::Subscriptions;
use tokio_util::sync::CancellationToken;

pub use rebuild::{Differences, RebuildError, RebuildProgress};
pub use view::View;

/// How long an answer waits for the views.
pub const READ_YOUR_WRITES: Duration = Duration::from_secs(2);

/// All views, in the order in which they are listed. The one place where a view is registered.
pub fn all() -> Vec<View> {
    vec![
        View::of::<credit_status::CreditStatusView>(),
        View::of::<history::HistoryView>(),
        View::of::<jobs::JobsView>(),
        View::of::<ledger_entries::LedgerEntriesView>(),
        View::of::<monitor_runs::MonitorRunsView>(),
        View::of::<monitors::MonitorsView>(),
        View::of::<saved_companies::SavedCompaniesView>(),
        View::of::<timeline::TimelineView>(),
    ]
}

/// The tables with the plain text of what is encrypted in the log.
pub fn personal() -> Vec<&'static str> {
    vec![View::of::<saved_companies::SavedCompaniesView>().checkpoint()]
}

/// Creates missing tables and starts all views.
pub async fn start(subscriptions: &Subscriptions) -> Result<(), StoreError> {
    for view in all() {
        view.start(subscriptions).await?;
    }
    let (storage, log) = (subscriptions.storage().clone(), subscriptions.log().clone());
    subscriptions.spawn(async move {
        loop {
            tokio::time::sleep(live::LOOK).await;
            match drop_abandoned(&storage, &log, Timestamp::now()).await {
                // There are no tables of older versions, and none will appear.
                Ok(0) => return,
                Ok(_) => {}
                Err(error) => {
                    tracing::warn!(%error, "tables of older versions could not be dropped yet");
                }
            }
        }
    });
    Ok(())
}

/// Drops the tables of older versions that no process follows any more at `now`. Returns how many remain.
pub async fn drop_abandoned(
    storage: &Storage,
    log: &EventLog,
    now: Timestamp,
) -> Result<usize, StoreError> {
    let mut left = 0;
    for view in all() {
        left += view.drop_abandoned(storage, log, now).await?;
    }
    Ok(left)
}

/// Waits until all views have seen `cursor`, at most [`READ_YOUR_WRITES`]. Returns whether they have.
pub async fn caught_up(subscriptions: &Subscriptions, cursor: Cursor) -> bool {
    if cursor == Cursor::START {
        return true;
    }
    let views = all();
    let names: Vec<_> = views.iter().map(View::checkpoint).collect();
    subscriptions
        .wait_for(&names, cursor, READ_YOUR_WRITES)
        .await
}

/// Rebuilds `views` from the first event next to the live ones, in one pass over the log, then swaps all of them at
/// once. Ends early without changes when `stop` is cancelled.
pub async fn rebuild(
    views: &[View],
    storage: &Storage,
    log: &EventLog,
    stop: &CancellationToken,
    progress: &(dyn Fn(RebuildProgress) + Sync),
) -> Result<RebuildProgress, RebuildError> {
    let shadows = views.iter().map(|view| view.shadow("shadow")).collect();
    rebuild::run(shadows, storage, log, stop, progress).await
}

/// Compares the live rows of `view` with a fresh rebuild. Ends early when `stop` is cancelled.
pub async fn verify(
    view: &View,
    storage: &Storage,
    log: &EventLog,
    stop: &CancellationToken,
    progress: &(dyn Fn(RebuildProgress) + Sync),
) -> Result<Differences, RebuildError> {
    rebuild::compare(view.shadow("verify"), storage, log, stop, progress).await
}
