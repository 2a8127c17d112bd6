//! A made-up aggregate, for tests alone (the feature `made-up`): a door, whose event has changed since it was first
//! stored. No aggregate of the product has an older version yet; this one keeps the way of older events alive. It is
//! not in the registry, and no build of the product has it.

use cqrs_es::Aggregate;
use cqrs_es::event_sink::EventSink;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::codec::{EventSourced, Registered, StoredEvent, event_enum};

event_enum! {
    /// What happens to a door.
    pub enum DoorEvent, types DoorEventType, of "Door" {
        /// 1.0.0 had one text for the whole name.
        DoorOpened: "1.1.0" from { "1.0.0" => opened_1_0_0 },
        /// As it always was.
        DoorClosed: "1.0.0",
    }
}

/// Somebody opened it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DoorOpened {
    /// First name.
    pub first: String,
    /// Last name.
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

/// Whether it is open, and who opened it.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Door {
    /// Is it open?
    pub open: bool,
    /// Last names of those who opened it, in order.
    pub openers: Vec<String>,
}

/// Why a door does not open: it is open.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the door is open")]
pub struct IsOpen;

impl Registered for Door {}

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
