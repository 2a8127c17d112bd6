//! Anonymous callers, limited by address.
//!
//! The address is the connection's. Behind a proxy all visitors share it: no header that claims another one is believed,
//! so the limit is far above what visitors need, and the proxy is the place for a lower one of each.

use std::net::{IpAddr, Ipv6Addr, SocketAddr};

use axum::extract::{ConnectInfo, FromRef, FromRequestParts};
use axum::http::request::Parts;
use commands::limits::{Limited, Limits};

use super::error::ApiError;

/// An anonymous caller, limited by address. Every route without a token takes one, except for the server's health, which
/// must always be answered.
pub(crate) struct Anybody;

impl<S> FromRequestParts<S> for Anybody
where
    S: Send + Sync,
    Limits: FromRef<S>,
{
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Self::Rejection> {
        if let Some(ConnectInfo(peer)) = parts.extensions.get::<ConnectInfo<SocketAddr>>() {
            Limits::from_ref(state).count(Limited::PublicCalls, &network(peer.ip()))?;
        }
        Ok(Self)
    }
}

/// An address as it is counted: a user with an IPv6 address has 2^64 of them.
pub(crate) fn network(address: IpAddr) -> String {
    match address.to_canonical() {
        IpAddr::V6(address) => {
            let network = u128::from(address) & !u128::from(u64::MAX);
            Ipv6Addr::from(network).to_string()
        }
        address @ IpAddr::V4(_) => address.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    // COUP-06
    fn coup_06_the_addresses_of_an_ipv6_network_count_as_one() {
        let of = |text: &str| network(text.parse().unwrap());
        assert_eq!(of("2001:db8:1:2::1"), of("2001:db8:1:2:ffff::1"));
        assert_ne!(of("2001:db8:1:2::1"), of("2001:db8:1:3::1"));
        assert_eq!(of("::ffff:203.0.113.1"), of("203.0.113.1"));
        assert_ne!(of("203.0.113.1"), of("203.0.113.2"));
    }
}
