//! The reading side: views that turn the log into read models, and typed reads of them.
//!
//! One view is one folder: `project` (event → row) and `query` (typed reads). Views are fed by
//! subscriptions alone, so that each can be dropped and rebuilt from the log while the product serves.
//!
//! Invariants:
//! - A view's rows and its checkpoint move in one transaction.
//! - Live rows equal a rebuild from the first event ([`View::verify`]).
//! - Table names carry the view's version: an old and a new binary can run side by side.
//!
//! The one reader that is no view is [`ledger`]: it replays accounts from the log for auditors.
//!
//! Deliberately absent: commands, and anything that reaches outside the database.

pub mod credit_status;
mod event;
mod fold;
pub mod history;
pub mod jobs;
pub mod ledger;
mod rebuild;
mod rows;
mod view;

use std::time::Duration;

use store::StoreError;
use store::log::Cursor;
use store::subscriptions::Subscriptions;

pub use rebuild::{Differences, RebuildError, RebuildProgress, count_events, rebuild, verify};
pub use view::View;

/// How long an answer waits for the views that its command touches.
pub const READ_YOUR_WRITES: Duration = Duration::from_secs(2);

/// Every view, in the order that they are shown.
pub fn all() -> Vec<View> {
    vec![
        view::boxed::<credit_status::CreditStatusView>(),
        view::boxed::<history::HistoryView>(),
        view::boxed::<jobs::JobsView>(),
    ]
}

/// Makes the tables that are missing and starts every view.
pub async fn start(subscriptions: &Subscriptions) -> Result<(), StoreError> {
    for view in all() {
        view.start(subscriptions).await?;
    }
    Ok(())
}

/// Waits until every view has seen `cursor`, at most [`READ_YOUR_WRITES`]. Answers whether all have.
pub async fn caught_up(subscriptions: &Subscriptions, cursor: Cursor) -> bool {
    let names = [
        credit_status::CHECKPOINT,
        history::CHECKPOINT,
        jobs::CHECKPOINT,
    ];
    subscriptions
        .wait_for(&names, cursor, READ_YOUR_WRITES)
        .await
}
