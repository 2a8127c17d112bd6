//! What a website says, all its pages together.

use std::collections::{BTreeMap, BTreeSet};

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use url::Url;

use super::page_read::PageRead;
use crate::address::domain_of;
use crate::contacts::{EmailKind, phone_digits};
use crate::keep::KeptPage;
use crate::page::{How, Mention};
use crate::social;

/// A value with its source.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Found {
    pub value: String,
    /// How it was found, as in `openingHours`.
    pub by: String,
    /// The page that says it.
    pub page: String,
    pub read_at: Timestamp,
}

/// What a website says of its business.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct SiteFacts {
    pub emails: Vec<Found>,
    pub phones: Vec<Found>,
    /// By network.
    pub social: BTreeMap<String, Found>,
    pub hours: Option<Found>,
    pub technology: Vec<Found>,
    pub price_range: Option<Found>,
    pub founding_date: Option<Found>,
    pub employees: Option<Found>,
    pub coordinates: Option<Found>,
    /// The number of locations, if it names more than one.
    pub locations: Option<Found>,
    /// The page that says that its addresses are not for mailings: then no address is kept.
    pub no_mailings: Option<String>,
    /// How many addresses of people, and free mailboxes, were left out of a page: of the one with the most. They are not
    /// kept, so that nobody knows whether those of two pages are the same.
    pub left_out: u32,
}

/// Pages with more numbers than this list those of others.
const MOST_PHONES: usize = 6;

impl SiteFacts {
    /// Of pages of the website of this host. Addresses of people and free mailboxes are left out unless they are wanted.
    pub fn of(pages: &[PageRead], host: &str, keeps_personal: bool) -> Self {
        let pages: Vec<&KeptPage> = pages
            .iter()
            .filter_map(|page| page.read.as_ref().ok())
            .collect();
        let mut facts = Self {
            hours: hours(&pages),
            price_range: once(&pages, |page| page.page.said.price_range.as_ref()),
            founding_date: once(&pages, |page| page.page.said.founding_date.as_ref()),
            employees: once(&pages, |page| page.page.said.employees.as_ref()),
            coordinates: once(&pages, |page| page.page.said.coordinates.as_ref()),
            technology: all(&pages, |page| &page.page.said.technology),
            phones: phones(&pages),
            social: profiles(&pages, host),
            locations: locations(&pages),
            ..Self::default()
        };
        facts.keep_emails(&pages, host, keeps_personal);
        facts
    }

    fn keep_emails(&mut self, pages: &[&KeptPage], host: &str, keeps_personal: bool) {
        let refuses = pages.iter().find(|page| page.page.said.no_mailings);
        self.no_mailings = refuses.map(|page| page.page.url.clone());
        if self.no_mailings.is_some() {
            return;
        }
        self.emails = all(pages, |page| &page.page.said.emails);
        // Pages may have been kept under other settings.
        self.emails
            .retain(|email| EmailKind::of(&email.value, host).is_shown(keeps_personal));
        let left_out = pages.iter().map(|page| page.page.said.left_out);
        self.left_out = left_out.max().unwrap_or_default();
    }

    /// Whether it says nothing at all.
    pub fn is_empty(&self) -> bool {
        let lists = self.emails.is_empty()
            && self.phones.is_empty()
            && self.social.is_empty()
            && self.technology.is_empty();
        let once = [
            &self.hours,
            &self.price_range,
            &self.founding_date,
            &self.employees,
            &self.coordinates,
            &self.locations,
        ];
        lists && once.into_iter().all(Option::is_none)
    }
}

fn found(mention: &Mention, page: &KeptPage) -> Found {
    Found {
        value: mention.value.clone(),
        by: mention.by.clone(),
        page: page.page.url.clone(),
        read_at: page.read_at,
    }
}

/// Each value once, as the surest of its mentions has it, in the order of the pages.
fn all<'p>(pages: &[&'p KeptPage], list: impl Fn(&'p KeptPage) -> &'p Vec<Mention>) -> Vec<Found> {
    let mut kept: Vec<(&Mention, &KeptPage)> = Vec::new();
    for page in pages {
        for mention in list(page) {
            match kept
                .iter_mut()
                .find(|(there, _)| there.value.eq_ignore_ascii_case(&mention.value))
            {
                Some(there) if mention.how < there.0.how => *there = (mention, page),
                Some(_) => {}
                None => kept.push((mention, page)),
            }
        }
    }
    kept.into_iter()
        .map(|(mention, page)| found(mention, page))
        .collect()
}

