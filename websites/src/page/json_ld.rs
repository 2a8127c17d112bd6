//! schema.org in JSON-LD.

use std::borrow::Cow;
use std::collections::HashSet;
use std::sync::LazyLock;

use scraper::{Html, Selector};
use serde_json::{Map, Value};
use url::Url;

use super::dom::{Until, selector};
use super::said::{How, Said};
use super::types::Kind;
use crate::address::is_same_website;
use crate::hours::Hours;
use crate::social;

static BLOCKS: LazyLock<Selector> =
    LazyLock::new(|| selector(r#"script[type="application/ld+json" i]"#));

/// Nodes within nodes.
const DEEPEST: u8 = 8;
/// The most texts of a property that are looked at.
const MOST: usize = 200;

type Node = Map<String, Value>;

/// Reads all blocks of a page.
pub(super) fn read(document: &Html, base: &Url, said: &mut Said, until: Until) {
    let blocks = until.each(document.select(&BLOCKS));
    let blocks: Vec<Value> = blocks
        .filter_map(|block| parse(&block.text().collect::<String>()))
        .collect();
    let mut reading = Reading {
        said,
        addresses: HashSet::new(),
        base,
        until,
        has_more: blocks.iter().any(|block| names_more_than_bare(block, 0)),
    };
    for block in &blocks {
        reading.value(block, Kind::Page, 0);
    }
    said.locations = u32::try_from(reading.addresses.len()).unwrap_or(u32::MAX);
}

/// JSON, also as it is often miswritten: within comments, with commas too many, with line breaks in texts.
fn parse(text: &str) -> Option<Value> {
    let text = text.trim();
    if let Ok(value) = serde_json::from_str(text) {
        return Some(value);
    }
    let text: Cow<'_, str> = match text.contains("&quot;") {
        true => text.replace("&quot;", "\"").replace("&amp;", "&").into(),
        false => text.into(),
    };
    serde_json::from_str(&mended(&text)).ok()
}

/// The text without comments and trailing commas, and with spaces in place of line breaks within strings.
fn mended(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text.chars().peekable();
    let mut in_string = false;
    while let Some(c) = rest.next() {
        match c {
            '\\' if in_string => {
                out.push(c);
                out.extend(rest.next());
            }
            '"' => {
                in_string = !in_string;
                out.push(c);
            }
            c if in_string => out.push(if c.is_control() { ' ' } else { c }),
            '/' if rest.peek() == Some(&'*') => {
                let mut last = ' ';
                for c in rest.by_ref().skip(1) {
                    if last == '*' && c == '/' {
                        break;
                    }
                    last = c;
                }
            }
            '/' if rest.peek() == Some(&'/') => {
                // Up to the end of the line: comments, and marks of CDATA.
                let _comment = rest.by_ref().find(|c| *c == '\n');
            }
            ']' | '}' => {
                let trimmed = out.trim_end().len();
                if out[..trimmed].ends_with(',') {
                    out.truncate(trimmed - 1);
                }
                out.push(c);
            }
            ';' => {}
            c => out.push(c),
        }
    }
    for mark in ["<!--", "-->", "<![CDATA[", "]]>"] {
        out = out.replace(mark, "");
    }
    out
}

/// A value, or the values of a list.
fn each(value: &Value) -> &[Value] {
    match value {
        Value::Array(values) => values,
        value => std::slice::from_ref(value),
    }
}

/// The texts of a value: itself, those of a list, or what a node says its value is.
fn texts(value: Option<&Value>) -> impl Iterator<Item = Cow<'_, str>> {
    let values = value.into_iter().flat_map(each).take(MOST);
    values.filter_map(|value| match value {
        Value::String(text) => Some(Cow::Borrowed(text.trim())),
        Value::Number(number) => Some(Cow::Owned(number.to_string())),
        Value::Object(node) => {
            let inner = ["@value", "@id", "url", "value", "name"]
                .into_iter()
                .find_map(|key| node.get(key));
            inner.and_then(Value::as_str).map(Cow::Borrowed)
        }
        _ => None,
    })
}

fn kind(node: &Node) -> Kind {
    Kind::of_all(types(node).iter().map(String::as_str))
}

fn types(node: &Node) -> Vec<String> {
    texts(node.get("@type")).map(Cow::into_owned).collect()
}

/// Whether a block describes a business as more than an organization.
fn names_more_than_bare(value: &Value, depth: u8) -> bool {
    each(value).iter().any(|value| match value {
        Value::Object(node) => {
            let is_more =
                kind(node) == Kind::Business && !types(node).iter().all(|name| Kind::is_bare(name));
            let graph = node.get("@graph").filter(|_| depth < DEEPEST);
            is_more || graph.is_some_and(|graph| names_more_than_bare(graph, depth + 1))
        }
        Value::Array(_) if depth < DEEPEST => names_more_than_bare(value, depth + 1),
        _ => false,
    })
}

struct Reading<'s> {
    said: &'s mut Said,
    base: &'s Url,
    until: Until,
    /// Whether the page describes a business as more than an organization.
    has_more: bool,
    /// Of the businesses so far.
    addresses: HashSet<String>,
}

