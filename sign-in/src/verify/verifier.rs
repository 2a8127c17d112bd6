//! The judge of access tokens.

use std::sync::Arc;

use jsonwebtoken::errors::ErrorKind;
use jsonwebtoken::{Algorithm, DecodingKey, Validation, decode, decode_header};

use super::claims::{Claims, check_header};
use super::clock::now_unix;
use super::error::{InvalidToken, TokenError};
use super::identity::Identity;
use super::jwks::RemoteKeys;
use super::keys::KeySet;
use super::policy::TokenPolicy;
use super::verified::{VerifiedTokens, fingerprint};

/// Longest token looked at, in bytes.
const MAX_TOKEN_BYTES: usize = 16 * 1024;
/// Tolerance for clocks that differ, in seconds (expiry and not-before).
const LEEWAY_S: u64 = 60;
/// Verified tokens remembered.
const REMEMBERED_TOKENS: usize = 10_000;

/// Where the issuer's keys come from.
pub enum KeySource {
    /// An issuer on the network; its `tier` claim means nothing here.
    Remote(RemoteKeys),
    /// The development issuer inside this server: no request is made, its `tier` claim is honoured.
    Development(KeySet),
}

/// Verifies access tokens of one issuer. Cheap to clone; all clones share keys and memory.
#[derive(Clone)]
pub struct TokenVerifier(Arc<Inner>);

struct Inner {
    policy: TokenPolicy,
    validation: Validation,
    keys: KeySource,
    verified: VerifiedTokens,
}

impl TokenVerifier {
    /// A verifier of tokens that fit `policy` and are signed with a key from `keys`.
    #[must_use]
    pub fn new(policy: TokenPolicy, keys: KeySource) -> Self {
        let mut validation = Validation::new(Algorithm::RS256);
        validation.leeway = LEEWAY_S;
        validation.validate_nbf = true;
        validation.set_required_spec_claims(&["exp", "iss", "aud", "sub"]);
        validation.set_issuer(&[policy.issuer.as_str()]);
        validation.set_audience(&[&policy.audience]);
        let verified = VerifiedTokens::with_capacity(REMEMBERED_TOKENS);
        Self(Arc::new(Inner {
            policy,
            validation,
            keys,
            verified,
        }))
    }

    /// Who the token speaks for.
    ///
    /// # Errors
    /// `Invalid` when the token is not acceptable; `KeysUnavailable` when it names a key that is
    /// not known and the issuer cannot be asked.
    pub async fn verify(&self, token: &str) -> Result<Arc<Identity>, TokenError> {
        let inner = &*self.0;
        if token.len() > MAX_TOKEN_BYTES {
            return Err(TokenError::unacceptable());
        }
        let now = now_unix();
        let fingerprint = fingerprint(token);
        if let Some(identity) = inner
            .verified
            .get(&fingerprint, inner.keys.generation(), now)
        {
            return Ok(identity);
        }
        let header = decode_header(token).map_err(|_| TokenError::unacceptable())?;
        let kid = check_header(&header)?;
        if header.alg != Algorithm::RS256 {
            return Err(TokenError::unacceptable());
        }
        let (key, generation) = inner.keys.find(kid).await?;
        let claims = decode::<Claims>(token, &key, &inner.validation)
            .map_err(|e| refusal(e.kind()))?
            .claims;
        // `as` saturates: an absurdly late expiry is simply late.
        let expires_at = claims.exp as u64;
        let identity = Arc::new(claims.into_identity(&inner.policy, inner.keys.is_development())?);
        if now < expires_at {
            inner
                .verified
                .insert(fingerprint, identity.clone(), expires_at, generation);
        }
        Ok(identity)
    }
}

impl KeySource {
    async fn find(&self, kid: &str) -> Result<(DecodingKey, u64), TokenError> {
        match self {
            Self::Remote(keys) => keys.find(kid).await,
            Self::Development(keys) => keys
                .get(kid)
                .map(|key| (key.clone(), 0))
                .ok_or_else(TokenError::unacceptable),
        }
    }

    /// The generation of the keys known now: tokens remembered under another one count no more.
    fn generation(&self) -> u64 {
        match self {
            Self::Remote(keys) => keys.generation(),
            Self::Development(_) => 0,
        }
    }

    fn is_development(&self) -> bool {
        matches!(self, Self::Development(_))
    }
}

fn refusal(kind: &ErrorKind) -> TokenError {
    TokenError::Invalid(match kind {
        ErrorKind::ExpiredSignature => InvalidToken::Expired,
        ErrorKind::ImmatureSignature => InvalidToken::NotYetValid,
        _ => InvalidToken::Unacceptable,
    })
}
