//! The names and the form of the log's events in KurrentDB.
//!
//! A stream is `<prefix><aggregate type>-<aggregate id>`. The payload is the event's data, byte for byte; its
//! metadata, also byte for byte since a seal covers them, are in the event's own metadata, along with what the other
//! engines store in columns.

use kurrentdb::EventData;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use uuid::Uuid;

use crate::error::StoreError;
use crate::log::commit::Commit;
use crate::log::cursor::Cursor;
use crate::log::recorded::RecordedEvent;

/// Maximum bytes of an event: below the 1 MiB that a server takes by default. Checked before anything is noted, since
/// a note must be appended as a whole.
const EVENT_BYTES: usize = 1_000_000;
/// The namespace of events' ids.
const NAMESPACE: Uuid = Uuid::from_u128(0x6f1d_3a52_8c0e_5b47_9d21_74a0_c35e_88f1);

#[derive(Serialize, Deserialize)]
struct Kept<'a> {
    event_version: String,
    recorded_at: i64,
    #[serde(borrow)]
    metadata: &'a RawValue,
}

#[derive(Deserialize)]
struct MadeBy<'a> {
    #[serde(borrow)]
    command_id: Option<std::borrow::Cow<'a, str>>,
}

fn size(event_type: &str, payload: &str, metadata: &str) -> usize {
    payload.len() + metadata.len() + event_type.len() + 256
}

/// Why the server would refuse a commit, whatever the log contains.
pub(super) fn cannot_take(commit: &Commit) -> Option<StoreError> {
    commit.appends.iter().find_map(|append| {
        let sizes = append
            .events
            .iter()
            .map(|event| size(event.event_type, &event.payload, &event.metadata));
        let largest = sizes.max().filter(|bytes| *bytes > EVENT_BYTES)?;
        Some(StoreError::Configuration(format!(
            "an event of about {largest} bytes for {} {} is larger than KurrentDB takes: {EVENT_BYTES} at most",
            append.stream.aggregate_type, append.stream.aggregate_id
        )))
    })
}

/// An event in flight.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Outgoing {
    pub(super) id: Uuid,
    pub(super) event_type: String,
    pub(super) event_version: String,
    pub(super) payload: String,
    pub(super) metadata: String,
}

impl Outgoing {
    /// About how many bytes it takes.
    pub(super) fn size(&self) -> usize {
        size(&self.event_type, &self.payload, &self.metadata)
    }

    pub(super) fn data(&self, recorded_at: i64) -> Result<EventData, StoreError> {
        let raw = |text: &str| RawValue::from_string(text.to_owned());
        let made = raw(&self.payload).and_then(|payload| {
            let kept = Kept {
                event_version: self.event_version.clone(),
                recorded_at,
                metadata: &raw(&self.metadata)?,
            };
            let data = EventData::json(&self.event_type, &payload)?;
            data.id(self.id).metadata_as_json(&kept)
        });
        made.map_err(|error| StoreError::Damaged(format!("an event is no JSON: {error}")))
    }

    /// Is this the event that was stored under its id? Another event with the same id comes from another decision.
    pub(super) fn is(&self, stored: &kurrentdb::RecordedEvent) -> bool {
        let kept: Option<Kept<'_>> = serde_json::from_slice(&stored.custom_metadata).ok();
        self.id == stored.id
            && self.payload.as_bytes() == stored.data
            && kept.is_some_and(|kept| kept.metadata.get() == self.metadata)
    }
}

/// The stamp of a stored event.
pub(super) fn stamp(event: &kurrentdb::RecordedEvent) -> Option<String> {
    let kept: Kept<'_> = serde_json::from_slice(&event.custom_metadata).ok()?;
    crate::log::stamp(kept.metadata.get())
}

/// The id of an event: made from the command's id and the event's place, so that a repeated append takes effect once.
/// Without a command, from the note's id.
pub(super) fn event_id(note: Uuid, stream: &str, sequence: u64, metadata: &str) -> Uuid {
    let made_by: Option<MadeBy<'_>> = serde_json::from_str(metadata).ok();
    let command = made_by.and_then(|by| by.command_id);
    let name = match command {
        Some(command) => format!("{command}\0{stream}\0{sequence}"),
        None => format!("{note}\0{stream}\0{sequence}"),
    };
    Uuid::new_v5(&NAMESPACE, name.as_bytes())
}

pub(super) fn stream_name(prefix: &str, aggregate_type: &str, aggregate_id: &str) -> String {
    format!("{prefix}{aggregate_type}-{aggregate_id}")
}

/// The aggregate's type and id, if the stream is this log's: another log's names may start the same, with more dots.
fn aggregate<'a>(prefix: &str, stream: &'a str) -> Option<(&'a str, &'a str)> {
    let named = stream.strip_prefix(prefix)?.split_once('-');
    named.filter(|(aggregate_type, _)| !aggregate_type.contains('.'))
}

/// Does the event belong to this log?
pub(super) fn is_own(prefix: &str, event: &kurrentdb::RecordedEvent) -> bool {
    aggregate(prefix, event.stream_id()).is_some()
}

/// An event's cursor in the order of all. The server places every event by two numbers, which only differ for
/// transactions over several calls; it no longer supports those, and this log never makes them.
pub(super) fn cursor(event: &kurrentdb::RecordedEvent) -> Result<Cursor, StoreError> {
    let position = event.position;
    if position.commit == position.prepare {
        return Ok(Cursor::from_position(position.commit.cast_signed()));
    }
    Err(StoreError::Damaged(format!(
        "an event of {} lies at {}/{}: it comes of a transaction that this product does not make",
        event.stream_id(),
        position.commit,
        position.prepare
    )))
}

/// An event of this log as every engine returns it.
pub(super) fn recorded(
    prefix: &str,
    event: &kurrentdb::RecordedEvent,
) -> Result<RecordedEvent, StoreError> {
    let stream = event.stream_id();
    let damaged = |what: &str| {
        StoreError::Damaged(format!("event {} of {stream}: {what}", event.revision + 1))
    };
    let (aggregate_type, aggregate_id) =
        aggregate(prefix, stream).ok_or_else(|| damaged("its stream is not this log's"))?;
    let payload =
        std::str::from_utf8(&event.data).map_err(|_| damaged("its payload is no text"))?;
    let kept: Kept<'_> = serde_json::from_slice(&event.custom_metadata)
        .map_err(|_| damaged("its metadata are not of this product"))?;
    Ok(RecordedEvent {
        cursor: cursor(event)?,
        aggregate_type: aggregate_type.to_owned(),
        aggregate_id: aggregate_id.to_owned(),
        sequence: event.revision + 1,
        event_type: event.event_type.clone(),
        event_version: kept.event_version,
        payload: payload.to_owned(),
        metadata: kept.metadata.get().to_owned(),
        recorded_at: kept.recorded_at,
    })
}
