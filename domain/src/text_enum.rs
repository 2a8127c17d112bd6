//! Enums whose variants have a frozen text in events, in tables and on the wire. The text is defined once, with its
//! variant.

/// Declares an enum with a text for each variant. Match on the variants without `_`, so that the compiler reports all
/// places that must consider a new one.
macro_rules! text_enum {
    (
        $(#[$meta:meta])*
        pub enum $name:ident {
            $( $(#[$variant_meta:meta])* $variant:ident = $text:literal ),+ $(,)?
        }
    ) => {
        $(#[$meta])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
        #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
        pub enum $name {
            $( $(#[$variant_meta])* #[serde(rename = $text)] $variant ),+
        }

        impl $name {
            /// All variants, in the order of declaration.
            pub const ALL: [Self; [$($text),+].len()] = [ $( Self::$variant ),+ ];

            /// Its frozen text.
            pub const fn as_str(self) -> &'static str {
                match self { $( Self::$variant => $text ),+ }
            }

            /// The variant with that text.
            pub fn from_text(text: &str) -> Option<Self> {
                match text {
                    $( $text => Some(Self::$variant), )+
                    _ => None,
                }
            }
        }
    };
}
pub(crate) use text_enum;
