//! schema.org in microdata.

use std::sync::LazyLock;

use scraper::node::Element;
use scraper::{ElementRef, Html, Selector};
use url::Url;

use super::dom::{Until, selector, words};
use super::json_ld::founding_date;
use super::said::{How, Said};
use super::types::Kind;
use crate::address::join;
use crate::hours::Hours;
use crate::social;

static PROPERTIES: LazyLock<Selector> = LazyLock::new(|| selector("[itemprop]"));
static SPECIFICATIONS: LazyLock<Selector> =
    LazyLock::new(|| selector(r#"[itemscope][itemtype*="OpeningHoursSpecification"]"#));

/// The most types of an item, names of a property, and properties of a name that are looked at.
const MOST: usize = 20;

/// Reads the business of a page.
pub(super) fn read(document: &Html, base: &Url, said: &mut Said, until: Until) {
    let mut hours = Hours::default();
    let mut are_whole = true;
    for element in until.each(document.select(&PROPERTIES)) {
        if !is_of_business(element) {
            continue;
        }
        let value = value(element);
        let names = element.value().attr("itemprop").unwrap_or_default();
        for name in names.split_whitespace().take(MOST) {
            match name {
                "telephone" => said.phone(&value, How::Structured, name),
                "email" => {
                    let email = value.trim_start_matches("mailto:");
                    said.email(
                        email.split('?').next().unwrap_or_default(),
                        How::Structured,
                        name,
                    );
                }
                "openingHours" => match Hours::read(&value) {
                    Some(read) => hours.merge(&read),
                    None => are_whole = false,
                },
                "sameAs" => {
                    let page = join(base, &value);
                    if let Some((_, page)) = page.and_then(|page| social::profile(&page)) {
                        Said::mention(&mut said.social, page.to_string(), How::Structured, name);
                    }
                }
                "priceRange" if (1..=30).contains(&value.chars().count()) => {
                    Said::once(&mut said.price_range, value.clone(), name);
                }
                "foundingDate" => {
                    if let Some(date) = founding_date(&value) {
                        Said::once(&mut said.founding_date, date, name);
                    }
                }
                _ => {}
            }
        }
    }
    if let Some(hours) = hours.tidied().filter(|_| are_whole) {
        Said::mention(
            &mut said.hours,
            hours.text(),
            How::Structured,
            "openingHours",
        );
    }
    specifications(document, said, until);
}

fn specifications(document: &Html, said: &mut Said, until: Until) {
    let mut hours = Hours::default();
    for specification in until.each(document.select(&SPECIFICATIONS)) {
        if !is_of_business(specification) {
            continue;
        }
        let of = |name: &str| {
            let properties = specification.select(&PROPERTIES);
            let named =
                properties.filter(|property| property.value().attr("itemprop") == Some(name));
            named.take(MOST).map(value).collect::<Vec<_>>()
        };
        if !of("validFrom").is_empty() {
            continue;
        }
        let (opens, closes) = (of("opens"), of("closes"));
        if let (Some(opens), Some(closes)) = (opens.first(), closes.first()) {
            for day in of("dayOfWeek") {
                hours.add(&day, opens, closes);
            }
        }
    }
    if let Some(hours) = hours.tidied() {
        Said::mention(
            &mut said.hours,
            hours.text(),
            How::Structured,
            "openingHoursSpecification",
        );
    }
}

/// Whether a property belongs to the business, or to a part of it such as its address.
fn is_of_business(property: ElementRef<'_>) -> bool {
    let Some(mut item) = item_of(property) else {
        return false;
    };
    if kind(item.value()) == Kind::Part {
        match item_of(item) {
            Some(outer) => item = outer,
            None => return false,
        }
    }
    let mut kind_of_item = kind(item.value());
    if !matches!(kind_of_item, Kind::Business | Kind::Place) {
        return false;
    }
    // From the item outwards, each step must lead to the business.
    loop {
        let outer = item_of(item);
        let is_ours = match (kind_of_item, &outer) {
            (Kind::Business, _) => true,
            (Kind::Place, Some(outer)) => kind(outer.value()) == Kind::Business,
            (Kind::Page | Kind::Service, _) => true,
            _ => false,
        };
        if !is_ours {
            return false;
        }
        let Some(outer) = outer else {
            return matches!(kind_of_item, Kind::Business | Kind::Page | Kind::Service);
        };
        // An item that is no property of the outer one stands for itself.
        if let Some(names) = item.value().attr("itemprop") {
            let from = kind(outer.value());
            if !names
                .split_whitespace()
                .any(|name| from.leads_to_business(name))
            {
                return false;
            }
        }
        kind_of_item = kind(outer.value());
        item = outer;
    }
}

/// The item that an element is a property of.
fn item_of(element: ElementRef<'_>) -> Option<ElementRef<'_>> {
    let above = element.ancestors().filter_map(ElementRef::wrap);
    above
        .into_iter()
        .find(|above| above.value().attr("itemscope").is_some())
}

fn kind(item: &Element) -> Kind {
    let types = item.attr("itemtype").unwrap_or_default();
    Kind::of_all(types.split_whitespace().take(MOST))
}

fn value(property: ElementRef<'_>) -> String {
    let element = property.value();
    let attributes: &[&str] = match element.name() {
        "a" | "area" | "link" => &["content", "href"],
        "img" | "audio" | "embed" | "iframe" | "source" | "video" => &["content", "src"],
        "time" => &["content", "datetime"],
        "data" | "meter" => &["content", "value"],
        _ => &["content"],
    };
    let written = attributes.iter().find_map(|name| element.attr(name));
    // A number or an address in a link's words, under the link's own scheme.
    match written {
        Some(href) if href.starts_with("tel:") => words(&href["tel:".len()..]),
        Some(written) => words(written),
        None => words(&property.text().collect::<String>()),
    }
}
