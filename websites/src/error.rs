//! Why a website was not read, in words for the user.

use outgoing::untrusted::{ProxyError, UntrustedError};
use serde::{Deserialize, Serialize};

/// Why a website, or a page of it, was not read.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[serde(tag = "why", content = "what", rename_all = "snake_case")]
pub enum ReadError {
    #[error("Enter a website address, such as example.com.")]
    Address,
    /// With its domain.
    #[error("{0} is never read.")]
    Never(String),
    /// The operator has listed it.
    #[error("{0} is not read: its owner does not want it.")]
    Denied(String),
    #[error("{0} was not found.")]
    NotFound(String),
    #[error("This is not a public address.")]
    NotPublic,
    #[error("Its robots.txt asks not to be read.")]
    Robots,
    /// By a `noindex` or `noai` of the page.
    #[error("It asks not to be read.")]
    AsksNot,
    #[error("It refused. It is not asked again for 24 hours.")]
    Refused,
    #[error("The page is larger than 2 MB.")]
    TooLarge,
    #[error("It did not answer in 10 seconds.")]
    TimedOut,
    #[error("It did not answer.")]
    Unreachable,
    /// With the server's status.
    #[error("It answered with an error ({0}).")]
    Status(u16),
    /// With the other website's host.
    #[error("It leads to another website, {0}.")]
    Elsewhere(String),
    /// With the content's type.
    #[error("Nothing to read as text ({0}).")]
    NotText(String),
    #[error("Your proxy did not answer. Nothing went out directly.")]
    Proxy,
    #[error("Your proxy refused the password. Nothing went out directly.")]
    ProxyPassword,
    #[error("Your proxy refused the connection. Nothing went out directly.")]
    ProxyRefused,
    #[error("Your proxy's address is not public. Nothing went out directly.")]
    ProxyNotPublic,
    #[error("It was removed on request and is not read.")]
    Removed,
}

impl ReadError {
    /// What a failed call means for this host.
    pub(crate) fn of_call(error: &UntrustedError, host: &str) -> Self {
        match error {
            UntrustedError::Scheme | UntrustedError::Port | UntrustedError::Credentials => {
                Self::Address
            }
            UntrustedError::Unresolved => Self::NotFound(host.to_owned()),
            UntrustedError::NotPublic => Self::NotPublic,
            UntrustedError::Unreachable(_) | UntrustedError::BrokenOff => Self::Unreachable,
            UntrustedError::TimedOut(_) => Self::TimedOut,
            UntrustedError::TooLarge(_) => Self::TooLarge,
            UntrustedError::Proxy(ProxyError::NotPublic) => Self::ProxyNotPublic,
            UntrustedError::Proxy(ProxyError::NoAnswer) => Self::Proxy,
            UntrustedError::Proxy(ProxyError::Password) => Self::ProxyPassword,
            UntrustedError::Proxy(ProxyError::Refused) => Self::ProxyRefused,
        }
    }
}
