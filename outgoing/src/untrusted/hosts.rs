//! Names and the addresses that they may stand for.

use std::collections::BTreeMap;
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::str::FromStr;

use async_trait::async_trait;
use url::{Host, Url};

use super::error::UntrustedError;
use crate::is_global;

/// Resolves names.
#[async_trait]
pub trait Resolver: Send + Sync {
    /// The addresses of a name.
    async fn resolve(&self, name: &str) -> io::Result<Vec<IpAddr>>;
}

/// Asks the operating system.
#[derive(Debug, Clone, Copy, Default)]
pub struct SystemResolver;

#[async_trait]
impl Resolver for SystemResolver {
    async fn resolve(&self, name: &str) -> io::Result<Vec<IpAddr>> {
        let found = tokio::net::lookup_host((name, 0)).await?;
        Ok(found.map(|address| address.ip()).collect())
    }
}

/// Names whose addresses the operator has fixed, as in /etc/hosts. They may be private.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Hosts(BTreeMap<String, Fixed>);

/// A fixed address; without a port, that of the call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Fixed {
    address: IpAddr,
    port: Option<u16>,
}

/// A table of names that cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "'{0}' is not a name with its address, such as shop.example=10.0.0.8 or *.example=127.0.0.2:8080"
)]
pub struct InvalidHosts(String);

impl FromStr for Hosts {
    type Err = InvalidHosts;

    /// Entries `name=address` separated by commas. A name that begins with `*.` stands for all below it.
    fn from_str(text: &str) -> Result<Self, InvalidHosts> {
        let entries = text.split(',').map(str::trim);
        let entries = entries.filter(|entry| !entry.is_empty());
        let entries = entries.map(|entry| {
            let invalid = || InvalidHosts(entry.to_owned());
            let (name, address) = entry.split_once('=').ok_or_else(invalid)?;
            let (address, port) = match address.parse::<SocketAddr>() {
                Ok(socket) => (socket.ip(), Some(socket.port())),
                Err(_) => (address.parse().map_err(|_| invalid())?, None),
            };
            let name = name.trim().to_ascii_lowercase();
            if name.is_empty() {
                return Err(invalid());
            }
            Ok((name, Fixed { address, port }))
        });
        entries.collect::<Result<_, _>>().map(Self)
    }
}

impl Hosts {
    /// Whether the operator has fixed the address of this name.
    #[must_use]
    pub fn has(&self, name: &str) -> bool {
        self.find(name).is_some()
    }

    fn find(&self, name: &str) -> Option<Fixed> {
        if let Some(exact) = self.0.get(name) {
            return Some(*exact);
        }
        let mut rest = name;
        while let Some((_, parent)) = rest.split_once('.') {
            if let Some(above) = self.0.get(&format!("*.{parent}")) {
                return Some(*above);
            }
            rest = parent;
        }
        None
    }

    /// The addresses that a connection to a host may go to, at least one.
    pub(super) async fn addresses(
        &self,
        host: &Host<String>,
        port: u16,
        resolver: &dyn Resolver,
    ) -> Result<Vec<SocketAddr>, UntrustedError> {
        if let Some(fixed) = self.find(&host.to_string()) {
            let port = fixed.port.unwrap_or(port);
            return Ok(vec![SocketAddr::new(fixed.address, port)]);
        }
        let found = match host {
            Host::Ipv4(address) => vec![IpAddr::V4(*address)],
            Host::Ipv6(address) => vec![IpAddr::V6(*address)],
            Host::Domain(name) => {
                let name = name.trim_end_matches('.');
                if !name.contains('.') {
                    return Err(UntrustedError::NotPublic);
                }
                let found = resolver.resolve(name).await;
                found.map_err(|_| UntrustedError::Unresolved)?
            }
        };
        if found.is_empty() {
            return Err(UntrustedError::Unresolved);
        }
        let mut public: Vec<SocketAddr> = found
            .into_iter()
            .filter(|address| is_global(*address))
            .map(|address| SocketAddr::new(address, port))
            .collect();
        // IPv4 first: not every machine has the other.
        public.sort_by_key(SocketAddr::is_ipv6);
        if public.is_empty() {
            return Err(UntrustedError::NotPublic);
        }
        Ok(public)
    }
}

/// Host and port of an address that may be called, as far as the address alone tells.
pub(super) fn host_and_port(
    url: &Url,
    other_ports: bool,
) -> Result<(Host<String>, u16), UntrustedError> {
    if !matches!(url.scheme(), "http" | "https") {
        return Err(UntrustedError::Scheme);
    }
    if !url.username().is_empty() || url.password().is_some() {
        return Err(UntrustedError::Credentials);
    }
    let port = url.port_or_known_default();
    let (Some(host), Some(port)) = (url.host(), port) else {
        return Err(UntrustedError::Scheme);
    };
    match port {
        80 | 443 => Ok((host.to_owned(), port)),
        8080 | 8443 if other_ports => Ok((host.to_owned(), port)),
        _ => Err(UntrustedError::Port),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hosts_are_read_and_found_by_the_nearest_name() {
        let text = "shop.example=10.0.0.8, *.example=127.0.0.2:8080 ,[::1]=::1,";
        let hosts: Hosts = text.parse().unwrap();
        let at = |name| hosts.find(name).map(|fixed| (fixed.address, fixed.port));
        let shop = "10.0.0.8".parse().unwrap();
        let others = "127.0.0.2".parse().unwrap();
        assert_eq!(at("shop.example"), Some((shop, None)));
        assert_eq!(at("www.bakery.example"), Some((others, Some(8080))));
        assert_eq!(at("example"), None);
        assert!(hosts.has("[::1]") && !hosts.has("shop.example.com"));
        for wrong in ["shop.example", "=10.0.0.8", "shop.example=nowhere"] {
            assert!(wrong.parse::<Hosts>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn only_web_addresses_on_their_ports_are_called() {
        let judged = |url: &str, other| host_and_port(&url.parse().unwrap(), other).map(|of| of.1);
        assert_eq!(judged("http://a.example/x", false), Ok(80));
        assert_eq!(judged("https://a.example:443", false), Ok(443));
        assert_eq!(judged("https://a.example:8443", true), Ok(8443));
        for (url, error) in [
            ("https://a.example:8443", UntrustedError::Port),
            ("http://a.example:22", UntrustedError::Port),
            ("ftp://a.example/", UntrustedError::Scheme),
            ("file:///etc/passwd", UntrustedError::Scheme),
            ("http://user:pw@a.example/", UntrustedError::Credentials),
        ] {
            assert_eq!(judged(url, false), Err(error), "{url}");
        }
    }
}
