//! People who asked to be removed: websites say nothing of them any more, whoever reads them, now or later.

use std::fmt;

use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;
use store::StoreError;
use store::websites::{RemovedContacts, WebsitePages, WebsiteReads};
use websites::{
    Contacts, Found, Page, PageRead, ReadError, SiteFacts, WebsiteAddress, domain_of, phone_digits,
};

use super::document::{PageDocument, WebsiteDocument};

/// The key under which contacts are remembered, and former ones: what was removed before it was replaced stays removed.
#[derive(Clone)]
pub struct ContactKey {
    current: Hmac<Sha256>,
    former: Vec<Hmac<Sha256>>,
}

impl ContactKey {
    /// From random bytes that are used for nothing else.
    pub fn new(material: &[u8; 32]) -> Self {
        Self {
            current: keyed(material),
            former: Vec::new(),
        }
    }

    /// The same after others.
    #[must_use]
    pub fn after<'a>(mut self, former: impl IntoIterator<Item = &'a [u8; 32]>) -> Self {
        self.former = former.into_iter().map(keyed).collect();
        self
    }

    fn marks(&self, contact: &Contacts) -> impl Iterator<Item = String> {
        let text = contact.text();
        let keys = std::iter::once(&self.current).chain(&self.former);
        keys.map(move |key| {
            let mut mac = key.clone();
            mac.update(text.as_bytes());
            hex::encode(mac.finalize().into_bytes())
        })
    }
}

fn keyed(material: &[u8; 32]) -> Hmac<Sha256> {
    Hmac::new_from_slice(material).expect("HMAC takes keys of any length")
}

impl fmt::Debug for ContactKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ContactKey(…)")
    }
}

/// What a removal changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Removed {
    /// It was not remembered before.
    pub is_new: bool,
    /// What websites said in users' rows, and does not any more.
    pub rows: u64,
    /// Pages that were kept.
    pub pages: u64,
}

/// Removes people, and keeps them removed.
#[derive(Debug, Clone)]
pub struct Removals {
    key: ContactKey,
    remembered: RemovedContacts,
    reads: WebsiteReads,
    pages: WebsitePages,
}

impl Removals {
    /// Over what lies in the database.
    pub const fn new(
        key: ContactKey,
        remembered: RemovedContacts,
        reads: WebsiteReads,
        pages: WebsitePages,
    ) -> Self {
        Self {
            key,
            remembered,
            reads,
            pages,
        }
    }

    /// What a contact is remembered by.
    pub fn mark(&self, contact: &Contacts) -> String {
        self.key.marks(contact).next().unwrap_or_default()
    }

    /// Removes a contact from what all users' websites say, and remembers it. Repeating it completes an interrupted
    /// removal.
    pub async fn remove(&self, contact: &Contacts) -> Result<Removed, StoreError> {
        let mark = self.mark(contact);
        // First of all: what is read meanwhile is without it.
        let is_new = self.remembered.remember(&mark).await?;
        let pages = self
            .pages
            .delete_if(|url, page| mentions(url, page, contact))
            .await?;
        let rows = self
            .reads
            .change_all(|document| without(document, contact))
            .await?;
        Ok(Removed {
            is_new,
            rows,
            pages,
        })
    }

    /// How many contacts are remembered: more than before where one was removed meanwhile.
    pub(super) async fn count(&self) -> Result<i64, StoreError> {
        self.remembered.count().await
    }

    /// Whether a website was removed as a whole.
    pub(super) async fn is_removed(&self, host: &str) -> Result<bool, StoreError> {
        let domain = Contacts::Domain(domain_of(host).to_owned());
        self.any(&[domain]).await.map(|removed| removed[0])
    }

    /// Leaves out of what a website says whoever was removed.
    pub(super) async fn clean(&self, facts: &mut SiteFacts) -> Result<(), StoreError> {
        if self.count().await? == 0 {
            return Ok(());
        }
        let contacts: Vec<Contacts> = contacts_of(facts).collect();
        let removed = self.any(&contacts).await?;
        let removed = contacts.iter().zip(removed).filter(|(_, removed)| *removed);
        for (contact, _) in removed {
            leave_out(facts, contact);
        }
        Ok(())
    }

    /// Leaves out the pages whose text or links name somebody who was removed.
    pub(super) async fn clean_pages(&self, pages: &mut [PageRead]) -> Result<(), StoreError> {
        if self.count().await? == 0 {
            return Ok(());
        }
        for page in pages {
            let Ok(kept) = &page.read else { continue };
            let named = Contacts::all_in(&words_of(&kept.page));
            if self.any(&named).await?.contains(&true) {
                page.read = Err(ReadError::Removed);
            }
        }
        Ok(())
    }

