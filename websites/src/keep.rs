//! Pages that were read, and websites that refused: kept by the caller.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use async_trait::async_trait;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use crate::page::Page;

/// A page with what tells whether it has changed since.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct KeptPage {
    pub page: Page,
    pub etag: Option<String>,
    pub last_modified: Option<String>,
    pub read_at: Timestamp,
}

/// A host that is left alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Refused {
    pub until: Timestamp,
}

/// Keeps pages for up to 30 days, and refusals until they end. What cannot be kept or found is read again.
#[async_trait]
pub trait Keep: Send + Sync {
    /// The page of an address.
    async fn page(&self, url: &str) -> Option<KeptPage>;

    async fn keep(&self, url: &str, page: &KeptPage);

    /// Whether a host, named without `www.`, has refused, and until when it is left alone.
    async fn refused(&self, host: &str, now: Timestamp) -> Option<Refused>;

    async fn refuse(&self, host: &str, refused: Refused);
}

/// Keeps everything in memory.
#[derive(Debug, Default)]
pub struct MemoryKeep(Mutex<Memory>);

#[derive(Debug, Default)]
struct Memory {
    pages: HashMap<String, KeptPage>,
    refused: HashMap<String, Refused>,
}

impl MemoryKeep {
    fn memory(&self) -> MutexGuard<'_, Memory> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[async_trait]
impl Keep for MemoryKeep {
    async fn page(&self, url: &str) -> Option<KeptPage> {
        self.memory().pages.get(url).cloned()
    }

    async fn keep(&self, url: &str, page: &KeptPage) {
        self.memory().pages.insert(url.to_owned(), page.clone());
    }

    async fn refused(&self, host: &str, now: Timestamp) -> Option<Refused> {
        let refused = self.memory().refused.get(host).copied();
        refused.filter(|refused| refused.until > now)
    }

    async fn refuse(&self, host: &str, refused: Refused) {
        self.memory().refused.insert(host.to_owned(), refused);
    }
}
