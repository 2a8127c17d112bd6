//! What is read: events as they lie in the log.

use domain::codec::{DecodeError, StoredEvent};
use domain::registry::{self, AnyEvent};

use super::cursor::Cursor;

/// An event as it lies in the log.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RecordedEvent {
    /// Its place in the order.
    pub cursor: Cursor,
    /// The aggregate's type name.
    pub aggregate_type: String,
    /// The aggregate's id.
    pub aggregate_id: String,
    /// Its place in its stream, from 1.
    pub sequence: u64,
    /// Its name.
    pub event_type: String,
    /// Its version.
    pub event_version: String,
    /// Its payload, JSON text as stored.
    pub payload: String,
    /// Its metadata, JSON text as stored.
    pub metadata: String,
    /// When it was stored, microseconds since the epoch. Order never depends on it.
    pub recorded_at: i64,
}

impl RecordedEvent {
    /// What it says, whatever aggregate it is of.
    pub fn decode(&self) -> Result<AnyEvent, DecodeError> {
        registry::decode(
            &self.aggregate_type,
            &self.event_type,
            &self.event_version,
            &self.payload,
        )
    }

    /// What it says, where its aggregate is known.
    pub fn decode_as<E: StoredEvent>(&self) -> Result<E, DecodeError> {
        E::decode(&self.event_type, &self.event_version, &self.payload)
    }
}

/// How many events of a type there are.
#[derive(Debug, Clone, PartialEq, Eq, sqlx::FromRow)]
pub struct TypeCount {
    /// The aggregate's type name.
    pub aggregate_type: String,
    /// The event's name.
    pub event_type: String,
    /// How many.
    pub events: i64,
    /// When the first was stored, microseconds since the epoch.
    pub first_at: i64,
    /// When the last was stored, microseconds since the epoch.
    pub last_at: i64,
}
