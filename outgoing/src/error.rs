//! Why a call failed, in words.

use std::error::Error;
use std::time::Duration;

/// Why a call failed. Each text is the end of a sentence that begins with the server's name.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum CallError {
    #[error("cannot be reached ({0})")]
    Unreachable(String),
    #[error("cannot be reached: its name cannot be resolved ({0})")]
    Unresolved(String),
    /// Connected, but no response in time.
    #[error("has not answered within {} seconds", .0.as_secs().max(1))]
    TimedOut(Duration),
    /// The connection ended before the response did.
    #[error("broke off in the middle of its answer")]
    BrokenOff,
    /// Longer than any sensible response.
    #[error("answered with more than {}", size(*.0))]
    TooLong(u64),
    /// A redirect that is not followed.
    #[error("redirects to {0}")]
    Redirected(String),
}

impl CallError {
    /// What went wrong in a request with this timeout.
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

    /// Whether the same call may succeed later.
    #[must_use]
    pub fn may_pass(&self) -> bool {
        match self {
            Self::Unreachable(_) | Self::Unresolved(_) | Self::TimedOut(_) | Self::BrokenOff => {
                true
            }
            Self::TooLong(_) | Self::Redirected(_) => false,
        }
    }

    /// Whether the server's name cannot be resolved; if not even the first attempt resolves it, there is no network.
    #[must_use]
    pub fn is_unresolved(&self) -> bool {
        matches!(self, Self::Unresolved(_))
    }
}

/// A size in the largest unit that keeps it an integer.
fn size(bytes: u64) -> String {
    match bytes {
        b if b >= 1 << 20 => format!("{} MiB", b >> 20),
        b if b >= 1 << 10 => format!("{} KiB", b >> 10),
        b => format!("{b} bytes"),
    }
}

/// Whether resolving the host name failed, which reqwest reveals only by a text.
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

/// The innermost cause, without the address, which may contain a key.
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
