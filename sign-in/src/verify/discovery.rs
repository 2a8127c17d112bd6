//! What an issuer says about itself: its discovery document (OpenID Connect Discovery 1.0).

use serde::Deserialize;
use url::Url;

use super::issuer::{Issuer, is_protected};

/// The parts of an issuer's discovery document that are used here.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Discovery {
    /// The issuer exactly as its tokens name it.
    pub issuer: String,
    pub authorization_endpoint: Url,
    pub token_endpoint: Url,
    pub jwks_uri: Url,
    /// Where the browser ends the session at the issuer; not every issuer has one.
    pub end_session_endpoint: Option<Url>,
}

/// Why a discovery document cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum DiscoveryError {
    #[error("the discovery document is not valid: {0}")]
    Malformed(String),
    #[error("the issuer calls itself {found:?}; set DEMANDATLAS_AUTH_ISSUER to exactly that")]
    AnotherIssuer { found: String },
    #[error("the discovery document contains {0}, which does not use https")]
    Insecure(Url),
    /// On loopback too: what is fetched there would speak for an issuer whose name is protected by TLS.
    #[error(
        "the discovery document of an https issuer leads into plain http ({0}); the issuer must name https addresses"
    )]
    Downgraded(Url),
}

#[derive(Deserialize)]
struct Document {
    issuer: String,
    authorization_endpoint: String,
    token_endpoint: String,
    jwks_uri: String,
    userinfo_endpoint: Option<String>,
    end_session_endpoint: Option<String>,
}

impl Discovery {
    /// Reads the document of `issuer`.
    ///
    /// # Errors
    /// When it is malformed, another issuer's, or names addresses without https (which an http issuer may on loopback).
    pub fn read(document: &[u8], issuer: &Issuer) -> Result<Self, DiscoveryError> {
        let document: Document = serde_json::from_slice(document)
            .map_err(|error| DiscoveryError::Malformed(error.to_string()))?;
        if !issuer.is_named(&document.issuer) {
            return Err(DiscoveryError::AnotherIssuer {
                found: document.issuer,
            });
        }
        let address = |text: &str| address(text, issuer);
        let optional = |text: Option<&str>| text.map(address).transpose();
        // Asked by the browser's library alone.
        optional(document.userinfo_endpoint.as_deref())?;
        Ok(Self {
            issuer: document.issuer,
            authorization_endpoint: address(&document.authorization_endpoint)?,
            token_endpoint: address(&document.token_endpoint)?,
            jwks_uri: address(&document.jwks_uri)?,
            end_session_endpoint: optional(document.end_session_endpoint.as_deref())?,
        })
    }

    /// What is assumed of an issuer without a discovery document: Auth0's paths.
    #[must_use]
    pub fn assumed(issuer: &Issuer) -> Self {
        Self {
            issuer: issuer.as_str().to_owned(),
            authorization_endpoint: issuer.join("authorize"),
            token_endpoint: issuer.join("oauth/token"),
            jwks_uri: issuer.join(".well-known/jwks.json"),
            end_session_endpoint: Some(issuer.join("v2/logout")),
        }
    }

    /// Whether Auth0's own library can be used: it knows only Auth0's paths. (It ends sessions at `/v2/logout`, which
    /// such issuers have even if the document names none.)
    #[must_use]
    pub fn has_auth0_paths(&self, issuer: &Issuer) -> bool {
        let auth0 = Self::assumed(issuer);
        self.issuer == auth0.issuer
            && self.authorization_endpoint == auth0.authorization_endpoint
            && self.token_endpoint == auth0.token_endpoint
    }

    /// The addresses of all endpoints.
    pub fn endpoints(&self) -> impl Iterator<Item = &Url> {
        [
            &self.authorization_endpoint,
            &self.token_endpoint,
            &self.jwks_uri,
        ]
        .into_iter()
        .chain(&self.end_session_endpoint)
    }
}

fn address(text: &str, issuer: &Issuer) -> Result<Url, DiscoveryError> {
    let url = Url::parse(text).map_err(|error| {
        DiscoveryError::Malformed(format!("{text:?} is not an address ({error})"))
    })?;
    if !is_protected(&url) {
        Err(DiscoveryError::Insecure(url))
    } else if issuer.is_https() && url.scheme() != "https" {
        Err(DiscoveryError::Downgraded(url))
    } else {
        Ok(url)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    fn issuer(text: &str) -> Issuer {
        Issuer::parse(text).unwrap()
    }

    fn document(base: &str) -> Value {
        json!({
            "issuer": base,
            "authorization_endpoint": format!("{base}/protocol/auth"),
            "token_endpoint": format!("{base}/protocol/token"),
            "jwks_uri": format!("{base}/protocol/certs"),
            "end_session_endpoint": format!("{base}/protocol/logout"),
        })
    }

    fn read(document: &Value, of: &str) -> Result<Discovery, DiscoveryError> {
        Discovery::read(document.to_string().as_bytes(), &issuer(of))
    }

    #[test]
    fn the_issuer_is_called_what_it_calls_itself() {
        let keycloak = "https://id.example.com/realms/atlas";
        for configured in [keycloak, "https://id.example.com/realms/atlas/"] {
            let found = read(&document(keycloak), configured).unwrap();
            assert_eq!(found.issuer, keycloak);
            assert!(!found.has_auth0_paths(&issuer(configured)));
        }
        let other = read(&document("https://id.example.com/realms/other"), keycloak);
        assert!(matches!(other, Err(DiscoveryError::AnotherIssuer { .. })));
    }

    #[test]
    fn what_is_no_document_or_unprotected_is_refused() {
        let base = "https://id.example.com";
        let mut unprotected = document(base);
        unprotected["token_endpoint"] = json!("http://id.example.com/token");
        assert!(matches!(
            read(&unprotected, base),
            Err(DiscoveryError::Insecure(_))
        ));
        let mut incomplete = document(base);
        incomplete.as_object_mut().unwrap().remove("jwks_uri");
        assert!(matches!(
            read(&incomplete, base),
            Err(DiscoveryError::Malformed(_))
        ));
        let mut without_logout = document(base);
        without_logout
            .as_object_mut()
            .unwrap()
            .remove("end_session_endpoint");
        assert_eq!(
            read(&without_logout, base).unwrap().end_session_endpoint,
            None
        );
    }

    #[test]
    fn an_https_issuer_leads_nowhere_without_tls_not_even_to_this_machine() {
        let base = "https://id.example.com";
        for endpoint in [
            "authorization_endpoint",
            "token_endpoint",
            "jwks_uri",
            "userinfo_endpoint",
            "end_session_endpoint",
        ] {
            let mut leading = document(base);
            leading[endpoint] = json!("http://127.0.0.1:9000/x");
            let refused = read(&leading, base).unwrap_err();
            assert!(
                matches!(refused, DiscoveryError::Downgraded(_)),
                "{endpoint}"
            );
            assert!(refused.to_string().contains("http://127.0.0.1:9000/x"));
        }
        let local = "http://127.0.0.1:9000";
        let mut beside = document(local);
        beside["jwks_uri"] = json!("https://keys.example.com/certs");
        assert!(read(&beside, local).is_ok(), "TLS may always be added");
    }

    #[test]
    fn auth0_is_known_by_its_paths() {
        let tenant = issuer("tenant.example.com");
        let assumed = Discovery::assumed(&tenant);
        assert!(assumed.has_auth0_paths(&tenant));
        let with_another_logout = Discovery {
            end_session_endpoint: None,
            ..assumed
        };
        assert!(with_another_logout.has_auth0_paths(&tenant));
    }
}
