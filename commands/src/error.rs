//! Why a command was not carried out.

use std::sync::Arc;
use std::time::Duration;

use domain::account_record::AccountRecordRefusal;
use domain::company_list::CompanyListRefusal;
use domain::coupon::CouponRefusal;
use domain::credit_account::CreditRefusal;
use domain::scrape_job::ScrapeJobRefusal;
use store::StoreError;
use store::log::AppendError;

/// An aggregate said no.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// A credit account did.
    #[error(transparent)]
    Credit(#[from] CreditRefusal),
    /// A coupon did.
    #[error(transparent)]
    Coupon(#[from] CouponRefusal),
    /// A scrape job did.
    #[error(transparent)]
    ScrapeJob(#[from] ScrapeJobRefusal),
    /// What is noted about a company did.
    #[error(transparent)]
    AccountRecord(#[from] AccountRecordRefusal),
    /// A user's companies did.
    #[error(transparent)]
    CompanyList(#[from] CompanyListRefusal),
}

/// Why a command was not carried out; nothing of it was kept.
#[derive(Debug, Clone, thiserror::Error)]
pub enum CommandError {
    /// The rules forbid it.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// Other commands kept changing the same streams.
    #[error("Too many changes at once. Please try again.")]
    Conflict,
    /// The work was taken over by another worker.
    #[error("Somebody else has taken this work over.")]
    Overtaken,
    /// There is no such thing, or it is not this user's.
    #[error("There is no such {0}.")]
    NotFound(&'static str),
    /// The user's plan does not include it.
    #[error("{0}")]
    NotInPlan(&'static str),
    /// As much was recorded for the user as a day allows; the next one begins in that time.
    #[error(
        "You have changed as much as can be recorded for one user in a day. What you saved is safe; go on tomorrow (UTC)."
    )]
    DayUsedUp(Duration),
    /// The key was used for another command.
    #[error("This Idempotency-Key was already used for a different request. Use a new one.")]
    KeyReused,
    /// The store failed.
    #[error(transparent)]
    Unavailable(#[from] Arc<StoreError>),
}

impl From<StoreError> for CommandError {
    fn from(error: StoreError) -> Self {
        Self::Unavailable(Arc::new(error))
    }
}

impl From<AppendError> for CommandError {
    fn from(error: AppendError) -> Self {
        match error {
            AppendError::Conflict => Self::Conflict,
            AppendError::Overtaken => Self::Overtaken,
            AppendError::Store(error) => Self::Unavailable(error),
        }
    }
}
