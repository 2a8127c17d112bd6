//! One page: what it says, where its links lead, its text. Knows no network.

mod dom;
mod json_ld;
mod lines;
mod links;
mod meta;
mod microdata;
mod said;
#[cfg(test)]
mod tests;
mod text;
mod types;

use std::sync::LazyLock;
use std::time::Duration;

use html5ever::ParseOpts;
use html5ever::tendril::TendrilSink;
use scraper::{Html, HtmlTreeSink, Selector};
use serde::{Deserialize, Serialize};
use url::Url;

pub use links::{Link, LinkKind};
pub(crate) use meta::is_refusal;
pub use said::{How, Mention, Said};
pub use text::PageText;

use crate::address::join;
use dom::{Until, selector, split, words};
use lines::lines;

/// What a page says.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Page {
    /// Where it was found, after redirects.
    pub url: String,
    pub title: Option<String>,
    /// It asks not to be indexed, or not to be used by programs like this one.
    pub asks_not: bool,
    /// It sends its visitors on to this address at once.
    pub sends_on: Option<String>,
    pub said: Said,
    pub links: Vec<Link>,
    /// Absent unless it was asked for.
    pub text: Option<PageText>,
}

static TITLE: LazyLock<Selector> = LazyLock::new(|| selector("head > title, title"));
static BASE: LazyLock<Selector> = LazyLock::new(|| selector("base[href]"));

/// The longest title kept, in characters.
const TITLE_CHARS: usize = 300;
/// The longest time that something is looked for in a page, its parsing included: elements within elements take the
/// square of their number.
const READ_WITHIN: Duration = Duration::from_secs(4);
/// The longest time that its markup is parsed.
const PARSED_WITHIN: Duration = Duration::from_secs(2);
/// Bytes that are parsed between two looks at the clock.
const PORTION: usize = 16 << 10;

impl Page {
    /// Reads a page, with its text if that is wanted.
    pub fn read(html: &str, url: &Url, wants_text: bool) -> Self {
        let until = Until::after(READ_WITHIN);
        let (document, is_whole) = parse(html);
        let base = base(&document, url);
        let lines = lines(&document);
        let links = links::links(&document, &base, until);
        let mut said = Said::default();
        json_ld::read(&document, &base, &mut said, until);
        microdata::read(&document, &base, &mut said, until);
        meta::read(&document, &mut said, until);
        links::read(&document, &base, &mut said, until);
        said.read_lines(&lines, until);
        said.keep_unencoded(html);
        let source = Some(html).filter(|_| is_whole && !until.is_over());
        let text = wants_text.then(|| PageText::of(source, &document, &lines, url));
        Self {
            url: url.to_string(),
            title: title(&document),
            asks_not: meta::asks_not(&document),
            sends_on: meta::sends_on(&document, &base),
            said,
            links,
            text,
        }
    }
}

/// The document, or the part of it that could be parsed in time, and whether it is whole.
fn parse(html: &str) -> (Html, bool) {
    let until = Until::after(PARSED_WITHIN);
    let sink = HtmlTreeSink::new(Html::new_document());
    let mut parser = html5ever::parse_document(sink, ParseOpts::default());
    let mut rest = html;
    while !rest.is_empty() && !until.is_over() {
        let (portion, after) = split(rest, PORTION);
        parser.process(portion.into());
        rest = after;
    }
    (parser.finish(), rest.is_empty())
}

fn title(document: &Html) -> Option<String> {
    let title: String = document.select(&TITLE).next()?.text().collect();
    let title = words(&title);
    (!title.is_empty()).then(|| title.chars().take(TITLE_CHARS).collect())
}

/// The address that relative ones are relative to.
fn base(document: &Html, url: &Url) -> Url {
    let base = document.select(&BASE).next();
    let base = base.and_then(|base| join(url, base.value().attr("href")?));
    base.filter(|base| matches!(base.scheme(), "http" | "https"))
        .unwrap_or_else(|| url.clone())
}
