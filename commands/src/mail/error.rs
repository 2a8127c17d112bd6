//! Why an e-mail was not sent.

use std::error::Error;
use std::time::Duration;

use lettre::transport::smtp;

/// For the whole conversation about an e-mail.
pub(super) const PATIENCE: Duration = Duration::from_secs(60);
/// How servers say that there is no such mailbox, or that it takes nothing (RFC 5321, 4.2.3).
const NO_MAILBOX: [u16; 3] = [550, 551, 553];

/// How lettre's errors begin that come before a connection; it tells them from broken ones by nothing else.
const NOT_CONNECTED: &str = "Connection error";

/// Why an e-mail was not sent. Each text is the end of a sentence that begins with "the mail server"; none has what the
/// server said, which may quote an address.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum MailError {
    #[error("cannot be reached")]
    Unreachable {
        /// Of the connection, for the log.
        cause: String,
    },
    #[error("is not ready to take it ({0})")]
    NotReady(u16),
    #[error("has refused it ({0})")]
    Refused(u16),
    #[error("did not agree on how to take it")]
    Unfit {
        /// For the log.
        cause: String,
    },
    #[error("has not answered within {} seconds", PATIENCE.as_secs())]
    TimedOut,
    #[error("broke off")]
    BrokenOff,
}

impl MailError {
    pub(super) fn of(error: &smtp::Error) -> Self {
        let code = error.status().map(u16::from).unwrap_or_default();
        if error.is_permanent() {
            Self::Refused(code)
        } else if error.is_transient() {
            Self::NotReady(code)
        } else if error.is_client() {
            let cause = root_cause(error);
            Self::Unfit { cause }
        } else if error.to_string().starts_with(NOT_CONNECTED) {
            let cause = root_cause(error);
            Self::Unreachable { cause }
        } else {
            Self::BrokenOff
        }
    }

    /// Whether it may have come in spite of that.
    pub const fn may_have_come(&self) -> bool {
        matches!(self, Self::TimedOut | Self::BrokenOff)
    }

    /// Whether the server says that the recipient takes nothing.
    pub(super) fn is_about_the_recipient(&self) -> bool {
        matches!(self, Self::Refused(code) if NO_MAILBOX.contains(code))
    }

    /// What is known beyond that, for the log.
    pub(super) fn cause(&self) -> &str {
        match self {
            Self::Unreachable { cause } | Self::Unfit { cause } => cause,
            Self::NotReady(_) | Self::Refused(_) | Self::TimedOut | Self::BrokenOff => "",
        }
    }
}

fn root_cause(error: &smtp::Error) -> String {
    let mut cause: &dyn Error = error;
    while let Some(source) = cause.source() {
        cause = source;
    }
    cause.to_string()
}
