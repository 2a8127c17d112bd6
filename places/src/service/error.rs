//! Why a live service has no answer, worded for the person who searches.

use outgoing::CallError;

use crate::UsedUp;

/// Why a live service has no answer.
#[derive(Debug, thiserror::Error)]
pub enum ServiceError {
    #[error(
        "{service} cannot be reached ({reason}). What was found so far is kept, and you are not charged for the rest. Try again later, or choose another source."
    )]
    Unreachable {
        service: &'static str,
        reason: String,
    },
    #[error(
        "{service} has not answered within {seconds} seconds. What was found so far is kept, and you are not charged for the rest. Try again later, or search for fewer cities."
    )]
    TimedOut { service: &'static str, seconds: u64 },
    #[error(
        "{service} is too busy (status {status}). What was found so far is kept, and you are not charged for the rest. Try again in a few minutes."
    )]
    Busy { service: &'static str, status: u16 },
    /// Today's request quota is used up.
    #[error(
        "{service} cannot be used again today: {used_up}. What was found so far is kept, and you are not charged for the rest. Try again tomorrow (days begin at midnight UTC), or choose another source."
    )]
    UsedUp {
        service: &'static str,
        used_up: UsedUp,
    },
    #[error(
        "The answer from {service} cannot be read: {reason}. What was found so far is kept, and you are not charged for the rest. Try again later."
    )]
    Unreadable {
        service: &'static str,
        reason: String,
    },
    #[error(
        "{service} could not run the search: {reason}. What was found so far is kept, and you are not charged for the rest."
    )]
    Refused {
        service: &'static str,
        reason: String,
    },
}

impl ServiceError {
    /// The error for a call without an answer.
    pub(super) fn of(service: &'static str, error: CallError) -> Self {
        match error {
            CallError::TimedOut(timeout) => Self::TimedOut {
                service,
                seconds: timeout.as_secs().max(1),
            },
            CallError::Unreachable(reason) => Self::Unreachable { service, reason },
            CallError::Unresolved(_) | CallError::Redirected(_) => Self::Unreachable {
                service,
                reason: format!("it {error}"),
            },
            CallError::BrokenOff => Self::Unreadable {
                service,
                reason: "it breaks off".to_owned(),
            },
            CallError::TooLong(_) => Self::Unreadable {
                service,
                reason: format!("it {error}"),
            },
        }
    }
}
