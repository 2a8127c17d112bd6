//! Access tokens, valid and broken, signed with any key that a test wants. Shared by the tests of
//! sign-in and of the routes.

mod broken;

use std::path::Path;

use jsonwebtoken::{Algorithm, EncodingKey, Header, encode};
use serde_json::{Value, json};
use sign_in::dev_idp::DevKeys;

pub(crate) use broken::broken_tokens;

pub(crate) const AUDIENCE: &str = "https://api.example.com";
pub(crate) const CLIENT: &str = "web-client";

/// A key pair that can sign anything, with its public half as a JWKS.
pub(crate) struct Signer {
    pub(crate) key: EncodingKey,
    pub(crate) kid: String,
    pub(crate) jwks: Value,
    pub(crate) pem: Vec<u8>,
}

impl Signer {
    /// With a new key.
    pub(crate) fn new() -> Self {
        Self::of(tempfile::tempdir().unwrap().path())
    }

    /// With the development issuer's key in `folder`.
    pub(crate) fn of(folder: &Path) -> Self {
        let keys = DevKeys::load_or_create(folder).unwrap();
        let pem = std::fs::read(folder.join("signing-key.pem")).unwrap();
        Self {
            key: EncodingKey::from_rsa_pem(&pem).unwrap(),
            kid: keys.kid().to_owned(),
            jwks: serde_json::to_value(keys.jwks()).unwrap(),
            pem,
        }
    }

    pub(crate) fn header(&self) -> Header {
        Header {
            kid: Some(self.kid.clone()),
            ..Header::new(Algorithm::RS256)
        }
    }

    pub(crate) fn sign(&self, claims: &Value) -> String {
        encode(&self.header(), claims, &self.key).unwrap()
    }
}

pub(crate) fn now() -> u64 {
    std::time::SystemTime::now()
        .duration_since(std::time::UNIX_EPOCH)
        .unwrap()
        .as_secs()
}

/// Claims of a good access token.
pub(crate) fn claims(issuer: &str) -> Value {
    json!({
        "iss": issuer, "sub": "auth0|u1", "aud": [AUDIENCE, "https://tenant.example.com/userinfo"],
        "azp": CLIENT, "iat": now(), "exp": now() + 3600, "scope": "openid profile",
        "email": "ada@example.com", "name": "Ada King", "tier": "enterprise",
    })
}

/// `claims` with some replaced; null removes one.
pub(crate) fn with(issuer: &str, changes: &Value) -> Value {
    let mut claims = claims(issuer);
    for (name, value) in changes.as_object().unwrap() {
        if value.is_null() {
            claims.as_object_mut().unwrap().remove(name);
        } else {
            claims[name] = value.clone();
        }
    }
    claims
}
