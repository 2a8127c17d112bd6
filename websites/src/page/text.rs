//! The text of a page for people: what is left without menus and footers, as the reader modes of browsers show it.

use dom_smoothie::{Config, Readability, TextMode};
use ego_tree::iter::Edge;
use scraper::node::Element;
use scraper::{Html, Node};
use serde::{Deserialize, Serialize};
use url::Url;

use super::dom::split;
use super::lines::Line;

/// A page's text.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct PageText {
    pub plain: String,
    pub markdown: String,
}

/// Deeper pages, and those with more elements, attributes of an element, or text, are not simplified: the library goes
/// through them recursively, and knows no end to its time.
const DEEPEST: usize = 200;
const MOST_ELEMENTS: usize = 20_000;
const MOST_ATTRIBUTES: usize = 200;
/// The same for titles, which it compares with all headings, and for what all addresses are written with, in bytes.
const LONGEST_HEAD: usize = 1_000;
/// Fewer characters than this part of the whole text are not what the page is about.
const LEAST_PART: usize = 5;
/// The longest text simplified or kept, in bytes.
const MOST_BYTES: usize = 512 << 10;

impl PageText {
    /// Of a document. Without its source, which takes time to be parsed again, all of its text counts.
    pub(super) fn of(html: Option<&str>, document: &Html, lines: &[Line], url: &Url) -> Self {
        let all: Vec<&str> = lines.iter().map(|line| line.text.as_str()).collect();
        let all = all.join("\n");
        let html = html.filter(|_| is_simple(document));
        let article = html.and_then(|html| article(html, url));
        // A page of contacts or prices has no article: then all of its text counts.
        match article.filter(|article| article.plain.len() * LEAST_PART >= all.len()) {
            Some(article) => article,
            None => {
                let plain = cut(all);
                let markdown = plain.replace('\n', "\n\n");
                Self { plain, markdown }
            }
        }
    }
}

fn article(html: &str, url: &Url) -> Option<PageText> {
    let text = |mode: TextMode| {
        let config = Config {
            text_mode: mode,
            disable_json_ld: true,
            ..Config::default()
        };
        let article = Readability::new(html, Some(url.as_str()), Some(config))
            .ok()?
            .parse()
            .ok()?;
        Some(cut(article.text_content.trim().to_owned()))
    };
    let plain = text(TextMode::Formatted).filter(|text| !text.is_empty())?;
    let markdown = text(TextMode::Markdown).unwrap_or_else(|| plain.clone());
    Some(PageText { plain, markdown })
}

/// Whether the library is done with a page in time.
fn is_simple(document: &Html) -> bool {
    let (mut depth, mut elements, mut bytes) = (0_usize, 0_usize, 0_usize);
    document.tree.root().traverse().all(|edge| {
        let is_small = match edge {
            Edge::Open(node) => match node.value() {
                Node::Element(element) => {
                    depth += 1;
                    elements += 1;
                    is_small(element)
                }
                Node::Text(text) => {
                    let above = node.parent().and_then(|above| above.value().as_element());
                    match above.map(Element::name) {
                        Some("script" | "style") => true,
                        above => {
                            bytes += text.len();
                            above != Some("title") || text.len() <= LONGEST_HEAD
                        }
                    }
                }
                _ => true,
            },
            Edge::Close(node) => {
                depth -= usize::from(node.value().is_element());
                true
            }
        };
        is_small && depth <= DEEPEST && elements <= MOST_ELEMENTS && bytes <= MOST_BYTES
    })
}

fn is_small(element: &Element) -> bool {
    let in_head = match element.name() {
        "base" => element.attr("href"),
        "meta" => element.attr("content"),
        _ => None,
    };
    in_head.is_none_or(|value| value.len() <= LONGEST_HEAD)
        && element.attrs().count() <= MOST_ATTRIBUTES
}

fn cut(mut text: String) -> String {
    let end = split(&text, MOST_BYTES).0.len();
    text.truncate(end);
    text
}
