//! Reading a website: its home page, then the pages that its links call contact, locations and the like.

pub(crate) mod charset;
pub(crate) mod facts;
mod page_read;
mod pages;
mod parts;
mod visit;

use std::num::NonZeroUsize;
use std::sync::Arc;
use std::time::Duration;

use jiff::Timestamp;
use outgoing::untrusted::{Proxy, Untrusted};
use serde::{Deserialize, Serialize};
use tokio::sync::Semaphore;
use tokio::time::Instant;

use self::facts::SiteFacts;
use self::pages::Pages;
use self::parts::Parts;
use self::visit::SiteVisit;
use crate::address::{WebsiteAddress, domain_of};
use crate::error::ReadError;
use crate::keep::{Keep, KeptPage};
use crate::manners::Manners;

pub use self::page_read::PageRead;
pub use self::parts::ReaderSettings;

/// For a whole website, from its turn on.
const SITE_TIME: Duration = Duration::from_secs(30);
/// Pages after the first one.
const MORE_PAGES: usize = 4;

/// How much of a website is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Depth {
    /// The page of the address.
    Page,
    /// With up to four more.
    Site,
}

/// Reads websites.
pub struct WebsiteReader(Parts);

/// A website as it was read: the page of its address first.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SiteRead {
    pub pages: Vec<PageRead>,
    /// What all of it says.
    pub facts: SiteFacts,
}

impl SiteRead {
    /// Why the website was not read at all.
    pub fn error(&self) -> Option<&ReadError> {
        self.pages.first().and_then(|page| page.read.as_ref().err())
    }
}

impl WebsiteReader {
    /// Reads through this client, keeping pages there.
    pub fn new(untrusted: Untrusted, keep: Arc<dyn Keep>, settings: ReaderSettings) -> Self {
        let cores = std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
        Self(Parts {
            untrusted,
            manners: Manners::default(),
            keep,
            settings,
            parsing: Arc::new(Semaphore::new(cores)),
        })
    }

    /// Why a website is not read, whatever it says.
    pub fn refusal(&self, host: &str) -> Option<ReadError> {
        self.0.refusal(host)
    }

    /// Reads a website, with the texts of its pages if they are wanted. `now` is the time that it counts as read at.
    pub async fn read(
        &self,
        address: &WebsiteAddress,
        depth: Depth,
        wants_text: bool,
        proxy: Option<Arc<Proxy>>,
        now: Timestamp,
    ) -> SiteRead {
        let pages = match self.0.refusal(address.url().host_str().unwrap_or_default()) {
            Some(refusal) => vec![PageRead {
                url: address.url().to_string(),
                read: Err(refusal),
            }],
            None => self.pages(address, depth, wants_text, proxy, now).await,
        };
        let host = address.url().host_str().unwrap_or_default();
        let facts = SiteFacts::of(&pages, host, self.0.settings.keeps_personal);
        SiteRead { pages, facts }
    }

    async fn pages(
        &self,
        address: &WebsiteAddress,
        depth: Depth,
        wants_text: bool,
        proxy: Option<Arc<Proxy>>,
        now: Timestamp,
    ) -> Vec<PageRead> {
        let host = address.url().host_str().unwrap_or_default();
        let is_fixed = self.0.untrusted.hosts().has(host);
        let turn = self.0.manners.turn(domain_of(host), is_fixed).await;
        let deadline = Instant::now() + SITE_TIME;
        let mut visit = SiteVisit::new(&self.0, proxy, turn, deadline, wants_text, now);
        let mut home = visit.page(address.url()).await;
        if address.may_be_http() && matches!(home.read, Err(ReadError::Unreachable)) {
            let mut url = address.url().clone();
            let is_set = url.set_scheme("http").is_ok();
            let http = if is_set {
                visit.page(&url).await
            } else {
                home.clone()
            };
            // What this one answers, or why it may not be asked, says more than that the other does not answer.
            if http.read != Err(ReadError::Unreachable) {
                home = http;
            }
        }
        let mut pages = vec![home];
        if depth == Depth::Page {
            return pages;
        }
        let mut next = Pages::new(address.url());
        while pages.len() <= MORE_PAGES {
            if let Some(Ok(last)) = pages.last().map(|page| &page.read) {
                next.found(&last.page);
            }
            let Some(url) = next.take() else {
                break;
            };
            let Some(page) = visit.one_more(&url).await else {
                break;
            };
            // What two links lead to counts once.
            let is_new = |page: &KeptPage| {
                let read = pages.iter().filter_map(|page| page.read.as_ref().ok());
                read.into_iter()
                    .all(|there| there.page.url != page.page.url)
            };
            if page.read.as_ref().map_or(true, is_new) {
                pages.push(page);
            }
        }
        pages
    }
}
