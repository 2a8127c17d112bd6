//! What websites say of businesses, added to their rows for the user who had them read. It is never part of a stored
//! row: a saved company leaves it out, and it is looked up wherever rows are shown.

use std::collections::BTreeMap;

use commands::websites::{WebsiteDocument, narrowed, wants_of};
use domain::scrape_job::Want;
use jiff::Timestamp;
use places::Place;
use serde::Serialize;
use store::websites::ShownWebsite;
use utoipa::ToSchema;
use websites::{Found, ReadError, SiteFacts, phone_digits};

/// What the owner of an e-mail address may do, and what who writes to it must do.
pub(crate) const SENDERS_DUTIES: &str = "Public business contacts. You are the sender: say who you are, give a postal address, honour opt-outs (CAN-SPAM); check do-not-call lists before phoning.";

/// What a website says, of all that its user wanted to know so far.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct WebsiteSays {
    pub(crate) facts: SiteFacts,
    /// What was wanted.
    wants: Vec<Want>,
    read_at: Timestamp,
    /// Why it was not read.
    error: Option<ReadError>,
}

/// A value that a website says, with its source.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct WebsiteValue {
    value: String,
    /// How it was found.
    #[schema(example = "openingHours")]
    by: String,
    /// The page that says it.
    page: String,
    /// When it was read (UTC).
    read_at: String,
}

/// What a business's website says of it.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct WebsiteBody {
    /// When it was read (UTC).
    read_at: String,
    /// What was wanted to know: `email`, `phone`, `social`, `hours`, `technology`.
    wants: Vec<String>,
    /// Why it was not read; absent if it was.
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
    /// The page that says that its addresses are not for mailings.
    #[serde(skip_serializing_if = "Option::is_none")]
    no_mailings: Option<String>,
    emails: Vec<WebsiteValue>,
    phones: Vec<WebsiteValue>,
    /// By network.
    social: BTreeMap<String, WebsiteValue>,
    technology: Vec<WebsiteValue>,
    /// As OpenStreetMap writes them.
    #[serde(skip_serializing_if = "Option::is_none")]
    hours: Option<WebsiteValue>,
    #[serde(skip_serializing_if = "Option::is_none")]
    price_range: Option<WebsiteValue>,
    #[serde(skip_serializing_if = "Option::is_none")]
    founding_date: Option<WebsiteValue>,
    #[serde(skip_serializing_if = "Option::is_none")]
    employees: Option<WebsiteValue>,
    #[serde(skip_serializing_if = "Option::is_none")]
    locations: Option<WebsiteValue>,
    /// Latitude and longitude.
    #[serde(skip_serializing_if = "Option::is_none")]
    coordinates: Option<WebsiteValue>,
}

impl From<&Found> for WebsiteValue {
    fn from(found: &Found) -> Self {
        Self {
            value: found.value.clone(),
            by: found.by.clone(),
            page: found.page.clone(),
            read_at: found.read_at.to_string(),
        }
    }
}

impl WebsiteBody {
    pub(crate) fn of(says: &WebsiteSays) -> Self {
        let wants = says
            .wants
            .iter()
            .map(|want| want.as_str().to_owned())
            .collect();
        Self {
            wants,
            error: says.error.as_ref().map(ToString::to_string),
            ..Self::of_facts(&says.facts, says.read_at)
        }
    }

    /// Facts that were wanted as a whole.
    pub(crate) fn of_facts(facts: &SiteFacts, read_at: Timestamp) -> Self {
        let all = |list: &[Found]| list.iter().map(WebsiteValue::from).collect();
        let one = |slot: &Option<Found>| slot.as_ref().map(WebsiteValue::from);
        let social = facts.social.iter();
        Self {
            read_at: read_at.to_string(),
            wants: Vec::new(),
            error: None,
            no_mailings: facts.no_mailings.clone(),
            emails: all(&facts.emails),
            phones: all(&facts.phones),
            social: social
                .map(|(network, page)| (network.clone(), page.into()))
                .collect(),
            technology: all(&facts.technology),
            hours: one(&facts.hours),
            price_range: one(&facts.price_range),
            founding_date: one(&facts.founding_date),
            employees: one(&facts.employees),
            locations: one(&facts.locations),
            coordinates: one(&facts.coordinates),
        }
    }
}

