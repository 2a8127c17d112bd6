//! A made-up aggregate for tests (the feature `testing`): a door, whose event has changed since it was first stored. No
//! aggregate of the product has an older version yet; this one keeps the decoding of older events tested. It is not in
//! the registry and in no build of the product.

use cqrs_es::Aggregate;
use cqrs_es::event_sink::EventSink;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::codec::{EventSourced, NamedCommand, Registered, StoredEvent, event_enum};

event_enum! {
    /// What happens to a door.
    pub enum DoorEvent, types DoorEventType, of "Door" {
        DoorOpened: "1.1.0" from { "1.0.0" => opened_1_0_0 },
        DoorClosed: "1.0.0",
    }
}

/// A door was opened. Version 1.0.0 had one text for the whole name.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DoorOpened {
    pub first: String,
    pub last: String,
}

/// It was closed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DoorClosed {}

fn opened_1_0_0(payload: Value) -> Value {
    match payload["who"].as_str().and_then(|who| who.split_once(' ')) {
        Some((first, last)) => serde_json::json!({"first": first, "last": last}),
        None => payload,
    }
}

/// A door's state.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Door {
    pub open: bool,
    /// Last names.
    pub openers: Vec<String>,
}

/// The refusal to open an open door.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the door is open")]
pub struct IsOpen;

impl Registered for Door {}

impl NamedCommand for DoorOpened {
    fn name(&self) -> &'static str {
        Self::NAME
    }
}

impl EventSourced for Door {
    const SHAPE: &'static str = "1";

    fn heap_bytes(&self) -> usize {
        self.openers.iter().map(String::len).sum()
    }
}

impl Aggregate for Door {
    const TYPE: &'static str = DoorEvent::AGGREGATE;
    type Command = DoorOpened;
    type Event = DoorEvent;
    type Error = IsOpen;
    type Services = ();

    async fn handle(
        &mut self,
        command: Self::Command,
        (): &Self::Services,
        sink: &EventSink<Self>,
    ) -> Result<(), Self::Error> {
        if self.open {
            return Err(IsOpen);
        }
        sink.write(command.into(), self).await;
        Ok(())
    }

    fn apply(&mut self, event: Self::Event) {
        match event {
            DoorEvent::DoorOpened(opened) => {
                self.open = true;
                self.openers.push(opened.last);
            }
            DoorEvent::DoorClosed(DoorClosed {}) => self.open = false,
        }
    }
}
