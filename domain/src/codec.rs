//! How events are written and read: the event's type and version are columns, the payload is the
//! event's own JSON object.
//!
//! Stored type names and versions are frozen. A changed payload gets a new version and an upcaster from
//! each version before it; an unknown type or version is an error, never skipped: whoever reads the log
//! stops.

/// Why a stored event could not be read.
#[derive(Debug, thiserror::Error)]
pub enum DecodeError {
    /// There is no such aggregate.
    #[error("there is no aggregate '{0}' in this version")]
    UnknownAggregate(String),
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
    /// The frozen name of the aggregate that it happens to.
    const AGGREGATE: &'static str;
    /// The frozen names of all events of the aggregate, as declared.
    const NAMES: &'static [&'static str];
    /// The frozen name.
    fn name(&self) -> &'static str;
    /// The frozen version of the payload's shape.
    fn version(&self) -> &'static str;
    /// The payload as JSON text.
    fn encode(&self) -> String;
    /// Reads a payload back, from any version ever written.
    fn decode(event_type: &str, version: &str, payload: &str) -> Result<Self, DecodeError>;
}

/// An aggregate that stands in [`crate::registry`], which implements this.
#[diagnostic::on_unimplemented(
    message = "`{Self}` stands not in the registry of aggregates",
    note = "name it in `aggregates!` of domain/src/registry.rs"
)]
pub trait Registered {}

/// An aggregate that the store can keep: its events can be stored, its state snapshotted.
pub trait EventSourced:
    cqrs_es::Aggregate<Event: StoredEvent> + Registered + Clone + 'static
{
    /// The shape of the serialised state. Changed with the struct, so that a snapshot of another
    /// shape is not read but replayed over.
    const SHAPE: &'static str;
    /// Are its events chained by seals, so that an auditor finds what was tampered with?
    const SEALED: bool = false;

    /// About how many bytes of memory the state takes beside the struct itself. What keeps states is bounded by
    /// it, and how often they are written down.
    fn heap_bytes(&self) -> usize;
}

/// Makes an older payload one of the current version.
pub type Upcast = fn(serde_json::Value) -> serde_json::Value;

/// Declares an aggregate's event enum over payload structs, each with its frozen version, and with an
/// [`Upcast`] from each older one: `JobQueued: "1.1.0" from { "1.0.0" => from_1_0_0 }`. A payload's name is
/// `JobQueued::NAME`; the enum of `types` has the same variants without their payloads, for whoever needs
/// not read them: to match on it is to be told of a new event by the compiler.
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

        /// Which event it is.
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
            /// Every one, as declared.
            pub const ALL: [Self; [$($variant::NAME),+].len()] = [ $( Self::$variant ),+ ];

            /// Its frozen name.
            pub const fn name(self) -> &'static str {
                match self { $( Self::$variant => $variant::NAME ),+ }
            }

            /// The event of that name, if the aggregate has one.
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