impl Reading<'_> {
    /// A value that may be the business, or lead to it from a node of a kind.
    fn value(&mut self, value: &Value, from: Kind, depth: u8) {
        if depth > DEEPEST {
            return;
        }
        for value in self.until.each(each(value)) {
            if let Value::Array(_) = value {
                self.value(value, from, depth + 1);
            }
            let Value::Object(node) = value else {
                continue;
            };
            let kind = kind(node);
            let is_ours = kind == Kind::Business || kind == Kind::Place && from == Kind::Business;
            if is_ours && self.is_others(node, depth) {
                continue;
            }
            if is_ours {
                self.business(node, from == Kind::Business);
            }
            if let Some(graph) = node.get("@graph") {
                self.value(graph, from, depth + 1);
            }
            for (property, inner) in node {
                if kind.leads_to_business(property) {
                    self.value(
                        inner,
                        if is_ours { Kind::Business } else { kind },
                        depth + 1,
                    );
                }
            }
        }
    }

    /// Whether a node beside the business is another organization: a maker, an association.
    fn is_others(&self, node: &Node, depth: u8) -> bool {
        let names = ["url", "@id"]
            .into_iter()
            .filter_map(|name| Url::parse(node.get(name)?.as_str()?).ok());
        let names: Vec<Url> = names.collect();
        if names.iter().any(|url| is_same_website(self.base, url)) {
            return false;
        }
        let is_bare = types(node).iter().all(|name| Kind::is_bare(name));
        is_bare && self.has_more && depth <= 2
    }

    fn business(&mut self, node: &Node, is_inner: bool) {
        let said = &mut *self.said;
        let points = node.get("contactPoint").or(node.get("contactPoints"));
        let points = points.into_iter().flat_map(each);
        let address = node.get("address").into_iter().flat_map(each);
        let parts = points.chain(address).filter_map(Value::as_object);
        for part in self.until.each(std::iter::once(node).chain(parts)) {
            let contact = texts(part.get("contactType")).next().unwrap_or_default();
            if contact.to_ascii_lowercase().contains("fax") {
                continue;
            }
            for phone in texts(part.get("telephone")) {
                said.phone(&phone, How::Structured, "telephone");
            }
            for email in texts(part.get("email")) {
                let email = email.trim_start_matches("mailto:");
                said.email(email, How::Structured, "email");
            }
        }
        for page in texts(node.get("sameAs")) {
            if let Some((_, page)) = Url::parse(&page)
                .ok()
                .and_then(|page| social::profile(&page))
            {
                Said::mention(
                    &mut said.social,
                    page.to_string(),
                    How::Structured,
                    "sameAs",
                );
            }
        }
        // The hours of a department are not those of the house.
        if (!is_inner || said.hours.is_empty())
            && let Some((hours, by)) = hours(node)
        {
            Said::mention(&mut said.hours, hours.text(), How::Structured, by);
        }
        self.once(node);
        let address = node.get("address").map(Value::to_string);
        self.addresses
            .extend(address.filter(|address| address.len() > 4));
    }

    /// What is said once of a business.
    fn once(&mut self, node: &Node) {
        let said = &mut *self.said;
        if let Some(range) = texts(node.get("priceRange")).next() {
            let is_range = !range.is_empty() && range.chars().count() <= 30;
            if is_range {
                Said::once(&mut said.price_range, range.into_owned(), "priceRange");
            }
        }
        if let Some(date) = texts(node.get("foundingDate"))
            .next()
            .and_then(|date| founding_date(&date))
        {
            Said::once(&mut said.founding_date, date, "foundingDate");
        }
        if let Some(employees) = texts(node.get("numberOfEmployees")).next() {
            let is_number = !employees.is_empty()
                && employees.len() <= 12
                && employees.bytes().all(|b| b.is_ascii_digit() || b == b'-');
            if is_number {
                Said::once(
                    &mut said.employees,
                    employees.into_owned(),
                    "numberOfEmployees",
                );
            }
        }
        if let Some(geo) = node.get("geo").and_then(Value::as_object) {
            let number = |name: &str| texts(geo.get(name)).next()?.parse::<f64>().ok();
            if let (Some(latitude), Some(longitude)) = (number("latitude"), number("longitude"))
                && latitude.abs() <= 90.0
                && longitude.abs() <= 180.0
            {
                Said::once(
                    &mut said.coordinates,
                    format!("{latitude},{longitude}"),
                    "geo",
                );
            }
        }
    }
}

/// A day, a month or a year.
pub(super) fn founding_date(text: &str) -> Option<String> {
    let date = text.split('T').next().unwrap_or_default().trim();
    let mut parts = date.split('-');
    let is_number = |part: Option<&str>, digits: usize| {
        part.is_none_or(|part| {
            part.len() == digits && part.bytes().all(|byte| byte.is_ascii_digit())
        })
    };
    let year = parts
        .next()
        .filter(|year| is_number(Some(year), 4) && ("1600".."2100").contains(year));
    let is_date = year.is_some()
        && is_number(parts.next(), 2)
        && is_number(parts.next(), 2)
        && parts.next().is_none();
    is_date.then(|| date.to_owned())
}

/// The usual hours of a business, and the property that says them.
fn hours(node: &Node) -> Option<(Hours, &'static str)> {
    let mut hours = Hours::default();
    if let Some(specifications) = node.get("openingHoursSpecification") {
        for specification in each(specifications).iter().filter_map(Value::as_object) {
            // Seasons and holidays.
            if specification.contains_key("validFrom") || specification.contains_key("validThrough")
            {
                continue;
            }
            let opens = texts(specification.get("opens")).next();
            let closes = texts(specification.get("closes")).next();
            let (Some(opens), Some(closes)) = (opens, closes) else {
                continue;
            };
            for day in texts(specification.get("dayOfWeek")) {
                for day in day.split(',').take(MOST) {
                    hours.add(day, &opens, &closes);
                }
            }
        }
        if let Some(hours) = hours.tidied() {
            return Some((hours, "openingHoursSpecification"));
        }
    }
    let mut hours = Hours::default();
    for text in texts(node.get("openingHours")) {
        hours.merge(&Hours::read(&text)?);
    }
    Some((hours.tidied()?, "openingHours"))
}
