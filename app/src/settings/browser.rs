//! Settings of the browser's app: sign-in, map tiles, analytics.

use axum::http::HeaderValue;
use sign_in::verify::Issuer;
use url::Url;

use super::declared::Declared;
use super::error::SettingsError;
use super::values::{names, wanted};

/// Who signs users in.
#[derive(Debug, Clone)]
pub struct AuthSettings {
    /// Without one the development identity provider is used.
    pub issuer: Option<Issuer>,
    pub client_id: String,
    /// Must be named by access tokens.
    pub audience: String,
    pub api_by: ApiBy,
    pub scope: Option<String>,
    pub organization: Option<String>,
    /// `None` for Auth0's own.
    pub organization_claim: Option<String>,
    /// `None` if plans are not read from tokens.
    pub tier_claim: Option<String>,
    /// The browser's origin behind a development server.
    pub dev_origin: Option<String>,
    /// `Strict-Transport-Security`, where the issuer uses https: browsers can sign in there only if they come to this
    /// server by https too. Plain http gets none (RFC 6797).
    pub hsts: Option<HeaderValue>,
}

/// How tokens for the API are requested from an issuer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ApiBy {
    /// Auth0's parameter `audience`.
    Audience,
    /// The parameter `resource` of RFC 8707.
    Resource,
    /// No parameter: a scope, or the client's configuration, names the API.
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

/// What the browser needs in addition to sign-in.
#[derive(Debug, Clone)]
pub struct UiSettings {
    /// A Leaflet URL template; `None` for the built-in map alone.
    pub tile_url: Option<String>,
    pub tile_attribution: String,
    /// Whether the built-in map is drawn below the tiles, not only where they fail.
    pub built_in_map: bool,
    /// How users reach the operator, as a link.
    pub contact: Option<String>,
    pub analytics: Option<Analytics>,
}

/// A third party that counts page views and logins.
#[derive(Debug, Clone)]
pub struct Analytics {
    pub script: Url,
    pub id: String,
    /// Where it sends data, in addition to the script's host.
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
        let hsts = wanted(Some(&declared.hsts)).map(hsts).transpose()?;
        Ok(Self {
            hsts: hsts.filter(|_| issuer.as_ref().is_some_and(Issuer::is_https)),
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

/// A valid header, with the one part that it must have.
fn hsts(text: &str) -> Result<HeaderValue, SettingsError> {
    let has_age = text.split(';').any(|part| {
        let age = part.trim().strip_prefix("max-age=");
        age.is_some_and(|seconds| seconds.parse::<u32>().is_ok())
    });
    let value = HeaderValue::from_str(text).ok();
    let value = value.filter(|_| has_age);
    value.ok_or_else(|| SettingsError::Hsts(text.to_owned()))
}

impl UiSettings {
    pub(super) fn from_declared(declared: &Declared) -> Result<Self, SettingsError> {
        let (has_tiles, built_in_map) = match declared.map.trim() {
            "own" => (false, true),
            "tiles" => (true, false),
            "both" => (true, true),
            other => return Err(SettingsError::Map(other.to_owned())),
        };
        let tile_url = wanted(Some(&declared.tile_url)).filter(|_| has_tiles);
        Ok(Self {
            tile_url: tile_url.map(str::to_owned),
            tile_attribution: declared.tile_attribution.clone(),
            built_in_map,
            contact: wanted(declared.contact.as_deref())
                .map(contact)
                .transpose()?,
            analytics: analytics(declared)?,
        })
    }
}

/// An e-mail address or a page, as a link that can only write or open.
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

/// One name at one host; anything beyond that is up to the host.
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
