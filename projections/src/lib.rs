//! The reading side: views that turn the log into read models, and typed reads of them.
//!
//! One view is one folder: `row` (its table, defined once), `project` (event → row) and `query` (typed
//! reads). Views are fed by subscriptions alone, so that each can be dropped and rebuilt from the log while
//! the product serves.
//!
//! Invariants:
//! - A view's rows and its checkpoint move in one transaction.
//! - Live rows equal a rebuild from the first event ([`verify`]).
//! - Table names carry the view's version: an old and a new binary can run side by side, and the table of
//!   the version before answers until the new one has caught up.
//!
//! The one reader that is no view is [`ledger`]: it replays accounts from the log for auditors.
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

/// How long an answer waits for the views that its command touches.
pub const READ_YOUR_WRITES: Duration = Duration::from_secs(2);

/// Every view, in the order that they are shown. The one place where a view is registered.
pub fn all() -> Vec<View> {
    vec![
        View::of::<credit_status::CreditStatusView>(),
        View::of::<history::HistoryView>(),
        View::of::<jobs::JobsView>(),
        View::of::<ledger_entries::LedgerEntriesView>(),
        View::of::<saved_companies::SavedCompaniesView>(),
        View::of::<timeline::TimelineView>(),
    ]
}

/// The tables that show in the clear what the log holds closed with users' keys.
pub fn personal() -> Vec<&'static str> {
    vec![View::of::<saved_companies::SavedCompaniesView>().checkpoint()]
}

/// Makes the tables that are missing and starts every view.
pub async fn start(subscriptions: &Subscriptions) -> Result<(), StoreError> {
    for view in all() {
        view.start(subscriptions).await?;
    }
    let (storage, log) = (subscriptions.storage().clone(), subscriptions.log().clone());
    subscriptions.spawn(async move {
        loop {
            tokio::time::sleep(live::LOOK).await;
            match drop_abandoned(&storage, &log, Timestamp::now()).await {
                // No older binary's tables: none will come by themselves.
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

/// Drops the tables of older versions that nobody follows any more at `now`. Answers how many are left.
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

/// Waits until every view has seen `cursor`, at most [`READ_YOUR_WRITES`]. Answers whether all have.
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

/// Builds `views` anew from the first event beside the live ones, in one reading of the log, then swaps
/// all of them at once. Ends early, with nothing changed, when `stop` is cancelled.
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
