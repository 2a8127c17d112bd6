//! What the provider remembers: authorization codes, sign-in sessions and refresh-token families.
//!
//! Secrets are kept as hashes. Sessions and families are written to one file in the data folder,
//! so that a restart of the server signs nobody out; codes live a minute and in memory only. The
//! file belongs to one server process: a second one on the same folder keeps its own memory, and
//! the last writer's file is what the next start reads. Losing the file costs a sign-in, so a
//! failed write is logged and no request fails for it.

mod codes;
mod entries;
mod families;
mod sessions;

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use serde::{Deserialize, Serialize};

pub(super) use codes::PendingCode;
pub(super) use sessions::SESSION_LIFE_S;

use self::codes::Codes;
use self::entries::Dead;
use self::families::Families;
use self::sessions::Sessions;
use super::person::Person;
use super::tokens::Grant;
use crate::private_files::{create_private_folder, replace_private};

const FILE_NAME: &str = "grants.json";

/// Codes, sessions and refresh tokens of the development identity provider.
pub(super) struct Grants {
    path: PathBuf,
    memory: Mutex<Memory>,
}

#[derive(Default, Serialize, Deserialize)]
struct Memory {
    #[serde(skip)]
    codes: Codes,
    sessions: Sessions,
    families: Families,
}

/// What an authorization code was exchanged for.
#[derive(Debug)]
pub(super) struct Redeemed {
    pub(super) grant: Grant,
    pub(super) nonce: Option<String>,
    pub(super) refresh_token: Option<String>,
}

impl Grants {
    /// What is remembered in `folder`; nothing where there is no readable file.
    pub(super) fn open(folder: &Path) -> Self {
        let path = folder.join(FILE_NAME);
        let memory = match fs::read(&path) {
            Ok(content) => serde_json::from_slice(&content).unwrap_or_else(|error| {
                tracing::warn!(path = %path.display(), %error, "unreadable: all users have to sign in again");
                Memory::default()
            }),
            Err(_) => Memory::default(),
        };
        Self {
            path,
            memory: Mutex::new(memory),
        }
    }

    /// Signs a person in; the answer is the cookie's value.
    pub(super) fn start_session(&self, person: Person, now: u64) -> String {
        let mut memory = self.lock();
        let cookie = memory.sessions.start(person, now);
        self.save(&memory);
        cookie
    }

    /// Who is signed in with this cookie.
    pub(super) fn session(&self, cookie: &str, now: u64) -> Option<Person> {
        self.lock().sessions.get(cookie, now)
    }

    /// Signs out: the session and every refresh token that came from it are dead.
    pub(super) fn end_session(&self, cookie: &str) {
        let mut memory = self.lock();
        if let Some(session) = memory.sessions.end(cookie) {
            memory.families.end_session(&session);
            self.save(&memory);
        }
    }

    /// A single-use code for what was granted.
    pub(super) fn issue_code(&self, pending: PendingCode, now: u64) -> String {
        self.lock().codes.issue(pending, now)
    }

    /// Exchanges a code. A code presented again ends the refresh tokens that it gave.
    pub(super) fn redeem_code(
        &self,
        code: &str,
        redirect_uri: &str,
        verifier: &str,
        now: u64,
    ) -> Result<Redeemed, Dead> {
        let mut memory = self.lock();
        let Memory {
            codes, families, ..
        } = &mut *memory;
        let outcome = match codes.take(code, redirect_uri, verifier, now) {
            Ok(pending) => {
                let refresh_token = pending.grant.has_scope("offline_access").then(|| {
                    let (family, token) =
                        families.start(pending.grant.clone(), pending.session, now);
                    codes.gave(code, family);
                    token
                });
                Ok(Redeemed {
                    grant: pending.grant,
                    nonce: pending.nonce,
                    refresh_token,
                })
            }
            Err(spent) => {
                spent.into_iter().for_each(|family| families.end(&family));
                Err(Dead)
            }
        };
        self.save(&memory);
        outcome
    }

    /// A refresh token that no browser session stands behind.
    pub(super) fn start_family(&self, grant: Grant, now: u64) -> String {
        let mut memory = self.lock();
        let (_, token) = memory.families.start(grant, None, now);
        self.save(&memory);
        token
    }

    /// Exchanges a refresh token for the next one. A token presented again ends its whole family.
    pub(super) fn rotate(&self, token: &str, now: u64) -> Result<(Grant, String), Dead> {
        let mut memory = self.lock();
        let outcome = memory.families.rotate(token, now);
        self.save(&memory);
        outcome
    }

    fn lock(&self) -> MutexGuard<'_, Memory> {
        self.memory.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A few kilobytes, written without waiting for the disk: short enough for an async handler.
    fn save(&self, memory: &Memory) {
        let written = serde_json::to_vec(memory)
            .map_err(std::io::Error::from)
            .and_then(|content| {
                if let Some(folder) = self.path.parent() {
                    create_private_folder(folder)?;
                }
                replace_private(&self.path, &content)
            });
        if let Err(error) = written {
            tracing::warn!(path = %self.path.display(), %error, "sign-ins will not survive a restart");
        }
    }
}

#[cfg(test)]
mod tests;
