//! Every token that must not get in (quality section 3).

use aws_lc_rs::encoding::AsDer;
use aws_lc_rs::signature::{KeyPair, RsaKeyPair};
use base64::Engine;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};
use jsonwebtoken::jwk::JwkSet;
use jsonwebtoken::{Algorithm, EncodingKey, Header, encode};
use serde_json::{Value, json};

use super::{AUDIENCE, CLIENT, Signer, claims, now, with};

/// Every kind of broken token, with its name. `signer` has the issuer's key, `foreign` another one.
pub(crate) fn broken_tokens(
    issuer: &str,
    signer: &Signer,
    foreign: &Signer,
) -> Vec<(&'static str, String)> {
    let broken = [
        wrong_claims(issuer, signer),
        foreign_keys(issuer, signer, foreign),
        wrong_headers(issuer, signer, foreign),
        wrong_key_ids(issuer, signer, foreign),
        public_key_as_secret(issuer, signer),
        malformed(issuer, signer),
    ]
    .concat();
    assert!(broken.len() >= 60, "{} tokens", broken.len());
    broken
}

fn part(value: &Value) -> String {
    URL_SAFE_NO_PAD.encode(value.to_string())
}

/// A token with an arbitrary header and signature.
fn raw(header: &Value, claims: &Value, signature: &str) -> String {
    format!("{}.{}.{signature}", part(header), part(claims))
}

/// The public key in the forms an attacker could feed to HMAC.
fn public_key_forms(signer: &Signer) -> Vec<Vec<u8>> {
    let text = String::from_utf8(signer.pem.clone()).unwrap();
    let body: String = text
        .lines()
        .filter(|line| !line.starts_with("-----"))
        .collect();
    let pair = RsaKeyPair::from_pkcs8(&STANDARD.decode(body).unwrap()).unwrap();
    let spki = pair.public_key().as_der().unwrap().as_ref().to_vec();
    let pem = format!(
        "-----BEGIN PUBLIC KEY-----\n{}\n-----END PUBLIC KEY-----\n",
        STANDARD.encode(&spki)
    );
    let modulus = signer.jwks["keys"][0]["n"].as_str().unwrap();
    vec![
        pem.into_bytes(),
        spki,
        URL_SAFE_NO_PAD.decode(modulus).unwrap(),
        modulus.as_bytes().to_vec(),
        signer.jwks.to_string().into_bytes(),
    ]
}

/// Wrong claims with a valid signature.
fn wrong_claims(issuer: &str, signer: &Signer) -> Vec<(&'static str, String)> {
    let bad = |name, changes| (name, signer.sign(&with(issuer, &changes)));
    vec![
        bad("expired", json!({"exp": now() - 61})),
        bad("expiry missing", json!({"exp": null})),
        bad("expiry as text", json!({"exp": "9999999999"})),
        bad("not yet valid", json!({"nbf": now() + 180})),
        bad("another issuer", json!({"iss": "https://evil.example/"})),
        bad(
            "issuer without its slash",
            json!({"iss": issuer.trim_end_matches('/')}),
        ),
        bad(
            "issuer in a list",
            json!({"iss": [issuer, "https://evil.example/"]}),
        ),
        bad("issuer missing", json!({"iss": null})),
        bad(
            "another audience",
            json!({"aud": "https://other.example.com"}),
        ),
        bad("audience missing", json!({"aud": null})),
        bad("empty audience", json!({"aud": []})),
        bad(
            "audience that begins like ours",
            json!({"aud": format!("{AUDIENCE}.evil.example")}),
        ),
        bad("an ID token", json!({"aud": CLIENT, "nonce": "n"})),
        bad("an ID token for our audience", json!({"nonce": "n"})),
        bad("an ID token with an at_hash", json!({"at_hash": "h"})),
        bad("subject missing", json!({"sub": null})),
        bad("empty subject", json!({"sub": ""})),
        bad("blank subject", json!({"sub": "  "})),
        bad("subject with NUL", json!({"sub": "a\0b"})),
        bad("subject with a line break", json!({"sub": "a\nb"})),
        bad("subject of 256 characters", json!({"sub": "x".repeat(256)})),
        bad("subject that is a number", json!({"sub": 7})),
    ]
}

/// Headers that contain or point to a key, signed with that key and with ours.
fn foreign_keys(issuer: &str, signer: &Signer, foreign: &Signer) -> Vec<(&'static str, String)> {
    let address = Some("https://evil.example/keys".to_owned());
    let jwks: JwkSet = serde_json::from_value(foreign.jwks.clone()).unwrap();
    let jwk = jwks.keys.first().cloned();
    let ours = || signer.header();
    let headers = [
        (
            "foreign jku",
            Header {
                jku: address.clone(),
                ..ours()
            },
        ),
        (
            "foreign x5u",
            Header {
                x5u: address,
                ..ours()
            },
        ),
        ("foreign jwk", Header { jwk, ..ours() }),
    ];
    let sign = |header: &Header, key: &Signer| encode(header, &claims(issuer), &key.key).unwrap();
    let both = |(name, header)| {
        [
            (name, sign(&header, foreign)),
            (name, sign(&header, signer)),
        ]
    };
    headers.into_iter().flat_map(both).collect()
}

