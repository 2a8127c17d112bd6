//! The metadata of events: which command caused it, for what, by whom, and when.

use std::collections::HashMap;
use std::fmt;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use crate::ids::UserId;

/// Who caused an event.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(from = "String", into = "String")]
pub enum Actor {
    User(UserId),
    /// A user of the command line.
    Operator,
    /// The product itself: a worker, a reactor, a scheduler.
    System,
}

impl From<String> for Actor {
    fn from(text: String) -> Self {
        match text.as_str() {
            "operator" => Self::Operator,
            "system" => Self::System,
            other => other
                .strip_prefix("user:")
                .and_then(|sub| UserId::new(sub).ok())
                .map_or(Self::System, Self::User),
        }
    }
}

impl From<Actor> for String {
    fn from(actor: Actor) -> Self {
        actor.to_string()
    }
}

impl fmt::Display for Actor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::User(user) => write!(f, "user:{user}"),
            Self::Operator => f.write_str("operator"),
            Self::System => f.write_str("system"),
        }
    }
}

/// An event's metadata. The event's schema version has its own column (`event_version`).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Metadata {
    /// The command that caused the event; deterministic for commands that may be repeated.
    pub command_id: String,
    pub correlation_id: String,
    /// The event or command that led to the command, if any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub causation_id: Option<String>,
    pub actor: Actor,
    /// When the command was decided. Order never depends on it.
    pub at: Timestamp,
}

impl Metadata {
    /// As the string map that `cqrs_es` passes through.
    pub fn to_map(&self) -> HashMap<String, String> {
        let mut map = HashMap::from([
            ("command_id".to_owned(), self.command_id.clone()),
            ("correlation_id".to_owned(), self.correlation_id.clone()),
            ("actor".to_owned(), self.actor.to_string()),
            ("at".to_owned(), self.at.to_string()),
        ]);
        if let Some(causation) = &self.causation_id {
            map.insert("causation_id".to_owned(), causation.clone());
        }
        map
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn metadata_survives_its_json_and_the_string_map_is_the_same_json() {
        let metadata = Metadata {
            command_id: "c1".into(),
            correlation_id: "j1".into(),
            causation_id: None,
            actor: Actor::User(UserId::new("auth0|u1").unwrap()),
            at: Timestamp::from_microsecond(1_700_000_000_123_456).unwrap(),
        };
        let json = serde_json::to_string(&metadata).unwrap();
        assert_eq!(serde_json::from_str::<Metadata>(&json).unwrap(), metadata);
        let map = serde_json::to_value(metadata.to_map()).unwrap();
        assert_eq!(
            map,
            serde_json::from_str::<serde_json::Value>(&json).unwrap()
        );
    }
}
