//! Why a call has no answer, in words.

use std::error::Error;
use std::time::Duration;

/// Why a call has no answer. Each reads as the end of a sentence about the server.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum CallError {
    /// There is no connection.
    #[error("cannot be reached ({0})")]
    Unreachable(String),
    /// Nobody knows where it is.
    #[error("cannot be reached: its name cannot be resolved ({0})")]
    Unresolved(String),
    /// There is a connection, and no answer in time.
    #[error("has not answered within {} seconds", .0.as_secs().max(1))]
    TimedOut(Duration),
    /// The answer ends before its end.
    #[error("broke off in the middle of its answer")]
    BrokenOff,
    /// The answer is longer than any that makes sense.
    #[error("answered with more than {}", size(*.0))]
    TooLong(u64),
    /// It sends the caller to where the caller does not go.
    #[error("redirects to {0}")]
    Redirected(String),
}

impl CallError {
    /// What went wrong in a request that may take `timeout`.
    pub(crate) fn new(error: &reqwest::Error, timeout: Duration) -> Self {
        if error.is_timeout() {
            Self::TimedOut(timeout)
        } else if error.is_redirect() {
            Self::Redirected(root_cause(error))
        } else if error.is_body() || error.is_decode() {
            Self::BrokenOff
        } else if is_about_the_name(error) {
            Self::Unresolved(root_cause(error))
        } else {
            Self::Unreachable(root_cause(error))
        }
    }

    /// Whether the same call may succeed a little later.
    #[must_use]
    pub fn may_pass(&self) -> bool {
        match self {
            Self::Unreachable(_) | Self::Unresolved(_) | Self::TimedOut(_) | Self::BrokenOff => {
                true
            }
            Self::TooLong(_) | Self::Redirected(_) => false,
        }
    }

    /// Whether the server's name cannot be resolved: where that is so from the first, there is no network.
    #[must_use]
    pub fn is_unresolved(&self) -> bool {
        matches!(self, Self::Unresolved(_))
    }
}

/// A size in the largest unit that leaves it whole.
fn size(bytes: u64) -> String {
    match bytes {
        b if b >= 1 << 20 => format!("{} MiB", b >> 20),
        b if b >= 1 << 10 => format!("{} KiB", b >> 10),
        b => format!("{b} bytes"),
    }
}

/// Whether resolving the host's name failed, which reqwest tells by a text alone.
fn is_about_the_name(error: &reqwest::Error) -> bool {
    let mut cause = error.source();
    while let Some(error) = cause {
        if error.to_string() == "dns error" {
            return true;
        }
        cause = error.source();
    }
    false
}

/// The innermost cause, without the address, which may hold a key.
fn root_cause(error: &reqwest::Error) -> String {
    let mut cause: &dyn Error = error;
    while let Some(source) = cause.source() {
        cause = source;
    }
    if std::ptr::addr_eq(cause, std::ptr::from_ref(error)) {
        return "the request failed".to_owned();
    }
    cause.to_string()
}