/// Headers with our key id that do not belong to an RS256 access token.
fn wrong_headers(issuer: &str, signer: &Signer, foreign: &Signer) -> Vec<(&'static str, String)> {
    let ours = || signer.header();
    let sign = |header, key: &Signer| encode(&header, &claims(issuer), &key.key).unwrap();
    let extension = Header {
        crit: Some(vec!["exp".into()]),
        ..ours()
    };
    let other_kind = Header {
        typ: Some("logout+jwt".into()),
        ..ours()
    };
    vec![
        ("another key under our id", sign(ours(), foreign)),
        ("critical extension", sign(extension, signer)),
        ("another kind of token", sign(other_kind, signer)),
        (
            "RS512 with our key",
            sign(
                Header {
                    alg: Algorithm::RS512,
                    ..ours()
                },
                signer,
            ),
        ),
        (
            "PS256 with our key",
            sign(
                Header {
                    alg: Algorithm::PS256,
                    ..ours()
                },
                signer,
            ),
        ),
    ]
}

/// Key ids that the issuer does not have; some look like places to fetch a key from.
fn wrong_key_ids(issuer: &str, signer: &Signer, foreign: &Signer) -> Vec<(&'static str, String)> {
    let claims = claims(issuer);
    let under = |key: &Signer, kid: Option<String>| {
        encode(
            &Header {
                kid,
                ..signer.header()
            },
            &claims,
            &key.key,
        )
        .unwrap()
    };
    let mut tokens = vec![
        ("unknown key id", under(foreign, Some(foreign.kid.clone()))),
        (
            "unknown key id over our signature",
            under(signer, Some("other".into())),
        ),
        ("no key id", under(signer, None)),
        ("empty key id", under(signer, Some(String::new()))),
    ];
    let paths = [
        "../../../../dev/null",
        "/etc/passwd",
        "keys/../x",
        "https://evil.example/k",
        "' OR 1=1 --",
        "a\0b",
    ];
    for kid in paths {
        tokens.push(("path-like key id", under(foreign, Some(kid.into()))));
    }
    tokens
}

/// HMAC tokens whose secret is the public key, which is known to everybody.
fn public_key_as_secret(issuer: &str, signer: &Signer) -> Vec<(&'static str, String)> {
    let header = Header {
        alg: Algorithm::HS256,
        ..signer.header()
    };
    let token = |secret: Vec<u8>| {
        let token = encode(&header, &claims(issuer), &EncodingKey::from_secret(&secret)).unwrap();
        ("HS256 with the public key", token)
    };
    public_key_forms(signer).into_iter().map(token).collect()
}

/// Texts that are hardly tokens at all.
fn malformed(issuer: &str, signer: &Signer) -> Vec<(&'static str, String)> {
    let good = claims(issuer);
    let token = signer.sign(&good);
    let (signed, signature) = token.rsplit_once('.').unwrap();
    let none = |alg: &str| {
        raw(
            &json!({"alg": alg, "typ": "JWT", "kid": signer.kid}),
            &good,
            "",
        )
    };
    let forged = with(issuer, &json!({"sub": "auth0|victim"}));
    let header = signed.split_once('.').unwrap().0;
    vec![
        ("alg none", none("none")),
        ("alg None", none("None")),
        ("alg NONE", none("NONE")),
        ("alg empty", none("")),
        (
            "alg none with our signature",
            format!("{}{signature}", none("none")),
        ),
        (
            "no alg",
            raw(&json!({"typ": "JWT", "kid": signer.kid}), &good, signature),
        ),
        ("signature cut off", format!("{signed}.")),
        (
            "signature cut short",
            format!("{signed}.{}", &signature[..signature.len() - 4]),
        ),
        (
            "claims exchanged",
            format!("{header}.{}.{signature}", part(&forged)),
        ),
        ("two parts", signed.to_owned()),
        ("four parts", format!("{token}.x")),
        ("five parts", format!("{token}.x.y")),
        ("garbage", "garbage".into()),
        ("dots", "..".into()),
        ("not base64", "%%%.%%%.%%%".into()),
        (
            "claims are no object",
            raw(
                &json!({"alg": "RS256", "kid": signer.kid}),
                &json!([1]),
                signature,
            ),
        ),
        ("20 kB", "x".repeat(20_000)),
        (
            "20 kB under a good signature",
            signer.sign(&with(issuer, &json!({"pad": "x".repeat(20_000)}))),
        ),
    ]
}
