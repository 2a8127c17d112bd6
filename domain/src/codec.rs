//! How events are written and read: the event's type and version are columns, the payload is the
//! event's own JSON object.
//!
//! Stored type names and versions are frozen. A changed payload gets a new version and an upcaster
//! here; an unknown type or version is an error, never skipped: whoever reads the log stops.

/// Why a stored event could not be read.
#[derive(Debug, thiserror::Error)]
pub enum DecodeError {
    /// The aggregate has no event of this name.
    #[error("{aggregate} has no event '{event_type}': it was written by a newer version")]
    UnknownType {
        /// The aggregate's type name.
        aggregate: &'static str,
        /// The stored event type.
        event_type: String,
    },
    /// The event exists, in other versions.
    #[error(
        "event '{event_type}' version {version} is not known: it was written by a newer version"
    )]
    UnknownVersion {
        /// The stored event type.
        event_type: String,
        /// The stored version.
        version: String,
    },
    /// The payload does not have the version's shape.
    #[error("event '{event_type}' has a damaged payload: {source}")]
    Payload {
        /// The stored event type.
        event_type: String,
        /// What the parser says.
        source: serde_json::Error,
    },
}

/// An event that can be stored: what the store needs beyond `cqrs_es::DomainEvent`.
pub trait StoredEvent: cqrs_es::DomainEvent {
    /// The frozen name.
    fn name(&self) -> &'static str;
    /// The frozen version of the payload's shape.
    fn version(&self) -> &'static str;
    /// The payload as JSON text.
    fn encode(&self) -> String;
    /// Reads a payload back, from any version ever written.
    fn decode(event_type: &str, version: &str, payload: &str) -> Result<Self, DecodeError>;
}

/// An aggregate that the store can keep: its events can be stored, its state snapshotted.
pub trait EventSourced: cqrs_es::Aggregate<Event: StoredEvent> + Clone + 'static {
    /// The shape of the serialised state. Changed with the struct, so that a snapshot of another
    /// shape is not read but replayed over.
    const SHAPE: &'static str;
    /// Are its events chained by seals, so that an auditor finds what was tampered with?
    const SEALED: bool = false;
}

/// Declares an aggregate's event enum over payload structs, each with its frozen version.
macro_rules! event_enum {
    (
        $(#[$meta:meta])*
        pub enum $name:ident of $aggregate:literal {
            $( $(#[$variant_meta:meta])* $variant:ident : $version:literal ),+ $(,)?
        }
    ) => {
        $(#[$meta])*
        #[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
        pub enum $name {
            $( $(#[$variant_meta])* $variant($variant) ),+
        }

        $( impl From<$variant> for $name {
            fn from(event: $variant) -> Self { Self::$variant(event) }
        } )+

        impl cqrs_es::DomainEvent for $name {
            fn event_type(&self) -> String {
                $crate::codec::StoredEvent::name(self).to_owned()
            }
            fn event_version(&self) -> String {
                $crate::codec::StoredEvent::version(self).to_owned()
            }
        }

        impl $crate::codec::StoredEvent for $name {
            fn name(&self) -> &'static str {
                match self { $( Self::$variant(_) => stringify!($variant) ),+ }
            }
            fn version(&self) -> &'static str {
                match self { $( Self::$variant(_) => $version ),+ }
            }
            fn encode(&self) -> String {
                match self { $( Self::$variant(event) => serde_json::to_string(event) ),+ }
                    .expect("payloads are plain structs of strings and numbers: always JSON")
            }
            fn decode(
                event_type: &str,
                version: &str,
                payload: &str,
            ) -> Result<Self, $crate::codec::DecodeError> {
                match event_type {
                    $( stringify!($variant) if version == $version => {
                        serde_json::from_str(payload).map(Self::$variant).map_err(|source| {
                            $crate::codec::DecodeError::Payload {
                                event_type: event_type.to_owned(),
                                source,
                            }
                        })
                    } )+
                    $( stringify!($variant) )|+ => Err($crate::codec::DecodeError::UnknownVersion {
                        event_type: event_type.to_owned(),
                        version: version.to_owned(),
                    }),
                    _ => Err($crate::codec::DecodeError::UnknownType {
                        aggregate: $aggregate,
                        event_type: event_type.to_owned(),
                    }),
                }
            }
        }
    };
}
pub(crate) use event_enum;
