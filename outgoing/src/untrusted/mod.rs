//! Calls to addresses that users, or other servers, have named: nobody knows where they lead.
//!
//! - Only http and https, on their own ports; no user or password in the address.
//! - A name is resolved once, and the connection goes to an address that was checked: one of the public internet, or
//!   one that the operator has named for it ([`Hosts`]). The next name, such as a redirect's, is checked like the first.
//!   Redirects are not followed here.
//! - Nothing is kept between visits: no cookies, no credentials.
//! - Bodies are bounded after decompression, and each call by a time that a slow server cannot stretch.
//! - A [`Proxy`] changes the way, not the check: it is asked for the checked address, never for a name. Where it fails,
//!   nothing goes out directly.

mod body;
mod connection;
mod error;
mod hosts;
mod proxy;
mod stream;
#[cfg(test)]
mod tests;
mod visit;

pub use error::{ProxyError, UntrustedError};
pub use hosts::{Hosts, InvalidHosts, Resolver, SystemResolver};
pub use proxy::{InvalidProxy, Proxy};
pub use visit::{Answer, Untrusted, UntrustedLimits, Visit};

/// The types of statuses and headers.
pub mod http {
    pub use hyper::{StatusCode, header};
}
