//! Where the development identity provider lives, and where it refuses to run.

use std::net::SocketAddr;
use std::path::{Path, PathBuf};

use url::{Origin, Url};

use crate::verify::{Issuer, TokenPolicy};

/// The path under which the provider is served.
pub const MOUNT: &str = "/dev-idp";

/// Settings of the development identity provider.
#[derive(Debug, Clone)]
pub struct DevIdpConfig {
    origin: Url,
    issuer: Issuer,
    data_dir: PathBuf,
    /// The one client that may ask for tokens: the web app. An ID token's audience.
    pub client_id: String,
    /// The API's identifier: an access token's audience.
    pub audience: String,
    /// The organization that tokens name, if one is configured (`org_…`).
    pub organization: Option<String>,
}

/// Why the development identity provider does not start.
#[derive(Debug, thiserror::Error)]
pub enum DevIdpConfigError {
    #[error(
        "the development sign-in lets anyone in, so it runs on loopback addresses only, not on {addr}; \
         listen on 127.0.0.1 or configure a real issuer (DEMANDATLAS_AUTH_ISSUER)"
    )]
    NotLoopback { addr: SocketAddr },
    #[error("{given:?} is not the origin of a web server; write it as http://127.0.0.1:8080")]
    BadOrigin { given: String },
    /// An ID token would pass for an access token.
    #[error(
        "the audience and the client id are both {0:?}; they must differ, or an ID token would pass for an access token"
    )]
    AudienceIsClient(String),
}

/// Refuses addresses that other machines can reach, because anyone who reaches the provider can
/// sign in as anybody.
///
/// # Errors
/// When `addr` is not a loopback address.
pub fn check_loopback(addr: SocketAddr) -> Result<(), DevIdpConfigError> {
    if addr.ip().to_canonical().is_loopback() {
        Ok(())
    } else {
        Err(DevIdpConfigError::NotLoopback { addr })
    }
}

impl DevIdpConfig {
    /// The provider of a server that listens on `addr`, whose browser origin is `http://{addr}`.
    ///
    /// # Errors
    /// When `addr` is not a loopback address, or audience and client id are the same.
    pub fn for_addr(
        addr: SocketAddr,
        data_dir: &Path,
        client_id: &str,
        audience: &str,
    ) -> Result<Self, DevIdpConfigError> {
        check_loopback(addr)?;
        Self::for_origin(&format!("http://{addr}"), data_dir, client_id, audience)
    }

    /// The provider as the browser sees it at `origin`: for a development server that runs in front
    /// of this one on another port.
    ///
    /// # Errors
    /// When `origin` is not an http origin, or audience and client id are the same.
    pub fn for_origin(
        origin: &str,
        data_dir: &Path,
        client_id: &str,
        audience: &str,
    ) -> Result<Self, DevIdpConfigError> {
        let bad = || DevIdpConfigError::BadOrigin {
            given: origin.to_owned(),
        };
        let origin = Url::parse(origin)
            .ok()
            .filter(|url| url.path() == "/" && url.query().is_none())
            .ok_or_else(bad)?;
        let issuer = Issuer::parse(&format!("{}{}/", origin, MOUNT.trim_start_matches('/')))
            .map_err(|_| bad())?;
        if client_id == audience {
            return Err(DevIdpConfigError::AudienceIsClient(audience.to_owned()));
        }
        Ok(Self {
            origin,
            issuer,
            data_dir: data_dir.join("dev-idp"),
            client_id: client_id.to_owned(),
            audience: audience.to_owned(),
            organization: None,
        })
    }

    /// Sets the organization.
    #[must_use]
    pub fn with_organization(mut self, organization: Option<String>) -> Self {
        self.organization = organization;
        self
    }

    /// The issuer, as tokens name it: `http://host:port/dev-idp/`.
    #[must_use]
    pub fn issuer(&self) -> &Issuer {
        &self.issuer
    }

    /// The domain that the sign-in library expects: the issuer without its trailing slash.
    #[must_use]
    pub fn domain(&self) -> &str {
        self.issuer.as_str().trim_end_matches('/')
    }

    /// The web app's origin without a trailing slash, as a browser sends it.
    #[must_use]
    pub fn origin(&self) -> String {
        self.origin.origin().ascii_serialization()
    }

    /// What the API requires of this provider's access tokens.
    #[must_use]
    pub fn token_policy(&self) -> TokenPolicy {
        TokenPolicy {
            issuer: self.issuer.clone(),
            audience: self.audience.clone(),
            organization: self.organization.clone(),
            organization_claim: None,
            tier_claim: None,
        }
    }

    pub(super) fn url_origin(&self) -> Origin {
        self.origin.origin()
    }

    pub(super) fn port(&self) -> u16 {
        self.origin.port_or_known_default().unwrap_or(80)
    }

    /// The folder of keys and grants, inside the data folder.
    pub(super) fn folder(&self) -> &Path {
        &self.data_dir
    }

    /// The URL of one of the provider's endpoints: `path` without a leading slash.
    pub(super) fn endpoint(&self, path: &str) -> String {
        format!("{}{path}", self.issuer)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn config(origin: &str) -> Result<DevIdpConfig, DevIdpConfigError> {
        DevIdpConfig::for_origin(origin, Path::new("data"), "client", "api")
    }

    #[test]
    fn only_loopback_addresses_are_served() {
        for addr in [
            "127.0.0.1:8080",
            "127.3.4.5:80",
            "[::1]:8080",
            "[::ffff:127.0.0.1]:80",
        ] {
            assert!(check_loopback(addr.parse().unwrap()).is_ok(), "{addr}");
        }
        for addr in [
            "0.0.0.0:8080",
            "192.168.1.4:8080",
            "[::]:8080",
            "[::ffff:10.0.0.1]:80",
        ] {
            let refused = check_loopback(addr.parse().unwrap());
            assert!(
                matches!(refused, Err(DevIdpConfigError::NotLoopback { .. })),
                "{addr}"
            );
        }
    }

    #[test]
    fn issuer_and_domain_differ_by_the_closing_slash() {
        let config = config("http://127.0.0.1:8080").unwrap();
        assert_eq!(config.issuer().as_str(), "http://127.0.0.1:8080/dev-idp/");
        assert_eq!(config.domain(), "http://127.0.0.1:8080/dev-idp");
        assert_eq!(config.origin(), "http://127.0.0.1:8080");
        assert_eq!(
            config.endpoint("oauth/token"),
            "http://127.0.0.1:8080/dev-idp/oauth/token"
        );
    }

    #[test]
    fn an_origin_must_be_one_and_local() {
        for origin in [
            "nonsense",
            "http://127.0.0.1:8080/app",
            "http://192.168.1.4:8080",
            "ftp://127.0.0.1",
        ] {
            assert!(
                matches!(config(origin), Err(DevIdpConfigError::BadOrigin { .. })),
                "{origin}"
            );
        }
        let same = DevIdpConfig::for_origin("http://127.0.0.1:1", Path::new("d"), "x", "x");
        assert!(matches!(same, Err(DevIdpConfigError::AudienceIsClient(_))));
    }
}
