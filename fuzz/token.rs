//! What the fuzz target of tokens does with its bytes; a plain function, so that it compiles everywhere.

use std::sync::LazyLock;

use sign_in::verify::{Discovery, Issuer, KeySet, KeySource, TokenPolicy, TokenVerifier};
use tokio::runtime::{Builder, Runtime};

/// The public half of a key whose private half is gone.
const KEYS: &[u8] = include_bytes!("seeds/token/jwks.json");

static RUNTIME: LazyLock<Runtime> =
    LazyLock::new(|| Builder::new_current_thread().build().expect("a runtime"));

static ISSUER: LazyLock<Issuer> =
    LazyLock::new(|| Issuer::parse("http://127.0.0.1:8080/dev-idp/").expect("an issuer"));

static VERIFIER: LazyLock<TokenVerifier> = LazyLock::new(|| {
    let keys = KeySet::from_jwks(KEYS).expect("keys");
    assert!(!keys.is_empty(), "the key is of use");
    let policy = TokenPolicy {
        issuer: ISSUER.clone(),
        audience: "https://demandatlas.example/api".to_owned(),
        organization: None,
        organization_claim: None,
        tier_claim: None,
    };
    TokenVerifier::new(policy, KeySource::Development(keys))
});

/// Judges the bytes as a token, and reads them as what an issuer says of itself and of its keys. Nobody can sign any
/// more, and what was signed has expired: nothing gets in.
pub fn judge(data: &[u8]) {
    if let Ok(token) = std::str::from_utf8(data) {
        assert!(RUNTIME.block_on(VERIFIER.verify(token)).is_err());
    }
    let _keys = KeySet::from_jwks(data);
    let _discovery = Discovery::read(data, &ISSUER);
}
