//! The proxy of a user, which calls go through in place of the direct way.

use std::fmt;
use std::net::SocketAddr;
use std::str::FromStr;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use bytes::Bytes;
use http_body_util::Empty;
use hyper::client::conn::http1;
use hyper::{Request, StatusCode, header};
use hyper_util::rt::TokioIo;
use percent_encoding::percent_decode_str;
use tokio_socks::tcp::Socks5Stream;
use url::{Host, Url};

use super::error::ProxyError;
use super::stream::Stream;

/// How a proxy is spoken to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Http,
    /// By TLS.
    Https,
    Socks5,
}

/// A proxy with its password, if it has one.
#[derive(Clone, PartialEq, Eq)]
pub struct Proxy {
    kind: Kind,
    url: Url,
}

/// Not the address of a proxy.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("Enter a proxy address, such as http://user:password@proxy.example.com:8080.")]
pub struct InvalidProxy;

impl FromStr for Proxy {
    type Err = InvalidProxy;

    /// From `http://`, `https://` or `socks5://` with a host and, at will, user, password and port.
    fn from_str(text: &str) -> Result<Self, InvalidProxy> {
        let url = Url::parse(text.trim()).map_err(|_| InvalidProxy)?;
        let kind = match url.scheme() {
            "http" => Kind::Http,
            "https" => Kind::Https,
            "socks5" => Kind::Socks5,
            _ => return Err(InvalidProxy),
        };
        let has_more = !matches!(url.path(), "" | "/") || url.query().is_some();
        if url.host_str().is_none_or(str::is_empty) || has_more || url.fragment().is_some() {
            return Err(InvalidProxy);
        }
        Ok(Self { kind, url })
    }
}

impl fmt::Debug for Proxy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Proxy({})", self.masked())
    }
}

impl Proxy {
    /// The whole address with its password.
    #[must_use]
    pub fn address(&self) -> &str {
        self.url.as_str().trim_end_matches('/')
    }

    /// The address with dots in place of the password.
    #[must_use]
    pub fn masked(&self) -> String {
        let user = self.url.username();
        let user = match self.url.password() {
            Some(_) => format!("{user}:••••@"),
            None if user.is_empty() => String::new(),
            None => format!("{user}@"),
        };
        let host = self.url.host_str().unwrap_or_default();
        let port = self.port();
        format!("{}://{user}{host}:{port}", self.url.scheme())
    }

    pub(super) fn host(&self) -> Host<String> {
        // The scheme socks5 is not special to the parser, which leaves addresses as names.
        let host = self.url.host_str().unwrap_or_default();
        Host::parse(host).unwrap_or_else(|_| Host::Domain(host.to_owned()))
    }

    pub(super) fn port(&self) -> u16 {
        self.url.port().unwrap_or(match self.kind {
            Kind::Http => 80,
            Kind::Https => 443,
            Kind::Socks5 => 1080,
        })
    }

    pub(super) fn is_by_tls(&self) -> bool {
        self.kind == Kind::Https
    }

    /// Has the proxy, which `stream` leads to, connect to a checked address.
    pub(super) async fn connect(
        &self,
        stream: Stream,
        to: SocketAddr,
    ) -> Result<Stream, ProxyError> {
        match self.kind {
            Kind::Http | Kind::Https => self.tunnel(stream, to).await,
            Kind::Socks5 => self.socks(stream, to).await,
        }
    }

    async fn tunnel(&self, stream: Stream, to: SocketAddr) -> Result<Stream, ProxyError> {
        let silent = |_| ProxyError::NoAnswer;
        let handshake = http1::handshake(TokioIo::new(stream)).await;
        let (mut sender, connection) = handshake.map_err(silent)?;
        // Ends with the tunnel.
        tokio::spawn(connection.with_upgrades());
        let mut request = Request::connect(to.to_string()).header(header::HOST, to.to_string());
        if let Some((user, password)) = self.user() {
            let basic = format!("Basic {}", STANDARD.encode(format!("{user}:{password}")));
            request = request.header(header::PROXY_AUTHORIZATION, basic);
        }
        let request = request.body(Empty::<Bytes>::new());
        let request = request.map_err(|_| ProxyError::Refused)?;
        let response = sender.send_request(request).await.map_err(silent)?;
        match response.status() {
            StatusCode::OK => {}
            StatusCode::PROXY_AUTHENTICATION_REQUIRED => return Err(ProxyError::Password),
            _ => return Err(ProxyError::Refused),
        }
        let tunnel = hyper::upgrade::on(response).await.map_err(silent)?;
        Ok(Box::new(TokioIo::new(tunnel)))
    }

    async fn socks(&self, stream: Stream, to: SocketAddr) -> Result<Stream, ProxyError> {
        let connected = match self.user() {
            Some((user, password)) => {
                Socks5Stream::connect_with_password_and_socket(stream, to, &user, &password).await
            }
            None => Socks5Stream::connect_with_socket(stream, to).await,
        };
        let stream = connected.map_err(|error| match error {
            tokio_socks::Error::PasswordAuthFailure(_)
            | tokio_socks::Error::NoAcceptableAuthMethods => ProxyError::Password,
            tokio_socks::Error::Io(_) => ProxyError::NoAnswer,
            _ => ProxyError::Refused,
        })?;
        Ok(stream.into_inner())
    }

    fn user(&self) -> Option<(String, String)> {
        let decoded = |text: &str| percent_decode_str(text).decode_utf8_lossy().into_owned();
        let user = decoded(self.url.username());
        let password = self.url.password().map(decoded).unwrap_or_default();
        (!user.is_empty() || !password.is_empty()).then_some((user, password))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_proxy_is_shown_without_its_password() {
        let proxy: Proxy = " http://ada:s3%40cret@proxy.example.com:8080/ "
            .parse()
            .unwrap();
        assert_eq!(proxy.masked(), "http://ada:••••@proxy.example.com:8080");
        assert!(!format!("{proxy:?}").contains("s3"));
        assert_eq!(proxy.user(), Some(("ada".to_owned(), "s3@cret".to_owned())));
        let socks: Proxy = "socks5://203.0.113.7".parse().unwrap();
        assert_eq!(socks.masked(), "socks5://203.0.113.7:1080");
        assert_eq!(socks.host().to_string(), "203.0.113.7");
        assert!(matches!(socks.host(), Host::Ipv4(_)));
        assert_eq!(socks.user(), None);
    }

    #[test]
    fn other_addresses_are_no_proxies() {
        for text in [
            "",
            "proxy.example.com:8080",
            "ftp://a.example",
            "http://",
            "http://a.example/x",
        ] {
            assert_eq!(text.parse::<Proxy>(), Err(InvalidProxy), "{text}");
        }
    }
}
