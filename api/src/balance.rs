//! The balance on the wire.

use domain::credit_account::balance::Balance;
use projections::credit_status::Status;
use projections::ledger::{Cut, LedgerReader};
use store::log::Cursor;

use crate::http::error::ApiError;
use crate::state::Services;

/// The balance now. Waits for an account that another call has just opened.
pub(crate) async fn balance(services: &Services, user_id: &str) -> Result<Balance, ApiError> {
    Ok(status(services, user_id).await?.balance)
}

/// The balance now with what the plan allows. Waits for an account that another call has just opened.
pub(crate) async fn status(services: &Services, user_id: &str) -> Result<Status, ApiError> {
    let now = services.clock.now();
    if let Some(status) = services.credit_status.status(user_id, now).await? {
        return Ok(status);
    }
    let head = services.subscriptions.log_head().await?;
    projections::caught_up(&services.subscriptions, head).await;
    let status = services.credit_status.status(user_id, now).await?;
    status.ok_or_else(no_account)
}

/// The balance including everything up to `cursor`: from the read model or, if that is paused or late, from the log.
pub(crate) async fn balance_after(
    services: &Services,
    user_id: &str,
    cursor: Cursor,
) -> Result<Balance, ApiError> {
    let view = [projections::credit_status::CHECKPOINT];
    let waiting = services
        .subscriptions
        .wait_for_all(&view, cursor, projections::READ_YOUR_WRITES);
    if waiting.await {
        return balance(services, user_id).await;
    }
    let mut ledger = LedgerReader::new(services.log.clone(), user_id.to_owned(), Cut::default());
    while !ledger.next().await?.is_empty() {}
    let replayed = ledger
        .balance()
        .map(|balance| balance.at(services.clock.now()));
    replayed.ok_or_else(no_account)
}

fn no_account() -> ApiError {
    ApiError::not_found("This user has no credit account yet.")
}
