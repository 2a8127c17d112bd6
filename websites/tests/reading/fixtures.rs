//! The labelled websites of `tests/sites`, read over HTTP: how much of what they say is found, and how much of what is
//! found they say.

use std::collections::{BTreeMap, BTreeSet};

use crate::support::{Labels, Site, fixtures, reader, serve};
use websites::{Depth, Hours, SiteFacts, WebsiteAddress, phone_digits};

/// Products that the labels name where they are used.
const LABELLED: [&str; 21] = [
    "WordPress",
    "Shopify",
    "Squarespace",
    "Wix",
    "Webflow",
    "Square",
    "Toast",
    "OpenTable",
    "Stripe",
    "Google Analytics",
    "Meta Pixel",
    "HubSpot",
    "Mailchimp",
    "Drupal",
    "Joomla",
    "GoDaddy",
    "Google Tag Manager",
    "WooCommerce",
    "Elementor",
    "Calendly",
    "Klaviyo",
];

/// Found and labelled values of a kind.
#[derive(Default)]
struct Count {
    right: usize,
    wrong: Vec<String>,
    missed: Vec<String>,
}

impl Count {
    fn add(&mut self, host: &str, found: &BTreeSet<String>, wanted: &BTreeSet<String>) {
        self.right += found.intersection(wanted).count();
        let more = found.difference(wanted);
        self.wrong
            .extend(more.map(|value| format!("{host}: {value}")));
        self.missed.extend(
            wanted
                .difference(found)
                .map(|value| format!("{host}: {value}")),
        );
    }

    fn precision(&self) -> f64 {
        self.right as f64 / (self.right + self.wrong.len()).max(1) as f64
    }

    fn recall(&self) -> f64 {
        self.right as f64 / (self.right + self.missed.len()).max(1) as f64
    }
}

fn emails(facts: &SiteFacts) -> BTreeSet<String> {
    facts
        .emails
        .iter()
        .map(|email| email.value.clone())
        .collect()
}

fn phones(facts: &SiteFacts) -> BTreeSet<String> {
    facts
        .phones
        .iter()
        .map(|phone| phone_digits(&phone.value))
        .collect()
}

/// `Mo 09:00-17:00` and so on, each day on its own.
fn hours(facts: &SiteFacts) -> BTreeSet<String> {
    const DAYS: [&str; 7] = ["Mo", "Tu", "We", "Th", "Fr", "Sa", "Su"];
    let Some(hours) = &facts.hours else {
        return BTreeSet::new();
    };
    let hours = Hours::read(&hours.value).expect("what we write we can read");
    let days = DAYS.iter().enumerate();
    days.flat_map(|(at, day)| {
        hours
            .day(at)
            .into_iter()
            .map(move |span| format!("{day} {span}"))
    })
    .collect()
}

fn social(facts: &SiteFacts) -> BTreeSet<String> {
    let profiles = facts.social.iter();
    profiles
        .map(|(network, page)| format!("{network} {}", same_page(&page.value)))
        .collect()
}

/// An address without what does not tell pages apart.
fn same_page(url: &str) -> String {
    let url = url
        .split_once("//")
        .map_or(url, |(_, rest)| rest)
        .to_lowercase();
    let url = url.replace("twitter.com", "x.com");
    let url = match url.contains("profile.php") {
        true => url.as_str(),
        false => url.split(['?', '#']).next().unwrap_or_default(),
    };
    url.trim_start_matches("www.")
        .trim_end_matches('/')
        .to_owned()
}

/// Where addresses stand that are not taken.
const HIDDEN: [&str; 9] = [
    "script",
    "written_out",
    "cfemail",
    "entity",
    "percent",
    "comment",
    "person_node",
    "hidden",
    "noscript",
];

/// The last minute of a day is its end.
fn to_midnight(span: &str) -> String {
    span.replace("-23:59", "-24:00").replace("-00:00", "-24:00")
}

