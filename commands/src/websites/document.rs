//! What is stored of a website that was read.

use std::collections::BTreeSet;

use domain::scrape_job::Want;
use jiff::{SignedDuration, Timestamp};
use places::Place;
use serde::{Deserialize, Serialize};
use store::websites::ShownWebsite;
use websites::{Found, PageRead, ReadError, SiteFacts, WebsiteAddress, network_of, phone_digits};

/// A website that was read is not paid again within this time.
const PAID_FOR: SignedDuration = SignedDuration::from_hours(30 * 24);

/// A website of a business.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct WebsiteDocument {
    pub facts: SiteFacts,
    /// Why it was not read.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<ReadError>,
    /// What was wanted and is new: it was paid.
    #[serde(default)]
    pub news: Vec<Want>,
}

/// A page of an address.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PageDocument {
    pub page: PageRead,
    /// What all pages together say, with the first one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub facts: Option<SiteFacts>,
    /// It was paid.
    #[serde(default)]
    pub paid: bool,
}

/// What a listing says of a business: that is no news.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct Listed {
    emails: BTreeSet<String>,
    /// Their digits.
    phones: BTreeSet<String>,
    networks: BTreeSet<String>,
    hours: bool,
    technology: BTreeSet<String>,
}

impl Listed {
    /// Of a row.
    pub(super) fn of_place(place: &Place) -> Self {
        let phones = place.phone.iter().chain(&place.additional_phones);
        Self {
            emails: place
                .emails
                .iter()
                .map(|email| email.to_lowercase())
                .collect(),
            phones: phones.map(|phone| phone_digits(phone)).collect(),
            networks: place.social_links.keys().cloned().collect(),
            hours: place.opening_hours.is_some(),
            technology: place
                .technology_stack
                .iter()
                .map(|name| name.to_lowercase())
                .collect(),
        }
    }

    /// Adds what a website said earlier.
    fn add(&mut self, facts: &SiteFacts) {
        self.emails
            .extend(facts.emails.iter().map(|email| email.value.clone()));
        self.phones
            .extend(facts.phones.iter().map(|phone| phone_digits(&phone.value)));
        self.networks.extend(facts.social.keys().cloned());
        self.hours |= facts.hours.is_some();
        self.technology.extend(
            facts
                .technology
                .iter()
                .map(|product| product.value.to_lowercase()),
        );
    }

    /// Whether a website says something wanted that is not known.
    fn lacks(&self, facts: &SiteFacts, want: Want) -> bool {
        let lacks = |known: &BTreeSet<String>, found: &[Found], key: fn(&str) -> String| {
            found.iter().any(|one| !known.contains(&key(&one.value)))
        };
        match want {
            Want::Email => lacks(&self.emails, &facts.emails, str::to_lowercase),
            Want::Phone => lacks(&self.phones, &facts.phones, phone_digits),
            Want::Social => facts
                .social
                .keys()
                .any(|network| !self.networks.contains(network)),
            Want::Hours => !self.hours && facts.hours.is_some(),
            Want::Technology => lacks(&self.technology, &facts.technology, str::to_lowercase),
        }
    }
}

impl WebsiteDocument {
    /// Judges what a website says: which of the wanted things are news to the user, who had it read `earlier`.
    pub(crate) fn judged(
        facts: &SiteFacts,
        error: Option<ReadError>,
        wants: &[Want],
        listed: &str,
        earlier: &[ShownWebsite],
        now: Timestamp,
    ) -> Self {
        let mut known: Listed = serde_json::from_str(listed).unwrap_or_default();
        let mut paid = BTreeSet::new();
        for former in earlier {
            let wants = wants_of(&former.wants);
            let was_paid = match serde_json::from_str::<Self>(&former.document) {
                Ok(document) => {
                    known.add(&narrowed(&document.facts, &wants));
                    document.news
                }
                // Forgotten: what was paid stands in their place.
                Err(_) => wants,
            };
            let read_at = Timestamp::from_microsecond(former.read_at).unwrap_or_default();
            if now.duration_since(read_at) < PAID_FOR {
                paid.extend(was_paid.into_iter().map(Want::as_str));
            }
        }
        let is_news = |want: &&Want| !paid.contains(want.as_str()) && known.lacks(facts, **want);
        // A profile elsewhere is shown and costs nothing: it was not read.
        let is_read = !matches!(error, Some(ReadError::Never(_)));
        let news = wants.iter().filter(|want| is_read && is_news(want));
        let news = news.copied().collect();
        Self {
            // What nobody wanted is not kept, nor is it paid.
            facts: narrowed(facts, wants),
            error,
            news,
        }
    }
}

/// What somebody who wants these things is shown of facts.
pub fn narrowed(facts: &SiteFacts, wants: &[Want]) -> SiteFacts {
    let mut facts = facts.clone();
    if !wants.contains(&Want::Email) {
        facts.emails.clear();
        facts.no_mailings = None;
        facts.left_out = 0;
    }
    if !wants.contains(&Want::Phone) {
        facts.phones.clear();
    }
    if !wants.contains(&Want::Social) {
        facts.social.clear();
    }
    if !wants.contains(&Want::Hours) {
        facts.hours = None;
    }
    if !wants.contains(&Want::Technology) {
        facts.technology.clear();
    }
    facts
}

/// What was paid of a document that is to be forgotten, as it is stored.
pub(crate) fn paid_of(document: &str) -> String {
    let document = serde_json::from_str::<WebsiteDocument>(document);
    wants_text(&document.unwrap_or_default().news)
}

/// What was wanted, as it is stored.
pub(super) fn wants_text(wants: &[Want]) -> String {
    wants
        .iter()
        .map(|want| want.as_str())
        .collect::<Vec<_>>()
        .join(",")
}

/// What was wanted, from what is stored.
pub fn wants_of(text: &str) -> Vec<Want> {
    text.split(',').filter_map(Want::from_text).collect()
}

/// What is known of a website that is never read: it is a profile of the business, or nothing.
pub(crate) fn never_read_facts(address: &WebsiteAddress, now: Timestamp) -> SiteFacts {
    let url = address.url();
    let mut facts = SiteFacts::default();
    if let Some(network) = network_of(url) {
        let found = Found {
            value: url.to_string(),
            by: "website of the listing".to_owned(),
            page: url.to_string(),
            read_at: now,
        };
        facts.social.insert(network.to_owned(), found);
    }
    facts
}
