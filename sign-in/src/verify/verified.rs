//! Verified tokens, so that a busy caller costs a hash and a look-up instead of an RSA
//! verification.
//!
//! Bounded; keyed by the token's SHA-256, so that the token itself is not kept. An entry is valid
//! only before the token's own expiry (without leeway), and only while the keys are those that
//! verified it.

use std::sync::Arc;

use aws_lc_rs::digest::{SHA256, digest};
use quick_cache::sync::Cache;

use super::identity::Identity;

type Fingerprint = [u8; 32];

#[derive(Clone)]
struct Entry {
    identity: Arc<Identity>,
    expires_at: u64,
    generation: u64,
}

pub(super) struct VerifiedTokens {
    entries: Cache<Fingerprint, Entry>,
}

impl VerifiedTokens {
    pub(super) fn with_capacity(tokens: usize) -> Self {
        Self {
            entries: Cache::new(tokens),
        }
    }

    /// The identity of a token that was verified with the keys of this generation.
    pub(super) fn get(
        &self,
        fingerprint: &Fingerprint,
        generation: u64,
        now: u64,
    ) -> Option<Arc<Identity>> {
        let entry = self.entries.get(fingerprint)?;
        if now < entry.expires_at && entry.generation == generation {
            return Some(entry.identity);
        }
        self.entries.remove(fingerprint);
        None
    }

    /// Remembers a verified token until `expires_at` (seconds since the epoch).
    pub(super) fn insert(
        &self,
        fingerprint: Fingerprint,
        identity: Arc<Identity>,
        expires_at: u64,
        generation: u64,
    ) {
        self.entries.insert(
            fingerprint,
            Entry {
                identity,
                expires_at,
                generation,
            },
        );
    }
}

/// The SHA-256 of a token.
pub(super) fn fingerprint(token: &str) -> Fingerprint {
    let mut bytes = [0; 32];
    bytes.copy_from_slice(digest(&SHA256, token.as_bytes()).as_ref());
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;
    use domain::ids::UserId;

    fn remembered(expires_at: u64, generation: u64) -> (VerifiedTokens, Fingerprint) {
        let tokens = VerifiedTokens::with_capacity(8);
        let key = fingerprint("a.b.c");
        let identity = Identity {
            sub: UserId::new("dev|1").unwrap(),
            email: None,
            name: None,
            tier: None,
            org_id: None,
            issued_at: None,
            scopes: vec![],
        };
        tokens.insert(key, Arc::new(identity), expires_at, generation);
        (tokens, key)
    }

    #[test]
    fn a_remembered_token_never_outlives_its_expiry() {
        let (tokens, key) = remembered(1_000, 1);
        assert!(tokens.get(&key, 1, 999).is_some());
        assert!(tokens.get(&key, 1, 1_000).is_none());
        assert!(
            tokens.get(&key, 1, 999).is_none(),
            "it is removed, not hidden"
        );
    }

    #[test]
    fn a_remembered_token_is_forgotten_when_the_keys_change() {
        let (tokens, key) = remembered(1_000, 1);
        assert!(tokens.get(&key, 2, 10).is_none());
    }
}
