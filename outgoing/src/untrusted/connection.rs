//! Connections to checked addresses, directly or through a proxy.

use std::fmt;
use std::net::SocketAddr;
use std::sync::Arc;

use bytes::Bytes;
use http_body_util::Full;
use hyper::client::conn::http1::{self, SendRequest};
use hyper_util::rt::TokioIo;
use rustls::ClientConfig;
use rustls::crypto::aws_lc_rs;
use rustls::pki_types::{CertificateDer, ServerName};
use rustls_platform_verifier::Verifier;
use tokio::net::TcpStream;
use tokio_rustls::TlsConnector;
use url::{Host, Url};

use super::error::{ProxyError, UntrustedError};
use super::hosts::{Hosts, Resolver, host_and_port};
use super::proxy::Proxy;
use super::stream::Stream;
use crate::CallError;

/// The most bytes of a response's head.
const HEAD_BYTES: usize = 64 << 10;

/// Sends requests over a connection.
pub(super) type Sender = SendRequest<Full<Bytes>>;

/// Connects to addresses that were checked.
#[derive(Clone)]
pub(super) struct Connector {
    pub(super) hosts: Hosts,
    pub(super) resolver: Arc<dyn Resolver>,
    pub(super) other_ports: bool,
    tls: TlsConnector,
}

impl fmt::Debug for Connector {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Connector")
            .field("hosts", &self.hosts)
            .finish_non_exhaustive()
    }
}

impl Connector {
    /// Trusts the machine's certificates, and these roots.
    pub(super) fn new(
        resolver: Arc<dyn Resolver>,
        roots: Vec<CertificateDer<'static>>,
    ) -> Result<Self, CallError> {
        let broken = |error: rustls::Error| CallError::Unreachable(error.to_string());
        let provider = Arc::new(aws_lc_rs::default_provider());
        let verifier = Verifier::new_with_extra_roots(roots, Arc::clone(&provider));
        let config = ClientConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()
            .map_err(broken)?
            .dangerous()
            .with_custom_certificate_verifier(Arc::new(verifier.map_err(broken)?))
            .with_no_client_auth();
        Ok(Self {
            hosts: Hosts::default(),
            resolver,
            other_ports: false,
            tls: TlsConnector::from(Arc::new(config)),
        })
    }

    /// A connection to the server of this address.
    pub(super) async fn connect(
        &self,
        url: &Url,
        proxy: Option<&Proxy>,
    ) -> Result<Sender, UntrustedError> {
        let (host, port) = host_and_port(url, self.other_ports)?;
        let checked = self.hosts.addresses(&host, port, &*self.resolver).await?;
        let stream = match proxy {
            None => tcp(&checked).await?,
            Some(proxy) => {
                let stream = self.to_proxy(proxy).await?;
                proxy.connect(stream, checked[0]).await?
            }
        };
        let stream = match url.scheme() {
            "https" => self.encrypted(stream, &host).await?,
            _ => stream,
        };
        let unreachable = |error: hyper::Error| UntrustedError::Unreachable(error.to_string());
        let mut builder = http1::Builder::new();
        builder.max_buf_size(HEAD_BYTES);
        let (sender, connection) = builder
            .handshake(TokioIo::new(stream))
            .await
            .map_err(unreachable)?;
        // Ends with its sender.
        tokio::spawn(async move {
            if let Err(error) = connection.await {
                tracing::debug!(%error, "a connection to an untrusted address broke off");
            }
        });
        Ok(sender)
    }

    /// The addresses that a proxy may be reached at.
    pub(super) async fn proxy_addresses(
        &self,
        proxy: &Proxy,
    ) -> Result<Vec<SocketAddr>, ProxyError> {
        let (host, port) = (proxy.host(), proxy.port());
        let found = self.hosts.addresses(&host, port, &*self.resolver).await;
        found.map_err(|error| match error {
            UntrustedError::NotPublic => ProxyError::NotPublic,
            _ => ProxyError::NoAnswer,
        })
    }

    async fn to_proxy(&self, proxy: &Proxy) -> Result<Stream, UntrustedError> {
        let checked = self.proxy_addresses(proxy).await?;
        let stream = tcp(&checked).await.map_err(|_| ProxyError::NoAnswer)?;
        if proxy.is_by_tls() {
            let encrypted = self.encrypted(stream, &proxy.host()).await;
            return Ok(encrypted.map_err(|_| ProxyError::NoAnswer)?);
        }
        Ok(stream)
    }

    async fn encrypted(
        &self,
        stream: Stream,
        host: &Host<String>,
    ) -> Result<Stream, UntrustedError> {
        let unreachable = |error: &dyn fmt::Display| UntrustedError::Unreachable(error.to_string());
        let name = match host {
            Host::Domain(name) => {
                ServerName::try_from(name.clone()).map_err(|error| unreachable(&error))?
            }
            Host::Ipv4(address) => ServerName::from(std::net::IpAddr::V4(*address)),
            Host::Ipv6(address) => ServerName::from(std::net::IpAddr::V6(*address)),
        };
        let stream = self.tls.connect(name, stream).await;
        Ok(Box::new(stream.map_err(|error| unreachable(&error))?))
    }
}

/// Connects to the first address that answers.
async fn tcp(checked: &[SocketAddr]) -> Result<Stream, UntrustedError> {
    match TcpStream::connect(checked).await {
        Ok(stream) => Ok(Box::new(stream)),
        Err(error) => Err(UntrustedError::Unreachable(error.to_string())),
    }
}
