//! The digest of events in the log's order. docs/auditing.md has the same in Python.

use std::fmt;
use std::str::FromStr;

use sha2::{Digest as _, Sha256};

use crate::log::RecordedEvent;

/// SHA-256 over a chain of events up to some place.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub struct Digest([u8; 32]);

impl Digest {
    /// The digest of a link that only holds a note.
    pub(super) fn of_note(previous: Self, kind: &str, note: &str) -> Self {
        let mut hash = Sha256::new();
        hash.update(previous.0);
        for part in [kind, note] {
            put(&mut hash, part);
        }
        Self(hash.finalize().into())
    }
}

impl fmt::Display for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&hex::encode(self.0))
    }
}

impl fmt::Debug for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Digest({self})")
    }
}

impl FromStr for Digest {
    type Err = hex::FromHexError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let mut bytes = [0; 32];
        hex::decode_to_slice(text, &mut bytes)?;
        Ok(Self(bytes))
    }
}

fn put(hash: &mut Sha256, part: &str) {
    hash.update((part.len() as u64).to_be_bytes());
    hash.update(part.as_bytes());
}

/// Takes events in order.
#[derive(Debug, Clone)]
pub(crate) struct EventsDigest {
    hash: Sha256,
    events: u64,
}

impl EventsDigest {
    /// The digest of the events that follow the one with `previous`.
    pub(crate) fn following(previous: Digest) -> Self {
        Self {
            hash: Sha256::new_with_prefix(previous.0),
            events: 0,
        }
    }

    pub(crate) fn take(&mut self, event: &RecordedEvent) {
        let hash = &mut self.hash;
        put(hash, &event.aggregate_type);
        put(hash, &event.aggregate_id);
        hash.update(event.sequence.to_be_bytes());
        put(hash, &event.event_type);
        put(hash, &event.event_version);
        put(hash, &event.payload);
        put(hash, &event.metadata);
        self.events += 1;
    }

    pub(crate) const fn events(&self) -> u64 {
        self.events
    }

    pub(crate) fn done(self) -> Digest {
        Digest(self.hash.finalize().into())
    }
}
