//! Token exchange (RFC 8693): who one of this issuer's own tokens speaks for, and what it can be exchanged for.

use jsonwebtoken::{Algorithm, Validation, decode, decode_header};
use serde::Deserialize;

use super::person::Person;
use super::provider::DevIdp;
use super::request::KNOWN_SCOPES;
use crate::verify::TierClaim;

pub(super) const ACCESS_TOKEN_TYPE: &str = "urn:ietf:params:oauth:token-type:access_token";
pub(super) const ID_TOKEN_TYPE: &str = "urn:ietf:params:oauth:token-type:id_token";

/// What a subject token says.
pub(super) struct Subject {
    pub(super) person: Person,
    /// The widest scope that can be granted for it.
    pub(super) scope: String,
    pub(super) organization: Option<String>,
}

/// The claims of an ID token that are checked beyond the standard ones.
#[derive(Deserialize)]
struct IdClaims {
    email: Option<String>,
    name: Option<String>,
    org_id: Option<String>,
}

/// Who the token speaks for; `None` if it is not a valid token of that type.
pub(super) async fn subject(idp: &DevIdp, token: &str, kind: &str) -> Option<Subject> {
    match kind {
        ACCESS_TOKEN_TYPE => of_access_token(idp, token).await,
        ID_TOKEN_TYPE => of_id_token(idp, token),
        _ => None,
    }
}

async fn of_access_token(idp: &DevIdp, token: &str) -> Option<Subject> {
    let identity = idp.token_verifier().verify(token).await.ok()?;
    let tier = identity.tier.map(TierClaim::tier);
    let mut person = Person::new(identity.email.as_deref()?, tier).ok()?;
    if let Some(name) = &identity.name {
        person.name.clone_from(name);
    }
    Some(Subject {
        person,
        scope: identity.scopes.join(" "),
        organization: identity.org_id.clone(),
    })
}

/// An ID token proves who somebody is. It limits no scope and names no plan.
fn of_id_token(idp: &DevIdp, token: &str) -> Option<Subject> {
    let config = idp.config();
    let header = decode_header(token).ok()?;
    let keys = idp.keys().verification_keys();
    let key = keys.get(header.kid.as_deref()?)?;
    let mut validation = Validation::new(Algorithm::RS256);
    validation.set_required_spec_claims(&["exp", "iss", "aud", "sub"]);
    validation.set_issuer(&[config.issuer().as_str()]);
    validation.set_audience(&[&config.client_id]);
    let claims = decode::<IdClaims>(token, key, &validation).ok()?.claims;
    let mut person = Person::new(&claims.email?, None).ok()?;
    if let Some(name) = claims.name {
        person.name = name;
    }
    Some(Subject {
        person,
        scope: KNOWN_SCOPES.join(" "),
        organization: claims.org_id,
    })
}
