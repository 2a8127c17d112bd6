//! The public keys of an issuer, as read from its JWKS.

use std::collections::HashMap;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use jsonwebtoken::DecodingKey;
use jsonwebtoken::jwk::{AlgorithmParameters, Jwk, KeyAlgorithm, PublicKeyUse};
use serde_json::Value;

/// Most keys kept from one document; issuers publish two or three.
const MAX_KEYS: usize = 64;
/// Smallest RSA modulus accepted, in bytes (2048 bits).
const MIN_MODULUS_BYTES: usize = 256;

/// An issuer's RS256 verification keys by key id.
///
/// Keys of other kinds, for encryption, for another algorithm, without an id or shorter than 2048
/// bits are skipped; of two keys with the same id the first counts.
#[derive(Clone, Default)]
pub struct KeySet {
    keys: HashMap<String, RsaKey>,
}

#[derive(Clone)]
struct RsaKey {
    decoding: DecodingKey,
    modulus: String,
    exponent: String,
}

impl KeySet {
    /// Parses a JWKS document. `None` if it is not one; an empty set if none of its keys is usable.
    #[must_use]
    pub fn from_jwks(document: &[u8]) -> Option<Self> {
        let document: Value = serde_json::from_slice(document).ok()?;
        let entries = document.get("keys")?.as_array()?;
        let mut keys = HashMap::new();
        for entry in entries.iter().take(MAX_KEYS) {
            if let Some((kid, key)) = usable_key(entry) {
                keys.entry(kid).or_insert(key);
            }
        }
        Some(Self { keys })
    }

    /// Whether no key is usable.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.keys.is_empty()
    }

    /// The key with this id.
    pub(crate) fn get(&self, kid: &str) -> Option<&DecodingKey> {
        self.keys.get(kid).map(|key| &key.decoding)
    }

    /// Whether both sets hold the same keys under the same ids.
    pub(super) fn same_as(&self, other: &Self) -> bool {
        self.keys.len() == other.keys.len()
            && self.keys.iter().all(|(kid, key)| {
                other.keys.get(kid).is_some_and(|theirs| {
                    theirs.modulus == key.modulus && theirs.exponent == key.exponent
                })
            })
    }
}

fn usable_key(entry: &Value) -> Option<(String, RsaKey)> {
    let jwk: Jwk = serde_json::from_value(entry.clone()).ok()?;
    let kid = jwk.common.key_id.clone()?;
    let signs = matches!(
        jwk.common.public_key_use,
        None | Some(PublicKeyUse::Signature)
    );
    let rs256 = matches!(jwk.common.key_algorithm, None | Some(KeyAlgorithm::RS256));
    let AlgorithmParameters::RSA(rsa) = &jwk.algorithm else {
        return None;
    };
    let long_enough = URL_SAFE_NO_PAD.decode(&rsa.n).ok()?.len() >= MIN_MODULUS_BYTES;
    if kid.is_empty() || !signs || !rs256 || !long_enough {
        return None;
    }
    let decoding = DecodingKey::from_rsa_components(&rsa.n, &rsa.e).ok()?;
    Some((
        kid,
        RsaKey {
            decoding,
            modulus: rsa.n.clone(),
            exponent: rsa.e.clone(),
        },
    ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn rsa(kid: &str) -> Value {
        json!({"kty": "RSA", "kid": kid, "use": "sig", "alg": "RS256", "n": URL_SAFE_NO_PAD.encode([0xC5; 256]), "e": "AQAB"})
    }

    fn with(mut key: Value, field: &str, value: Value) -> Value {
        key[field] = value;
        key
    }

    #[test]
    fn only_rs256_signature_keys_with_an_id_are_kept() {
        let document = json!({"keys": [
            rsa("good"),
            with(rsa("encryption"), "use", json!("enc")),
            with(rsa("other-alg"), "alg", json!("RS512")),
            with(rsa("short"), "n", json!(URL_SAFE_NO_PAD.encode([0xC5; 128]))),
            with(rsa(""), "use", json!("sig")),
            {"kty": "oct", "kid": "secret", "k": "c2VjcmV0"},
            {"kty": "EC", "kid": "ec", "crv": "P-256", "x": "x", "y": "y"},
            "nonsense",
        ]});
        let set = KeySet::from_jwks(document.to_string().as_bytes()).unwrap();
        assert!(set.get("good").is_some());
        assert_eq!(set.keys.len(), 1);
    }

    #[test]
    fn what_is_no_jwks_is_told_from_an_empty_one() {
        assert!(KeySet::from_jwks(b"<html>").is_none());
        assert!(KeySet::from_jwks(b"{\"keys\": 3}").is_none());
        assert!(KeySet::from_jwks(b"{\"keys\": []}").unwrap().is_empty());
    }

    #[test]
    fn a_replaced_key_under_the_same_id_is_a_change() {
        let read =
            |key: Value| KeySet::from_jwks(json!({"keys": [key]}).to_string().as_bytes()).unwrap();
        let other = with(rsa("a"), "n", json!(URL_SAFE_NO_PAD.encode([0xC7; 256])));
        assert!(read(rsa("a")).same_as(&read(rsa("a"))));
        assert!(!read(rsa("a")).same_as(&read(other)));
        assert!(!read(rsa("a")).same_as(&read(rsa("b"))));
    }
}
