//! Small tools for documents.

use std::time::{Duration, Instant};

use scraper::Selector;

/// A selector that is known to be valid.
pub(super) fn selector(text: &str) -> Selector {
    Selector::parse(text).expect("a valid selector")
}

/// Until when something is looked for in a page. What was found until then counts.
#[derive(Debug, Clone, Copy)]
pub(super) struct Until(Instant);

impl Until {
    pub(super) fn after(time: Duration) -> Self {
        Self(Instant::now() + time)
    }

    pub(super) fn is_over(self) -> bool {
        Instant::now() >= self.0
    }

    /// The items up to the end of the time.
    pub(super) fn each<T>(self, items: impl IntoIterator<Item = T>) -> impl Iterator<Item = T> {
        items.into_iter().take_while(move |_| !self.is_over())
    }
}

/// The beginning of a text, of at most so many bytes, and the rest. A character of up to four bytes is not cut.
pub(super) fn split(text: &str, most: usize) -> (&str, &str) {
    let ends = 0..=most.min(text.len());
    let end = ends.rev().find(|&end| text.is_char_boundary(end));
    text.split_at(end.unwrap_or(0))
}

/// The text with single spaces.
pub(super) fn words(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