/// What the rules of the reader take of what is labelled.
fn wanted(labels: &Labels) -> [BTreeSet<String>; 4] {
    const TAKEN: [&str; 6] = ["jsonld", "microdata", "meta", "mailto", "tel", "text"];
    let is_taken = |at: &str| TAKEN.contains(&at);
    let emails = labels
        .emails
        .iter()
        .filter(|email| email.kind == "role" && is_taken(&email.at));
    let emails = emails.map(|email| email.value.to_lowercase());
    let phones = labels.phones.iter().filter(|phone| is_taken(&phone.at));
    let phones = phones.map(|phone| phone_digits(&phone.value));
    let hours = labels
        .hours
        .iter()
        .filter(|hours| matches!(hours.at.as_str(), "jsonld" | "microdata" | "meta"));
    let hours = hours.flat_map(|hours| {
        let days = hours.days.iter();
        days.flat_map(|(day, spans)| spans.iter().map(move |span| format!("{day} {span}")))
    });
    let social = labels.social.iter().map(|(network, page)| {
        let network = if network == "x" { "twitter" } else { network };
        format!("{network} {}", same_page(page))
    });
    [
        if labels.no_mailings {
            BTreeSet::new()
        } else {
            emails.collect()
        },
        phones.collect(),
        hours.map(|span| to_midnight(&span)).collect(),
        social.collect(),
    ]
}

/// What was found of all websites, by kind; and who is wrongly said to refuse mailings, or not to.
#[derive(Default)]
struct Result {
    counts: BTreeMap<&'static str, Count>,
    misjudged: Vec<String>,
}

impl Result {
    fn add(&mut self, site: &Site, facts: &SiteFacts) {
        let host = &site.host;
        let [w_emails, w_phones, w_hours, w_social] = wanted(&site.labels);
        let mut add = |kind, found: BTreeSet<String>, wanted: &BTreeSet<String>| {
            self.counts
                .entry(kind)
                .or_default()
                .add(host, &found, wanted);
        };
        add("e-mails", emails(facts), &w_emails);
        add("phones", phones(facts), &w_phones);
        add(
            "hours",
            hours(facts).iter().map(|span| to_midnight(span)).collect(),
            &w_hours,
        );
        add("social", social(facts), &w_social);
        // The labels are of these products only.
        let products = facts.technology.iter().map(|product| product.value.clone());
        let products = products.filter(|name| LABELLED.contains(&name.as_str()));
        add("technology", products.collect(), &site.labels.technology);
        for email in &site.labels.emails {
            let is_hidden = HIDDEN.contains(&email.at.as_str());
            assert!(
                !is_hidden || !emails(facts).contains(&email.value),
                "{host}: {} stands in {}",
                email.value,
                email.at
            );
        }
        if facts.no_mailings.is_some() != site.labels.no_mailings {
            self.misjudged
                .push(format!("{host}: {:?}", facts.no_mailings));
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_websites_say_is_found_and_nothing_else() {
    let sites = fixtures();
    assert_eq!(sites.len(), 100);
    let served = serve(&sites).await;
    let reader = reader(&served, false);
    let mut result = Result::default();
    for site in &sites {
        let address = WebsiteAddress::read(&format!("http://{}", site.host)).unwrap();
        let read = reader
            .read(&address, Depth::Site, false, None, jiff::Timestamp::now())
            .await;
        result.add(site, &read.facts);
    }
    for (kind, count) in &result.counts {
        println!(
            "{kind}: {} right, precision {:.3}, recall {:.3}\n  wrong: {:#?}\n  missed: {:#?}",
            count.right,
            count.precision(),
            count.recall(),
            count.wrong,
            count.missed
        );
    }
    assert_eq!(
        result.misjudged,
        Vec::<String>::new(),
        "who refuses mailings"
    );
    for (kind, count) in &result.counts {
        assert!(
            count.precision() >= 0.98,
            "{kind}: precision {}",
            count.precision()
        );
        assert!(count.recall() >= 0.9, "{kind}: recall {}", count.recall());
    }
}
