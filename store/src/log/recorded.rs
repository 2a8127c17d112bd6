//! What is read: events as stored in the log.

use domain::codec::{DecodeError, StoredEvent};
use domain::registry::{self, AnyEvent};

use super::cursor::Cursor;

/// An event as stored in the log.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RecordedEvent {
    pub cursor: Cursor,
    pub aggregate_type: String,
    pub aggregate_id: String,
    /// From 1.
    pub sequence: u64,
    pub event_type: String,
    pub event_version: String,
    /// JSON text as stored.
    pub payload: String,
    /// JSON text as stored.
    pub metadata: String,
    /// Microseconds since the epoch. Order never depends on it.
    pub recorded_at: i64,
}

impl RecordedEvent {
    /// The decoded payload, of any aggregate.
    pub fn decode(&self) -> Result<AnyEvent, DecodeError> {
        registry::decode(
            &self.aggregate_type,
            &self.event_type,
            &self.event_version,
            &self.payload,
        )
    }

    /// The decoded payload of a known aggregate.
    pub fn decode_as<E: StoredEvent>(&self) -> Result<E, DecodeError> {
        E::decode(&self.event_type, &self.event_version, &self.payload)
    }
}

/// How many events of a type there are.
#[derive(Debug, Clone, PartialEq, Eq, sqlx::FromRow)]
pub struct TypeCount {
    pub aggregate_type: String,
    pub event_type: String,
    pub events: i64,
    /// Microseconds since the epoch.
    pub first_at: i64,
    /// Microseconds since the epoch.
    pub last_at: i64,
}
