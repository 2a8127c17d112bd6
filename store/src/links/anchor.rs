//! An anchor: what the chain says about the log at a moment, to be kept where whoever can write to the database cannot.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::link::{Kind, Link};

/// A line of JSON that names a link.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Anchor {
    #[serde(rename = "demandatlas_anchor")]
    format: u32,
    /// When it was made (RFC 3339).
    pub at: String,
    pub link: u64,
    /// How many events the log had up to that link.
    pub events: u64,
    digest: String,
    seal: String,
}

/// The text is not an anchor.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("this is not an anchor as `demandatlas ledger anchor` prints it: {0}")]
pub struct NoAnchor(String);

impl Anchor {
    const FORMAT: u32 = 1;

    /// Of the chain's last link, at that moment (RFC 3339).
    pub fn new(at: impl Into<String>, link: &Link) -> Self {
        Self {
            format: Self::FORMAT,
            at: at.into(),
            link: link.number,
            events: link.events,
            digest: link.digest.to_string(),
            seal: link.seal.to_string(),
        }
    }

    /// Does it name this link?
    pub fn names(&self, link: &Link) -> bool {
        self.link == link.number
            && self.events == link.events
            && self.digest == link.digest.to_string()
            && self.seal == link.seal.to_string()
    }

    /// Does this note say that the log was put back from beyond the anchor?
    pub fn is_excused_by(&self, link: &Link) -> bool {
        link.kind == Kind::Restored
            && link.events < self.events
            && Restoration::from_note(&link.note)
                .is_some_and(|note| self.events <= note.from_events)
    }
}

impl fmt::Display for Anchor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&serde_json::to_string(self).map_err(|_| fmt::Error)?)
    }
}

impl FromStr for Anchor {
    type Err = NoAnchor;

    fn from_str(text: &str) -> Result<Self, NoAnchor> {
        let anchor: Self =
            serde_json::from_str(text).map_err(|error| NoAnchor(error.to_string()))?;
        if anchor.format == Self::FORMAT {
            Ok(anchor)
        } else {
            Err(NoAnchor(format!("its format is {}", anchor.format)))
        }
    }
}

/// What the note of an honest restore says.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Restoration {
    /// When it was noted (RFC 3339).
    pub at: String,
    /// How many events the log had before.
    pub from_events: u64,
    pub reason: String,
}

impl Restoration {
    /// As the link of the restore holds it.
    pub fn to_note(&self) -> String {
        serde_json::to_string(self).expect("strings and a number: always JSON")
    }

    /// None for another link's note.
    pub fn from_note(note: &str) -> Option<Self> {
        serde_json::from_str(note).ok()
    }
}
