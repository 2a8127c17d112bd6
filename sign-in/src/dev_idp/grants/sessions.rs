//! Who is signed in at the provider, by the hash of the browser's cookie.

use std::collections::HashMap;

use serde::{Deserialize, Serialize};

use super::super::person::Person;
use super::super::secrets::{hashed, random_secret};
use super::entries::prune;

/// How long a browser stays signed in at the provider, in seconds (7 days).
pub(in super::super) const SESSION_LIFE_S: u64 = 7 * 24 * 3600;

#[derive(Default, Serialize, Deserialize)]
#[serde(transparent)]
pub(super) struct Sessions {
    entries: HashMap<String, Session>,
}

#[derive(Serialize, Deserialize)]
struct Session {
    person: Person,
    expires_at: u64,
}

impl Sessions {
    pub(super) fn start(&mut self, person: Person, now: u64) -> String {
        prune(&mut self.entries, now, |session| session.expires_at);
        let cookie = random_secret();
        self.entries.insert(
            hashed(&cookie),
            Session {
                person,
                expires_at: now + SESSION_LIFE_S,
            },
        );
        cookie
    }

    pub(super) fn get(&self, cookie: &str, now: u64) -> Option<Person> {
        let session = self.entries.get(&hashed(cookie))?;
        (now < session.expires_at).then(|| session.person.clone())
    }

    /// Ends a session and returns the key by which families refer to it.
    pub(super) fn end(&mut self, cookie: &str) -> Option<String> {
        self.entries
            .remove_entry(&hashed(cookie))
            .map(|(key, _)| key)
    }
}
