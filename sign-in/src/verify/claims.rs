//! What a token states, and the checks that go beyond the standard ones.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use domain::ids::UserId;
use domain::tier::Tier;
use jsonwebtoken::Header;
use serde::Deserialize;
use serde_json::{Map, Value};

use super::error::TokenError;
use super::identity::{Identity, TierClaim, decorative};
use super::policy::TokenPolicy;

/// Longest key id accepted, in bytes.
const MAX_KID_BYTES: usize = 256;

/// The claims read from an access token. Issuer and subject must be single strings; purely decorative claims may have
/// any shape and are dropped unless they are text.
#[derive(Deserialize)]
pub(super) struct Claims {
    iss: String,
    sub: String,
    pub(super) exp: f64,
    iat: Option<Value>,
    email: Option<Value>,
    name: Option<Value>,
    org_id: Option<Value>,
    org_name: Option<Value>,
    /// Scopes, as most issuers name them; some send a list.
    scope: Option<Value>,
    /// Scopes, as Okta (a list) and Entra (text) name them.
    scp: Option<Value>,
    nonce: Option<Value>,
    at_hash: Option<Value>,
    c_hash: Option<Value>,
    /// Everything else, for configured claims.
    #[serde(flatten)]
    others: Map<String, Value>,
}

/// The issuer that a token claims. Unverified.
pub(super) fn stated_issuer(token: &str) -> Option<String> {
    #[derive(Deserialize)]
    struct Stated {
        iss: String,
    }
    let claims = URL_SAFE_NO_PAD.decode(token.split('.').nth(1)?).ok()?;
    Some(serde_json::from_slice::<Stated>(&claims).ok()?.iss)
}

/// Who is trusted to name the plan, and by which claim.
#[derive(Clone, Copy)]
pub(super) enum TierTrust<'a> {
    None,
    /// The development issuer, for its claim `tier`.
    Development,
    /// The issuer, for the claim that the operator configured.
    Claim(&'a str),
}

/// The key id of an acceptable header.
///
/// Refused are headers that contain or point to a key of their own, that demand extensions (`crit`), or whose `typ`
/// says that the token is not an access token.
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
    /// The caller, if subject, issuer and organization match and this is not an ID token. `issuer` is the issuer's own
    /// name for itself.
    pub(super) fn into_identity(
        self,
        issuer: &str,
        policy: &TokenPolicy,
        trust: TierTrust<'_>,
    ) -> Result<Identity, TokenError> {
        let id_token = self.nonce.is_some() || self.at_hash.is_some() || self.c_hash.is_some();
        if id_token || self.iss != issuer {
            return Err(TokenError::unacceptable());
        }
        let organization = policy.organization.as_deref();
        let claim = policy.organization_claim.as_deref();
        if !organization.is_none_or(|wanted| self.is_of_organization(wanted, claim)) {
            return Err(TokenError::unacceptable());
        }
        let tier = match trust {
            TierTrust::None => None,
            TierTrust::Development => self.tier_named("tier").map(TierClaim::AtOnce),
            TierTrust::Claim(name) => self.tier_named(name).map(TierClaim::NextPeriod),
        };
        Ok(Identity {
            email: decorative(self.email.as_ref()),
            name: decorative(self.name.as_ref()),
            tier,
            org_id: decorative(self.org_id.as_ref()),
            // As of the expiry, `as` saturates.
            issued_at: self
                .iat
                .as_ref()
                .and_then(Value::as_f64)
                .map(|at| at as u64),
            scopes: [&self.scope, &self.scp]
                .into_iter()
                .flatten()
                .flat_map(texts)
                .flat_map(str::split_whitespace)
                .map(str::to_owned)
                .collect(),
            sub: UserId::new(self.sub).map_err(|_| TokenError::unacceptable())?,
        })
    }

    /// The highest tier named by a claim: a text, or a list of roles or groups.
    fn tier_named(&self, claim: &str) -> Option<Tier> {
        let named = self.configured(claim)?;
        texts(named)
            .filter_map(|text| text.trim().to_ascii_lowercase().parse().ok())
            .max()
    }

    /// A claim by the name that the operator configured: a top-level name, which may have dots and slashes, or a path
    /// into nested claims (`realm_access.roles`).
    fn configured(&self, name: &str) -> Option<&Value> {
        let (first, rest) = name.split_once('.').unwrap_or((name, ""));
        self.others.get(name).or_else(|| {
            rest.split('.')
                .try_fold(self.others.get(first)?, |at, step| at.get(step))
        })
    }

    /// Whether the token names the organization: in the configured claim (a text, or a list that contains it), or else
    /// in Auth0's, as its library reads the setting: `org_…` is an id, anything else a name.
    fn is_of_organization(&self, wanted: &str, claim: Option<&str>) -> bool {
        let is = |claim: &Option<Value>, wanted: &str| {
            claim.as_ref().and_then(Value::as_str) == Some(wanted)
        };
        match claim {
            Some("org_id") => is(&self.org_id, wanted),
            Some("org_name") => is(&self.org_name, wanted),
            Some(claim) => self
                .configured(claim)
                .is_some_and(|named| texts(named).any(|name| name == wanted)),
            None if wanted.starts_with("org_") => is(&self.org_id, wanted),
            None => is(&self.org_name, &wanted.to_lowercase()),
        }
    }
}

/// The texts of a claim that is a text or a list of texts.
fn texts(claim: &Value) -> impl Iterator<Item = &str> {
    let list = claim
        .as_array()
        .map_or(std::slice::from_ref(claim), Vec::as_slice);
    list.iter().filter_map(Value::as_str)
}
