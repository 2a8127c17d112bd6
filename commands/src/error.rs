//! Why a command was not carried out.

use std::sync::Arc;
use std::time::Duration;

use domain::account_record::AccountRecordRefusal;
use domain::company_list::CompanyListRefusal;
use domain::coupon::CouponRefusal;
use domain::credit_account::CreditRefusal;
use domain::monitor::MonitorRefusal;
use domain::scrape_job::ScrapeJobRefusal;
use store::StoreError;
use store::log::AppendError;

/// A refusal by an aggregate.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    #[error(transparent)]
    Credit(#[from] CreditRefusal),
    #[error(transparent)]
    Coupon(#[from] CouponRefusal),
    #[error(transparent)]
    ScrapeJob(#[from] ScrapeJobRefusal),
    #[error(transparent)]
    AccountRecord(#[from] AccountRecordRefusal),
    #[error(transparent)]
    CompanyList(#[from] CompanyListRefusal),
    #[error(transparent)]
    Monitor(#[from] MonitorRefusal),
}

/// Why a command was not carried out; nothing of it was stored.
#[derive(Debug, Clone, thiserror::Error)]
pub enum CommandError {
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// Other commands kept changing the same streams.
    #[error("Too many changes at once. Please try again.")]
    Conflict,
    /// Another worker took the work over.
    #[error("Somebody else has taken this work over.")]
    Overtaken,
    /// There is no such thing, or it belongs to another user.
    #[error("There is no such {0}.")]
    NotFound(&'static str),
    #[error("{0}")]
    NotInPlan(&'static str),
    /// The daily limit on recorded changes is reached; the next day begins in that time.
    #[error(
        "You have changed as much as can be recorded for one user in a day. What you saved is safe; go on tomorrow (UTC)."
    )]
    DayUsedUp(Duration),
    #[error("This Idempotency-Key was already used for a different request. Use a new one.")]
    KeyReused,
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
