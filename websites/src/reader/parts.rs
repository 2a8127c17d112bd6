//! What a reader reads with.

use std::sync::Arc;

use outgoing::untrusted::Untrusted;
use tokio::sync::Semaphore;

use crate::address::domain_of;
use crate::error::ReadError;
use crate::keep::Keep;
use crate::manners::Manners;
use crate::never::never_read;

/// How websites are read.
#[derive(Debug, Clone)]
pub struct ReaderSettings {
    /// The program's name in robots.txt.
    pub agent: String,
    /// Domains that the operator has listed.
    pub denied: Vec<String>,
    /// Whether addresses of people and free mailboxes are kept.
    pub keeps_personal: bool,
}

/// What visits share.
pub(super) struct Parts {
    pub(super) untrusted: Untrusted,
    pub(super) manners: Manners,
    pub(super) keep: Arc<dyn Keep>,
    pub(super) settings: ReaderSettings,
    /// Pages are parsed by as many threads as there are cores: more would only hold memory.
    pub(super) parsing: Arc<Semaphore>,
}

impl Parts {
    /// Why a website is not read, whatever it says.
    pub(super) fn refusal(&self, host: &str) -> Option<ReadError> {
        if let Some(domain) = never_read(host) {
            return Some(ReadError::Never(domain.to_owned()));
        }
        let domain = domain_of(host);
        let is_denied = self
            .settings
            .denied
            .iter()
            .any(|denied| denied == domain || denied == host);
        is_denied.then(|| ReadError::Denied(domain.to_owned()))
    }
}
