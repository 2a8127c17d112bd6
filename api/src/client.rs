//! What the browser is told of the configuration at its start.

use url::Url;

/// The part of the configuration that the browser is told; it never changes while the server
/// runs. What the issuer says of itself may: that is the verifier's to know.
#[derive(Debug, Clone)]
pub struct ClientSettings {
    /// The app's client id.
    pub client_id: String,
    /// The API's identifier.
    pub audience: String,
    /// The scopes to ask for, separated by spaces.
    pub scope: String,
    /// The parameter by which the issuer is asked for tokens of the API; none where scopes do that.
    pub api_parameter: Option<&'static str>,
    /// The organization, where one is configured.
    pub organization: Option<String>,
    /// The claim that names it; none for Auth0's own.
    pub organization_claim: Option<String>,
    /// Is the development identity provider at work?
    pub dev_sign_in: bool,
    /// Map tiles.
    pub tile_url: Option<String>,
    /// The credit line of the tiles.
    pub tile_attribution: String,
    /// Where users reach whoever runs this: a page, or a `mailto:` address.
    pub contact: Option<String>,
    /// Analytics, where it is wanted.
    pub analytics: Option<ClientAnalytics>,
}

/// A third party that counts page views and logins.
#[derive(Debug, Clone)]
pub struct ClientAnalytics {
    /// Its script.
    pub script: Url,
    /// The property it counts for.
    pub id: String,
    /// Where it sends to, beside the script's own host.
    pub hosts: Vec<Url>,
}