impl WebsiteSays {
    /// What was read of a website, the newest first. None if all of it was forgotten.
    pub(super) fn of<'r>(reads: impl IntoIterator<Item = &'r ShownWebsite>) -> Option<Self> {
        let mut all: Vec<Self> = reads.into_iter().filter_map(Self::of_one).collect();
        // That it could not be read again takes nothing back.
        if all.iter().any(|says| says.error.is_none()) {
            all.retain(|says| says.error.is_none());
        }
        all.into_iter().reduce(|mut newest, earlier| {
            newest.add(earlier);
            newest
        })
    }

    fn of_one(read: &ShownWebsite) -> Option<Self> {
        let document: WebsiteDocument = serde_json::from_str(&read.document).ok()?;
        let wants = wants_of(&read.wants);
        (!wants.is_empty()).then(|| Self {
            facts: narrowed(&document.facts, &wants),
            wants,
            read_at: Timestamp::from_microsecond(read.read_at).unwrap_or_default(),
            error: document.error,
        })
    }

    /// Adds what an earlier reading found and this one did not: it was paid, and not every reading reaches every page.
    fn add(&mut self, earlier: Self) {
        let (facts, former) = (&mut self.facts, earlier.facts);
        if facts.emails.is_empty() && facts.no_mailings.is_none() {
            facts.emails = former.emails;
            facts.no_mailings = former.no_mailings;
        }
        if facts.phones.is_empty() {
            facts.phones = former.phones;
        }
        for (network, page) in former.social {
            facts.social.entry(network).or_insert(page);
        }
        if facts.technology.is_empty() {
            facts.technology = former.technology;
        }
        for (slot, earlier) in [
            (&mut facts.hours, former.hours),
            (&mut facts.price_range, former.price_range),
            (&mut facts.founding_date, former.founding_date),
            (&mut facts.employees, former.employees),
            (&mut facts.coordinates, former.coordinates),
            (&mut facts.locations, former.locations),
        ] {
            if slot.is_none() {
                *slot = earlier;
            }
        }
        for want in earlier.wants {
            if !self.wants.contains(&want) {
                self.wants.push(want);
            }
        }
    }

    /// Whether it was read at all.
    pub(crate) const fn is_read(&self) -> bool {
        self.error.is_none()
    }

    /// The day on which it was read.
    pub(super) fn day(&self) -> Option<String> {
        self.is_read()
            .then(|| self.read_at.strftime("%Y-%m-%d").to_string())
    }

    /// The pages that say what a row has from here.
    pub(super) fn sources(&self) -> Option<String> {
        let facts = &self.facts;
        let lists = [
            ("email", &facts.emails),
            ("phone", &facts.phones),
            ("technology", &facts.technology),
        ];
        let lists = lists
            .into_iter()
            .filter_map(|(name, list)| Some((name, list.first()?)));
        let once = [
            ("hours", &facts.hours),
            ("price range", &facts.price_range),
            ("founding date", &facts.founding_date),
            ("locations", &facts.locations),
        ];
        let once = once
            .into_iter()
            .filter_map(|(name, slot)| Some((name, slot.as_ref()?)));
        let social = facts.social.values().next().map(|page| ("social", page));
        let all = lists.chain(once).chain(social);
        let texts: Vec<String> = all
            .map(|(name, found)| format!("{name}: {}", found.page))
            .collect();
        (!texts.is_empty()).then(|| texts.join("; "))
    }

    /// Fills what the listing lacks. What both say, and differently, stands in the listing's words.
    pub(super) fn fill(&self, place: &mut Place) {
        let facts = &self.facts;
        for email in &facts.emails {
            let is_there = place
                .emails
                .iter()
                .any(|there| there.eq_ignore_ascii_case(&email.value));
            if !is_there {
                place.emails.push(email.value.clone());
            }
        }
        for phone in &facts.phones {
            let digits = phone_digits(&phone.value);
            let mut known = place.phone.iter().chain(&place.additional_phones);
            if known.any(|there| phone_digits(there) == digits) {
                continue;
            }
            match &place.phone {
                None => place.phone = Some(phone.value.clone()),
                Some(_) => place.additional_phones.push(phone.value.clone()),
            }
        }
        for (network, page) in &facts.social {
            let page = || page.value.clone();
            place
                .social_links
                .entry(network.clone())
                .or_insert_with(page);
        }
        for product in &facts.technology {
            let is_there = place
                .technology_stack
                .iter()
                .any(|there| there.eq_ignore_ascii_case(&product.value));
            if !is_there {
                place.technology_stack.push(product.value.clone());
            }
        }
        let value = |slot: &Option<Found>| slot.as_ref().map(|found| found.value.clone());
        let or = |there: &mut Option<String>, slot: &Option<Found>| {
            if there.is_none() {
                *there = value(slot);
            }
        };
        or(&mut place.opening_hours, &facts.hours);
        or(&mut place.price_range, &facts.price_range);
        or(&mut place.founding_date, &facts.founding_date);
        if place.location_count.is_none() {
            place.location_count = value(&facts.locations).and_then(|number| number.parse().ok());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(value: &str) -> Found {
        Found {
            value: value.to_owned(),
            by: "text".to_owned(),
            page: "https://shop.example/".to_owned(),
            read_at: Timestamp::UNIX_EPOCH,
        }
    }

    fn read(wants: &str, facts: SiteFacts, error: Option<ReadError>) -> ShownWebsite {
        let document = WebsiteDocument {
            facts,
            error,
            news: Vec::new(),
        };
        ShownWebsite {
            website: "shop.example".to_owned(),
            wants: wants.to_owned(),
            read_at: 0,
            document: serde_json::to_string(&document).unwrap(),
        }
    }

    fn says_email() -> ShownWebsite {
        let facts = SiteFacts {
            emails: vec![found("info@shop.example")],
            price_range: Some(found("$$")),
            ..SiteFacts::default()
        };
        read("email", facts, None)
    }

    #[test]
    fn a_reading_that_failed_takes_nothing_back() {
        let refused = read(
            "email,phone",
            SiteFacts::default(),
            Some(ReadError::Refused),
        );
        let says = WebsiteSays::of([&refused, &says_email()]).unwrap();
        assert_eq!(says.facts.emails, [found("info@shop.example")]);
        assert!(says.is_read() && says.day().is_some());
        assert_eq!(says.wants, [Want::Email], "phones were never looked for");
        let says = WebsiteSays::of([&refused]).unwrap();
        assert_eq!((says.is_read(), says.day()), (false, None));
    }

    #[test]
    fn what_a_later_reading_did_not_reach_stays_unless_the_owner_refuses() {
        let phone = SiteFacts {
            phones: vec![found("(541) 555-0101")],
            ..SiteFacts::default()
        };
        let later = read("email,phone", phone, None);
        let says = WebsiteSays::of([&later, &says_email()]).unwrap();
        assert_eq!((says.facts.emails.len(), says.facts.phones.len()), (1, 1));
        assert_eq!(says.facts.price_range, Some(found("$$")));
        let refusal = SiteFacts {
            no_mailings: Some("https://shop.example/legal".to_owned()),
            ..SiteFacts::default()
        };
        let says = WebsiteSays::of([&read("email", refusal, None), &says_email()]).unwrap();
        assert_eq!(says.facts.emails, []);
    }
}
