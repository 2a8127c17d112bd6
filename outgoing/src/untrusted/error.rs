//! Why a call failed, in words.

use std::time::Duration;

/// Why a call to an untrusted address failed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum UntrustedError {
    #[error("only http and https addresses are called")]
    Scheme,
    #[error("only the usual ports of http and https are called")]
    Port,
    #[error("addresses with a user or password are not called")]
    Credentials,
    #[error("the name cannot be resolved")]
    Unresolved,
    #[error("not an address of the public internet")]
    NotPublic,
    #[error("no connection ({0})")]
    Unreachable(String),
    #[error("no answer within {} seconds", .0.as_secs().max(1))]
    TimedOut(Duration),
    #[error("the answer broke off")]
    BrokenOff,
    #[error("the answer has more than {0} bytes")]
    TooLarge(u64),
    #[error("the proxy: {0}")]
    Proxy(#[from] ProxyError),
}

/// Why a proxy did not let a call through.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum ProxyError {
    #[error("its address is not public")]
    NotPublic,
    #[error("it did not answer")]
    NoAnswer,
    #[error("it refused the password")]
    Password,
    #[error("it refused the connection")]
    Refused,
}
