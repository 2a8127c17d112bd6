//! Authorization codes: single-use, short-lived, bound to one request's PKCE challenge.

use std::collections::HashMap;

use super::super::secrets::{hashed, random_secret, same};
use super::super::tokens::Grant;
use super::entries::prune;

/// How long a code can be exchanged, in seconds.
const CODE_LIFE_S: u64 = 60;
/// How long a spent code is remembered, to detect its reuse, in seconds.
const MEMORY_S: u64 = 600;

/// What a code is exchanged for, and what its bearer must present.
#[derive(Debug, Clone)]
pub(in super::super) struct PendingCode {
    pub(in super::super) grant: Grant,
    pub(in super::super) nonce: Option<String>,
    pub(in super::super) redirect_uri: String,
    /// PKCE S256 challenge: the hash of the verifier.
    pub(in super::super) challenge: String,
    /// The cookie of the session that made the request.
    pub(in super::super) cookie: String,
}

/// A code's content, returned once.
pub(super) struct Taken {
    pub(super) grant: Grant,
    pub(super) nonce: Option<String>,
    pub(super) session: Option<String>,
}

#[derive(Default)]
pub(super) struct Codes {
    entries: HashMap<String, Entry>,
}

struct Entry {
    /// `None` once the code was presented.
    pending: Option<PendingCode>,
    /// The refresh tokens issued for the code.
    family: Option<String>,
    issued_at: u64,
}

impl Codes {
    pub(super) fn issue(&mut self, pending: PendingCode, now: u64) -> String {
        prune(&mut self.entries, now, |entry| entry.issued_at + MEMORY_S);
        let code = random_secret();
        let entry = Entry {
            pending: Some(pending),
            family: None,
            issued_at: now,
        };
        self.entries.insert(hashed(&code), entry);
        code
    }

    /// Returns a code's content. Any attempt spends the code, even a wrong one. The error names the
    /// family issued for a code that was already spent, if any.
    pub(super) fn take(
        &mut self,
        code: &str,
        redirect_uri: &str,
        verifier: &str,
        now: u64,
    ) -> Result<Taken, Option<String>> {
        let entry = self.entries.get_mut(&hashed(code)).ok_or(None)?;
        let Some(pending) = entry.pending.take() else {
            return Err(entry.family.take());
        };
        let fits = now < entry.issued_at + CODE_LIFE_S
            && same(&pending.redirect_uri, redirect_uri)
            && same(&pending.challenge, &hashed(verifier));
        if !fits {
            return Err(None);
        }
        let session = Some(hashed(&pending.cookie));
        Ok(Taken {
            grant: pending.grant,
            nonce: pending.nonce,
            session,
        })
    }

    /// Records which refresh tokens were issued for a code.
    pub(super) fn gave(&mut self, code: &str, family: String) {
        if let Some(entry) = self.entries.get_mut(&hashed(code)) {
            entry.family = Some(family);
        }
    }
}
