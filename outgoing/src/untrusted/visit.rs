//! Visits: calls to servers that nobody vouches for.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use bytes::Bytes;
use http_body_util::Full;
use hyper::body::Incoming;
use hyper::header::{self, HeaderMap, HeaderName, HeaderValue};
use hyper::{Request, Response, StatusCode};
use rustls::pki_types::CertificateDer;
use telemetry::metrics;
use tokio::time::timeout;
use url::Url;

use super::body;
use super::connection::{Connector, Sender};
use super::error::{ProxyError, UntrustedError};
use super::hosts::{Hosts, Resolver};
use super::proxy::Proxy;
use crate::CallError;

/// The limits of a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct UntrustedLimits {
    /// From the name to the last byte.
    pub total: Duration,
    /// Of a body, after decompression.
    pub bytes: u64,
}

/// Calls untrusted addresses.
#[derive(Debug, Clone)]
pub struct Untrusted {
    connector: Connector,
    limits: UntrustedLimits,
    agent: HeaderValue,
    /// The name in metrics.
    service: &'static str,
}

impl Untrusted {
    /// Calls them under this `User-Agent`; metrics call it by the name of a service.
    ///
    /// # Errors
    /// When the machine's TLS configuration cannot be used, or the agent is no header.
    pub fn new(
        agent: &str,
        service: &'static str,
        limits: UntrustedLimits,
        resolver: Arc<dyn Resolver>,
    ) -> Result<Self, CallError> {
        Self::trusting(agent, service, limits, resolver, Vec::new())
    }

    pub(super) fn trusting(
        agent: &str,
        service: &'static str,
        limits: UntrustedLimits,
        resolver: Arc<dyn Resolver>,
        roots: Vec<CertificateDer<'static>>,
    ) -> Result<Self, CallError> {
        let no_header = |_| CallError::Unreachable("the user agent is no header".to_owned());
        Ok(Self {
            connector: Connector::new(resolver, roots)?,
            limits,
            agent: HeaderValue::from_str(agent).map_err(no_header)?,
            service,
        })
    }

    /// The same with names whose addresses are fixed, and with or without the ports 8080 and 8443.
    #[must_use]
    pub fn with(mut self, hosts: Hosts, other_ports: bool) -> Self {
        self.connector.hosts = hosts;
        self.connector.other_ports = other_ports;
        self
    }

    /// The names whose addresses are fixed.
    #[must_use]
    pub const fn hosts(&self) -> &Hosts {
        &self.connector.hosts
    }

    /// Whether a proxy's address is one that may be called.
    ///
    /// # Errors
    /// When it is not public, or its name cannot be resolved.
    pub async fn may_be_proxy(&self, proxy: &Proxy) -> Result<(), ProxyError> {
        self.connector.proxy_addresses(proxy).await.map(drop)
    }

    /// Begins a visit, whose calls share their connections.
    #[must_use]
    pub fn visit(&self, proxy: Option<Arc<Proxy>>) -> Visit {
        Visit {
            untrusted: self.clone(),
            proxy,
            senders: HashMap::new(),
        }
    }
}

/// Calls one after the other, to one server or some.
#[derive(Debug)]
pub struct Visit {
    untrusted: Untrusted,
    proxy: Option<Arc<Proxy>>,
    /// By scheme, host and port.
    senders: HashMap<String, Sender>,
}

/// A response.
#[derive(Debug)]
pub struct Answer {
    pub status: StatusCode,
    pub headers: HeaderMap,
    /// Empty unless the caller wanted it.
    pub body: Vec<u8>,
}

impl Visit {
    /// Asks for an address. The body is read if `wants_body` says so of status and headers.
    ///
    /// # Errors
    /// When no whole response comes within the limits; a response of any status is not an error.
    pub async fn get(
        &mut self,
        url: &Url,
        headers: &[(HeaderName, HeaderValue)],
        wants_body: impl Fn(StatusCode, &HeaderMap) -> bool,
    ) -> Result<Answer, UntrustedError> {
        let began = Instant::now();
        let (total, service) = (self.untrusted.limits.total, self.untrusted.service);
        let answer = timeout(total, self.got(url, headers, wants_body)).await;
        let by_proxy = self.proxy.is_some();
        let answer = answer.unwrap_or(Err(UntrustedError::TimedOut(total)));
        let answered = answer
            .as_ref()
            .is_ok_and(|answer| !answer.status.is_server_error());
        metrics().service_asked(service, answered, began.elapsed());
        if answer.is_err() {
            // What is left of the response would be read by the next call.
            self.senders.remove(&origin(url));
        }
        answer.map_err(|error| match error {
            // Whoever was slow, nothing came from the proxy.
            UntrustedError::TimedOut(_) if by_proxy => ProxyError::NoAnswer.into(),
            error => error,
        })
    }

    async fn got(
        &mut self,
        url: &Url,
        headers: &[(HeaderName, HeaderValue)],
        wants_body: impl Fn(StatusCode, &HeaderMap) -> bool,
    ) -> Result<Answer, UntrustedError> {
        let response = self.response(url, headers).await?;
        let (head, body) = response.into_parts();
        let encoding = head.headers.get(header::CONTENT_ENCODING);
        let encoding = encoding.map_or(&b""[..], HeaderValue::as_bytes);
        let is_gzip =
            encoding.eq_ignore_ascii_case(b"gzip") || encoding.eq_ignore_ascii_case(b"x-gzip");
        let body = if wants_body(head.status, &head.headers) {
            body::read(body, is_gzip, self.untrusted.limits.bytes).await?
        } else {
            // The connection ends with the unread body.
            self.senders.remove(&origin(url));
            Vec::new()
        };
        Ok(Answer {
            status: head.status,
            headers: head.headers,
            body,
        })
    }

    async fn response(
        &mut self,
        url: &Url,
        headers: &[(HeaderName, HeaderValue)],
    ) -> Result<Response<Incoming>, UntrustedError> {
        let origin = origin(url);
        if let Some(mut sender) = self.senders.remove(&origin)
            && sender.ready().await.is_ok()
            && let Ok(response) = sender.send_request(self.request(url, headers)?).await
        {
            self.senders.insert(origin, sender);
            return Ok(response);
        }
        // The first call, or the server has closed the connection since the last one.
        let proxy = self.proxy.as_deref();
        let mut sender = self.untrusted.connector.connect(url, proxy).await?;
        let response = sender.send_request(self.request(url, headers)?).await;
        let response = response.map_err(|_| UntrustedError::BrokenOff)?;
        self.senders.insert(origin, sender);
        Ok(response)
    }

    fn request(
        &self,
        url: &Url,
        headers: &[(HeaderName, HeaderValue)],
    ) -> Result<Request<Full<Bytes>>, UntrustedError> {
        let target = &url[url::Position::BeforePath..url::Position::AfterQuery];
        let host = &url[url::Position::BeforeHost..url::Position::AfterPort];
        let request = Request::get(target)
            .header(header::HOST, host)
            .header(header::USER_AGENT, &self.untrusted.agent)
            .header(header::ACCEPT_ENCODING, "gzip");
        let request = headers.iter().fold(request, |request, (name, value)| {
            request.header(name, value)
        });
        let request = request.body(Full::default());
        request.map_err(|_| UntrustedError::Scheme)
    }
}

fn origin(url: &Url) -> String {
    url[..url::Position::AfterPort].to_owned()
}
