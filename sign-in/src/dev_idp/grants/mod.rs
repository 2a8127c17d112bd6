//! What the provider remembers: authorization codes, sign-in sessions and refresh-token families.
//!
//! Secrets are kept as hashes. Sessions and families are written to one file in the data folder,
//! so that a restart of the server signs nobody out; codes live for a minute, in memory only. The
//! file belongs to one server process: a second one on the same folder keeps its own memory, and
//! the next start reads the file of whichever wrote last. Losing the file only costs users a
//! sign-in, so a failed write is logged and fails no request.

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

#[derive(Debug)]
pub(super) struct Redeemed {
    pub(super) grant: Grant,
    pub(super) nonce: Option<String>,
    pub(super) refresh_token: Option<String>,
}

impl Grants {
    /// Reads what is remembered in `folder`; empty if there is no readable file.
    pub(super) fn open(folder: &Path) -> Self {
        let path = folder.join(FILE_NAME);
        let memory = match fs::read(&path) {
            Ok(content) => serde_json::from_slice(&content).unwrap_or_else(|error| {
                tracing::warn!(path = %path.display(), %error, "cannot read the stored sign-ins; all users must sign in again");
                Memory::default()
            }),
            Err(_) => Memory::default(),
        };
        Self {
            path,
            memory: Mutex::new(memory),
        }
    }

    /// Signs a person in and returns the cookie's value.
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

    /// Ends the session and every refresh token that came from it.
    pub(super) fn end_session(&self, cookie: &str) {
        let mut memory = self.lock();
        if let Some(session) = memory.sessions.end(cookie) {
            memory.families.end_session(&session);
            self.save(&memory);
        }
    }

    /// Issues a single-use code.
    pub(super) fn issue_code(&self, pending: PendingCode, now: u64) -> String {
        self.lock().codes.issue(pending, now)
    }

    /// Exchanges a code. Presenting a code twice revokes the refresh tokens issued for it.
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

    /// Starts a refresh-token family without a browser session.
    pub(super) fn start_family(&self, grant: Grant, now: u64) -> String {
        let mut memory = self.lock();
        let (_, token) = memory.families.start(grant, None, now);
        self.save(&memory);
        token
    }

    /// Exchanges a refresh token for the next one. Presenting a token twice ends its whole family.
    pub(super) fn rotate(&self, token: &str, now: u64) -> Result<(Grant, String), Dead> {
        let mut memory = self.lock();
        let outcome = memory.families.rotate(token, now);
        self.save(&memory);
        outcome
    }

    fn lock(&self) -> MutexGuard<'_, Memory> {
        self.memory.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A few kilobytes, written without an fsync: fast enough for an async handler.
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
            tracing::warn!(path = %self.path.display(), %error, "cannot store sign-ins; users must sign in again after a restart");
        }
    }
}

#[cfg(test)]
mod tests;
