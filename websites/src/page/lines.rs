//! The visible text of a page, line by line: what one block holds, however it is marked up within.

use std::sync::LazyLock;

use ego_tree::iter::Edge;
use regex::Regex;
use scraper::node::Element;
use scraper::{Html, Node};

use super::dom::words;

/// A line of visible text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Line {
    pub(super) text: String,
    /// It stands in a part of the page that is about others, such as reviews and partners.
    pub(super) is_of_others: bool,
}

/// The most text of a page, in bytes.
const MOST_BYTES: usize = 1 << 20;

/// Elements that are not shown, or hold no text of the page.
const UNSEEN: [&str; 14] = [
    "script", "style", "noscript", "template", "head", "svg", "math", "iframe", "object",
    "textarea", "select", "option", "video", "audio",
];

/// Cells of a line, as a label and its value are.
const CELLS: [&str; 3] = ["td", "th", "dd"];

/// Elements that do not end a line.
const INLINE: [&str; 30] = [
    "a", "abbr", "acronym", "b", "bdi", "bdo", "big", "cite", "code", "data", "em", "font", "i",
    "img", "ins", "kbd", "label", "mark", "q", "s", "samp", "small", "span", "strong", "sub",
    "sup", "time", "tt", "u", "var",
];

static OF_OTHERS: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)(?:^|[\s_-])(?:testimonials?|reviews?|comments?|partners?|sponsors?|vendors?|directory|affiliates?|neighbors|job-?posting|credits?|colophon-credit|site-?credit|webdesign|designed-?by)(?:$|[\s_-])")
        .expect("a valid pattern")
});

/// Whether an element begins a part of the page that is about others.
pub(super) fn is_of_others(element: &Element) -> bool {
    if element.name() == "blockquote" {
        return true;
    }
    let named = [element.attr("class"), element.attr("id")];
    named
        .into_iter()
        .flatten()
        .any(|name| OF_OTHERS.is_match(name))
}

/// Whether an element is not shown.
fn is_unseen(element: &Element) -> bool {
    if UNSEEN.contains(&element.name()) || element.attr("hidden").is_some() {
        return true;
    }
    element.attr("style").is_some_and(|style| {
        let style: String = style.chars().filter(|c| !c.is_whitespace()).collect();
        let style = style.to_ascii_lowercase();
        style.contains("display:none") || style.contains("visibility:hidden")
    })
}

/// The lines of a page.
pub(super) fn lines(document: &Html) -> Vec<Line> {
    let mut lines = Vec::new();
    let mut line = String::new();
    let (mut unseen, mut others, mut bytes) = (0_usize, 0_usize, 0);
    let end_line = |line: &mut String, others: usize, lines: &mut Vec<Line>| {
        let text = words(line);
        line.clear();
        if !text.is_empty() {
            lines.push(Line {
                text,
                is_of_others: others > 0,
            });
        }
    };
    for edge in document.tree.root().traverse() {
        let (node, opens) = match edge {
            Edge::Open(node) => (node, true),
            Edge::Close(node) => (node, false),
        };
        match node.value() {
            Node::Element(element) => {
                if CELLS.contains(&element.name()) || element.name() == "dt" && !opens {
                    line.push(' ');
                } else if !INLINE.contains(&element.name()) {
                    end_line(&mut line, others, &mut lines);
                }
                let step = |count: &mut usize| *count = if opens { *count + 1 } else { *count - 1 };
                if is_unseen(element) {
                    step(&mut unseen);
                }
                if is_of_others(element) {
                    step(&mut others);
                }
            }
            Node::Text(text) if opens && unseen == 0 && bytes < MOST_BYTES => {
                bytes += text.len();
                line.push_str(text);
            }
            _ => {}
        }
    }
    end_line(&mut line, others, &mut lines);
    lines
}
