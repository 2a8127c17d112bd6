//! The tokens that the development issuer signs.

use domain::tier::Tier;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::config::DevIdpConfig;
use super::keys::{DevKeys, DevKeysError};
use super::person::{Person, PersonError};
use crate::verify::now_unix;

/// Life of access and ID tokens, in seconds.
pub const TOKEN_LIFE_S: u64 = 3600;
/// The scope of a token made on the command line.
const COMMAND_LINE_SCOPE: &str = "openid profile email";

/// Why no token could be made.
#[derive(Debug, thiserror::Error)]
pub enum MintError {
    #[error(transparent)]
    Keys(#[from] DevKeysError),
    #[error(transparent)]
    Person(#[from] PersonError),
    #[error("cannot sign with the development key: {0}")]
    Sign(#[from] jsonwebtoken::errors::Error),
}

/// An access token for scripts, signed with the server's key; no server needs to run. Without a
/// tier the token claims none, and the account keeps its own.
///
/// # Errors
/// When the e-mail or tier is wrong, or the key cannot be read or made.
pub fn mint_access_token(
    config: &DevIdpConfig,
    email: &str,
    tier: Option<&str>,
) -> Result<String, MintError> {
    let tier = tier
        .map(str::parse)
        .transpose()
        .map_err(PersonError::UnknownTier)?;
    let person = Person::new(email, tier)?;
    let keys = DevKeys::load_or_create(config.folder())?;
    let grant = Grant {
        person,
        scope: COMMAND_LINE_SCOPE.to_owned(),
        organization: config.organization.clone(),
    };
    access_token(config, &keys, &grant)
}

/// What a person granted the app: the content of every token.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Grant {
    pub(super) person: Person,
    /// Space-separated.
    pub(super) scope: String,
    pub(super) organization: Option<String>,
}

impl Grant {
    pub(super) fn has_scope(&self, scope: &str) -> bool {
        self.scope.split(' ').any(|granted| granted == scope)
    }
}

#[derive(Serialize)]
struct AccessClaims<'a> {
    iss: &'a str,
    sub: String,
    aud: &'a str,
    azp: &'a str,
    iat: u64,
    exp: u64,
    jti: Uuid,
    scope: &'a str,
    email: &'a str,
    name: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    tier: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    org_id: Option<&'a str>,
}

impl<'a> AccessClaims<'a> {
    fn new(config: &'a DevIdpConfig, grant: &'a Grant) -> Self {
        let now = now_unix();
        Self {
            iss: config.issuer().as_str(),
            sub: grant.person.sub(),
            aud: &config.audience,
            azp: &config.client_id,
            iat: now,
            exp: now + TOKEN_LIFE_S,
            jti: Uuid::new_v4(),
            scope: &grant.scope,
            email: &grant.person.email,
            name: &grant.person.name,
            tier: grant.person.tier.map(Tier::as_str),
            org_id: grant.organization.as_deref(),
        }
    }
}

#[derive(Serialize)]
struct IdClaims<'a> {
    iss: &'a str,
    sub: String,
    aud: &'a str,
    iat: u64,
    exp: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    nonce: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    org_id: Option<&'a str>,
    #[serde(flatten)]
    profile: Profile<'a>,
}

/// What the granted scopes reveal about the person: in ID tokens and at `/userinfo`.
#[derive(Serialize)]
pub(super) struct Profile<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    nickname: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    email: Option<&'a str>,
    /// Always false: nobody proved anything here.
    #[serde(skip_serializing_if = "Option::is_none")]
    email_verified: Option<bool>,
}

impl<'a> Profile<'a> {
    pub(super) fn new(
        name: Option<&'a str>,
        email: Option<&'a str>,
        has_scope: impl Fn(&str) -> bool,
    ) -> Self {
        let email = email.filter(|_| has_scope("email"));
        let name = name.filter(|_| has_scope("profile"));
        Self {
            nickname: name.and_then(|name| name.split(' ').next()),
            name,
            email,
            email_verified: email.map(|_| false),
        }
    }
}

/// An access token for the API.
pub(super) fn access_token(
    config: &DevIdpConfig,
    keys: &DevKeys,
    grant: &Grant,
) -> Result<String, MintError> {
    Ok(keys.sign(&AccessClaims::new(config, grant))?)
}

/// An ID token for the web app; `nonce` is that of the authorization request.
pub(super) fn id_token(
    config: &DevIdpConfig,
    keys: &DevKeys,
    grant: &Grant,
    nonce: Option<&str>,
) -> Result<String, MintError> {
    let now = now_unix();
    let person = &grant.person;
    let claims = IdClaims {
        iss: config.issuer().as_str(),
        sub: person.sub(),
        aud: &config.client_id,
        iat: now,
        exp: now + TOKEN_LIFE_S,
        nonce,
        org_id: grant.organization.as_deref(),
        profile: Profile::new(Some(&person.name), Some(&person.email), |scope| {
            grant.has_scope(scope)
        }),
    };
    Ok(keys.sign(&claims)?)
}
