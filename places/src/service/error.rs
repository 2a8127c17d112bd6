//! Why a live service has no answer, in words for the person who searches.

use outgoing::CallError;

use crate::UsedUp;

/// Why a live service has no answer.
#[derive(Debug, thiserror::Error)]
pub enum ServiceError {
    /// It cannot be reached.
    #[error(
        "{service} cannot be reached ({reason}). What was found so far is kept, and you are not charged for the rest. Try again later, or choose another source."
    )]
    Unreachable {
        /// What people call it.
        service: &'static str,
        /// What the system said.
        reason: String,
    },
    /// It does not answer in time.
    #[error(
        "{service} has not answered within {seconds} seconds. What was found so far is kept, and you are not charged for the rest. Try again later, or search for fewer cities."
    )]
    TimedOut {
        /// What people call it.
        service: &'static str,
        /// How long was waited.
        seconds: u64,
    },
    /// It asks to come back later.
    #[error(
        "{service} is too busy (status {status}). What was found so far is kept, and you are not charged for the rest. Try again in a few minutes."
    )]
    Busy {
        /// What people call it.
        service: &'static str,
        /// The HTTP status.
        status: u16,
    },
    /// It was asked as often as it may be today.
    #[error(
        "{service} cannot be asked any more today: {used_up}. What was found so far is kept, and you are not charged for the rest. Try again tomorrow (days begin at midnight UTC), or choose another source."
    )]
    UsedUp {
        /// What people call it.
        service: &'static str,
        /// By whom.
        used_up: UsedUp,
    },
    /// Its answer makes no sense.
    #[error(
        "The answer from {service} cannot be read: {reason}. What was found so far is kept, and you are not charged for the rest. Try again later."
    )]
    Unreadable {
        /// What people call it.
        service: &'static str,
        /// What is wrong with it.
        reason: String,
    },
    /// It did not carry the search out.
    #[error(
        "{service} could not run the search: {reason}. What was found so far is kept, and you are not charged for the rest."
    )]
    Refused {
        /// What people call it.
        service: &'static str,
        /// What it said.
        reason: String,
    },
}

impl ServiceError {
    /// Of a call that has no answer.
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
