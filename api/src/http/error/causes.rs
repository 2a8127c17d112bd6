//! What the errors of the parts are to a caller.

use axum::http::HeaderValue;
use axum::http::StatusCode;
use commands::CommandError;
use commands::Refusal;
use commands::limits::Limited;
use commands::limits::TooMany;
use domain::account_record::AccountRecordRefusal;
use domain::company_list::CompanyListRefusal;
use domain::coupon::CouponRefusal;
use domain::credit_account::CreditRefusal;
use domain::monitor::MonitorRefusal;
use domain::scrape_job::EnrichmentRefusal;
use domain::scrape_job::InvalidSearch;
use domain::scrape_job::ScrapeJobRefusal;
use domain::state_code::InvalidState;
use sign_in::verify::TokenError;
use store::StoreError;

use super::{ApiError, CONFLICT, POLICY};

impl From<TokenError> for ApiError {
    fn from(error: TokenError) -> Self {
        let code = match error {
            TokenError::Missing | TokenError::Invalid(_) | TokenError::OtherIssuer { .. } => {
                "unauthorized"
            }
            TokenError::KeysUnavailable { .. } => "unavailable",
        };
        Self {
            headers: vec![error.header()],
            ..Self::new(error.status(), code, error.to_string())
        }
    }
}

impl From<StoreError> for ApiError {
    fn from(error: StoreError) -> Self {
        Self::from(&error)
    }
}

impl From<&StoreError> for ApiError {
    fn from(error: &StoreError) -> Self {
        tracing::error!(%error, "the store failed");
        match error {
            StoreError::Full(_) => Self::unavailable(
                "The server's disk is full; nothing was changed. Please try again later.",
            ),
            StoreError::Unavailable(_) | StoreError::Log(_) => {
                Self::unavailable("The database is not available; please try again in a moment.")
            }
            StoreError::Damaged(_) | StoreError::Configuration(_) | StoreError::Migration(_) => {
                Self::internal()
            }
        }
    }
}

impl From<CommandError> for ApiError {
    fn from(error: CommandError) -> Self {
        let message = error.to_string();
        match error {
            CommandError::Refused(refusal) => Self::from(refusal),
            CommandError::Conflict | CommandError::Overtaken => {
                Self::new(StatusCode::CONFLICT, CONFLICT, message)
            }
            CommandError::NotFound(_) => Self::not_found(message),
            CommandError::NotInPlan(_) => Self::new(StatusCode::FORBIDDEN, "not_in_plan", message),
            CommandError::DayUsedUp(wait) => {
                let seconds = u32::try_from(wait.as_secs()).unwrap_or(u32::MAX);
                Self::too_many(
                    Limited::ChangedBytes.name(),
                    message,
                    seconds.saturating_add(1),
                )
            }
            CommandError::KeyReused => {
                Self::new(StatusCode::UNPROCESSABLE_ENTITY, "key_reused", message)
            }
            CommandError::Unavailable(store) => Self::from(&*store),
        }
    }
}

impl From<Refusal> for ApiError {
    fn from(refusal: Refusal) -> Self {
        let message = refusal.to_string();
        match refusal {
            Refusal::Credit(CreditRefusal::InsufficientCredits { .. }) => Self::new(
                StatusCode::PAYMENT_REQUIRED,
                "insufficient_credits",
                message,
            ),
            Refusal::Credit(CreditRefusal::Suspended) => Self::suspended(),
            Refusal::Credit(CreditRefusal::AllowancesDue) => {
                // Health and the command line tell the operator how.
                let message = "Monthly credits of more than a year are still to be granted to this account: please \
                               ask whoever runs this service.";
                Self::new(StatusCode::CONFLICT, "allowances_due", message)
            }
            Refusal::AccountRecord(AccountRecordRefusal::Stale { .. })
            | Refusal::CompanyList(
                CompanyListRefusal::KnownAlready | CompanyListRefusal::Overtaken,
            ) => Self::stale(message),
            Refusal::ScrapeJob(ScrapeJobRefusal::NotQueued)
            | Refusal::Monitor(MonitorRefusal::Unknown) => Self::not_found(message),
            Refusal::Monitor(MonitorRefusal::Budget) => Self::invalid(message),
            Refusal::ScrapeJob(ScrapeJobRefusal::TooManyOpenJobs(_)) => Self::too_many(
                Limited::OpenJobs.name(),
                message,
                Limited::OpenJobs.retry_after_s(),
            ),
            Refusal::Credit(
                CreditRefusal::NotOpened
                | CreditRefusal::TakesTooMuch { .. }
                | CreditRefusal::AdjustmentRange
                | CreditRefusal::EmptyHold
                | CreditRefusal::HoldNotOpen(_)
                | CreditRefusal::HoldExceeded { .. },
            )
            | Refusal::ScrapeJob(
                ScrapeJobRefusal::AlreadyQueued
                | ScrapeJobRefusal::Ended(_)
                | ScrapeJobRefusal::NotUnderWay(_)
                | ScrapeJobRefusal::RowOutOfOrder { .. }
                | ScrapeJobRefusal::CityOutOfOrder { .. }
                | ScrapeJobRefusal::BeyondMaxResults(_)
                | ScrapeJobRefusal::BeyondMaxCredits(_)
                | ScrapeJobRefusal::OtherKind
                | ScrapeJobRefusal::Enrichment(
                    EnrichmentRefusal::JobNotEnded
                    | EnrichmentRefusal::NotProcessing(_)
                    | EnrichmentRefusal::RowsOutOfOrder { .. },
                ),
            )
            | Refusal::Monitor(
                MonitorRefusal::AlreadyCreated
                | MonitorRefusal::Paused
                | MonitorRefusal::Running
                | MonitorRefusal::TooManyRunning,
            )
            | Refusal::Coupon(
                CouponRefusal::Unknown
                | CouponRefusal::Expired
                | CouponRefusal::Revoked
                | CouponRefusal::UsedUp
                | CouponRefusal::AlreadyRedeemed
                | CouponRefusal::AlreadyIssued
                | CouponRefusal::GivesNothing,
            ) => Self::new(StatusCode::CONFLICT, "wrong_state", message),
        }
    }
}

impl From<TooMany> for ApiError {
    fn from(too_many: TooMany) -> Self {
        let error = Self::too_many(too_many.limit, too_many.message, too_many.retry_after_s);
        match too_many.policy {
            Some(policy) => {
                let policy = HeaderValue::try_from(format!("\"calls\";{policy}"));
                error.with(POLICY, policy.expect("digits and letters"))
            }
            None => error,
        }
    }
}

impl From<InvalidState> for ApiError {
    fn from(invalid: InvalidState) -> Self {
        Self::invalid(invalid.to_string())
    }
}

impl From<InvalidSearch> for ApiError {
    fn from(invalid: InvalidSearch) -> Self {
        Self::invalid(invalid.to_string())
    }
}
