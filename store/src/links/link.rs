//! A link, and how the next one follows.

use super::digest::{Digest, EventsDigest};
use crate::log::{Cursor, RecordedEvent};
use crate::seals::{LinkText, Seal, SealKey};

/// The most events of a link.
pub(crate) const LONGEST: usize = 1_000;

/// What a link covers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Events that were recorded while there was a chain.
    Events,
    /// Events that were there before: linked as they were found.
    Adopted,
    /// A note that an operator has put the log back to an earlier moment.
    Restored,
    /// A note that the secret key was replaced: one such link is sealed with the former key, the next with the new one.
    Rotated,
}

impl Kind {
    const ALL: [Self; 4] = [Self::Events, Self::Adopted, Self::Restored, Self::Rotated];

    /// As stored.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Events => "events",
            Self::Adopted => "adopted",
            Self::Restored => "restored",
            Self::Rotated => "rotated",
        }
    }

    pub(crate) fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }
}

/// A link of the chain.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Link {
    /// From 1.
    pub number: u64,
    pub kind: Kind,
    /// How many events the log has up to its end.
    pub events: u64,
    pub digest: Digest,
    /// Empty if it covers events.
    pub note: String,
    /// Names the key of its seal.
    pub key: String,
    pub seal: Seal,
    /// The position of the last event. Not sealed: it only says where to go on.
    pub ends_at: Cursor,
}

/// Where a chain ends, or begins.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct End {
    pub(crate) number: u64,
    pub(crate) events: u64,
    pub(crate) digest: Digest,
    pub(crate) seal: Seal,
    pub(crate) at: Cursor,
}

impl From<&Link> for End {
    fn from(link: &Link) -> Self {
        Self {
            number: link.number,
            events: link.events,
            digest: link.digest,
            seal: link.seal,
            at: link.ends_at,
        }
    }
}

impl End {
    /// The next links, over all of these events; the first `adopts` of the log are from before the chain.
    pub(crate) fn links_over(
        mut self,
        events: &[RecordedEvent],
        adopts: u64,
        key: &SealKey,
    ) -> Vec<Link> {
        let mut links = Vec::with_capacity(events.len() / LONGEST + 2);
        let mut rest = events;
        while !rest.is_empty() {
            let old = usize::try_from(adopts.saturating_sub(self.events)).unwrap_or(usize::MAX);
            let (kind, most) = match old {
                0 => (Kind::Events, LONGEST),
                old => (Kind::Adopted, old.min(LONGEST)),
            };
            let (covered, later) = rest.split_at(most.min(rest.len()));
            let link = self.over(covered, kind, key);
            self = Self::from(&link);
            links.push(link);
            rest = later;
        }
        links
    }

    fn over(&self, events: &[RecordedEvent], kind: Kind, key: &SealKey) -> Link {
        let mut digest = EventsDigest::following(self.digest);
        events.iter().for_each(|event| digest.take(event));
        let ends_at = events.last().map_or(self.at, |event| event.cursor);
        let count = self.events + digest.events();
        self.link(key, kind, count, digest.done(), "", ends_at)
    }

    /// The next link, which only holds a note.
    pub(crate) fn note(&self, key: &SealKey, kind: Kind, note: &str) -> Link {
        let digest = Digest::of_note(self.digest, kind.name(), note);
        self.link(key, kind, self.events, digest, note, self.at)
    }

    fn link(
        &self,
        key: &SealKey,
        kind: Kind,
        events: u64,
        digest: Digest,
        note: &str,
        ends_at: Cursor,
    ) -> Link {
        let number = self.number + 1;
        let mut link = Link {
            number,
            kind,
            events,
            digest,
            note: note.to_owned(),
            key: key.id().to_owned(),
            seal: Seal::START,
            ends_at,
        };
        link.seal = link.sealed(key, self.seal);
        link
    }
}

impl Link {
    /// Does it cover these events, after the end of the link before?
    #[cfg(feature = "kurrentdb")]
    pub(crate) fn covers<'a>(
        &self,
        before: End,
        events: impl Iterator<Item = &'a RecordedEvent>,
    ) -> bool {
        match self.kind {
            Kind::Events | Kind::Adopted => {
                let mut digest = EventsDigest::following(before.digest);
                events.for_each(|event| digest.take(event));
                digest.done() == self.digest
            }
            Kind::Restored | Kind::Rotated => true,
        }
    }

    /// The seal that it must have after `previous`.
    pub(super) fn sealed(&self, key: &SealKey, previous: Seal) -> Seal {
        key.link(
            previous,
            &LinkText {
                number: self.number,
                kind: self.kind.name(),
                events: self.events,
                digest: &self.digest.to_string(),
                note: &self.note,
            },
        )
    }
}