/// The first page's.
fn once<'p>(
    pages: &[&'p KeptPage],
    of: impl Fn(&'p KeptPage) -> Option<&'p Mention>,
) -> Option<Found> {
    pages
        .iter()
        .find_map(|page| of(page).map(|mention| found(mention, page)))
}

/// The hours that all pages agree on. Locations with hours of their own have none in common.
fn hours(pages: &[&KeptPage]) -> Option<Found> {
    let mut hours = all(pages, |page| &page.page.said.hours).into_iter();
    let first = hours.next()?;
    hours.next().is_none().then_some(first)
}

fn phones(pages: &[&KeptPage]) -> Vec<Found> {
    let mut taken: Vec<(Mention, &KeptPage)> = Vec::new();
    for page in pages {
        let said = &page.page.said.phones;
        let loose: BTreeSet<String> = said
            .iter()
            .filter(|phone| matches!(phone.how, How::Link | How::Text))
            .map(|phone| phone_digits(&phone.value))
            .collect();
        for phone in said {
            let is_loose = matches!(phone.how, How::Link | How::Text);
            if is_loose && loose.len() > MOST_PHONES {
                continue;
            }
            match taken
                .iter_mut()
                .find(|(there, _)| there.value == phone.value)
            {
                Some(there) if phone.how < there.0.how => *there = (phone.clone(), page),
                Some(_) => {}
                None => taken.push((phone.clone(), page)),
            }
        }
    }
    taken
        .iter()
        .map(|(mention, page)| found(mention, page))
        .collect()
}

/// One profile a network: what structured data says, else what is linked; of several, the one that is called like the
/// website, else none.
fn profiles(pages: &[&KeptPage], host: &str) -> BTreeMap<String, Found> {
    let mut of: BTreeMap<&'static str, Vec<(Url, &Mention, &KeptPage)>> = BTreeMap::new();
    for page in pages {
        for mention in &page.page.said.social {
            let Ok(url) = Url::parse(&mention.value) else {
                continue;
            };
            if let Some(network) = social::network_of(&url) {
                of.entry(network).or_default().push((url, mention, page));
            }
        }
    }
    let name: String = domain_of(host)
        .split('.')
        .next()
        .unwrap_or_default()
        .replace('-', "");
    let chosen = of.into_iter().filter_map(|(network, mut profiles)| {
        // A number may be a person's: a page with a name goes before it.
        let has_name = |(url, ..): &(Url, &Mention, &KeptPage)| url.query().is_none();
        if profiles.iter().any(has_name) {
            profiles.retain(has_name);
        }
        let surest = profiles.iter().map(|(_, mention, _)| mention.how).min()?;
        let sure = profiles
            .iter()
            .filter(|(_, mention, _)| mention.how == surest || surest > How::Structured);
        let sure: Vec<_> = sure.collect();
        let handles: BTreeSet<String> = sure.iter().map(|(url, ..)| social::handle(url)).collect();
        let (_, mention, page) = match handles.len() {
            1 => sure.first()?,
            _ => {
                let alike = |url: &Url| {
                    let plain: String = social::handle(url)
                        .chars()
                        .filter(char::is_ascii_alphanumeric)
                        .collect();
                    is_alike(&plain, &name)
                };
                let mut ours = sure.iter().filter(|(url, ..)| alike(url));
                let first = ours.next()?;
                let is_only = ours.all(|(url, ..)| social::handle(url) == social::handle(&first.0));
                is_only.then_some(first)?
            }
        };
        Some((network.to_owned(), found(mention, page)))
    });
    chosen.collect()
}

/// Whether a handle and the name of a domain are about the same.
fn is_alike(handle: &str, name: &str) -> bool {
    const LEAST: usize = 5;
    let (short, long) = if handle.len() < name.len() {
        (handle, name)
    } else {
        (name, handle)
    };
    let begins = short.len() >= LEAST && long.contains(short);
    let shared = handle
        .chars()
        .zip(name.chars())
        .take_while(|(one, other)| one == other)
        .count();
    begins || shared >= LEAST + 2
}

fn locations(pages: &[&KeptPage]) -> Option<Found> {
    let page = pages.iter().max_by_key(|page| page.page.said.locations)?;
    let number = page.page.said.locations;
    (number > 1).then(|| Found {
        value: number.to_string(),
        by: "address".to_owned(),
        page: page.page.url.clone(),
        read_at: page.read_at,
    })
}
