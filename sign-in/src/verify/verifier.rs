//! The verifier of access tokens.

use std::sync::Arc;

use jsonwebtoken::errors::ErrorKind;
use jsonwebtoken::{Algorithm, Validation, decode, decode_header};

use super::claims::{Claims, TierTrust, check_header, stated_issuer};
use super::clock::now_unix;
use super::discovery::Discovery;
use super::error::{InvalidToken, TokenError};
use super::identity::Identity;
use super::issuer::Issuer;
use super::jwks::{FoundKey, RemoteKeys};
use super::keys::KeySet;
use super::policy::TokenPolicy;
use super::verified::{VerifiedTokens, fingerprint};

/// Longest token accepted, in bytes.
const MAX_TOKEN_BYTES: usize = 16 * 1024;
/// Tolerated clock difference, in seconds (expiry and not-before).
const LEEWAY_S: u64 = 60;
/// Verified tokens remembered.
const REMEMBERED_TOKENS: usize = 10_000;

/// Where the issuer's keys come from.
pub enum KeySource {
    /// An issuer on the network; it names a plan only by the claim that the operator configured.
    Remote(RemoteKeys),
    /// The development issuer inside this server: no request is made, and its `tier` claim is honored.
    Development(KeySet),
}

/// Verifies access tokens of one issuer. Cheap to clone; all clones share keys and cache.
#[derive(Clone)]
pub struct TokenVerifier(Arc<Inner>);

struct Inner {
    policy: TokenPolicy,
    /// Stands in for the development issuer's discovery document; a remote issuer's is fetched.
    assumed: Arc<Discovery>,
    validation: Validation,
    keys: KeySource,
    verified: VerifiedTokens,
}

impl TokenVerifier {
    /// A verifier of tokens that match `policy` and are signed with a key from `keys`.
    #[must_use]
    pub fn new(policy: TokenPolicy, keys: KeySource) -> Self {
        let mut validation = Validation::new(Algorithm::RS256);
        validation.leeway = LEEWAY_S;
        validation.validate_nbf = true;
        validation.set_required_spec_claims(&["exp", "iss", "aud", "sub"]);
        validation.set_audience(&[&policy.audience]);
        let verified = VerifiedTokens::with_capacity(REMEMBERED_TOKENS);
        Self(Arc::new(Inner {
            assumed: Arc::new(Discovery::assumed(&policy.issuer)),
            policy,
            validation,
            keys,
            verified,
        }))
    }

    /// Who the token speaks for.
    ///
    /// # Errors
    /// `Invalid` when the token is not acceptable; `OtherIssuer` when it claims another issuer; `KeysUnavailable` when
    /// its key is unknown and the issuer cannot be asked.
    pub async fn verify(&self, token: &str) -> Result<Arc<Identity>, TokenError> {
        if token.len() > MAX_TOKEN_BYTES {
            return Err(TokenError::unacceptable());
        }
        let judged = self.judge(token).await;
        if judged != Err(TokenError::unacceptable()) {
            return judged;
        }
        let known = self.known_discovery();
        let expected = known
            .as_ref()
            .map_or(self.issuer().as_str(), |found| found.issuer.as_str());
        match stated_issuer(token) {
            Some(stated) if stated != expected => Err(TokenError::OtherIssuer {
                expected: expected.to_owned(),
            }),
            _ => judged,
        }
    }

    async fn judge(&self, token: &str) -> Result<Arc<Identity>, TokenError> {
        let inner = &*self.0;
        let now = now_unix();
        let fingerprint = fingerprint(token);
        if let Some(identity) = inner
            .verified
            .get(&fingerprint, inner.keys.generation(), now)
        {
            return Ok(identity);
        }
        if token.split('.').count() != 3 {
            return Err(TokenError::Invalid(InvalidToken::Opaque));
        }
        let header = decode_header(token).map_err(|_| TokenError::unacceptable())?;
        let kid = check_header(&header)?;
        if header.alg != Algorithm::RS256 {
            return Err(TokenError::unacceptable());
        }
        let found = inner.find(kid).await?;
        let claims = decode::<Claims>(token, &found.key, &inner.validation)
            .map_err(|e| refusal(e.kind()))?
            .claims;
        // `as` saturates: an absurdly late expiry is merely late.
        let expires_at = claims.exp as u64;
        let issuer = &found.issuer.issuer;
        let identity = Arc::new(claims.into_identity(issuer, &inner.policy, inner.tier_trust())?);
        if now < expires_at {
            inner
                .verified
                .insert(fingerprint, identity.clone(), expires_at, found.generation);
        }
        Ok(identity)
    }

    /// The discovery document, if known.
    #[must_use]
    pub fn known_discovery(&self) -> Option<Arc<Discovery>> {
        match &self.0.keys {
            KeySource::Remote(keys) => keys.known_discovery(),
            KeySource::Development(_) => Some(Arc::clone(&self.0.assumed)),
        }
    }

    /// The discovery document, fetched if not known; `None` if the issuer cannot be asked.
    pub async fn discovery(&self) -> Option<Arc<Discovery>> {
        match &self.0.keys {
            KeySource::Remote(keys) => keys.discovery().await,
            KeySource::Development(_) => Some(Arc::clone(&self.0.assumed)),
        }
    }

    /// The configured issuer.
    #[must_use]
    pub fn issuer(&self) -> &Issuer {
        &self.0.policy.issuer
    }
}

impl Inner {
    async fn find(&self, kid: &str) -> Result<FoundKey, TokenError> {
        match &self.keys {
            KeySource::Remote(keys) => keys.find(kid).await,
            KeySource::Development(keys) => keys
                .get(kid)
                .map(|key| FoundKey {
                    key: key.clone(),
                    generation: 0,
                    issuer: Arc::clone(&self.assumed),
                })
                .ok_or_else(TokenError::unacceptable),
        }
    }

    fn tier_trust(&self) -> TierTrust<'_> {
        match (&self.keys, &self.policy.tier_claim) {
            (KeySource::Development(_), _) => TierTrust::Development,
            (KeySource::Remote(_), Some(claim)) => TierTrust::Claim(claim),
            (KeySource::Remote(_), None) => TierTrust::None,
        }
    }
}

impl KeySource {
    /// The generation of the current keys: tokens cached under another one are no longer valid.
    fn generation(&self) -> u64 {
        match self {
            Self::Remote(keys) => keys.generation(),
            Self::Development(_) => 0,
        }
    }
}

fn refusal(kind: &ErrorKind) -> TokenError {
    TokenError::Invalid(match kind {
        ErrorKind::ExpiredSignature => InvalidToken::Expired,
        ErrorKind::ImmatureSignature => InvalidToken::NotYetValid,
        _ => InvalidToken::Unacceptable,
    })
}
