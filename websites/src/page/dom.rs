//! Small tools for documents.

use scraper::Selector;

/// A selector that is known to be valid.
pub(super) fn selector(text: &str) -> Selector {
    Selector::parse(text).expect("a valid selector")
}

/// The text with single spaces.
pub(super) fn words(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
