//! The balance on the wire.

use domain::credit_account::balance::Balance;
use projections::credit_status::Status;
use projections::ledger::{Cut, LedgerReader};
use store::log::Cursor;

use crate::http::error::ApiError;
use crate::state::Balances;

impl Balances {
    /// The balance now. Waits for an account that another call has just opened.
    pub(crate) async fn now(&self, user_id: &str) -> Result<Balance, ApiError> {
        Ok(self.status(user_id).await?.balance)
    }

    /// The balance now with what the plan allows. Waits for an account that another call has just opened.
    pub(crate) async fn status(&self, user_id: &str) -> Result<Status, ApiError> {
        let now = self.clock.now();
        if let Some(status) = self.credit_status.status(user_id, now).await? {
            return Ok(status);
        }
        let head = self.subscriptions.log_head().await?;
        projections::caught_up(&self.subscriptions, head).await;
        let status = self.credit_status.status(user_id, now).await?;
        status.ok_or_else(no_account)
    }

    /// The balance including everything up to `cursor`: from the read model or, if that is paused or late, from the log.
    pub(crate) async fn after(&self, user_id: &str, cursor: Cursor) -> Result<Balance, ApiError> {
        let view = [projections::credit_status::CHECKPOINT];
        let patience = projections::READ_YOUR_WRITES;
        if self
            .subscriptions
            .wait_for_all(&view, cursor, patience)
            .await
        {
            return self.now(user_id).await;
        }
        let mut ledger = LedgerReader::new(self.log.clone(), user_id.to_owned(), Cut::default());
        while !ledger.next().await?.is_empty() {}
        let balance = ledger.balance().ok_or_else(no_account)?;
        Ok(balance.at(self.clock.now()))
    }
}

fn no_account() -> ApiError {
    ApiError::not_found("This user has no credit account yet.")
}
