//! Where the links in e-mails lead, and the tokens in them.

use domain::ids::{MonitorId, SessionKey};
use sha2::{Digest, Sha256};
use store::user_keys::UserKey;
use url::Url;

use super::settings::PublicAddress;

/// Marks of this kind are tokens.
const TOKENS: &str = "link in an e-mail";

/// The token in the links to an address: whoever has it reads what comes there. It is made of the user's key and the
/// address's salt, so that each e-mail has the same, and the database has none.
pub(super) fn token(key: &UserKey, salt: &str) -> String {
    key.mark(TOKENS, salt).as_str().to_owned()
}

/// What the database has of a token.
pub(super) fn hash_of(token: &str) -> String {
    hex::encode(Sha256::digest(token))
}

/// Makes links to the product.
#[derive(Debug, Clone)]
pub(super) struct Links(PublicAddress);

impl Links {
    pub(super) const fn to(public: PublicAddress) -> Self {
        Self(public)
    }

    /// The page that confirms an address.
    pub(super) fn confirm(&self, token: &str) -> Url {
        self.link("/mail/confirm", &[("token", token)])
    }

    /// The page that stops e-mails.
    pub(super) fn stop(&self, token: &str) -> Url {
        self.link("/mail/stop", &[("token", token)])
    }

    /// The address where mail programs stop them with one click (RFC 8058).
    pub(super) fn stop_at_once(&self, token: &str) -> Url {
        self.link("/api/mail/stop", &[("token", token)])
    }

    /// The page of a run.
    pub(super) fn run(&self, monitor: MonitorId, session: SessionKey) -> Url {
        let path = format!("/schedule/{monitor}");
        self.link(&path, &[("run", &session.to_string())])
    }

    /// The page of all scheduled searches.
    pub(super) fn schedule(&self) -> Url {
        self.link("/schedule", &[])
    }

    fn link(&self, path: &str, query: &[(&str, &str)]) -> Url {
        let mut link = self.0.url().clone();
        link.set_path(path);
        if !query.is_empty() {
            link.query_pairs_mut().extend_pairs(query);
        }
        link
    }
}
