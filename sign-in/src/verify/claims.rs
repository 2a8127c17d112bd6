//! What a token states, and the checks that go beyond the standard ones.

use domain::ids::UserId;
use jsonwebtoken::Header;
use serde::Deserialize;
use serde_json::Value;

use super::error::TokenError;
use super::identity::{Identity, decorative};
use super::policy::TokenPolicy;

/// Longest key id looked up, in bytes.
const MAX_KID_BYTES: usize = 256;

/// The claims read from an access token. Issuer and subject must be single strings; claims that
/// merely decorate may have any shape and are dropped when they are not text.
#[derive(Deserialize)]
pub(super) struct Claims {
    iss: String,
    sub: String,
    pub(super) exp: f64,
    email: Option<Value>,
    name: Option<Value>,
    tier: Option<Value>,
    org_id: Option<Value>,
    org_name: Option<Value>,
    scope: Option<Value>,
    nonce: Option<Value>,
    at_hash: Option<Value>,
    c_hash: Option<Value>,
}

/// The key id of a header that may be looked at further.
///
/// Refused are headers that bring or point to a key of their own, that demand extensions
/// (`crit`), or whose `typ` says that the token is not an access token.
pub(super) fn check_header(header: &Header) -> Result<&str, TokenError> {
    let own_key = header.jku.is_some() || header.jwk.is_some() || header.x5u.is_some();
    let kind = header.typ.as_deref().unwrap_or("JWT").to_ascii_lowercase();
    let access_token = matches!(kind.as_str(), "jwt" | "at+jwt" | "application/at+jwt");
    let kid = header.kid.as_deref().unwrap_or_default();
    if own_key
        || header.crit.is_some()
        || !access_token
        || kid.is_empty()
        || kid.len() > MAX_KID_BYTES
    {
        return Err(TokenError::unacceptable());
    }
    Ok(kid)
}

impl Claims {
    /// The caller, when subject, issuer and organization fit and this is no ID token.
    pub(super) fn into_identity(
        self,
        policy: &TokenPolicy,
        trust_tier: bool,
    ) -> Result<Identity, TokenError> {
        let id_token = self.nonce.is_some() || self.at_hash.is_some() || self.c_hash.is_some();
        if id_token || self.iss != policy.issuer.as_str() {
            return Err(TokenError::unacceptable());
        }
        if !self.is_of_organization(policy.organization.as_deref()) {
            return Err(TokenError::unacceptable());
        }
        let sub = UserId::new(self.sub).map_err(|_| TokenError::unacceptable())?;
        let scope = self
            .scope
            .as_ref()
            .and_then(Value::as_str)
            .unwrap_or_default();
        Ok(Identity {
            email: decorative(self.email.as_ref()),
            name: decorative(self.name.as_ref()),
            tier: self
                .tier
                .as_ref()
                .filter(|_| trust_tier)
                .and_then(Value::as_str)
                .and_then(|tier| tier.parse().ok()),
            org_id: decorative(self.org_id.as_ref()),
            scopes: scope.split_whitespace().map(str::to_owned).collect(),
            sub,
        })
    }

    /// As the sign-in library reads the setting: `org_…` is an id, anything else a name.
    fn is_of_organization(&self, configured: Option<&str>) -> bool {
        let is = |claim: &Option<Value>, wanted: &str| {
            claim.as_ref().and_then(Value::as_str) == Some(wanted)
        };
        match configured {
            None => true,
            Some(id) if id.starts_with("org_") => is(&self.org_id, id),
            Some(name) => is(&self.org_name, &name.to_lowercase()),
        }
    }
}
