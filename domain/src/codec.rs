//! How events are encoded and decoded: type and version are columns, the payload is a JSON object.
//!
//! Stored type names and versions are frozen. A changed payload gets a new version, and an upcaster from each earlier
//! one. An unknown type or version is an error and never skipped: the reader stops.

/// Why a stored event could not be decoded.
#[derive(Debug, thiserror::Error)]
pub enum DecodeError {
    #[error("there is no aggregate '{0}' in this version")]
    UnknownAggregate(String),
    #[error("{aggregate} has no event '{event_type}': it was written by a newer version")]
    UnknownType {
        aggregate: &'static str,
        event_type: String,
    },
    #[error(
        "event '{event_type}' version {version} is not known: it was written by a newer version"
    )]
    UnknownVersion { event_type: String, version: String },
    #[error("event '{event_type}' has a damaged payload: {source}")]
    Payload {
        event_type: String,
        source: serde_json::Error,
    },
}

/// What the store needs of an event beyond `cqrs_es::DomainEvent`.
pub trait StoredEvent: cqrs_es::DomainEvent {
    /// The frozen name of its aggregate.
    const AGGREGATE: &'static str;
    /// The frozen names of all events of the aggregate, as declared.
    const NAMES: &'static [&'static str];
    /// The frozen name.
    fn name(&self) -> &'static str;
    /// The frozen version of the payload's shape.
    fn version(&self) -> &'static str;
    /// The payload as JSON text.
    fn encode(&self) -> String;
    /// Decodes a payload of any version ever stored.
    fn decode(event_type: &str, version: &str, payload: &str) -> Result<Self, DecodeError>;
}

/// A command with a name, for metrics and traces.
pub trait NamedCommand {
    /// The variant's name.
    fn name(&self) -> &'static str;
}

/// Implements [`NamedCommand`] for an enum; the compiler reports variants that are missing.
macro_rules! named_commands {
    ($command:ident: $($variant:ident),+ $(,)?) => {
        impl $crate::codec::NamedCommand for $command {
            fn name(&self) -> &'static str {
                match self { $( Self::$variant { .. } => stringify!($variant) ),+ }
            }
        }
    };
}
pub(crate) use named_commands;

/// An aggregate listed in [`crate::registry`], which implements this trait.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not in the registry of aggregates",
    note = "name it in `aggregates!` of domain/src/registry.rs"
)]
pub trait Registered {}

/// An aggregate whose events can be stored and whose state can be snapshotted.
pub trait EventSourced:
    cqrs_es::Aggregate<Command: NamedCommand, Event: StoredEvent> + Registered + Clone + 'static
{
    /// The version of the serialized state. It changes with the struct, so that snapshots of another shape are ignored
    /// and the stream is replayed.
    const SHAPE: &'static str;
    /// Whether its events are chained by seals, so that an auditor finds tampering.
    const SEALED: bool = false;

    /// Roughly how many bytes the state occupies outside the struct itself. It bounds the cache of states and the
    /// frequency of snapshots.
    fn heap_bytes(&self) -> usize;
}

/// Converts an older payload to the current version.
pub type Upcast = fn(serde_json::Value) -> serde_json::Value;

/// Declares an aggregate's event enum over payload structs, each with its frozen version and an [`Upcast`] from each
/// older one: `JobQueued: "1.1.0" from { "1.0.0" => from_1_0_0 }`. A payload's name is `JobQueued::NAME`. The enum of
/// `types` has the same variants without payloads: matching on it makes the compiler report new events.
macro_rules! event_enum {
    (
        $(#[$meta:meta])*
        pub enum $name:ident, types $types:ident, of $aggregate:literal {
            $(
                $(#[$variant_meta:meta])*
                $variant:ident : $version:literal $(from { $( $older:literal => $upcast:path ),+ $(,)? })?
            ),+ $(,)?
        }
    ) => {
        $(#[$meta])*
        #[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
        pub enum $name {
            $( $(#[$variant_meta])* $variant($variant) ),+
        }

        $( impl From<$variant> for $name {
            fn from(event: $variant) -> Self { Self::$variant(event) }
        }

        impl $variant {
            /// The event's frozen name.
            pub const NAME: &'static str = stringify!($variant);
        } )+

        /// The event's type.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum $types {
            $( $(#[$variant_meta])* $variant ),+
        }

        impl From<&$name> for $types {
            fn from(event: &$name) -> Self {
                match event { $( $name::$variant(_) => Self::$variant ),+ }
            }
        }

        impl $types {
            /// All variants, in the order of declaration.
            pub const ALL: [Self; [$($variant::NAME),+].len()] = [ $( Self::$variant ),+ ];

            /// Its frozen name.
            pub const fn name(self) -> &'static str {
                match self { $( Self::$variant => $variant::NAME ),+ }
            }

            /// The event with that name, if the aggregate has one.
            pub fn from_name(name: &str) -> Option<Self> {
                match name {
                    $( $variant::NAME => Some(Self::$variant), )+
                    _ => None,
                }
            }
        }

        impl cqrs_es::DomainEvent for $name {
            fn event_type(&self) -> String {
                $crate::codec::StoredEvent::name(self).to_owned()
            }
            fn event_version(&self) -> String {
                $crate::codec::StoredEvent::version(self).to_owned()
            }
        }

        #[cfg(feature = "schema")]
        impl $name {
            /// The JSON Schema of each event's payload, with its name and version.
            pub fn schemas() -> Vec<(&'static str, &'static str, schemars::Schema)> {
                vec![ $( ($variant::NAME, $version, schemars::schema_for!($variant)) ),+ ]
            }
        }

        impl $crate::codec::StoredEvent for $name {
            const AGGREGATE: &'static str = $aggregate;
            const NAMES: &'static [&'static str] = &[ $( $variant::NAME ),+ ];

            fn name(&self) -> &'static str {
                match self { $( Self::$variant(_) => $variant::NAME ),+ }
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
                let damaged = |source| $crate::codec::DecodeError::Payload {
                    event_type: event_type.to_owned(),
                    source,
                };
                match event_type {
                    $(
                        $variant::NAME if version == $version => {
                            serde_json::from_str(payload).map(Self::$variant).map_err(damaged)
                        }
                        $( $( $variant::NAME if version == $older => {
                            let upcast: $crate::codec::Upcast = $upcast;
                            serde_json::from_str(payload)
                                .map(upcast)
                                .and_then(serde_json::from_value)
                                .map(Self::$variant)
                                .map_err(damaged)
                        } )+ )?
                    )+
                    $( $variant::NAME )|+ => Err($crate::codec::DecodeError::UnknownVersion {
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
