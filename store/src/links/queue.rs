//! Links that were read before the events that they cover.

use std::collections::VecDeque;

use super::link::Link;
use crate::log::Cursor;

/// The next links, in order.
#[derive(Debug, Default)]
pub struct LinkQueue {
    ahead: VecDeque<Link>,
    /// The number of the last one that was read.
    read: u64,
}

impl LinkQueue {
    /// Links read at a time.
    pub const PORTION: usize = 10_000;

    /// The number after which more must be read, to have those of all events up to `end`.
    pub fn lacks(&self, end: Cursor) -> Option<u64> {
        let is_short = self.ahead.back().is_none_or(|link| link.ends_at < end);
        is_short.then_some(self.read)
    }

    /// Adds what was read. False if there was nothing more.
    pub fn add(&mut self, portion: Vec<Link>) -> bool {
        if let Some(last) = portion.last() {
            self.read = last.number;
        }
        let is_more = !portion.is_empty();
        self.ahead.extend(portion);
        is_more
    }

    /// Takes the next one, if it is due.
    pub fn next_if(&mut self, is_due: impl Fn(&Link) -> bool) -> Option<Link> {
        let is_due = self.ahead.front().is_some_and(is_due);
        is_due.then(|| self.ahead.pop_front()).flatten()
    }

    /// The end of the last one.
    pub fn end(&self) -> Option<Cursor> {
        self.ahead.back().map(|link| link.ends_at)
    }

    /// Those that are left.
    pub fn rest(self) -> Vec<Link> {
        self.ahead.into()
    }
}
