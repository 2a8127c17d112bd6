//! The issuer's address, as configured. Its name in tokens may differ; the issuer states it itself
//! ([`Discovery`](super::Discovery)).

use std::fmt;

use url::{Host, Url};

/// An issuer's address: an absolute URL with a trailing slash.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Issuer(Url);

/// Why a configured issuer cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum IssuerError {
    #[error("the issuer {given:?} is not an address; write it as https://tenant.example.com/")]
    Malformed { given: String },
    /// Plain http to another machine.
    #[error("the issuer {given:?} must use https: its keys would be fetched unprotected")]
    Insecure { given: String },
}

impl Issuer {
    /// Parses a configured issuer: a bare host name becomes `https://host/`, and a missing trailing slash is added.
    /// Plain http is allowed for loopback addresses only.
    ///
    /// # Errors
    /// When the text is not an address, has credentials, a query or a fragment, or is plain http.
    pub fn parse(given: &str) -> Result<Self, IssuerError> {
        let malformed = || IssuerError::Malformed {
            given: given.to_owned(),
        };
        let trimmed = given.trim();
        let mut text = if trimmed.contains("://") {
            trimmed.to_owned()
        } else {
            format!("https://{trimmed}")
        };
        if !text.ends_with('/') {
            text.push('/');
        }
        let url = Url::parse(&text).map_err(|_| malformed())?;
        let plain = url.username().is_empty()
            && url.password().is_none()
            && url.query().is_none()
            && url.fragment().is_none();
        if !plain || url.host().is_none() {
            return Err(malformed());
        }
        match url.scheme() {
            "https" => Ok(Self(url)),
            "http" if is_protected(&url) => Ok(Self(url)),
            "http" => Err(IssuerError::Insecure {
                given: given.to_owned(),
            }),
            _ => Err(malformed()),
        }
    }

    /// The address.
    #[must_use]
    pub fn as_str(&self) -> &str {
        self.0.as_str()
    }

    /// Whether this is the issuer's name for itself; a trailing slash makes no difference.
    #[must_use]
    pub fn is_named(&self, name: &str) -> bool {
        self.as_str().trim_end_matches('/') == name.trim_end_matches('/')
    }

    /// Whether the issuer is reached by TLS.
    #[must_use]
    pub fn is_https(&self) -> bool {
        self.0.scheme() == "https"
    }

    /// The discovery document's address: `{issuer}.well-known/openid-configuration`.
    #[must_use]
    pub fn discovery_uri(&self) -> Url {
        self.join(".well-known/openid-configuration")
    }

    /// An address below the issuer's.
    pub(super) fn join(&self, path: &str) -> Url {
        self.0
            .join(path)
            .expect("a path below an address that has a host")
    }
}

impl fmt::Display for Issuer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// Whether a request there is protected: by TLS, or because it never leaves this machine.
pub(super) fn is_protected(url: &Url) -> bool {
    if url.scheme() == "https" {
        return true;
    }
    if url.scheme() != "http" {
        return false;
    }
    match url.host() {
        Some(Host::Ipv4(address)) => address.is_loopback(),
        Some(Host::Ipv6(address)) => address.is_loopback(),
        Some(Host::Domain(name)) => name == "localhost",
        None => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_issuer_has_one_spelling() {
        for given in [
            "tenant.example.com",
            "https://tenant.example.com",
            "https://tenant.example.com/",
        ] {
            let issuer = Issuer::parse(given).unwrap();
            assert_eq!(issuer.as_str(), "https://tenant.example.com/");
            assert_eq!(
                issuer.discovery_uri().as_str(),
                "https://tenant.example.com/.well-known/openid-configuration"
            );
        }
        let local = Issuer::parse("http://127.0.0.1:8080/dev-idp").unwrap();
        assert_eq!(local.as_str(), "http://127.0.0.1:8080/dev-idp/");
    }

    #[test]
    fn addresses_that_could_mislead_are_refused() {
        for given in [
            "",
            "https://",
            "ftp://a.example/",
            "https://u:p@a.example/",
            "https://a.example/?q=1",
        ] {
            assert!(
                matches!(Issuer::parse(given), Err(IssuerError::Malformed { .. })),
                "{given}"
            );
        }
        assert!(matches!(
            Issuer::parse("http://a.example/"),
            Err(IssuerError::Insecure { .. })
        ));
    }
}
