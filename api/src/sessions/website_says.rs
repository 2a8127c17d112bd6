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
        let mut says: Option<Self> = None;
        for read in reads {
            let Ok(document) = serde_json::from_str::<WebsiteDocument>(&read.document) else {
                continue;
            };
            let wants = wants_of(&read.wants);
            if wants.is_empty() {
                continue;
            }
            let facts = narrowed(&document.facts, &wants);
            match &mut says {
                None => {
                    says = Some(Self {
                        facts,
                        wants,
                        read_at: Timestamp::from_microsecond(read.read_at).unwrap_or_default(),
                        error: document.error,
                    });
                }
                Some(says) => says.add(&facts, &wants),
            }
        }
        says
    }

    /// Adds what was wanted earlier, and not since.
    fn add(&mut self, earlier: &SiteFacts, wants: &[Want]) {
        for want in wants.iter().filter(|want| !self.wants.contains(want)) {
            match want {
                Want::Email => {
                    self.facts.emails.clone_from(&earlier.emails);
                    self.facts.no_mailings.clone_from(&earlier.no_mailings);
                }
                Want::Phone => self.facts.phones.clone_from(&earlier.phones),
                Want::Social => self.facts.social.clone_from(&earlier.social),
                Want::Hours => self.facts.hours.clone_from(&earlier.hours),
                Want::Technology => self.facts.technology.clone_from(&earlier.technology),
            }
        }
        let former = wants
            .iter()
            .filter(|want| !self.wants.contains(want))
            .copied();
        let former: Vec<Want> = former.collect();
        self.wants.extend(former);
    }

    /// The day on which it was read.
    pub(super) fn day(&self) -> String {
        self.read_at.strftime("%Y-%m-%d").to_string()
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
