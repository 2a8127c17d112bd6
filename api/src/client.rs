//! The browser's part of the configuration.

use url::Url;

/// The part of the configuration that the browser receives at its start. It never changes while the server runs; the
/// issuer's discovery document, which may, belongs to the verifier.
#[derive(Debug, Clone)]
pub struct ClientSettings {
    pub client_id: String,
    pub audience: String,
    /// Separated by spaces.
    pub scope: String,
    /// The parameter that requests tokens for the API from the issuer; `None` if scopes do that.
    pub api_parameter: Option<&'static str>,
    pub organization: Option<String>,
    /// The claim that names the organization; `None` for Auth0's own.
    pub organization_claim: Option<String>,
    /// Is the development identity provider used?
    pub dev_sign_in: bool,
    pub tile_url: Option<String>,
    pub tile_attribution: String,
    /// Is the built-in map drawn below the tiles, not only where they fail?
    pub built_in_map: bool,
    /// How users reach the operator: a page, or a `mailto:` address.
    pub contact: Option<String>,
    pub analytics: Option<ClientAnalytics>,
    /// Are websites read?
    pub reads_websites: bool,
}

/// A third party that counts page views and logins.
#[derive(Debug, Clone)]
pub struct ClientAnalytics {
    pub script: Url,
    pub id: String,
    /// Where it sends data, in addition to the script's host.
    pub hosts: Vec<Url>,
}
