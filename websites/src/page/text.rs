//! The text of a page for people: what is left without menus and footers, as the reader modes of browsers show it.

use dom_smoothie::{Config, Readability, TextMode};
use scraper::{Html, Node};
use serde::{Deserialize, Serialize};
use url::Url;

use super::lines::Line;

/// A page's text.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct PageText {
    pub plain: String,
    pub markdown: String,
}

/// Deeper pages, and those with more elements, are not simplified: the library goes through them recursively.
const DEEPEST: usize = 200;
const MOST_ELEMENTS: usize = 20_000;
/// Fewer characters than this part of the whole text are not what the page is about.
const LEAST_PART: usize = 5;
/// The longest text kept, in bytes.
const MOST_BYTES: usize = 512 << 10;

impl PageText {
    pub(super) fn of(html: &str, document: &Html, lines: &[Line], url: &Url) -> Self {
        let all: Vec<&str> = lines.iter().map(|line| line.text.as_str()).collect();
        let all = all.join("\n");
        let article = is_simple(document).then(|| article(html, url)).flatten();
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

fn is_simple(document: &Html) -> bool {
    use ego_tree::iter::Edge;

    let (mut depth, mut elements) = (0_usize, 0_usize);
    document.tree.root().traverse().all(|edge| {
        match edge {
            Edge::Open(node) if matches!(node.value(), Node::Element(_)) => {
                depth += 1;
                elements += 1;
            }
            Edge::Close(node) if matches!(node.value(), Node::Element(_)) => depth -= 1,
            _ => {}
        }
        depth <= DEEPEST && elements <= MOST_ELEMENTS
    })
}

fn cut(mut text: String) -> String {
    if text.len() > MOST_BYTES {
        let mut end = MOST_BYTES;
        while !text.is_char_boundary(end) {
            end -= 1;
        }
        text.truncate(end);
    }
    text
}
