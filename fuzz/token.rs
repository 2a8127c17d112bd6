//! The body of the token fuzz target, as a plain function, so that it compiles everywhere.

use std::sync::LazyLock;

use sign_in::verify::{Discovery, Issuer, KeySet, KeySource, TokenPolicy, TokenVerifier};
use tokio::runtime::{Builder, Runtime};

/// A public key whose private half was thrown away.
const KEYS: &[u8] = include_bytes!("seeds/token/jwks.json");

static RUNTIME: LazyLock<Runtime> =
    LazyLock::new(|| Builder::new_current_thread().build().expect("a runtime"));

static ISSUER: LazyLock<Issuer> =
    LazyLock::new(|| Issuer::parse("http://127.0.0.1:8080/dev-idp/").expect("an issuer"));

static VERIFIER: LazyLock<TokenVerifier> = LazyLock::new(|| {
    let keys = KeySet::from_jwks(KEYS).expect("keys");
    assert!(!keys.is_empty(), "the key is usable");
    let policy = TokenPolicy {
        issuer: ISSUER.clone(),
        audience: "https://demandatlas.example/api".to_owned(),
        organization: None,
        organization_claim: None,
        tier_claim: None,
    };
    TokenVerifier::new(policy, KeySource::Development(keys))
});

/// Verifies the bytes as a token, and parses them as an issuer's discovery and key documents. Nobody can sign with the
/// key any more, and everything signed with it has expired: nothing is accepted.
pub fn judge(data: &[u8]) {
    if let Ok(token) = std::str::from_utf8(data) {
        assert!(RUNTIME.block_on(VERIFIER.verify(token)).is_err());
    }
    let _keys = KeySet::from_jwks(data);
    let _discovery = Discovery::read(data, &ISSUER);
}
