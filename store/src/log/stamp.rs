//! What tells a stored event from any other one in its place: the log may have gone back to an earlier moment, and grown
//! again since.

use serde::Deserialize;
use serde_json::Value;

/// The members of an event's metadata that no other event in its place has.
#[derive(Deserialize)]
struct Stamped {
    seal: Option<String>,
    command_id: Option<String>,
}

impl Stamped {
    fn stamp(self) -> Option<String> {
        self.seal.or(self.command_id)
    }
}

/// An event's stamp: its seal or, in a stream without seals, the id of the command that made it. None if its metadata,
/// JSON text, has neither. `append_events_v1` compares the same.
pub(crate) fn stamp(metadata: &str) -> Option<String> {
    let stamped: Stamped = serde_json::from_str(metadata).ok()?;
    stamped.stamp()
}

/// The same of parsed metadata.
pub(crate) fn stamp_of(metadata: &Value) -> Option<String> {
    Stamped::deserialize(metadata).ok()?.stamp()
}
