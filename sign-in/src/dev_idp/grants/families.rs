//! Refresh tokens. Each use issues a new one; all tokens that follow from one sign-in form a
//! family, in which only the newest is valid. A token has the form `family.secret`.

use std::collections::HashMap;

use serde::{Deserialize, Serialize};

use super::super::secrets::{hashed, random_secret, same};
use super::super::tokens::Grant;
use super::entries::{Dead, prune};

/// How long a sign-in can be renewed, in seconds (30 days).
const FAMILY_LIFE_S: u64 = 30 * 24 * 3600;

#[derive(Default, Serialize, Deserialize)]
#[serde(transparent)]
pub(super) struct Families {
    /// Keyed by the hash of the family part of the token.
    entries: HashMap<String, Family>,
}

#[derive(Serialize, Deserialize)]
struct Family {
    grant: Grant,
    /// The session that ends this family when it ends.
    session: Option<String>,
    /// The hash of the valid token's secret.
    living: String,
    expires_at: u64,
}

impl Families {
    /// Starts a family: its key, and its first token.
    pub(super) fn start(
        &mut self,
        grant: Grant,
        session: Option<String>,
        now: u64,
    ) -> (String, String) {
        prune(&mut self.entries, now, |family| family.expires_at);
        let (name, secret) = (random_secret(), random_secret());
        let family = Family {
            grant,
            session,
            living: hashed(&secret),
            expires_at: now + FAMILY_LIFE_S,
        };
        let key = hashed(&name);
        self.entries.insert(key.clone(), family);
        (key, format!("{name}.{secret}"))
    }

    /// Replaces the valid token. Any other token of a known family was stolen or replayed, so it
    /// ends the family.
    pub(super) fn rotate(&mut self, token: &str, now: u64) -> Result<(Grant, String), Dead> {
        let (name, secret) = token.split_once('.').ok_or(Dead)?;
        let key = hashed(name);
        let family = self.entries.get_mut(&key).ok_or(Dead)?;
        if now >= family.expires_at || !same(&family.living, &hashed(secret)) {
            self.entries.remove(&key);
            return Err(Dead);
        }
        let next = random_secret();
        family.living = hashed(&next);
        Ok((family.grant.clone(), format!("{name}.{next}")))
    }

    pub(super) fn end(&mut self, key: &str) {
        self.entries.remove(key);
    }

    pub(super) fn end_session(&mut self, session: &str) {
        self.entries
            .retain(|_, family| family.session.as_deref() != Some(session));
    }
}
