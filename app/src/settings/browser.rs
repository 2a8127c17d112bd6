//! What the browser's app works with: who signs users in, map tiles, analytics.

use sign_in::verify::Issuer;
use url::Url;

use super::declared::Declared;
use super::error::SettingsError;
use super::values::{names, wanted};

/// Who signs users in.
#[derive(Debug, Clone)]
pub struct AuthSettings {
    /// A real issuer; without one the development identity provider is served.
    pub issuer: Option<Issuer>,
    /// The web app's client id.
    pub client_id: String,
    /// The API's identifier, which access tokens must name.
    pub audience: String,
    /// How the issuer is asked for tokens of the API.
    pub api_by: ApiBy,
    /// Further scopes to ask for.
    pub scope: Option<String>,
    /// The organization that tokens must name.
    pub organization: Option<String>,
    /// The claim that names the organization; none for Auth0's own.
    pub organization_claim: Option<String>,
    /// The claim that names the plan; none where the issuer is not trusted for that.
    pub tier_claim: Option<String>,
    /// The browser's origin, where a development server stands in front of this one.
    pub dev_origin: Option<String>,
}

/// How an issuer is asked for tokens of the API.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ApiBy {
    /// By Auth0's parameter `audience`.
    Audience,
    /// By the parameter `resource` of RFC 8707.
    Resource,
    /// By a scope, or by how the client is set up: no parameter.
    Scope,
}

impl ApiBy {
    /// The parameter that names the API.
    #[must_use]
    pub const fn parameter(self) -> Option<&'static str> {
        match self {
            Self::Audience => Some("audience"),
            Self::Resource => Some("resource"),
            Self::Scope => None,
        }
    }
}

/// What the browser needs beside sign-in.
#[derive(Debug, Clone)]
pub struct UiSettings {
    /// Map tiles, as a Leaflet URL template; none means maps without a background.
    pub tile_url: Option<String>,
    /// The credit line of the tiles.
    pub tile_attribution: String,
    /// Where users reach whoever runs this, as a link.
    pub contact: Option<String>,
    /// Analytics; none by default.
    pub analytics: Option<Analytics>,
}

/// A third party that counts page views and logins.
#[derive(Debug, Clone)]
pub struct Analytics {
    /// Its script.
    pub script: Url,
    /// The property it counts for.
    pub id: String,
    /// Where it sends to, beside the script's own host.
    pub hosts: Vec<Url>,
}

impl AuthSettings {
    pub(super) fn from_declared(declared: &Declared) -> Result<Self, SettingsError> {
        let text = |value: &Option<String>| wanted(value.as_deref()).map(str::to_owned);
        let issuer = wanted(declared.auth_issuer.as_deref())
            .map(Issuer::parse)
            .transpose()?;
        if issuer.is_some() && declared.auth_audience == declared.auth_client_id {
            return Err(SettingsError::AudienceIsClient);
        }
        let api_by = match declared.auth_api_by.trim() {
            "audience" => ApiBy::Audience,
            "resource" => ApiBy::Resource,
            "scope" => ApiBy::Scope,
            other => return Err(SettingsError::ApiBy(other.to_owned())),
        };
        Ok(Self {
            issuer,
            client_id: declared.auth_client_id.clone(),
            audience: declared.auth_audience.clone(),
            api_by,
            scope: text(&declared.auth_scope),
            organization: text(&declared.auth_organization),
            organization_claim: text(&declared.auth_organization_claim),
            tier_claim: text(&declared.auth_tier_claim),
            dev_origin: text(&declared.dev_origin),
        })
    }
}

impl UiSettings {
    pub(super) fn from_declared(declared: &Declared) -> Result<Self, SettingsError> {
        Ok(Self {
            tile_url: wanted(Some(&declared.tile_url)).map(str::to_owned),
            tile_attribution: declared.tile_attribution.clone(),
            contact: wanted(declared.contact.as_deref())
                .map(contact)
                .transpose()?,
            analytics: analytics(declared)?,
        })
    }
}

/// An e-mail address or a page, as a link that does nothing but write or open.
fn contact(text: &str) -> Result<String, SettingsError> {
    let refused = || SettingsError::Contact(text.to_owned());
    let link = if text.contains(':') {
        text.to_owned()
    } else {
        format!("mailto:{text}")
    };
    let link = Url::parse(&link).map_err(|_| refused())?;
    let is_one = match link.scheme() {
        "http" | "https" => true,
        "mailto" => is_mail_address(link.path()),
        _ => false,
    };
    is_one.then(|| link.into()).ok_or_else(refused)
}

/// One name at one host; what a mail address may look like beyond that is its host's to say.
fn is_mail_address(text: &str) -> bool {
    let is_plain = |part: &str| {
        !part.is_empty()
            && !part.contains(|sign: char| sign.is_whitespace() || "@,%".contains(sign))
    };
    text.split_once('@')
        .is_some_and(|(name, host)| is_plain(name) && is_plain(host))
}

fn analytics(declared: &Declared) -> Result<Option<Analytics>, SettingsError> {
    let script = wanted(declared.analytics_script.as_deref());
    let id = wanted(declared.analytics_id.as_deref());
    let (script, id) = match (script, id) {
        (None, None) => return Ok(None),
        (Some(script), Some(id)) => (script, id),
        _ => return Err(SettingsError::HalfAnalytics),
    };
    let hosts = names(declared.analytics_hosts.as_deref().unwrap_or_default());
    Ok(Some(Analytics {
        script: address(script)?,
        id: id.to_owned(),
        hosts: hosts.map(address).collect::<Result<_, _>>()?,
    }))
}

fn address(text: &str) -> Result<Url, SettingsError> {
    Url::parse(text).map_err(|error| SettingsError::Url(text.to_owned(), error))
}