    async fn any(&self, contacts: &[Contacts]) -> Result<Vec<bool>, StoreError> {
        let marks: Vec<Vec<String>> = contacts
            .iter()
            .map(|contact| self.key.marks(contact).collect())
            .collect();
        let all: Vec<String> = marks.iter().flatten().cloned().collect();
        let remembered = self.remembered.among(&all).await?;
        let is_removed = |marks: &Vec<String>| marks.iter().any(|mark| remembered.contains(mark));
        Ok(marks.iter().map(is_removed).collect())
    }
}

/// What a page shows: its text and its links.
fn words_of(page: &Page) -> String {
    let text = page.text.iter().map(|text| text.plain.as_str());
    let links = page.links.iter();
    let links = links.flat_map(|link| [link.url.as_str(), link.text.as_str()]);
    text.chain(links).collect::<Vec<_>>().join("\n")
}

/// The contacts that facts name. An address is removed with its domain, too.
fn contacts_of(facts: &SiteFacts) -> impl Iterator<Item = Contacts> {
    let emails = facts.emails.iter().flat_map(|email| {
        let domain = email.value.rsplit('@').next().unwrap_or_default();
        [
            Contacts::Email(email.value.clone()),
            Contacts::Domain(domain_of(domain).to_owned()),
        ]
    });
    let phones = facts
        .phones
        .iter()
        .map(|phone| Contacts::Phone(phone_digits(&phone.value)));
    emails.chain(phones)
}

/// Whether something found is the contact's.
fn is_theirs(contact: &Contacts, found: &Found) -> bool {
    match contact {
        Contacts::Email(email) => found.value == *email,
        Contacts::Phone(digits) => phone_digits(&found.value) == *digits,
        Contacts::Domain(domain) => {
            let of_email = found.value.rsplit_once('@').map(|(_, host)| host);
            of_email.is_some_and(|host| domain_of(host) == domain)
                || is_of_domain(&found.page, domain)
        }
    }
}

fn is_of_domain(address: &str, domain: &str) -> bool {
    let address = WebsiteAddress::read(address);
    address.is_ok_and(|address| domain_of(address.host()) == domain)
}

fn leave_out(facts: &mut SiteFacts, contact: &Contacts) -> bool {
    let before = facts.clone();
    facts.emails.retain(|found| !is_theirs(contact, found));
    facts.phones.retain(|found| !is_theirs(contact, found));
    facts.technology.retain(|found| !is_theirs(contact, found));
    facts.social.retain(|_, found| !is_theirs(contact, found));
    for slot in [
        &mut facts.hours,
        &mut facts.price_range,
        &mut facts.founding_date,
        &mut facts.employees,
        &mut facts.coordinates,
        &mut facts.locations,
    ] {
        let _theirs = slot.take_if(|found| is_theirs(contact, found));
    }
    *facts != before
}

/// A document without the contact; none if it does not name it.
fn without(document: &str, contact: &Contacts) -> Option<String> {
    let json = |changed: serde_json::Result<String>| changed.ok();
    // A page first: what is left of one without its page would be a website's.
    let Ok(mut page) = serde_json::from_str::<PageDocument>(document) else {
        let mut website: WebsiteDocument = serde_json::from_str(document).ok()?;
        return leave_out(&mut website.facts, contact)
            .then(|| json(serde_json::to_string(&website)))?;
    };
    let in_facts = page
        .facts
        .as_mut()
        .is_some_and(|facts| leave_out(facts, contact));
    // Its text and links may name them in any way: the page is forgotten as a whole.
    let in_page = serde_json::to_string(&page.page)
        .is_ok_and(|text| mentions(&page.page.url, &text, contact));
    if in_page {
        page.page.read = Err(ReadError::Removed);
    }
    (in_facts || in_page).then(|| json(serde_json::to_string(&page)))?
}

/// Whether a page names the contact, in any spelling, or is of its domain.
fn mentions(url: &str, page: &str, contact: &Contacts) -> bool {
    match contact {
        Contacts::Email(email) => page.to_lowercase().contains(email.as_str()),
        Contacts::Domain(domain) => {
            is_of_domain(url, domain) || page.to_lowercase().contains(&format!("@{domain}"))
        }
        Contacts::Phone(digits) => {
            let written: String = page
                .chars()
                .filter(|c| !matches!(c, ' ' | '-' | '.' | '(' | ')' | '\u{a0}'))
                .collect();
            written.contains(digits.as_str())
        }
    }
}
