//! The format: a line that names it; a line of JSON for each event, its payload and metadata byte for byte as stored;
//! after a link's last event a line for the link ([`super::links`]); a line for each row that goes along ([`super::asides`]); and a closing line with the number of events and the
//! SHA-256 of all lines between the two.

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use sha2::{Digest, Sha256};

use crate::log::{Cursor, RecordedEvent};

/// The first line: what the file is, and the version of its format.
pub(super) const FORMAT: &str = r#"{"demandatlas_events":1}"#;
/// The same of a file that also holds everything beside the log.
pub(super) const BACKUP: &str = r#"{"demandatlas_backup":1}"#;

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct EventLine<'a> {
    position: i64,
    aggregate_type: String,
    aggregate_id: String,
    sequence: u64,
    event_type: String,
    event_version: String,
    recorded_at: i64,
    #[serde(borrow)]
    payload: &'a RawValue,
    #[serde(borrow)]
    metadata: &'a RawValue,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct EndLine {
    pub(super) end: Summary,
    /// Over the summary; nobody without the key can close a truncated file.
    #[serde(default)]
    pub(super) seal: Option<String>,
}

/// What a file of events holds.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Summary {
    pub events: u64,
    /// SHA-256 of their lines, line ends included, in hexadecimal.
    pub sha256: String,
}

/// Counts and hashes lines on their way.
#[derive(Default)]
pub(crate) struct Tally {
    pub(crate) events: u64,
    hash: Sha256,
}

impl Tally {
    pub(crate) fn take(&mut self, line: &str) {
        self.events += 1;
        self.note(line);
    }

    /// A line that is not an event.
    pub(crate) fn note(&mut self, line: &str) {
        self.hash.update(line.as_bytes());
        self.hash.update(b"\n");
    }

    pub(crate) fn summary(&self) -> Summary {
        Summary {
            events: self.events,
            sha256: hex::encode(self.hash.clone().finalize()),
        }
    }
}

/// The event's line; none if its payload or metadata is not JSON on one line.
pub(crate) fn to_line(event: &RecordedEvent) -> Option<String> {
    let line = EventLine {
        position: event.cursor.position(),
        aggregate_type: event.aggregate_type.clone(),
        aggregate_id: event.aggregate_id.clone(),
        sequence: event.sequence,
        event_type: event.event_type.clone(),
        event_version: event.event_version.clone(),
        recorded_at: event.recorded_at,
        payload: &raw(&event.payload)?,
        metadata: &raw(&event.metadata)?,
    };
    serde_json::to_string(&line).ok()
}

/// A line break, or a space at an end, would not survive.
fn raw(text: &str) -> Option<Box<RawValue>> {
    let raw = RawValue::from_string(text.to_owned()).ok()?;
    (raw.get() == text && !text.contains('\n')).then_some(raw)
}

pub(crate) fn from_line(line: &str) -> Result<RecordedEvent, String> {
    let event: EventLine<'_> =
        serde_json::from_str(line).map_err(|error| format!("this is not an event: {error}"))?;
    if event.position < 1 || event.sequence < 1 {
        return Err("positions and sequences count from 1".to_owned());
    }
    Ok(RecordedEvent {
        cursor: Cursor::from_position(event.position),
        aggregate_type: event.aggregate_type,
        aggregate_id: event.aggregate_id,
        sequence: event.sequence,
        event_type: event.event_type,
        event_version: event.event_version,
        payload: event.payload.get().to_owned(),
        metadata: event.metadata.get().to_owned(),
        recorded_at: event.recorded_at,
    })
}
