//! Reading a website for a user.

use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use domain::ids::UserId;
use outgoing::CallError;
use outgoing::untrusted::{Hosts, Proxy, Resolver, Untrusted, UntrustedLimits};
use store::StoreError;
use store::websites::WebsitePages;
use url::Url;
use websites::{
    Depth, PageRead, ReadError, ReaderSettings, SiteFacts, SiteRead, WebsiteAddress, WebsiteReader,
};

use super::contacts::Removals;
use super::document::never_read_facts;
use super::keep::StoredPages;
use super::proxies::Proxies;
use crate::clock::Clock;

/// The program's name in robots.txt and in the `User-Agent`.
const AGENT: &str = "DemandAtlas";
/// For a page.
const PAGE_TIME: Duration = Duration::from_secs(10);
/// For a page, in bytes.
const PAGE_BYTES: u64 = 2 << 20;

/// How websites are read.
#[derive(Debug, Clone, Default)]
pub struct WebsiteSettings {
    /// How a website's owner reaches the operator: an address of e-mail or of a page. Without one nothing is read.
    pub contact: Option<String>,
    /// Domains that are not read.
    pub denied: Vec<String>,
    /// Whether addresses of people and free mailboxes are kept.
    pub keeps_personal: bool,
    /// Whether the ports 8080 and 8443 are called, too.
    pub other_ports: bool,
    /// Names whose addresses are fixed.
    pub hosts: Hosts,
    /// The page that proxies are tested with.
    pub proxy_test_page: Option<Url>,
}

impl WebsiteSettings {
    /// The client that websites are called with; none if nothing is read.
    pub fn untrusted(&self, resolver: Arc<dyn Resolver>) -> Result<Option<Untrusted>, CallError> {
        let Some(contact) = &self.contact else {
            return Ok(None);
        };
        let scheme = if contact.contains('@') && !contact.contains(':') {
            "mailto:"
        } else {
            ""
        };
        let agent = format!("{} (+{scheme}{contact})", outgoing::USER_AGENT);
        let limits = UntrustedLimits {
            total: PAGE_TIME,
            bytes: PAGE_BYTES,
        };
        let untrusted = Untrusted::new(&agent, "websites", limits, resolver)?;
        Ok(Some(untrusted.with(self.hosts.clone(), self.other_ports)))
    }
}

/// Reads websites for users.
#[async_trait]
pub trait WebsiteSource: Send + Sync {
    /// Is reading on?
    fn is_on(&self) -> bool;

    /// A website as it is for this user: through their proxy, without whoever was removed.
    async fn read(
        &self,
        user: &UserId,
        address: &WebsiteAddress,
        depth: Depth,
        wants_text: bool,
    ) -> Result<SiteRead, StoreError>;

    /// How many people and websites were removed so far. What was read while it rises may still name one.
    async fn removed(&self) -> Result<i64, StoreError>;
}

/// Reads websites for users, through their proxies.
#[derive(Clone)]
pub struct Websites {
    reader: Option<Arc<WebsiteReader>>,
    proxies: Proxies,
    removals: Removals,
    clock: Arc<dyn Clock>,
}

impl Websites {
    /// With the client of [`WebsiteSettings::untrusted`].
    pub fn new(
        settings: &WebsiteSettings,
        untrusted: Option<Untrusted>,
        pages: WebsitePages,
        proxies: Proxies,
        removals: Removals,
        clock: Arc<dyn Clock>,
    ) -> Self {
        let reader = untrusted.map(|untrusted| {
            let settings = ReaderSettings {
                agent: AGENT.to_owned(),
                denied: settings.denied.clone(),
                keeps_personal: settings.keeps_personal,
            };
            Arc::new(WebsiteReader::new(
                untrusted,
                Arc::new(StoredPages(pages)),
                settings,
            ))
        });
        Self {
            reader,
            proxies,
            removals,
            clock,
        }
    }

    /// Why an address is not read, whatever it says.
    pub fn refusal(&self, address: &WebsiteAddress) -> Option<ReadError> {
        let host = address.url().host_str().unwrap_or_default();
        self.reader.as_ref()?.refusal(host)
    }

    async fn asked(
        &self,
        reader: &WebsiteReader,
        address: &WebsiteAddress,
        depth: Depth,
        wants_text: bool,
        proxy: Option<Arc<Proxy>>,
    ) -> Result<SiteRead, StoreError> {
        let host = address.url().host_str().unwrap_or_default();
        if self.removals.is_removed(host).await? {
            return Ok(unread(address, ReadError::Removed, SiteFacts::default()));
        }
        let now = self.clock.now();
        if let Some(refusal @ ReadError::Never(_)) = reader.refusal(host) {
            return Ok(unread(address, refusal, never_read_facts(address, now)));
        }
        let mut site = reader.read(address, depth, wants_text, proxy, now).await;
        self.removals.clean(&mut site.facts).await?;
        self.removals.clean_pages(&mut site.pages).await?;
        Ok(site)
    }
}

fn unread(address: &WebsiteAddress, why: ReadError, facts: SiteFacts) -> SiteRead {
    SiteRead {
        pages: vec![PageRead {
            url: address.url().to_string(),
            read: Err(why),
        }],
        facts,
    }
}

#[async_trait]
impl WebsiteSource for Websites {
    fn is_on(&self) -> bool {
        self.reader.is_some()
    }

    async fn read(
        &self,
        user: &UserId,
        address: &WebsiteAddress,
        depth: Depth,
        wants_text: bool,
    ) -> Result<SiteRead, StoreError> {
        let Some(reader) = &self.reader else {
            return Ok(unread(
                address,
                ReadError::Unreachable,
                SiteFacts::default(),
            ));
        };
        let proxy = self.proxies.find(user).await?;
        self.asked(reader, address, depth, wants_text, proxy).await
    }

    async fn removed(&self) -> Result<i64, StoreError> {
        self.removals.count().await
    }
}
