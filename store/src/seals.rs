//! Tamper evidence: the events of a sealed stream are chained by an HMAC whose key is stored outside the database.
//!
//! An event's seal covers the seal before it, the stream, the sequence, and the stored bytes of type, version,
//! payload and metadata; it is the last member of the stored metadata. A stream's head (how many events it has,
//! sealed with the last seal) is a separate row, written in the append's transaction, so that missing events at the
//! end are found too. Without the key nobody can change, insert or remove an event in the database unnoticed;
//! [`crate::chain`] names the first one.
//!
//! Deliberately absent: positions and times of recording. The database assigns them after the seal is made; the
//! command's own time is in the metadata and covered.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

/// What precedes the seal in a stored metadata object.
const MEMBER: &str = "\"seal\":\"";

/// A link of a stream's chain.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub struct Seal([u8; 32]);

impl Seal {
    /// The link before a stream's first event.
    pub const START: Self = Self([0; 32]);
}

impl fmt::Display for Seal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&URL_SAFE_NO_PAD.encode(self.0))
    }
}

impl fmt::Debug for Seal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Seal({self})")
    }
}

/// The text is not a seal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("this is not a seal")]
pub struct NoSeal;

impl FromStr for Seal {
    type Err = NoSeal;

    fn from_str(text: &str) -> Result<Self, NoSeal> {
        let bytes = URL_SAFE_NO_PAD.decode(text).map_err(|_| NoSeal)?;
        bytes.try_into().map(Self).map_err(|_| NoSeal)
    }
}

/// The stored bytes that an event's seal covers, apart from the chain.
#[derive(Debug, Clone, Copy)]
pub struct EventText<'a> {
    pub event_type: &'a str,
    pub event_version: &'a str,
    pub payload: &'a str,
    /// Without the seal.
    pub metadata: &'a str,
}

/// What the seal of a link of the whole log's chain covers, apart from the seal before it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct LinkText<'a> {
    pub(crate) number: u64,
    pub(crate) kind: &'a str,
    pub(crate) events: u64,
    pub(crate) digest: &'a str,
    pub(crate) note: &'a str,
}

/// The key of all seals of an installation.
#[derive(Clone)]
pub struct SealKey(Arc<NamedKey>);

struct NamedKey {
    mac: Hmac<Sha256>,
    id: String,
}

impl fmt::Debug for SealKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "SealKey({})", self.id())
    }
}

impl SealKey {
    /// From key material that contains at least 32 random bytes.
    pub fn new(material: &[u8]) -> Self {
        let mac = Hmac::<Sha256>::new_from_slice(material).expect("HMAC takes keys of any length");
        let id = mac.clone().chain_update(b"id").finalize().into_bytes();
        let id = hex::encode(&id[..6]);
        Self(Arc::new(NamedKey { mac, id }))
    }

    /// The same by another name, such as that of the secret which it is derived from.
    #[must_use]
    pub fn called(&self, id: impl Into<String>) -> Self {
        let (mac, id) = (self.0.mac.clone(), id.into());
        Self(Arc::new(NamedKey { mac, id }))
    }

    /// Names the key without revealing it.
    pub fn id(&self) -> &str {
        &self.0.id
    }

    /// The seal of event `sequence` of a stream, after `previous`.
    pub fn event(
        &self,
        previous: Seal,
        aggregate_type: &str,
        aggregate_id: &str,
        sequence: u64,
        event: &EventText<'_>,
    ) -> Seal {
        let parts = [
            aggregate_type,
            aggregate_id,
            event.event_type,
            event.event_version,
            event.payload,
            event.metadata,
        ];
        self.seal(b"event\0", Some(previous), sequence, &parts)
    }

    /// The seal of a stream's head, which counts `events` events; the last one has the seal `last`.
    pub fn head(&self, aggregate_type: &str, aggregate_id: &str, events: u64, last: Seal) -> Seal {
        let parts = [aggregate_type, aggregate_id];
        self.seal(b"head\0", Some(last), events, &parts)
    }

    /// The seal of a snapshot of a stream's aggregate after its `last` event, of that sequence and stamp: commands are
    /// decided on it.
    pub(crate) fn snapshot(
        &self,
        aggregate_type: &str,
        aggregate_id: &str,
        last: (u64, Option<&str>),
        shape: &str,
        payload: &str,
    ) -> Seal {
        let (sequence, stamp) = last;
        let stamp = stamp.unwrap_or_default();
        let parts = [aggregate_type, aggregate_id, stamp, shape, payload];
        self.seal(b"snapshot\0", None, sequence, &parts)
    }

    /// The seal of an export of `events` events whose lines have the digest `sha256`.
    pub fn export(&self, events: u64, sha256: &str) -> Seal {
        self.seal(b"export\0", None, events, &[sha256])
    }

    /// The seal of a link of the whole log's chain, after the link with the seal `previous`.
    pub(crate) fn link(&self, previous: Seal, link: &LinkText<'_>) -> Seal {
        let events = link.events.to_string();
        let parts = [link.kind, &events, link.digest, link.note];
        self.seal(b"link\0", Some(previous), link.number, &parts)
    }

    fn seal(&self, of: &[u8], previous: Option<Seal>, number: u64, parts: &[&str]) -> Seal {
        let mut mac = self.0.mac.clone();
        mac.update(of);
        if let Some(previous) = previous {
            mac.update(&previous.0);
        }
        mac.update(&number.to_be_bytes());
        for part in parts {
            mac.update(&(part.len() as u64).to_be_bytes());
            mac.update(part.as_bytes());
        }
        Seal(mac.finalize().into_bytes().into())
    }
}

/// The keys of an installation: the one that seals, and former ones, to judge what those have sealed.
#[derive(Debug, Clone)]
pub struct SealKeys {
    current: SealKey,
    former: Arc<[SealKey]>,
}

impl SealKeys {
    /// With the former keys in any order.
    pub fn new(current: SealKey, former: impl IntoIterator<Item = SealKey>) -> Self {
        Self {
            current,
            former: former.into_iter().collect(),
        }
    }

    /// The key that seals.
    pub const fn current(&self) -> &SealKey {
        &self.current
    }

    /// Those that were replaced.
    pub fn former(&self) -> &[SealKey] {
        &self.former
    }

    /// All, the current one first.
    pub fn all(&self) -> impl Iterator<Item = &SealKey> {
        std::iter::once(&self.current).chain(&*self.former)
    }

    /// The key of that name.
    pub fn named(&self, id: &str) -> Option<&SealKey> {
        self.all().find(|key| key.id() == id)
    }
}

/// The metadata as stored: an object with the seal as its last member.
pub fn attach(metadata: &str, seal: Seal) -> String {
    let open = metadata.strip_suffix('}').unwrap_or(metadata);
    let comma = if open.ends_with('{') { "" } else { "," };
    format!("{open}{comma}{MEMBER}{seal}\"}}")
}

/// The metadata without its seal, and the seal; none if the text does not end with one.
pub fn detach(stored: &str) -> Option<(String, Seal)> {
    let (open, rest) = stored.rsplit_once(MEMBER)?;
    let open = open.strip_suffix(',').unwrap_or(open);
    let seal = rest.strip_suffix("\"}")?.parse().ok()?;
    Some((format!("{open}}}"), seal))
}

/// A sealed stream's head as stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StreamHead {
    pub aggregate_id: String,
    pub events: u64,
    /// Seals the count and the last event.
    pub seal: String,
}
